"""The five published systems, each a method that labels text blocks as its paper does; the default uses none of them.

`uda` (navigation, re-blocking, a decision tree), `fujita` (two CRFs, hierarchical re-vote), `shinnou` (lines of a text
browser), `pagerank` (a walk over the DOM), `tsuruta` (where a browser puts things). `methods.get` imports them.
"""

"""How good and how fast it is: measures, tables, peers and the gate."""

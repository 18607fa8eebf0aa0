"""The only gate from proposals to the tree: writers propose, code here disposes."""

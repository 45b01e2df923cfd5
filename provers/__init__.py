"""The reference provers, one module each. They import the public API only."""

"""An index in the memory of one process: values behind the protocol `Index`."""

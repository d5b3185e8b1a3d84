"""The browser's side: pages, bodies, sockets."""

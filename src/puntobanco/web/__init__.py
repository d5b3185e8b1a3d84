"""The browser's side of the house: pages, sockets, sign-in."""

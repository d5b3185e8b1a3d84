"""A real server is killed again and again, while people play, and nothing acknowledged is lost."""

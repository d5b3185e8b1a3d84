"""What patrons set themselves at every table of the house: limits, reminders, their exclusion."""

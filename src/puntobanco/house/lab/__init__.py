"""The lab: exact odds of a sheet that somebody writes, for a shoe that he makes."""

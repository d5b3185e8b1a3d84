"""What the house says of its log: audits, exports, reports."""

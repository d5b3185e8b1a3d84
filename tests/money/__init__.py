"""Tests of money and odds to one."""

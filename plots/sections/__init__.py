"""What the report says: its start page, a family's page, how it was measured."""

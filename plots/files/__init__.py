"""The one way in and out: what is read is checked, what is written is whole, and how a command ends."""

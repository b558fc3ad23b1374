"""Analysis queries as JSON lines, in the format of KataGo's analysis engine."""

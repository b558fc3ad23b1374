"""Every table and figure of the four papers: run, kept, judged and reported.

`catalogue` lists them, `experiment` says what one is. Each paper has a folder: `lgrf` (Baier & Drake), `book`
(Baier & Winands), `dag_rnn` (Wu & Baldi), `td` (Mayer). `strength` plays matches for all of them.
"""

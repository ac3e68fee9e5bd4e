package root

import "github.com/spf13/cobra"

// topics are pages of help that belong to no command: `pmoctl help names`.
func topics() []*cobra.Command {
	page := func(name, short, long string) *cobra.Command {
		return &cobra.Command{Use: name, Short: short, Long: long}
	}
	return []*cobra.Command{
		page("environment", "The variables pmoctl reads", `PMO_URL      the address of the server; wins over what 'pmoctl login' saved.
             Default http://127.0.0.1:8080
PMO_TOKEN    an API token (pmo_…); wins over the saved one. For scripts and CI.
PMO_CONTEXT  the context to use, as --context, where PMO_URL is not set.
PMO_OPERATION
             the operation that is meant where a command names none; without it
             that of the context.
LC_ALL, LC_MESSAGES, LANG
             the language of the server's messages (fr, nl or en), unless --lang
             says another.
NO_COLOR     set to anything: no colours.

'pmoctl login' and 'pmoctl context' keep addresses and tokens in pmo/pmoctl.json in your config folder
($XDG_CONFIG_HOME, else ~/.config), readable by you alone. A saved token is sent
to the server that made it and to no other.`),
		page("exit-codes", "What exit codes mean", `0  done
1  refused by the server, or it could not be reached
2  the command line is wrong, or you stopped it
4  not signed in, or no longer
8  still going on, or some items failed (the others are done)`),
		page("formatting", "Tables, JSON, CSV and units", `-o table   for people; energies in kWh, money in euros
-o csv     the same columns and units, with a header, a point for decimals
-o json    the answer of the server as it is: energies in mWh, money in cents,
           unit prices in micro-euros
--jq EXPR  what a jq expression makes of that JSON; texts without quotes

In CSV a text that a spreadsheet program would read as a formula has an apostrophe
before it; numbers are as they are.

Answers go to standard output, everything else (progress, warnings, problems) to
standard error. An empty cell is a value that is not there; it is never zero.
Days are civil days of the grid operator's zone, both ends included.`),
		page("names", "How to name operations, sites, plans, clients and runs", `operation     id, externalId (ACC00000001) or exact name; not named, the default
              one: PMO_OPERATION, else that of the context
participant   id, PRM (14 digits) or EAN (18). A meter that changed hands stands
              for several participants; then the id is needed
plan, issuer, client
              id or exact name
invoice       id or number
run           id, or 'last'`),
	}
}

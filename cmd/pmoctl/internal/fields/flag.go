package fields

import (
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// fieldOfFlag is the annotation of a flag that names its field in the contract.
const fieldOfFlag = "field"

// flagNames are flags that are called otherwise than their fields.
var flagNames = map[string]string{
	"consumerId": "consumer", "consumerIds": "consumer", "producerId": "producer", "producerIds": "producer",
	"participantId": "participant", "participantIds": "participant", "planId": "plan", "operationIds": "operation", "runId": "run",
	"dateFrom": "from", "dateTo": "to", "startDate": "start", "endDate": "end", "expiresAt": "expires", "scopes": "scope",
}

// FlagOf is the flag of a command that a field of the contract was said by, as
// "--bill-up-to" for billUpTo; "" where there is none, or where a file said it.
func FlagOf(cmd *cobra.Command, field string) string {
	if cmd == nil || field == "" {
		return ""
	}
	flags, found := cmd.Flags(), (*pflag.Flag)(nil)
	flags.VisitAll(func(f *pflag.Flag) {
		if slices.Contains(f.Annotations[fieldOfFlag], field) {
			found = f
		}
	})
	for _, name := range []string{flagNames[field], kebab(field)} {
		if found == nil && name != "" {
			found = flags.Lookup(name)
		}
	}
	if found == nil || !found.Changed && flags.Changed("file") {
		return ""
	}
	return "--" + found.Name
}

// kebab writes billUpTo as bill-up-to.
func kebab(field string) string {
	var b strings.Builder
	for i, r := range field {
		if unicode.IsUpper(r) {
			if i > 0 {
				b.WriteByte('-')
			}
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}

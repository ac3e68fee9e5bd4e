package operation

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newGet(f *factory.Factory) *cobra.Command {
	return &cobra.Command{
		Use:               "get [OPERATION]",
		Short:             "Show one operation and its PMO",
		Example:           "  pmoctl operation get ACC00000001",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: f.CompleteOperations,
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := f.Operation(cmd.Context(), named(args))
			if err != nil {
				return err
			}
			c, err := f.Client()
			if err != nil {
				return err
			}
			reply, err := c.GetOperationWithResponse(cmd.Context(), id)
			o, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			return f.Print(reply.Body, details(*o))
		},
	}
}

// details are all that is said of one operation.
func details(o pmo.Operation) *output.Table {
	legal := pmo.Interlocutor{}
	if o.Interlocutor != nil {
		legal = *o.Interlocutor
	}
	return output.One(append(columns(), "anniversary_date", "timezone", "functionalities", "latitude", "longitude",
		"pmo", "pmo_legal_number", "pmo_city")...).
		Add(append(row(o), o.AnniversaryDate.String(), string(o.Timezone), output.Words(o.Functionalities), output.Or(o.Latitude),
			output.Or(o.Longitude), output.Or(legal.LegalName), output.Or(legal.LegalNumber), output.Or(legal.City))...)
}

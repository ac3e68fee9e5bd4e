package participant

import (
	"bytes"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newCreate(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "create",
		Short:   "Add a site to an operation",
		Example: "  pmoctl participant create --operation ACC00000001 --name 'École' --energy-type consumer --dso-id 99100000000017 --address '4 rue des Tilleuls' --entry 2026-01-01",
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	body := fields.Bind(cmd, append([]fields.Field{
		{Flag: "energy-type", Name: "energyType", Values: []string{"consumer", "producer"}},
		{Flag: "dso-id", Name: "dsoId", Usage: "PRM (14 digits) or EAN (18)"},
		{Flag: "entry", Name: "activationRange.entry", Kind: fields.Day, Usage: "first day in the perimeter"},
		{Flag: "exit", Name: "activationRange.exit", Kind: fields.Day, Usage: "last day in the perimeter (included)"},
		{Flag: "dso-status", Name: "dsoStatus", Usage: "what the operator says, as EN_VIGUEUR"},
		{Flag: "dso-action", Name: "dsoAction", Usage: "what was asked of it, as CREATION or SUPPRESSION"},
	}, siteFields()...))
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		raw, err := body.JSON(f.In)
		if err != nil {
			return err
		}
		c, err := f.Client()
		if err != nil {
			return err
		}
		id, err := f.Operation(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.CreateParticipantWithBodyWithResponse(cmd.Context(), id, nil, "application/json", bytes.NewReader(raw))
		site, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		noteTouched(f, site.TouchedInvoices)
		return f.Print(reply.Body, output.One(columns()...).Add(row(*site)...))
	}
	return cmd
}

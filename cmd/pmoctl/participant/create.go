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
	body := fields.Bind(cmd, newSiteFields(""))
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

package operation

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newCreate(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "create",
		Short:   "Create an operation",
		Example: "  pmoctl operation create --name 'Soleil du Val' --external-id ACC00000042 --dso FAKE --billing-engine ENGINE_2025",
		Args:    cobra.NoArgs,
	}
	body := fields.Bind(cmd, append([]fields.Field{
		{Flag: "external-id", Name: "externalId", Usage: "the grid operator's own id"},
		{Flag: "dso", Name: "dso", Usage: "grid operator", Values: []string{"ENEDIS", "SRD", "SER", "GREENALP", "SIBELGA", "FAKE"}},
		{Flag: "billing-engine", Name: "billingEngine", Usage: "absent: the old engine", Values: []string{"ENGINE_2025"}},
		{Flag: "anniversary-date", Name: "anniversaryDate", Kind: fields.Day, Usage: "anchor of the billing periods"},
		{Flag: "organizer", Name: "organizerEmails", Kind: fields.Texts, Usage: "e-mails of the organizers that run it"},
	}, descriptionFields()...))
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, content, err := f.Written(body)
		if err != nil {
			return err
		}
		reply, err := c.CreateOperationWithBodyWithResponse(cmd.Context(), nil, "application/json", content)
		o, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, output.One(columns()...).Add(row(*o)...))
	}
	return cmd
}

package user

import (
	"bytes"
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

type createOptions struct {
	body          *fields.Body
	operations    []string
	passwordStdin bool
}

func newCreate(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "create",
		Short: "Create an account",
		Long: `Create an account. Without --password-stdin a first password is made and told
once; the person changes it at the first sign-in.`,
		Example: "  pmoctl user create --email noe@example.org --role organizer --operation ACC00000001",
		Args:    cobra.NoArgs,
	}
	o := createOptions{body: fields.Bind(cmd, []fields.Field{
		{Flag: "email", Name: "email"},
		{Flag: "username", Name: "username"},
		{Flag: "role", Name: "role", Values: []string{"organizer", "participant", "observer", "admin"}},
		{Flag: "firstname", Name: "firstname"},
		{Flag: "lastname", Name: "lastname"},
		{Flag: "structure", Name: "structure", Usage: "the company or body the person works for"},
		{Flag: "language", Name: "language", Values: []string{"fr", "nl"}},
	})}
	cmd.Flags().StringSliceVar(&o.operations, "operation", nil, "operations of an organizer or observer: id, externalId or exact name")
	cmd.Flags().BoolVar(&o.passwordStdin, "password-stdin", false, "read the first password from standard input")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return create(cmd.Context(), f, o) }
	return cmd
}

func create(ctx context.Context, f *factory.Factory, o createOptions) error {
	c, err := f.Client()
	if err != nil {
		return err
	}
	if len(o.operations) > 0 {
		ids := make([]pmo.Id, len(o.operations))
		for i, name := range o.operations {
			if ids[i], err = f.Operation(ctx, name); err != nil {
				return err
			}
		}
		o.body.Set("operationIds", ids)
	}
	if o.passwordStdin {
		password, err := f.Secret(ctx, true, "")
		if err != nil {
			return err
		}
		o.body.Set("password", password)
	}
	raw, err := o.body.JSON(f.In)
	if err != nil {
		return err
	}
	reply, err := c.CreateAdminUserWithBodyWithResponse(ctx, nil, "application/json", bytes.NewReader(raw))
	u, err := pmo.Created(reply, err)
	if err != nil {
		return err
	}
	return f.Print(reply.Body, output.One(append(columns(), "initial_password")...).Add(append(row(*u), output.Or(u.InitialPassword))...))
}

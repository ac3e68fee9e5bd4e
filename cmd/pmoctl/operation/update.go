package operation

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/fields"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newUpdate(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "update [OPERATION]",
		Short:             "Change an operation or its PMO",
		Long:              "Change what the flags name, nothing else.",
		Example:           "  pmoctl operation update ACC00000001 --latitude 48.3517 --longitude -1.2044",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: f.CompleteOperations,
	}
	body := fields.BindUpdate(cmd, descriptionFields())
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, content, err := f.WrittenAt(cmd.Context(), named(args), body)
		if err != nil {
			return err
		}
		reply, err := c.UpdateOperationWithBodyWithResponse(cmd.Context(), id, nil, "application/json", content)
		o, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, details(*o))
	}
	return cmd
}

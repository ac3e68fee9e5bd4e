package operation

import (
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newSetup(f *factory.Factory) *cobra.Command {
	return &cobra.Command{
		Use:               "setup [OPERATION]",
		Short:             "Show what an operation still needs before its first month",
		Example:           "  pmoctl operation setup ACC00000001",
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
			reply, err := c.GetOperationSetupWithResponse(cmd.Context(), id)
			list, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			t := output.NewTable("step", "state", "number", "lacking", "waits for")
			for _, s := range list.Steps {
				t.Add(string(s.Kind), string(s.State), strconv.Itoa(s.Number), strconv.Itoa(s.LackingNumber), output.Or(s.WaitsFor))
			}
			if list.Lacks != nil {
				for _, lack := range *list.Lacks {
					f.Note("empty: %s, in the way of %s", lack.Field, strings.ToLower(output.Words(lack.Blocks)))
				}
			}
			switch {
			case list.Complete:
				f.Note("nothing is left to set up")
			case list.Next != nil:
				f.Note("next: %s", string(*list.Next))
			}
			return f.Print(reply.Body, t)
		},
	}
}

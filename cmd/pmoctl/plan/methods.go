package plan

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// newMethods is how clients may pay, and what lacks for it.
func newMethods(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "methods", Short: "How clients of an operation may pay, and what lacks for it", Args: cobra.NoArgs,
		Example: "  pmoctl plan methods --operation ACC00000001"}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListOperationPaymentMethodsWithResponse(cmd.Context(), id)
		methods, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("method", "missing")
		for _, m := range *methods {
			lacks := make([]string, len(m.Missing))
			for n, one := range m.Missing {
				lacks[n] = string(one)
			}
			t.Add(string(m.Method), strings.Join(lacks, ", "))
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

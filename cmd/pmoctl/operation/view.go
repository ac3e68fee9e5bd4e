package operation

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newView(f *factory.Factory) *cobra.Command {
	var set string
	cmd := &cobra.Command{
		Use:   "view [OPERATION]",
		Short: "Show or choose how much of an operation your screens show",
		Long: `Show what the simple view leaves out of the screens of an operation, and what of that
holds data; or choose the view for yourself alone. Commands answer everything either way.`,
		Example: `  pmoctl operation view ACC00000001
  pmoctl operation view ACC00000001 --set FULL`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: f.CompleteOperations,
	}
	cmd.Flags().StringVar(&set, "set", "", "SIMPLE, FULL or BY_SIZE (as many sites as there are decide)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), named(args))
		if err != nil {
			return err
		}
		if set != "" {
			reply, err := c.UpdateOperationViewWithResponse(cmd.Context(), id, pmo.OperationViewUpdate{View: pmo.OperationViewUpdateView(set)})
			v, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			return f.Print(reply.Body, viewTable(*v))
		}
		reply, err := c.GetOperationWithResponse(cmd.Context(), id)
		o, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		if o.View == nil {
			return errors.New("only organizers and observers of an operation choose a view")
		}
		return f.Print(reply.Body, viewTable(*o.View))
	}
	return cmd
}

func viewTable(v pmo.OperationView) *output.Table {
	words := func(options []pmo.OperationOption) string {
		out := make([]string, len(options))
		for i, o := range options {
			out[i] = string(o)
		}
		return strings.Join(out, " ")
	}
	return output.One("simple", "chosen", "hidden", "in_use").Add(strconv.FormatBool(v.Simple), strconv.FormatBool(v.Chosen), words(v.Hidden), words(v.InUse))
}

package operation

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newExtent(f *factory.Factory) *cobra.Command {
	return &cobra.Command{
		Use:               "extent [OPERATION]",
		Short:             "Show how far apart the sites lie and how much the producers can make, beside what the law allows",
		Example:           "  pmoctl operation extent ACC00000001",
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
			reply, err := c.GetOperationExtentWithResponse(cmd.Context(), id)
			e, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			t := output.NewTable("what", "found", "most", "within")
			for _, l := range e.Limits {
				t.Add("distance "+string(l.Name), thousandths(*e.Meters)+" km", thousandths(l.Meters)+" km", strconv.FormatBool(l.Within))
			}
			if e.Cap != nil {
				t.Add("power "+string(e.Cap.Name), thousandths(e.KnownWatts)+" kW", thousandths(e.Cap.Watts)+" kW", strconv.FormatBool(e.Cap.Within))
			}
			if e.UnplacedNumber > 0 {
				f.Note("%d sites have no place and are not counted", e.UnplacedNumber)
			}
			if e.PowerlessNumber > 0 {
				f.Note("the power of %d producers is not known and not counted", e.PowerlessNumber)
			}
			return f.Print(reply.Body, t)
		},
	}
}

func thousandths(n int64) string { return strconv.FormatFloat(float64(n)/1000, 'f', 3, 64) }

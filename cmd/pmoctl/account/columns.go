package account

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newColumns(f *factory.Factory) *cobra.Command {
	var set []string
	reset := false
	cmd := &cobra.Command{
		Use:   "columns",
		Short: "Show or choose which columns your table of participants has on screen",
		Example: `  pmoctl account columns
  pmoctl account columns --set identifier,folder,city,phone
  pmoctl account columns --reset`,
		Args: cobra.NoArgs,
	}
	cmd.Flags().StringSliceVar(&set, "set", nil, "the columns, in any order")
	cmd.Flags().BoolVar(&reset, "reset", false, "leave them to the width of the screen again")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if reset && len(set) > 0 {
			return exit.Usagef("either --set or --reset")
		}
		c, err := f.Client()
		if err != nil {
			return err
		}
		asked, err := c.GetSessionWithResponse(cmd.Context())
		me, err := pmo.OK(asked, err)
		if err != nil {
			return err
		}
		if len(set) > 0 {
			reply, err := c.UpdateParticipantColumnsWithResponse(cmd.Context(), me.Id, pmo.ParticipantColumnsUpdate{Columns: set})
			chosen, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			return f.Print(reply.Body, columnTable(*chosen))
		}
		if reset {
			if err := pmo.Done(c.DeleteParticipantColumnsWithResponse(cmd.Context(), me.Id)); err != nil {
				return err
			}
		}
		reply, err := c.GetParticipantColumnsWithResponse(cmd.Context(), me.Id)
		chosen, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, columnTable(*chosen))
	}
	return cmd
}

func columnTable(c pmo.ParticipantColumns) *output.Table {
	words := func(columns []pmo.ParticipantColumn) string {
		out := make([]string, len(columns))
		for i, one := range columns {
			out[i] = string(one)
		}
		return strings.Join(out, " ")
	}
	return output.One("chosen", "available").Add(words(c.Columns), words(c.Available))
}

package operation

import (
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newList(f *factory.Factory) *cobra.Command {
	var query string
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the operations you may see",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.Client()
			if err != nil {
				return err
			}
			params := pmo.ListOperationsParams{}
			if query != "" {
				params.Q = &query
			}
			reply, err := c.ListOperationsWithResponse(cmd.Context(), &params)
			list, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			t := output.NewTable(columns()...)
			for _, o := range *list {
				t.Add(row(o)...)
			}
			return f.Print(reply.Body, t)
		},
	}
	cmd.Flags().StringVarP(&query, "query", "q", "", "only those that contain this text")
	return cmd
}

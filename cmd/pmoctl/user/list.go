package user

import (
	"encoding/json"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newList(f *factory.Factory) *cobra.Command {
	var role, query string
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List accounts",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.Client()
			if err != nil {
				return err
			}
			params, err := listParams(role, query)
			if err != nil {
				return err
			}
			users, raw, err := pmo.Collect(c.AdminUsers(cmd.Context(), params))
			if err != nil {
				return err
			}
			t := output.NewTable(columns()...)
			for _, u := range users {
				t.Add(row(u)...)
			}
			return f.Print(raw, t)
		},
	}
	cmd.Flags().StringVar(&role, "role", "", "only this role")
	cmd.Flags().StringVarP(&query, "query", "q", "", "only those that contain this text")
	return cmd
}

func listParams(role, query string) (p pmo.ListAdminUsersParams, err error) {
	filter := map[string]string{}
	if role != "" {
		filter["role"] = role
	}
	if query != "" {
		filter["q"] = query
	}
	if len(filter) == 0 {
		return p, nil
	}
	raw, err := json.Marshal(filter)
	p.Filter = new(string(raw))
	return p, err
}

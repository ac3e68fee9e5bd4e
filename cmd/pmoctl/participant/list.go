package participant

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

type listOptions struct{ group, from, to, query string }

func newList(f *factory.Factory) *cobra.Command {
	var o listOptions
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the sites of an operation",
		Args:  cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&o.group, "group", "", "one side only: consumers or producers")
	cmd.Flags().StringVar(&o.from, "from", "", "only those in the perimeter from this day")
	cmd.Flags().StringVar(&o.to, "to", "", "… to this day (included)")
	cmd.Flags().StringVarP(&o.query, "query", "q", "", "only those that contain this text")
	_ = cmd.RegisterFlagCompletionFunc("group", cobra.FixedCompletions([]string{"consumers", "producers"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return list(cmd.Context(), f, *operation, o) }
	return cmd
}

func (o listOptions) params() (p pmo.ListOperationParticipantsParams, err error) {
	if p.DateFrom, err = factory.DayOr("from", o.from); err != nil {
		return p, err
	}
	if p.DateTo, err = factory.DayOr("to", o.to); err != nil {
		return p, err
	}
	if o.group != "" {
		if p.Group = new(pmo.ListOperationParticipantsParamsGroup(o.group)); !p.Group.Valid() {
			return p, exit.Usagef("--group is consumers or producers, not %q", o.group)
		}
	}
	if o.query != "" {
		p.Q = &o.query
	}
	return p, nil
}

func list(ctx context.Context, f *factory.Factory, operation string, o listOptions) error {
	params, err := o.params()
	if err != nil {
		return err
	}
	c, err := f.Client()
	if err != nil {
		return err
	}
	id, err := f.Operation(ctx, operation)
	if err != nil {
		return err
	}
	sites, raw, err := pmo.Collect(c.OperationParticipants(ctx, id, params))
	if err != nil {
		return err
	}
	t := output.NewTable(columns()...)
	for _, s := range sites {
		t.Add(row(s)...)
	}
	return f.Print(raw, t)
}

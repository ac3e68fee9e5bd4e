package key

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newGet(f *factory.Factory) *cobra.Command {
	all := false
	cmd := &cobra.Command{
		Use:   "get",
		Short: "Show the allocation key in force today",
		Args:  cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().BoolVar(&all, "all", false, "all versions, newest first")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return get(cmd.Context(), f, *operation, all) }
	return cmd
}

func get(ctx context.Context, f *factory.Factory, operation string, all bool) error {
	c, err := f.Client()
	if err != nil {
		return err
	}
	id, err := f.Operation(ctx, operation)
	if err != nil {
		return err
	}
	if all {
		reply, err := c.ListAllocationConfigsWithResponse(ctx, id, nil)
		list, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return show(ctx, f, id, reply.Body, *list)
	}
	reply, err := c.GetLastAllocationConfigWithResponse(ctx, &pmo.GetLastAllocationConfigParams{OperationId: id})
	config, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	return show(ctx, f, id, reply.Body, []pmo.AllocationConfig{*config})
}

// show prints versions of the key, with the names of the sites where people read.
func show(ctx context.Context, f *factory.Factory, operationID pmo.Id, raw []byte, configs []pmo.AllocationConfig) error {
	var names map[pmo.Id]string
	if f.Format != output.FormatJSON && hasParams(configs) {
		var err error
		if names, err = f.SiteNames(ctx, operationID); err != nil {
			return err
		}
	}
	if err := noteWithoutPart(ctx, f, operationID, configs); err != nil {
		return err
	}
	return f.Print(raw, table(configs, names))
}

// noteWithoutPart tells who gets nothing with a key that was just set: somebody who has
// left since is easily forgotten.
func noteWithoutPart(ctx context.Context, f *factory.Factory, operationID pmo.Id, configs []pmo.AllocationConfig) error {
	for _, c := range configs {
		if c.WithoutPart == nil {
			continue
		}
		names, err := f.SiteNames(ctx, operationID)
		if err != nil {
			return err
		}
		list := make([]string, len(*c.WithoutPart))
		for i, site := range *c.WithoutPart {
			list[i] = names[site]
		}
		slices.Sort(list)
		f.Note("%s of the days of this key without a part: %s", factory.Count(len(list), "consumer"), strings.Join(list, ", "))
	}
	return nil
}

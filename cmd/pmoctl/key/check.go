package key

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newCheck(f *factory.Factory) *cobra.Command {
	var o setOptions
	cmd := &cobra.Command{
		Use:   "check",
		Short: "What would stop a key from being put in force",
		Long: `Tell what would stop a key from being put in force on a day, one line each, with the pool
(from 1) or the site it is about; then the sites that it gives nothing and the pools that
take a part for nobody. Nothing is changed. The key is given as for key set.`,
		Example: `  pmoctl key check --operation ACC00000001 --file pools.json --effective-date 2026-12-01`,
		Args:    cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	o.flags(cmd)
	cmd.Flags().StringVar(&o.from, "effective-date", "", "first day it would hold (default today)")
	cmd.Flags().StringVar(&o.season, "season", "", "season it is for (default all year)")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		body, err := o.creation()
		if err != nil {
			return err
		}
		meant, err := o.read(f)
		if err != nil {
			return err
		}
		body.Type = meant.kind
		return inOperation(cmd.Context(), f, *operation, func(ctx context.Context, c *pmo.ClientWithResponses, id pmo.Id) error {
			if body.Params, body.Pools, err = meant.content(ctx, f, id); err != nil {
				return err
			}
			reply, err := c.CheckAllocationConfigWithResponse(ctx, id, body)
			checked, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			if checked.LastDay != nil {
				f.Note("it would hold until %s, when the next key begins", checked.LastDay)
			}
			return f.Print(reply.Body, checkTable(*checked))
		})
	}
	return cmd
}

// checkTable is a line for each thing that is wrong or doubtful.
func checkTable(c pmo.AllocationConfigCheck) *output.Table {
	names := map[pmo.Id]string{}
	for _, site := range c.Sites {
		names[site.ParticipantId] = site.Name
	}
	t := output.NewTable("key", "pool", "site", "detail")
	add := func(list []pmo.AllocationConfigBlocker) {
		for _, b := range list {
			pool, site := "", pmo.Id("")
			if b.Pool != nil {
				pool = strconv.Itoa(*b.Pool)
			}
			if b.ParticipantId != nil {
				site = *b.ParticipantId
			}
			t.Add(b.Key, pool, names[site], output.Or(b.Detail))
		}
	}
	add(c.Blockers)
	add(c.DayBlockers)
	for _, site := range c.WithoutPart {
		t.Add("withoutPart", "", names[site], "")
	}
	for _, pool := range c.EmptyPools {
		t.Add("emptyPool", strconv.Itoa(pool), "", "")
	}
	return t
}

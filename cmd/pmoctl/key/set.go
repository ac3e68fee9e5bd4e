package key

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

type setOptions struct {
	operation, kind, file, from, reason, season, name string
	draft                                             bool
	params, sites                                     []string
}

func newSet(f *factory.Factory) *cobra.Command {
	var o setOptions
	cmd := &cobra.Command{
		Use:   "set",
		Short: "Set the allocation key from a day on",
		Long: `Set the allocation key from a day on, as a new version; earlier versions stay.

by_default shares in proportion to consumption and has no parameters. by_equality shares
in equal parts with several rounds, among all sites or those of --site. The others give each consumer a number: static a
percentage (at most 4 decimals), by_weight parts, by_priority a level from 1, and
by_ungrouped_priority a level for each consumer and producer. Numbers come by --param,
or by --file: a CSV with the columns consumer;value (and producer), or a JSON document,
which pools need:

  {"type": "by_pool", "pools": [
    {"name": "Schools", "percentageProduction": 60, "surplusDestinationPoolName": "Others",
     "algorithm": "by_priority", "members": {"99100000000017": 1, "99100000000024": 2}},
    {"name": "Others", "percentageProduction": 40, "surplusDestinationPoolName": "Surplus",
     "algorithm": "by_default", "members": ["99100000000031"]}]}

Consumers and producers are named by id, PRM or EAN. With --draft the key is kept but
holds on no day; see key draft.`,
		Example: `  pmoctl key set --operation ACC00000001 --type by_default
  pmoctl key set --operation ACC00000001 --type by_equality --site 99100000000017 --site 99100000000024
  pmoctl key set --operation ACC00000001 --type static --param 99100000000017=60 --param 99100000000024=40
  pmoctl key set --operation ACC00000001 --file key.csv --effective-date 2026-12-01
  pmoctl key set --operation ACC00000001 --file pools.json --season "Saison haute"`,
		Args: cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	o.flags(cmd)
	cmd.Flags().StringVar(&o.from, "effective-date", "", "first day it holds (default today)")
	cmd.Flags().StringVar(&o.reason, "reason", "", "why; kept with the version")
	cmd.Flags().StringVar(&o.season, "season", "", "season it is for (default all year)")
	cmd.Flags().BoolVar(&o.draft, "draft", false, "keep it as a draft")
	cmd.Flags().StringVar(&o.name, "name", "", "what the draft is called")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		o.operation = *operation
		return set(cmd.Context(), f, o)
	}
	return cmd
}

// flags are those that say which key is meant.
func (o *setOptions) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.kind, "type", "", "type of the key (static where numbers are given, by_equality where sites are)")
	cmd.Flags().StringArrayVar(&o.params, "param", nil, "consumer=number, or consumer/producer=number")
	cmd.Flags().StringArrayVar(&o.sites, "site", nil, "a site that takes part, with by_equality (default all)")
	cmd.Flags().StringVar(&o.file, "file", "", "CSV of the parameters or JSON document, - for CSV on standard input")
	cmd.MarkFlagsMutuallyExclusive("param", "site", "file")
	_ = cmd.RegisterFlagCompletionFunc("type", cobra.FixedCompletions(types(), cobra.ShellCompDirectiveNoFileComp))
}

// types are those that can be set.
func types() []string {
	return []string{"by_default", "static", "by_equality", "by_weight", "by_priority", "by_pool", "by_ungrouped_priority", "simple_dynamic"}
}

// creation is what the flags say, without who is meant.
func (o setOptions) creation() (c pmo.AllocationConfigCreation, err error) {
	for to, text := range map[**string]string{&c.Reason: o.reason, &c.Season: o.season, &c.Name: o.name} {
		if text != "" {
			*to = &text
		}
	}
	if o.draft {
		c.Draft = &o.draft
	}
	c.EffectiveDate, err = factory.DayOr("effective-date", o.from)
	return c, err
}

func set(ctx context.Context, f *factory.Factory, o setOptions) error {
	creation, err := o.creation()
	if err != nil {
		return err
	}
	meant, err := o.read(f)
	if err != nil {
		return err
	}
	c, err := f.Client()
	if err != nil {
		return err
	}
	id, err := f.Operation(ctx, o.operation)
	if err != nil {
		return err
	}
	creation.Type = meant.kind
	if creation.Params, creation.Pools, err = meant.content(ctx, f, id); err != nil {
		return err
	}
	reply, err := c.CreateAllocationConfigWithResponse(ctx, &pmo.CreateAllocationConfigParams{OperationId: id}, creation)
	config, err := pmo.Created(reply, err)
	if err != nil {
		return err
	}
	return show(ctx, f, id, reply.Body, []pmo.AllocationConfig{*config})
}

// meantKey is the key that flags or a document say, with sites by the names they have
// there.
type meantKey struct {
	kind  pmo.AllocationType
	parts []part
	doc   *document
}

// read reads it with its type, before anything is asked of the server.
func (o setOptions) read(f *factory.Factory) (meantKey, error) {
	k, err := o.written(f)
	if err == nil {
		k.kind, err = o.typeOf(len(k.parts), k.doc)
	}
	return k, err
}

// written is what is given of it, perhaps without its type.
func (o setOptions) written(f *factory.Factory) (k meantKey, err error) {
	if k.parts, err = o.parts(f.In); err != nil {
		return k, err
	}
	if k.doc, err = o.document(f.In); err == nil && k.doc != nil {
		k.parts = k.doc.parts()
	}
	return k, err
}

// content is its parameters and pools with the ids of the sites.
func (k meantKey) content(ctx context.Context, f *factory.Factory, operationID pmo.Id) (*[]pmo.AllocationParameter, *[]pmo.PoolInput, error) {
	params, err := resolve(ctx, f, operationID, k.parts)
	if err != nil {
		return nil, nil, err
	}
	pools, err := k.doc.pools(ctx, f, operationID)
	return &params, pools, err
}

// typeOf is the type of the key, which parameters or a document imply.
func (o setOptions) typeOf(params int, doc *document) (pmo.AllocationType, error) {
	kind := pmo.AllocationType(o.kind)
	switch {
	case o.kind == "" && doc != nil:
		kind = doc.Type
	case o.kind == "" && len(o.sites) > 0:
		return pmo.AllocationTypeByEquality, nil
	case o.kind == "" && params > 0:
		return pmo.AllocationTypeStatic, nil
	case o.kind == "":
		return "", exit.Usagef("say which key: --type, or --file with a JSON document")
	}
	if !kind.Valid() {
		return "", exit.Usagef("the type is one of %s, not %q", strings.Join(types(), ", "), kind)
	}
	return kind, nil
}

package key

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

type setOptions struct {
	operation, kind, file, from, reason string
	params                              []string
}

func newSet(f *factory.Factory) *cobra.Command {
	var o setOptions
	cmd := &cobra.Command{
		Use:   "set",
		Short: "Set the allocation key from a day on",
		Long: `Set the allocation key from a day on, as a new version; earlier versions stay.

by_default shares in proportion to consumption and has no parameters. static gives
each consumer a percentage (at most 4 decimals): by --param, or by --file, a CSV with
the columns consumer;percent (and producer, where there are several). Consumers are
named by id, PRM or EAN.`,
		Example: `  pmoctl key set --operation ACC00000001 --type by_default
  pmoctl key set --operation ACC00000001 --type static --param 99100000000017=60 --param 99100000000024=40
  pmoctl key set --operation ACC00000001 --file key.csv --effective-date 2026-12-01`,
		Args: cobra.NoArgs,
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&o.kind, "type", "", "by_default or static (static where parameters are given)")
	cmd.Flags().StringArrayVar(&o.params, "param", nil, "consumer=percent, or consumer/producer=percent")
	cmd.Flags().StringVar(&o.file, "file", "", "CSV of the parameters, - for standard input")
	cmd.Flags().StringVar(&o.from, "effective-date", "", "first day it holds (default today)")
	cmd.Flags().StringVar(&o.reason, "reason", "", "why; kept with the version")
	cmd.MarkFlagsMutuallyExclusive("param", "file")
	_ = cmd.RegisterFlagCompletionFunc("type", cobra.FixedCompletions([]string{"by_default", "static"}, cobra.ShellCompDirectiveNoFileComp))
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		o.operation = *operation
		return set(cmd.Context(), f, o)
	}
	return cmd
}

func set(ctx context.Context, f *factory.Factory, o setOptions) error {
	creation := pmo.AllocationConfigCreation{}
	parts, err := o.parts(f.In)
	if err != nil {
		return err
	}
	if creation.Type, err = o.typeOf(len(parts)); err != nil {
		return err
	}
	if creation.EffectiveDate, err = factory.DayOr("effective-date", o.from); err != nil {
		return err
	}
	if o.reason != "" {
		creation.Reason = &o.reason
	}
	c, err := f.Client()
	if err != nil {
		return err
	}
	id, err := f.Operation(ctx, o.operation)
	if err != nil {
		return err
	}
	params, err := resolve(ctx, f, id, parts)
	if err != nil {
		return err
	}
	creation.Params = &params
	reply, err := c.CreateAllocationConfigWithResponse(ctx, &pmo.CreateAllocationConfigParams{OperationId: id}, creation)
	config, err := pmo.Created(reply, err)
	if err != nil {
		return err
	}
	return show(ctx, f, id, reply.Body, []pmo.AllocationConfig{*config})
}

// typeOf is the type of the key, which parameters imply.
func (o setOptions) typeOf(params int) (pmo.AllocationConfigCreationType, error) {
	kind := pmo.AllocationConfigCreationType(o.kind)
	switch {
	case o.kind == "" && params > 0:
		return pmo.AllocationConfigCreationTypeStatic, nil
	case o.kind == "":
		return "", exit.Usagef("say which key: --type by_default or --type static")
	case !kind.Valid():
		return "", exit.Usagef("--type is by_default or static, not %q", o.kind)
	case kind == pmo.AllocationConfigCreationTypeStatic && params == 0:
		return "", exit.Usagef("a static key needs --param or --file")
	case kind == pmo.AllocationConfigCreationTypeByDefault && params > 0:
		return "", exit.Usagef("the key by_default has no parameters")
	}
	return kind, nil
}

package key

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newDraftShow(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "show DRAFT", Short: "Show a draft", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return onDraft(cmd.Context(), f, *operation, args[0], func(ctx context.Context, c *pmo.ClientWithResponses, id, draftID pmo.Id) error {
			reply, err := c.GetAllocationDraftWithResponse(ctx, id, draftID)
			draft, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			return show(ctx, f, id, reply.Body, []pmo.AllocationConfig{*draft})
		})
	}
	return cmd
}

func newDraftUpdate(f *factory.Factory) *cobra.Command {
	var o setOptions
	cmd := &cobra.Command{
		Use:   "update DRAFT",
		Short: "Change what is given of a draft",
		Long: `Change what is given of a draft, named by its id or its name. Numbers and pools are given
as for key set, and take the place of those of the draft; so does --type.`,
		Example: `  pmoctl key draft update Essai --operation ACC00000001 --file pools.json`,
		Args:    cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	o.flags(cmd)
	cmd.Flags().StringVar(&o.season, "season", "", "season it is for")
	cmd.Flags().StringVar(&o.reason, "reason", "", "why")
	cmd.Flags().StringVar(&o.name, "name", "", "what the draft is called")
	cmd.MarkFlagsOneRequired("type", "param", "site", "file", "season", "reason", "name")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return onDraft(cmd.Context(), f, *operation, args[0], func(ctx context.Context, c *pmo.ClientWithResponses, id, draftID pmo.Id) error {
			body, err := o.update(ctx, f, id)
			if err != nil {
				return err
			}
			reply, err := c.UpdateAllocationDraftWithResponse(ctx, id, draftID, nil, body)
			draft, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			return show(ctx, f, id, reply.Body, []pmo.AllocationConfig{*draft})
		})
	}
	return cmd
}

// update is what the flags say of a draft.
func (o setOptions) update(ctx context.Context, f *factory.Factory, operationID pmo.Id) (b pmo.AllocationDraftUpdate, err error) {
	for to, text := range map[**string]string{&b.Reason: o.reason, &b.Season: o.season, &b.Name: o.name} {
		if text != "" {
			*to = &text
		}
	}
	k, err := o.written(f)
	if err != nil {
		return b, err
	}
	if o.kind != "" || k.doc != nil && k.doc.Type != "" {
		kind, err := o.typeOf(len(k.parts), k.doc)
		if err != nil {
			return b, err
		}
		b.Type = &kind
	}
	params, pools, err := k.content(ctx, f, operationID)
	if len(k.parts) > 0 || b.Type != nil {
		b.Params = params
	}
	b.Pools = pools
	return b, err
}

// onDraft calls with the id of a draft, which is given by id or by name.
func onDraft(ctx context.Context, f *factory.Factory, operation, name string, call func(ctx context.Context, c *pmo.ClientWithResponses, operationID, draftID pmo.Id) error) error {
	return inOperation(ctx, f, operation, func(ctx context.Context, c *pmo.ClientWithResponses, id pmo.Id) error {
		if factory.IsID(name) {
			return call(ctx, c, id, name)
		}
		reply, err := c.ListAllocationDraftsWithResponse(ctx, id, nil)
		drafts, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		var found []pmo.Id
		for _, d := range *drafts {
			if d.Name != nil && *d.Name == name {
				found = append(found, d.Id)
			}
		}
		if len(found) != 1 {
			return exit.Usagef("%d drafts are called %q: give the id, see key draft list", len(found), name)
		}
		return call(ctx, c, id, found[0])
	})
}

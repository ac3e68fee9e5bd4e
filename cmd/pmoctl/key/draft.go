package key

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newDraft(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "draft", Short: "Keys in work, that hold on no day"}
	cmd.AddCommand(newDraftList(f), newDraftShow(f), newDraftUpdate(f), newDraftPublish(f), newDraftDelete(f))
	return cmd
}

func newDraftList(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List drafts, newest first", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return inOperation(cmd.Context(), f, *operation, func(ctx context.Context, c *pmo.ClientWithResponses, id pmo.Id) error {
			reply, err := c.ListAllocationDraftsWithResponse(ctx, id, nil)
			drafts, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			t := output.NewTable("id", "name", "type", "season", "created_at", "created_by")
			for _, d := range *drafts {
				t.Add(d.Id, output.Or(d.Name), string(d.Type), output.Or(d.Season), d.CreatedAt.Format("2006-01-02 15:04"), output.Or(d.CreatedBy))
			}
			return f.Print(reply.Body, t)
		})
	}
	return cmd
}

func newDraftPublish(f *factory.Factory) *cobra.Command {
	var from, reason string
	cmd := &cobra.Command{Use: "publish DRAFT", Short: "Put a draft in force", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&from, "effective-date", "", "first day it holds (default today)")
	cmd.Flags().StringVar(&reason, "reason", "", "why; kept with the version")
	_ = cmd.MarkFlagRequired("reason")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		day, err := factory.DayOr("effective-date", from)
		if err != nil {
			return err
		}
		return onDraft(cmd.Context(), f, *operation, args[0], func(ctx context.Context, c *pmo.ClientWithResponses, id, draftID pmo.Id) error {
			reply, err := c.PublishAllocationDraftWithResponse(ctx, id, draftID, nil, pmo.AllocationDraftPublication{EffectiveDate: day, Reason: reason})
			config, err := pmo.Created(reply, err)
			if err != nil {
				return err
			}
			return show(ctx, f, id, reply.Body, []pmo.AllocationConfig{*config})
		})
	}
	return cmd
}

func newDraftDelete(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "delete DRAFT", Short: "Forget a draft", Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return onDraft(cmd.Context(), f, *operation, args[0], func(ctx context.Context, c *pmo.ClientWithResponses, id, draftID pmo.Id) error {
			reply, err := c.DeleteAllocationDraftWithResponse(ctx, id, draftID, nil)
			if err := pmo.Done(reply, err); err != nil {
				return err
			}
			f.Note("The draft is gone.")
			return nil
		})
	}
	return cmd
}

// inOperation calls with a client and the id of an operation.
func inOperation(ctx context.Context, f *factory.Factory, name string, call func(context.Context, *pmo.ClientWithResponses, pmo.Id) error) error {
	c, err := f.Client()
	if err != nil {
		return err
	}
	id, err := f.Operation(ctx, name)
	if err != nil {
		return err
	}
	return call(ctx, c, id)
}

package participant

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// inOneCall is how many sites one call removes.
const inOneCall = 100

func newDelete(f *factory.Factory) *cobra.Command {
	yes, hard := false, false
	cmd := &cobra.Command{
		Use:   "delete SITE...",
		Short: "Remove sites for good that never took part",
		Long: `Remove sites for good, with their subscriptions and mandates: while they are creating or in
error, with no curve and no invoice. Other sites leave by their last day: participant update
--exit. A refused site keeps no other.`,
		Example:           "  pmoctl participant delete 99100000000017 --operation ACC00000001 --hard",
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: f.CompleteSites,
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().BoolVar(&hard, "hard", false, "for good; there is no other deletion")
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !hard {
			return exit.Usagef("sites leave by their last day (participant update --exit); --hard removes one that never took part for good")
		}
		return remove(cmd.Context(), f, *operation, args, yes)
	}
	return cmd
}

func remove(ctx context.Context, f *factory.Factory, operation string, names []string, yes bool) error {
	c, operationID, err := f.At(ctx, operation)
	if err != nil {
		return err
	}
	ids, nameOf := make([]string, len(names)), map[string]string{}
	for i, name := range names {
		if ids[i], err = f.Participant(ctx, operationID, name); err != nil {
			return err
		}
		nameOf[ids[i]] = name
	}
	if err := f.Confirm(ctx, yes, fmt.Sprintf("Remove %d sites for good", len(ids))); err != nil {
		return err
	}
	var all pmo.BulkResults
	for some := range slices.Chunk(ids, inOneCall) {
		r, err := pmo.OK(c.DeleteOperationParticipantsWithResponse(ctx, operationID, nil, pmo.DeleteOperationParticipantsJSONRequestBody{Ids: some}))
		if err != nil {
			return err
		}
		all.Results = append(all.Results, r.Results...)
	}
	raw, err := json.Marshal(all)
	if err != nil {
		return err
	}
	refused := 0
	t := output.NewTable("site", "removed", "reason")
	for _, one := range all.Results {
		reason := ""
		if one.Problem != nil {
			refused++
			if reason = one.Problem.Key; one.Problem.Detail != nil {
				reason = *one.Problem.Detail
			}
		}
		t.Add(nameOf[one.Id], output.Yes(one.Problem == nil), reason)
	}
	if err := f.Print(raw, t); err != nil {
		return err
	}
	if refused > 0 {
		return exit.Partialf("%d of %d sites are not removed", refused, len(all.Results))
	}
	return nil
}

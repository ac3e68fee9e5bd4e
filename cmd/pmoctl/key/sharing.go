package key

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

func newSharing(f *factory.Factory) *cobra.Command {
	operation := ""
	cmd := &cobra.Command{
		Use:   "sharing SITE",
		Short: "Say in words how production is shared, and what one site has of it",
		Long: `Say in words how production is shared, and what one site has of it. The site is named
by id, PRM or EAN: among one's own sites, or among those of --operation.`,
		Example: `  pmoctl key sharing 99100000000017
  pmoctl key sharing 99100000000017 --operation ACC00000001`,
		Args: cobra.ExactArgs(1),
	}
	cmd.Flags().StringVar(&operation, "operation", "", "the operation of the site: id, externalId (ACC00000001) or exact name (default: among one's own sites)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return sharing(cmd.Context(), f, operation, args[0]) }
	return cmd
}

func sharing(ctx context.Context, f *factory.Factory, operation, site string) error {
	c, err := f.Client()
	if err != nil {
		return err
	}
	id, err := siteID(ctx, f, c, operation, site)
	if err != nil {
		return err
	}
	reply, err := c.GetParticipantSharingWithResponse(ctx, id)
	told, err := pmo.OK(reply, err)
	if err != nil {
		return err
	}
	t := output.NewTable("sentence")
	for _, sentence := range told.Sentences {
		t.Add(sentence)
	}
	return f.Print(reply.Body, t)
}

// siteID finds a site of an operation, or without one among the caller's own.
func siteID(ctx context.Context, f *factory.Factory, c *pmo.ClientWithResponses, operation, site string) (pmo.Id, error) {
	if factory.IsID(site) {
		return site, nil
	}
	if operation != "" {
		id, err := f.Operation(ctx, operation)
		if err != nil {
			return "", err
		}
		return f.Participant(ctx, id, site)
	}
	reply, err := c.ListOwnParticipantsWithResponse(ctx, nil)
	own, err := pmo.OK(reply, err)
	if err != nil {
		return "", err
	}
	for _, o := range *own {
		if o.Participant.DsoId == site {
			return o.Participant.Id, nil
		}
	}
	return "", exit.Usagef("none of your sites has the number %q: name it by id, or give --operation", site)
}

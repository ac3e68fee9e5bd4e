package client

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// atOnce is how many sites one call takes.
const atOnce = 500

// newFromSites makes clients of sites in bulk.
func newFromSites(f *factory.Factory) *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use:     "create-from-sites [SITE...]",
		Short:   "Make a client of each site, of what is known of it",
		Example: "  pmoctl client create-from-sites --operation ACC00000001 --all",
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().BoolVar(&all, "all", false, "all consumer sites that have no client")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if all == (len(args) > 0) {
			return exit.AsUsage(errors.New("name sites, or give --all"))
		}
		c, operationID, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		ids, err := f.Participants(cmd.Context(), operationID, args)
		if err != nil {
			return err
		}
		names, err := f.SiteNames(cmd.Context(), operationID)
		if err != nil {
			return err
		}
		if all {
			if ids, err = withoutClient(cmd, c, operationID); err != nil {
				return err
			}
		}
		t := output.NewTable("id", "site", "status", "problem")
		failed, raw := 0, []byte(`{"results":[]}`)
		for from := 0; from < len(ids); from += atOnce {
			reply, err := c.CreateOperationBillableEntitiesWithResponse(cmd.Context(), operationID, nil, pmo.BillableEntitiesCreation{ConsumerIds: ids[from:min(from+atOnce, len(ids))]})
			made, err := pmo.OK(reply, err)
			if err != nil {
				return err
			}
			raw = reply.Body
			for _, r := range made.Results {
				problem := ""
				if r.Status == pmo.BulkResultStatusFAILURE {
					failed++
					if r.Problem != nil {
						problem = (&pmo.ProblemError{StatusCode: r.Problem.Status, Problem: *r.Problem}).Error()
					}
				}
				t.Add(r.Id, names[r.Id], string(r.Status), problem)
			}
		}
		f.Note("%d clients made, %d refused", len(ids)-failed, failed)
		if err := f.Print(raw, t); err != nil {
			return err
		}
		if failed > 0 {
			return exit.Partialf("%d of %d were refused", failed, len(ids))
		}
		return nil
	}
	return cmd
}

// withoutClient finds the sites that consume and have no client.
func withoutClient(cmd *cobra.Command, c *pmo.ClientWithResponses, operationID pmo.Id) ([]pmo.Id, error) {
	clients, err := pmo.OK(c.ListOperationBillableEntitiesWithResponse(cmd.Context(), operationID, nil))
	if err != nil {
		return nil, err
	}
	taken := map[pmo.Id]bool{}
	for _, e := range *clients {
		for _, consumer := range e.ConsumerIds {
			taken[consumer] = true
		}
	}
	sites, err := pmo.OK(c.ListOperationParticipantsWithResponse(cmd.Context(), operationID, nil))
	if err != nil {
		return nil, err
	}
	var ids []pmo.Id
	for _, site := range *sites {
		if (site.EnergyType == "consumer" || site.IsProsumer) && !taken[site.Id] {
			ids = append(ids, site.Id)
		}
	}
	return ids, nil
}

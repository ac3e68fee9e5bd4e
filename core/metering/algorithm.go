package metering

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/tx"
)

// A newer arithmetic makes other pairs of the same curves. Months that are not invoiced
// are summed again by it; those that are keep what they were invoiced with, until their
// invoices are cancelled (decisions 3.4a, 3.6).

// OutdatedMonth is a month whose pairs an older arithmetic made.
type OutdatedMonth struct {
	OperationID id.ID
	Month       civil.Month
}

// algorithmOf is the version of the arithmetic for a month that is summed again.
func (s *Service) algorithmOf(ctx context.Context, op Operation, m civil.Month) (int, error) {
	if s.invoices == nil {
		return share.Version, nil
	}
	heads, err := s.pairHeads(ctx, op, []civil.Month{m})
	if err != nil {
		return 0, err
	}
	head, known := heads[m]
	if !known || head.Algorithm == share.Version {
		return share.Version, nil
	}
	invoiced, err := s.invoices.Invoiced(ctx, op.ID, m)
	if invoiced {
		return head.Algorithm, err
	}
	return share.Version, err
}

// RenewAll sums again the months of all operations that an older arithmetic made and that
// are not invoiced, each in a transaction of its own. It is the work of a job, which ends
// before its time is over and goes on where it ended.
func (s *Service) RenewAll(ctx context.Context) error {
	return s.renew(ctx, "", nil)
}

// renewReserve is what a month may take before the job's time is over.
const renewReserve = 20 * time.Second

// renew does so for some months of an operation; "" = of all.
func (s *Service) renew(ctx context.Context, operationID id.ID, months []civil.Month) error {
	outdated, err := s.rollups.Outdated(ctx, operationID, share.Version)
	if err != nil {
		return err
	}
	for _, of := range outdated {
		if months != nil && !slices.Contains(months, of.Month) {
			continue
		}
		if end, ok := ctx.Deadline(); ok && months == nil && time.Until(end) < renewReserve {
			return nil
		}
		if s.invoices != nil {
			invoiced, err := s.invoices.Invoiced(ctx, of.OperationID, of.Month)
			if err != nil {
				return err
			}
			if invoiced {
				continue
			}
		}
		change := tx.Change{Agent: "system", Action: "curve:renew", OperationID: of.OperationID, ObjectKind: "operationMonth", ObjectID: id.New(),
			Details: map[string]any{"month": of.Month.String(), "algorithm": share.Version}}
		err := s.tx.InTx(ctx, change, func(ctx context.Context) error { return s.Rebuild(ctx, of.OperationID, of.Month.Range()) })
		if err != nil {
			return err
		}
	}
	return nil
}

// PairsInDoubt are the days of a period on which it cannot be said from whom the energy of
// a consumer came: what it received, whom the key lets it have energy of, and what
// producers gave contradict each other. It is for bill runs; who calls it has asked.
func (s *Service) PairsInDoubt(ctx context.Context, operationID id.ID, days civil.Range) (map[id.ID][]civil.Date, error) {
	doubts, err := s.Doubts(ctx, operationID, days)
	out := map[id.ID][]civil.Date{}
	for _, d := range doubts {
		out[d.Site.ParticipantID] = append(out[d.Site.ParticipantID], d.Day)
	}
	return out, err
}

// Doubt is a day of PairsInDoubt.
type Doubt struct {
	Site Site
	Finding
}

// Doubts are they with what is wrong, by day and number. Who calls it has asked.
func (s *Service) Doubts(ctx context.Context, operationID id.ID, days civil.Range) ([]Doubt, error) {
	all, err := s.rollups.Findings(ctx, operationID, civil.MonthsOf(days))
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(f Finding) bool { return f.Kind != PairsContradict || !days.Contains(f.Day) })
	if len(all) == 0 {
		return nil, nil
	}
	sites, err := s.perimeter.Sites(ctx, operationID)
	var out []Doubt
	for _, f := range all {
		for _, site := range sites {
			if site.DsoID == f.DsoID && site.plays(Consumer) && site.Period.Contains(f.Day) {
				out = append(out, Doubt{site, f})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Doubt) int { return cmp.Compare(a.Day, b.Day) })
	return out, err
}

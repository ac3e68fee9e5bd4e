package participant

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
)

// maxTouched is how many invoices an answer names; the rest is counted.
const maxTouched = 20

// Touched is the published invoices that bill days on which a change moves a site. Where
// the operator shares the change is right even so, for the operator says what each site
// received. The invoices stay as they are (decisions 5.4); the organizer must know of them.
type Touched struct {
	Count    int
	Months   []civil.Month    // in which these days are, ascending
	Invoices []TouchedInvoice // the first of them, by period and number
}

// TouchedInvoice is one of them.
type TouchedInvoice struct {
	ID         id.ID
	Number     string
	ClientName string
	Days       civil.Range // that it bills
}

// SiteDays are days on which a site takes part in another way; without participant, days
// on which production is split among the producers in another way.
type SiteDays struct {
	ParticipantID id.ID
	Days          civil.Range
}

// Touch is a published invoice that bills some of these days.
type Touch struct {
	TouchedInvoice
	Moved civil.Range // the days that were asked about
}

// touched finds the invoices that movements touch. Where pmo shares itself there are none:
// such a change is refused. A producer that comes or goes changes who gave what to
// everybody, a consumer only what it has itself.
func (s *Service) touched(ctx context.Context, o operation.Operation, ms []movement) (Touched, error) {
	if s.invoices == nil || o.DSO.Capabilities().AllocatesHere {
		return Touched{}, nil
	}
	var asked []SiteDays
	for _, m := range ms {
		who := m.after.ID
		if m.after.Produces() || m.before.Produces() {
			who = ""
		}
		for _, days := range m.days() {
			if one := (SiteDays{who, days}); !slices.Contains(asked, one) {
				asked = append(asked, one)
			}
		}
	}
	if len(asked) == 0 {
		return Touched{}, nil
	}
	found, err := s.invoices.Touching(ctx, o.ID, asked)
	return touchedBy(found), err
}

func touchedBy(found []Touch) Touched {
	var out Touched
	seen := map[id.ID]bool{}
	for _, t := range found {
		out.Months = append(out.Months, civil.MonthsOf(t.Days.Intersect(t.Moved))...)
		if seen[t.ID] {
			continue
		}
		seen[t.ID] = true
		if out.Count++; out.Count <= maxTouched {
			out.Invoices = append(out.Invoices, t.TouchedInvoice)
		}
	}
	slices.Sort(out.Months)
	out.Months = slices.Compact(out.Months)
	return out
}

package monthly

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/rollup"
)

// scales is a memory that weighs what it is given.
type scales struct{ told, held int }

func (*scales) Recall(MemoryKey) (any, bool) { return nil, false }

func (s *scales) Keep(_ MemoryKey, value any, bytes int) {
	s.told += bytes
	switch value := value.(type) {
	case []id.ID:
		s.held += (16 + len(id.New())) * len(value)
	case []dayTable:
		for _, t := range value {
			s.held += 8*len(t.Totals) + 8*len(t.until) + 4*len(t.known)
		}
	}
}

// one is what a store answers of some months.
type one struct {
	rollup.Rollups
	sites int
}

func (o one) Distributions(_ context.Context, _ id.ID, q rollup.PartQuery) (out []rollup.DistributionMonth, _ error) {
	for _, m := range q.Months {
		d := rollup.DistributionMonth{Month: m, Nature: metering.Conso, Participants: make([]id.ID, o.sites)}
		if len(q.Partial) > 0 {
			d.Days = make([]energy.MilliWh, o.sites*m.Days())
		} else {
			d.Totals = make([]energy.MilliWh, o.sites)
		}
		out = append(out, d)
	}
	return out, nil
}

// TestWhatIsRememberedIsWeighed: a memory of so many bytes holds no more than that, and not much less, be it
// totals or days, of many sites or of few.
func TestWhatIsRememberedIsWeighed(t *testing.T) {
	t.Parallel()
	first := civil.NewMonth(2026, 9)
	months := []civil.Month{first, first + 1}
	known := States{{Month: first, Version: 1}, {Month: first + 1, Version: 1}}
	whole := civil.Range{From: first.First(), To: (first + 2).First()}
	for name, r := range map[string]civil.Range{"totals": whole, "days": {From: whole.From + 1, To: whole.To - 1}} {
		for _, sites := range []int{0, 1, 1_000} {
			s := &scales{}
			_, err := New(Deps{Memory: s, Rollups: one{sites: sites}}).Distributions(t.Context(), known, "o", months, r, []metering.Nature{metering.Conso})
			require.NoError(t, err)
			require.GreaterOrEqual(t, s.told, s.held, "%s of %d", name, sites)
			require.Less(t, s.told, 5*s.held+2_000, "%s of %d", name, sites)
		}
	}
}

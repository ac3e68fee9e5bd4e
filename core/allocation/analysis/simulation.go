package analysis

import (
	"cmp"
	"slices"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

// SimulateInput is a period and another key: a version or draft by id, or its content.
type SimulateInput struct {
	OperationID id.ID
	Days        civil.Range
	ConfigID    id.ID
	Type        allocation.Type
	Params      []allocation.Param
	Pools       []allocation.Pool
	// Watch is shown what both keys give, run by run of whole days; nil = nobody looks.
	Watch func(Watched) error
}

// Watched is whole days of a month as the key in force shares them, and as the other one does.
type Watched struct {
	Energies      allocation.MonthEnergies
	Days          civil.Range
	Before, After [][]energy.MilliWh // [consumer][step of the month]
}

// Simulation is what another key gives over stored curves, beside the key in force.
// Both are computed here from the same curves, so that they compare; days on which a
// curve is missing are left out of both.
type Simulation struct {
	Days         civil.Range
	Steps        int // that count
	MissingDays  int // left out
	Production   energy.MilliWh
	InForce      SimulatedTotals
	Simulated    SimulatedTotals
	Participants []SimulatedParticipant // gains first, the largest change first
}

// SimulatedTotals is one key's result over all consumers.
type SimulatedTotals struct {
	Shared, Surplus energy.MilliWh
	Consumption     energy.MilliWh
	Spread          share.Spread // of the parts of their consumption that consumers get
	Spreads         bool         // false when nobody consumed
}

// SimulatedParticipant is one consumer's.
type SimulatedParticipant struct {
	allocation.Site
	Consumption, InForce, Simulated energy.MilliWh
}

// Difference is what the other key gives it beyond the key in force.
func (p SimulatedParticipant) Difference() energy.MilliWh { return p.Simulated - p.InForce }

// simulation adds up months.
type simulation struct {
	Simulation
	of    map[id.ID]*SimulatedParticipant
	watch func(Watched) error
}

func newSimulation(days civil.Range) *simulation {
	return &simulation{Simulation: Simulation{Days: days}, of: map[id.ID]*SimulatedParticipant{}}
}

// add shares the whole days of a month by the keys in force and by the other one.
func (s *simulation) add(e allocation.MonthEnergies, inForce []allocation.Span, other allocation.Key) error {
	days := e.Month.Range().Intersect(s.Days)
	total := coefficientset.Total(e)
	for _, run := range wholeDays(e, days) {
		from, to := e.Starts[run.From-e.Month.First()], e.Starts[run.To-e.Month.First()]
		s.Steps += to - from
		for _, v := range total[from:to] {
			s.Production += v
		}
		before, err := received(e, cutSpans(inForce, run))
		if err != nil {
			return err
		}
		after, err := received(e, []allocation.Span{{Days: run, Key: other}})
		if err != nil {
			return err
		}
		if s.watch != nil {
			if err := s.watch(Watched{e, run, before, after}); err != nil {
				return err
			}
		}
		if err := s.count(e, from, to, before, after); err != nil {
			return err
		}
	}
	s.MissingDays += days.Days() - sumDays(wholeDays(e, days))
	return nil
}

// received is what each consumer gets at the steps of a month, on the days of spans.
func received(e allocation.MonthEnergies, spans []allocation.Span) ([][]energy.MilliWh, error) {
	mode := coefficientset.SimpleCoefficients
	for _, span := range spans {
		span.Step = e.Step
		if rule, err := span.Rule(coefficientset.IDsOf(e.Consumers), coefficientset.IDsOf(e.Producers)); err != nil {
			return nil, err
		} else if rule.ByProducer() {
			mode = coefficientset.FullCoefficients
		}
	}
	a, err := coefficientset.Allocate(e, spans, mode)
	return a.Shared, err
}

// count adds up a run. Error: that of a sum that does not fit.
func (s *simulation) count(e allocation.MonthEnergies, from, to int, before, after [][]energy.MilliWh) error {
	inForce, err := share.Totals(before)
	if err != nil {
		return err
	}
	simulated, err := share.Totals(after)
	if err != nil {
		return err
	}
	for i, site := range e.Consumers {
		p := s.of[site.ID]
		if p == nil {
			p = &SimulatedParticipant{Site: site}
			s.of[site.ID] = p
		}
		for _, v := range e.Consumption[i][from:to] {
			p.Consumption += v
		}
		p.InForce += inForce[i]
		p.Simulated += simulated[i]
	}
	return nil
}

// result is the sums with their totals.
func (s *simulation) result() (Simulation, error) {
	var drawn, before, after []energy.MilliWh
	for _, p := range s.of {
		s.Participants = append(s.Participants, *p)
	}
	slices.SortFunc(s.Participants, func(a, b SimulatedParticipant) int {
		return cmp.Or(cmp.Compare(b.Difference(), a.Difference()), cmp.Compare(a.ID, b.ID))
	})
	for _, p := range s.Participants {
		drawn, before, after = append(drawn, p.Consumption), append(before, p.InForce), append(after, p.Simulated)
	}
	var err error
	if s.InForce, err = totalsOf(before, drawn, s.Production); err != nil {
		return Simulation{}, err
	}
	s.Simulated, err = totalsOf(after, drawn, s.Production)
	return s.Simulation, err
}

func totalsOf(received, drawn []energy.MilliWh, production energy.MilliWh) (t SimulatedTotals, err error) {
	if t.Shared, err = energy.Sum(received); err != nil {
		return t, err
	}
	if t.Consumption, err = energy.Sum(drawn); err != nil {
		return t, err
	}
	coverages, err := share.Coverages(received, drawn)
	t.Surplus = production - t.Shared
	t.Spread, t.Spreads = share.SpreadOf(coverages)
	return t, err
}

// wholeDays are the days of a range on which every curve is there, as runs.
func wholeDays(e allocation.MonthEnergies, days civil.Range) (runs []civil.Range) {
	if len(e.Consumers) == 0 || len(e.Producers) == 0 {
		return nil
	}
	for d := days.From; d < days.To; d++ {
		i := d - e.Month.First()
		if slices.Contains(e.Missing[e.Starts[i]:e.Starts[i+1]], true) {
			continue
		}
		if n := len(runs); n > 0 && runs[n-1].To == d {
			runs[n-1].To = d + 1
		} else {
			runs = append(runs, civil.Range{From: d, To: d + 1})
		}
	}
	return runs
}

func sumDays(runs []civil.Range) (n int) {
	for _, r := range runs {
		n += r.Days()
	}
	return n
}

// cutSpans are the parts of spans on some days. Coefficients keep covering them.
func cutSpans(spans []allocation.Span, days civil.Range) (out []allocation.Span) {
	for _, span := range spans {
		if span.Days = span.Days.Intersect(days); !span.Days.IsEmpty() {
			out = append(out, span)
		}
	}
	return out
}

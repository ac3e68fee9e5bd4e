package coefficientset

import (
	"slices"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/naming"
)

// maxNamedDays is how many days a refusal lists before the ellipsis.
const maxNamedDays = 31

// Complete refuses a month from which no coefficients can be made: sites without a
// curve, steps at which some site has a gap, nobody to share. Errors, all in
// coefficients.invalid: coefficients.siteWithoutCurve, coefficients.incomplete,
// coefficients.noSites.
func Complete(e allocation.MonthEnergies, zone civil.Zone) error {
	var wrong fault.List
	if len(e.Without) == 0 && (len(e.Consumers) == 0 || len(e.Producers) == 0) {
		wrong.Add(allocation.ErrNoSites.With("month", e.Month.String()))
		return wrong.Err(coefficient.ErrInvalid)
	}
	for _, s := range e.Without {
		wrong.Add(allocation.ErrWithoutCurve.With("value", s.DsoID).With("name", s.Name))
	}
	var days []string
	first := e.Month.First()
	for d := range e.Starts[:len(e.Starts)-1] {
		if slices.Contains(e.Missing[e.Starts[d]:e.Starts[d+1]], true) && len(days) < maxNamedDays {
			days = append(days, first.AddDays(d).String())
		}
	}
	if len(days) > 0 && len(e.Consumers)+len(e.Producers) > 0 {
		wrong.Add(allocation.ErrIncomplete.With("days", days).With("names", lacking(e)))
	}
	return wrong.Err(coefficient.ErrInvalid)
}

// lacking names the sites whose curves are not whole, by name.
func lacking(e allocation.MonthEnergies) []string {
	names := make([]string, 0, len(e.Gaps)+len(e.Without))
	for _, s := range slices.Concat(e.Gaps, e.Without) {
		names = append(names, s.Name)
	}
	slices.SortFunc(names, naming.Compare)
	return slices.Compact(names)
}

// allocation is the energy of a month shared by its keys.
type monthAllocation struct {
	Shared [][]energy.MilliWh   // [consumer][step]
	pairs  [][][]energy.MilliWh // [producer][consumer][step], for FULL only
}

// Allocate shares a month by the keys of its spans, in their order.
func Allocate(e allocation.MonthEnergies, spans []allocation.Span, mode CoefficientMode) (monthAllocation, error) {
	n := e.Starts[len(e.Starts)-1]
	out := monthAllocation{Shared: ColumnsOf(len(e.Consumers), n)}
	if mode == FullCoefficients {
		out.pairs = make([][][]energy.MilliWh, len(e.Producers))
		for p := range out.pairs {
			out.pairs[p] = ColumnsOf(len(e.Consumers), n)
		}
	}
	total := Total(e)
	for _, span := range spans {
		days := span.Days.Intersect(e.Month.Range())
		if days.IsEmpty() {
			continue
		}
		from, to := e.Starts[days.From-e.Month.First()], e.Starts[days.To-e.Month.First()]
		span.Step = e.Step
		shares, err := span.For(IDsOf(e.Consumers), IDsOf(e.Producers))
		if err != nil {
			return out, err
		}
		consumption := Window(e.Consumption, from, to)
		if mode == SimpleCoefficients {
			err = shares.Allocate(Window(out.Shared, from, to), total[from:to], consumption)
		} else {
			err = out.allocatePairs(shares, e, from, to)
		}
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

func (a monthAllocation) allocatePairs(shares *allocation.Shares, e allocation.MonthEnergies, from, to int) error {
	pairs := make([][][]energy.MilliWh, len(a.pairs))
	for p := range pairs {
		pairs[p] = Window(a.pairs[p], from, to)
	}
	if err := shares.AllocatePairs(pairs, Window(e.Production, from, to), Window(e.Consumption, from, to)); err != nil {
		return err
	}
	share.Within(pairs, Window(e.Production, from, to))
	return share.Received(Window(a.Shared, from, to), pairs)
}

// Total is the production of all, step by step.
func Total(e allocation.MonthEnergies) []energy.MilliWh {
	out := make([]energy.MilliWh, e.Starts[len(e.Starts)-1])
	for _, column := range e.Production {
		for t, v := range column {
			out[t] += v
		}
	}
	return out
}

// SetsOf rounds the allocation of a month to what the operator is sent, one set
// or one for each producer's site. Two occupants of one site share its column, or its
// file.
func SetsOf(e allocation.MonthEnergies, a monthAllocation, operation string, zone civil.Zone, setting coefficient.Setting) ([]coefficient.Set, error) {
	base := coefficient.Set{Operation: operation, Zone: zone, Days: e.Month.Range(), Step: e.Step, Decimals: setting.Decimals}
	if a.pairs == nil {
		set, err := setOf(e, base, a.Shared, Total(e), setting)
		return []coefficient.Set{set}, err
	}
	numbers, made, pairs := byProducer(e, a.pairs)
	var sets []coefficient.Set
	for p, number := range numbers {
		base.Producer = number
		set, err := setOf(e, base, pairs[p], made[p], setting)
		if err != nil {
			return nil, err
		}
		sets = append(sets, set)
	}
	return sets, nil
}

// byProducer puts the occupants of one producer's site together: the operator has one
// file for each number, whoever is behind it on which day. pairs are
// [producer][consumer][step], as those that come back.
func byProducer(e allocation.MonthEnergies, pairs [][][]energy.MilliWh) (numbers []string, made [][]energy.MilliWh, merged [][][]energy.MilliWh) {
	at := map[string]int{}
	for p, producer := range e.Producers {
		i, ok := at[producer.DsoID]
		if !ok {
			at[producer.DsoID] = len(numbers)
			numbers, made, merged = append(numbers, producer.DsoID), append(made, e.Production[p]), append(merged, pairs[p])
			continue
		}
		made[i] = plus(made[i], e.Production[p])
		both := make([][]energy.MilliWh, len(pairs[p]))
		for c, column := range pairs[p] {
			both[c] = plus(merged[i][c], column)
		}
		merged[i] = both
	}
	return numbers, made, merged
}

// plus is the sum of two columns, step by step.
func plus(a, b []energy.MilliWh) []energy.MilliWh {
	sum := slices.Clone(a)
	for t, v := range b {
		sum[t] += v
	}
	return sum
}

func setOf(e allocation.MonthEnergies, s coefficient.Set, shared [][]energy.MilliWh, production []energy.MilliWh, setting coefficient.Setting) (coefficient.Set, error) {
	at := map[string]int{}
	var merged [][]energy.MilliWh
	for i, consumer := range e.Consumers {
		column, ok := at[consumer.DsoID]
		if !ok {
			at[consumer.DsoID] = len(merged)
			s.Sites, merged = append(s.Sites, consumer.DsoID), append(merged, shared[i])
			continue
		}
		merged[column] = plus(merged[column], shared[i])
	}
	values, err := setting.Round(merged, production)
	s.Values = values
	return s, err
}

// numbers are the sites of the consumers with their days, as checks want them.
func numbers(e allocation.MonthEnergies) []coefficient.Site {
	sites := make([]coefficient.Site, len(e.Consumers))
	for i, c := range e.Consumers {
		sites[i] = coefficient.Site{Number: c.DsoID, Days: c.Period.Intersect(e.Month.Range())}
	}
	return sites
}

// Applied is what sets give when the operator applies them to the month.
func Applied(e allocation.MonthEnergies, sets []coefficient.Set) ([][]energy.MilliWh, error) {
	sites := map[id.ID]allocation.Site{}
	for _, s := range slices.Concat(e.Consumers, e.Producers) {
		sites[s.ID] = s
	}
	span := allocation.Span{Days: e.Month.Range(), Key: allocation.Key{Type: allocation.SimpleDynamic}, Sets: sets, Sites: sites}
	mode := SimpleCoefficients
	if sets[0].Producer != "" {
		mode = FullCoefficients
	}
	a, err := Allocate(e, []allocation.Span{span}, mode)
	return a.Shared, err
}

// IDsOf are the participants of sites, in their order.
func IDsOf(sites []allocation.Site) []id.ID {
	ids := make([]id.ID, len(sites))
	for i, s := range sites {
		ids[i] = s.ID
	}
	return ids
}

// ColumnsOf makes n columns of as many steps, in one piece of memory.
func ColumnsOf(n, steps int) [][]energy.MilliWh {
	block := make([]energy.MilliWh, n*steps)
	out := make([][]energy.MilliWh, n)
	for i := range out {
		out[i] = block[i*steps : (i+1)*steps : (i+1)*steps]
	}
	return out
}

// Window is the given steps of columns, without a copy.
func Window(columns [][]energy.MilliWh, from, to int) [][]energy.MilliWh {
	out := make([][]energy.MilliWh, len(columns))
	for i, c := range columns {
		out[i] = c[from:to]
	}
	return out
}

// CheckSets is what must hold before anything goes to the operator: every step, every site
// that takes part, sums of 100 at most, nobody twice.
func CheckSets(e allocation.MonthEnergies, sets []coefficient.Set) error {
	if sets[0].Producer == "" {
		return sets[0].Check(numbers(e))
	}
	var producers []string
	for _, p := range e.Producers {
		if !p.Period.Intersect(e.Month.Range()).IsEmpty() {
			producers = append(producers, p.DsoID)
		}
	}
	return coefficient.CheckFull(sets, numbers(e), producers)
}

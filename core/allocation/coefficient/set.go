package coefficient

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
)

// Missing is the value of a step that a file does not have.
const Missing int32 = -1

// Set is the content of one coefficient file.
type Set struct {
	Operation string // the operator's number of the operation, as ACC00000001
	Producer  string // the number of a producer's site (full dynamique); "" = all production together
	Zone      civil.Zone
	Days      civil.Range
	Step      time.Duration
	Decimals  int
	Sites     []string  // numbers of the consumers' sites, by column
	Values    [][]int32 // [site][step], in units of 10^-Decimals percent
}

// Steps is how many steps the days have.
func (s Set) Steps() int { return s.Zone.StepsIn(s.Days, s.Step) }

// At is the start of a step.
func (s Set) At(step int) time.Time {
	return s.Zone.Start(s.Days.From).Add(time.Duration(step) * s.Step)
}

// label is At as the parameters of faults have it.
func (s Set) label(step int) string { return s.At(step).In(s.Zone.Location()).Format(time.RFC3339) }

// Percent is units as a number with a point, as 45.71.
func Percent(units int64, decimals int) string {
	one := int64(Whole(decimals) / 100)
	if decimals == 0 {
		return fmt.Sprint(units)
	}
	text := fmt.Sprintf("%d.%0*d", units/one, decimals, units%one)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// Columns are the values of sites in another order, as that of a roster: numbers are
// those of the sites. Sites that the set does not have get 0 at every step.
func (s Set) Columns(numbers []string) [][]int32 {
	out := make([][]int32, len(numbers))
	for i, number := range numbers {
		if at := slices.Index(s.Sites, number); at >= 0 {
			out[i] = s.Values[at]
			continue
		}
		out[i] = make([]int32, s.Steps())
	}
	return out
}

// On is the part of a set on some of its days. Error: coefficients.notComparable when
// they are not among them.
func (s Set) On(days civil.Range) (Set, error) {
	if !s.Days.Covers(days) || days.IsEmpty() {
		return Set{}, ErrCompare
	}
	from := s.Zone.StepsIn(civil.Range{From: s.Days.From, To: days.From}, s.Step)
	to := from + s.Zone.StepsIn(days, s.Step)
	out := s
	out.Days, out.Values = days, make([][]int32, len(s.Values))
	for i, column := range s.Values {
		out.Values[i] = column[from:to]
	}
	return out, nil
}

// Rule is sharing by sets: one for all production together, or one for each producer in
// the order of their columns (full dynamique). sites are those of the consumers' columns;
// of two occupants of one site each has its coefficients on its own days. The sets have
// been checked. Error: coefficients.notComparable for sets of unlike days, steps or
// decimals.
func Rule(sites []Site, sets ...Set) (share.Rule, error) {
	rule := share.Rule{Algorithm: share.SimpleDynamic}
	numbers := make([]string, len(sites))
	for i, site := range sites {
		numbers[i] = site.Number
	}
	for i, s := range sets {
		if i > 0 && (!s.like(sets[0]) || s.Decimals != sets[0].Decimals) {
			return share.Rule{}, ErrCompare
		}
		rule.Whole = int64(Whole(s.Decimals))
		columns := s.Columns(numbers)
		for c, site := range sites {
			columns[c] = s.within(columns[c], site.Days)
		}
		rule.Coefficients = append(rule.Coefficients, columns)
	}
	return rule, nil
}

// within is a column that is 0 out of some days.
func (s Set) within(column []int32, days civil.Range) []int32 {
	if days.Covers(s.Days) {
		return column
	}
	out := make([]int32, len(column))
	if days = days.Intersect(s.Days); !days.IsEmpty() {
		from := s.Zone.StepsIn(civil.Range{From: s.Days.From, To: days.From}, s.Step)
		copy(out[from:from+s.Zone.StepsIn(days, s.Step)], column[from:])
	}
	return out
}

// like reports whether both have the same steps.
func (s Set) like(o Set) bool {
	return s.Zone.Name() == o.Zone.Name() && s.Days == o.Days && s.Step == o.Step
}

// Loss is the energy of an allocation that rounding its coefficients costs: what was
// allocated less what the coefficients give, both [consumer][step].
// Error: energy.overflow.
func Loss(allocated, applied [][]energy.MilliWh) (energy.MilliWh, error) {
	var sums [2]energy.MilliWh
	for side, columns := range [2][][]energy.MilliWh{allocated, applied} {
		totals, err := share.Totals(columns)
		if err != nil {
			return 0, err
		}
		if sums[side], err = energy.Sum(totals); err != nil {
			return 0, err
		}
	}
	return sums[0] - sums[1], nil
}

// Check finds all that keeps a set from being sent: every site that takes part has a
// column and a value at every step, no other site has a part, no coefficient is out of
// 0 to 100 and no sum above 100, no site stands twice.
// Errors: coefficients.invalid with items, coefficients.shape.
func (s Set) Check(sites []Site) error {
	if len(s.Values) != len(s.Sites) {
		return ErrShape
	}
	var wrong fault.List
	present := s.presence(sites)
	seen := map[string]bool{}
	for i, number := range s.Sites {
		if seen[number] {
			wrong.Add(ErrSiteTwice.With("value", number))
		}
		seen[number] = true
		if present[number] == nil {
			wrong.Add(ErrSiteUnknown.With("value", number))
		}
		s.checkColumn(&wrong, number, s.Values[i], present[number])
	}
	for _, site := range sites {
		if present[site.Number] != nil && !seen[site.Number] {
			wrong.Add(ErrSiteMissing.With("value", site.Number))
			seen[site.Number] = true
		}
	}
	s.checkSums(&wrong)
	return wrong.Err(ErrInvalid)
}

// presence tells for each day of the set whether a site takes part; sites that do on
// no day are left out.
func (s Set) presence(sites []Site) map[string][]bool {
	present := map[string][]bool{}
	for _, site := range sites {
		days := site.Days.Intersect(s.Days)
		if days.IsEmpty() {
			continue
		}
		if present[site.Number] == nil {
			present[site.Number] = make([]bool, s.Days.Days())
		}
		for d := days.From; d < days.To; d++ {
			present[site.Number][d-s.Days.From] = true
		}
	}
	return present
}

// checkColumn looks at the values of a site; present is nil for an unknown one, whose
// days are not looked at.
func (s Set) checkColumn(wrong *fault.List, number string, values []int32, present []bool) {
	if steps := s.Steps(); len(values) != steps {
		wrong.Add(ErrSteps.With("value", number).With("expected", steps).With("received", len(values)))
		return
	}
	var missing, outside, absent found
	whole, step := Whole(s.Decimals), 0
	for d := s.Days.From; d < s.Days.To; d++ {
		here := present == nil || present[d-s.Days.From]
		for range s.Zone.Steps(d, s.Step) {
			switch v := values[step]; {
			case v == Missing && here:
				missing.add(step)
			case v == Missing:
			case v < 0 || v > whole:
				outside.add(step)
			case v > 0 && !here:
				absent.add(step)
			}
			step++
		}
	}
	missing.report(s, wrong, ErrStepMissing, number)
	outside.report(s, wrong, ErrRange, number)
	absent.report(s, wrong, ErrSiteAbsent, number)
}

func (s Set) checkSums(wrong *fault.List) {
	sums := make([]int64, s.Steps())
	for _, column := range s.Values {
		for t, v := range column[:min(len(column), len(sums))] {
			sums[t] += int64(max(v, 0))
		}
	}
	var over found
	for t, sum := range sums {
		if sum > int64(Whole(s.Decimals)) {
			over.add(t)
		}
	}
	if over.count > 0 {
		wrong.Add(ErrSum.With("at", s.label(over.first)).With("sum", Percent(slices.Max(sums), s.Decimals)).With("count", over.count))
	}
}

// Means are those of all sites, in the order of the columns. Sets of different months
// are compared by them.
func (s Set) Means() []SiteMean {
	shared := make([]bool, s.Steps())
	steps := 0
	for _, column := range s.Values {
		for t, v := range column[:min(len(column), len(shared))] {
			if v > 0 && !shared[t] {
				shared[t] = true
				steps++
			}
		}
	}
	out := make([]SiteMean, len(s.Sites))
	for i, site := range s.Sites {
		sum := int64(0)
		for _, v := range s.Values[i] {
			sum += tenThousandths(v, s.Decimals)
		}
		out[i] = SiteMean{Site: site, Mean: mean(sum, steps)}
	}
	return out
}

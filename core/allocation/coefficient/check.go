package coefficient

import (
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
)

// Site is a consumer's site with the days it takes part. The same number may stand
// twice, for two occupants.
type Site struct {
	Number string
	Days   civil.Range
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

// found counts the steps with one thing wrong.
type found struct{ first, count int }

func (f *found) add(step int) {
	if f.count == 0 {
		f.first = step
	}
	f.count++
}

func (f found) report(s Set, wrong *fault.List, e *fault.Error, number string) {
	if f.count > 0 {
		wrong.Add(e.With("value", number).With("at", s.label(f.first)).With("count", f.count))
	}
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

// CheckFull is Check for the sets of full dynamique: one for each producer of the days.
// producers are the numbers of their sites.
// Error: coefficients.invalid with items.
func CheckFull(sets []Set, sites []Site, producers []string) error {
	var wrong fault.List
	seen := map[string]bool{}
	for _, s := range sets {
		switch {
		case !slices.Contains(producers, s.Producer):
			wrong.Add(ErrProducerUnknown.With("value", s.Producer))
		case seen[s.Producer]:
			wrong.Add(ErrProducerTwice.With("value", s.Producer))
		}
		seen[s.Producer] = true
		if err := s.Check(sites); err != nil {
			if fault.KeyOf(err) != ErrInvalid.Key {
				return err
			}
			for _, item := range fault.From(err).Items {
				wrong.Add(item.With("producer", s.Producer))
			}
		}
	}
	for _, p := range producers {
		if !seen[p] {
			wrong.Add(ErrProducerMissing.With("value", p))
			seen[p] = true
		}
	}
	return wrong.Err(ErrInvalid)
}

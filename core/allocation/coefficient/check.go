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

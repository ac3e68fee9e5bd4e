package bill

import (
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/legacy"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/participant"
)

// due is a bill of a participant to be made.
type due struct {
	billing.Pair
	config      legacy.Config
	days, cycle civil.Range
}

// dues are the whole periods of contracts up to a day, without days that are billed and those on
// which one of both sites is not in the perimeter; the earliest first.
func dues(configs []legacy.Config, contracts []legacy.Contract, sites map[id.ID]participant.Participant, taken map[billing.Pair][]civil.Range, until civil.Date) []due {
	of := map[id.ID]legacy.Config{}
	for _, c := range configs {
		of[c.ID] = c
	}
	var out []due
	for _, h := range legacy.Holdings(contracts) {
		config := of[h.ConfigID]
		days := h.Days
		for _, site := range []participant.Participant{sites[h.ProducerID], sites[h.ConsumerID]} {
			if site.Activation == nil {
				days = civil.Range{}
				continue
			}
			days = days.Intersect(*site.Activation)
		}
		if days.IsEmpty() {
			continue
		}
		cycle := config.PeriodOf(days.From)
		for range mostPeriods {
			if cycle.To > until.AddDays(1) || cycle.From >= days.To {
				break
			}
			for _, free := range without(days.Intersect(cycle), taken[h.Pair()]) {
				out = append(out, due{h.Pair(), config, free, cycle})
			}
			cycle = config.PeriodOf(cycle.To)
		}
	}
	slices.SortStableFunc(out, func(a, b due) int { return int(a.cycle.To) - int(b.cycle.To) })
	return out
}

// without are the parts of r that no taken range holds.
func without(r civil.Range, taken []civil.Range) (free []civil.Range) {
	for _, t := range civil.Merge(taken) {
		if before := (civil.Range{From: r.From, To: min(t.From, r.To)}); !before.IsEmpty() {
			free = append(free, before)
		}
		r.From = max(r.From, t.To)
	}
	if !r.IsEmpty() {
		free = append(free, r)
	}
	return free
}

// months is how many months some days are, parts of months by their days.
func months(days civil.Range) (money.QuantityE4, error) {
	var parts int64
	for _, m := range civil.MonthsOf(days) {
		parts += int64(days.Intersect(m.Range()).Days()) * money.MonthParts / int64(m.Days())
	}
	return money.Quantity(parts, money.MonthParts)
}

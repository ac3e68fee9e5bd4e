package balance

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/dashboard"
)

// Balance is one side of a site in a period, of all producers together: what it used, or made, and
// where that came from, or went. The energies are rounded to Grain as they are to be printed, and add
// up: Whole = Shared + Grid + Unknown.
type Balance struct {
	Whole   energy.MilliWh
	Shared  energy.MilliWh // received from the operation's producers, or given to its consumers
	Grid    energy.MilliWh // drawn from the supplier, or fed as surplus
	Unknown energy.MilliWh // measured, its sharing not known; 0 where all is known
	Grain   energy.MilliWh // the mWh of one unit of the last digit printed
	Rate    float64        // of Whole what was shared, from exact energies, 0 to 1
	CO2Kg   *float64       // with GES_KPI only
}

// Of is the balance of totals on one side; nil while what it used or made, or what of it was shared, is
// not known, and of nothing. What was shared at steps of which the rest is not known counts as
// shared; what is left of the energy then is unknown.
func Of(side metering.Side, m *dashboard.Metrics) *Balance {
	whole, rate := m.Values[metering.Conso], m.SelfProduction
	rest := m.Complement
	if side == metering.Producer {
		whole, rate, rest = m.Values[metering.Prod], m.Sharing, nil
		if surplus, ok := m.Values[metering.Surplus]; ok {
			rest = &surplus.Energy
		}
	}
	shared, known := m.Values[metering.Autoconso]
	if !known || whole.Energy <= 0 {
		return nil
	}
	b := rounded(whole.Energy, shared.Energy, rest)
	b.CO2Kg = m.CO2Kg
	if rate == nil {
		rate = dashboard.Rate(min(shared.Energy, whole.Energy), whole.Energy)
	}
	b.Rate = *rate
	return &b
}

// rounded splits a whole into what was shared, what went over the grid (nil = all the rest) and what is
// not known, each printed as finely as the smallest.
func rounded(whole, shared energy.MilliWh, known *energy.MilliWh) Balance {
	left := max(0, whole-shared)
	grid := left
	if known != nil {
		grid = min(max(0, *known), left)
	}
	grain := energy.Grain(whole)
	for _, part := range []energy.MilliWh{shared, grid} {
		if part > 0 {
			grain = min(grain, energy.Grain(part))
		}
	}
	b := Balance{Whole: energy.Round(whole, grain), Shared: energy.Round(shared, grain), Grain: grain}
	rest := max(0, b.Whole-b.Shared)
	// Less than what is printed is a matter of rounding, no lack of knowledge.
	if left-grid >= grain {
		b.Unknown = max(0, rest-energy.Round(grid, grain))
	}
	b.Grid = rest - b.Unknown
	return b
}

// Month is a civil month of a site; a side is nil where it is not known, or not there.
type Month struct {
	Month      civil.Month
	Used, Made *Balance
}

// Next is the first day without data, and when it is awaited.
type Next struct {
	Kind NextKind
	Day  civil.Date
}

// NextKind is when the data of a day is awaited.
type NextKind string

// The kinds: a day comes on the next one, today, should be there already, or comes with the files
// of its month.
const (
	NextAwaited NextKind = "AWAITED"
	NextToday   NextKind = "TODAY"
	NextLate    NextKind = "LATE"
	NextMonthly NextKind = "MONTHLY"
)

// nextData is what comes after the last day with data.
func nextData(monthly bool, last, today civil.Date) Next {
	day := last + 1
	switch on := day + 1; {
	case monthly:
		return Next{NextMonthly, day}
	case on == today:
		return Next{NextToday, day}
	case on > today:
		return Next{NextAwaited, day}
	}
	return Next{NextLate, day}
}

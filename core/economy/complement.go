package economy

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/participant"
)

// Basis is by what a supplier's energy is priced.
type Basis string

// The bases: what the consumer has told, or the regulated tariff at one price because nobody has told
// anything and the caller asked for it.
const (
	ByContract   Basis = "CONTRACT"
	ByRegulation Basis = "REGULATED"
)

// Why a month of a supplier's energy has no price, besides those of a bill check.
const (
	NoContract  Reason = "NO_CONTRACT"
	TooManyRead Reason = "TOO_MANY"
)

// MostHourly is of how many sites a price that depends on the hour is looked up together: each takes its
// curve, step by step.
const MostHourly = 100

// hourlyMonths is of how many months a curve is read together.
const hourlyMonths = 12

// Cost is what the energy that a supplier delivered in a month cost. Why says that it is not known.
type Cost struct {
	Energy energy.MilliWh // that is priced
	Amount money.Cents    // with all taxes for individuals, without VAT for professionals
	Why    Reason
}

// Supplied is what a site had of its supplier, month by month.
type Supplied struct {
	Basis  Basis // "" = nothing is known
	Months map[civil.Month]Cost
}

// Suppliers prices what suppliers delivered on some days: Rest says how much that was in a month.
type Suppliers struct {
	Sites  []participant.Participant
	Days   civil.Range
	Rest   func(site id.ID, m civil.Month) (energy.MilliWh, bool)
	Assume bool // the regulated tariff where nobody has told a contract
}

// without says of each month why it has no price.
func (one Supplied) without(q Suppliers, why Reason) {
	for _, m := range civil.MonthsOf(q.Days) {
		one.Months[m] = Cost{Why: why}
	}
}

// even prices months by one price at any hour. A tariff that changes within a month is not known for it.
func (one Supplied) even(q Suppliers, supply Supply, all Tariff, site participant.Participant) error {
	for _, m := range civil.MonthsOf(q.Days) {
		rest, known := q.Rest(site.ID, m)
		if !known {
			one.Months[m] = Cost{Why: NoData}
			continue
		}
		days := q.Days.Intersect(m.Range())
		price, from, why, refused := supply.priceOn(all, site, days.From)
		_, to, later, _ := supply.priceOn(all, site, days.Last())
		if why != "" || later != "" || refused != nil || from != to {
			one.Months[m] = Cost{Why: NoTariff}
			continue
		}
		each := price.Of(AllHours)
		amount, err := cents(parts(rest, each, 0))
		if err != nil {
			return err
		}
		one.Months[m] = Cost{Energy: rest, Amount: amount}
	}
	return nil
}

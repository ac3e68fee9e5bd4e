package finance

import (
	"math/big"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/billing/period"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
)

// ProjectedMonths is how far ahead an operation is projected: three years (specification section 6).
const ProjectedMonths = 36

// referenceMonths is a year of what was measured, which is repeated.
const referenceMonths = 12

// Projected is what a month to come would bring, if its energy is that of the same month of the last
// measured year and the subscriptions of today go on as they are agreed, with the discounts of their pairs.
type Projected struct {
	Month     civil.Month
	Reference civil.Month     // of which the energy is taken
	Shared    *energy.MilliWh // nil = nothing was measured in the reference
	Surplus   *energy.MilliWh
	PerUnit   money.Cents  // for energy, without VAT, less discounts
	Fixed     money.Cents  // by the month, without VAT, less discounts
	Sale      *money.Cents // of surplus; nil = no surplus has a price
	// Without is how many subscriptions have no measured energy to go by, Unpriced how many producers no
	// price of their surplus.
	Without, Unpriced int
}

// reference is what was measured in a month.
type reference struct {
	pairs map[metering.Pair]energy.MilliWh
	sites map[billable.Billed]billable.SiteMonth
}

// outlook is what months to come are projected from.
type outlook struct {
	agreed *agreement.Agreements
	active map[id.ID]civil.Range // when sites take part
	prices prices
	last   civil.Month // the last measured one
	of     map[civil.Month]reference
}

// referenceOf is the last measured month of the same name.
func (o outlook) referenceOf(m civil.Month) civil.Month {
	back := ((int(m-o.last) % referenceMonths) + referenceMonths) % referenceMonths
	if back == 0 {
		return o.last
	}
	return o.last.Add(back - referenceMonths)
}

// scaled is the energy of some of the days that measured ones stand for.
func scaled(e energy.MilliWh, days, measured int) energy.MilliWh {
	if days == measured {
		return e
	}
	v := new(big.Int).Mul(big.NewInt(int64(e)), big.NewInt(int64(days)))
	return energy.MilliWh(v.Quo(v, big.NewInt(int64(measured))).Int64())
}

// month projects one. Error: money.overflow.
func (o outlook) month(m civil.Month) (Projected, error) {
	out := Projected{Month: m, Reference: o.referenceOf(m)}
	ref := o.of[out.Reference]
	measured := o.site(&out, ref)
	for _, s := range o.agreed.Subscriptions {
		days := o.agreed.Present(s).Intersect(m.Range())
		pair, tied := o.agreed.Parties(s.Pair)
		if days.IsEmpty() || !tied || o.agreed.SamePerson(pair) { // nobody pays
			continue
		}
		if _, known := o.received(s, ref, days, out.Reference, measured); !known {
			out.Without++
		}
		for _, p := range o.agreed.Stretches(agreement.Part{Subscription: s, Plan: o.agreed.Plans[s.PlanID], Span: days}) {
			e, _ := o.received(s, ref, p.Span, out.Reference, measured)
			if err := o.charge(&out, p, e); err != nil {
				return out, err
			}
		}
	}
	return out, o.surplus(&out, ref)
}

// charge adds what a subscription would bring for some energy on days of one discount, or of none. Error:
// money.overflow.
func (o outlook) charge(out *Projected, p agreement.Part, e energy.MilliWh) error {
	for _, c := range p.Plan.Charges {
		var quantity money.QuantityE4
		var err error
		sum := &out.PerUnit
		switch {
		case c.Type == billing.Fixed:
			sum = &out.Fixed
			quantity, err = money.Quantity(period.Months(o.agreed.Op.AnniversaryDate, p.Span), money.MonthParts)
		case c.Usage == billing.UsageEnergy:
			quantity = money.KilowattHours(e)
		}
		if err != nil {
			return err
		}
		amount, err := money.Amount(quantity, c.Price)
		if err != nil {
			return err
		}
		if p.Discount != nil {
			off, err := p.Discount.Off(amount)
			if err != nil {
				return err
			}
			amount -= off.Amount
		}
		if *sum, err = money.Add(*sum, amount); err != nil {
			return err
		}
	}
	return nil
}

// site sums what consumers share, scaled to the days on which they take part; measured is whether any of
// them was.
func (o outlook) site(out *Projected, ref reference) (measured map[id.ID]bool) {
	measured = map[id.ID]bool{}
	for k, e := range ref.sites {
		if k.Side != metering.Consumer || e.Shared == metering.Absent {
			continue
		}
		measured[k.ParticipantID] = true
		if v, ok := o.lasting(k.ParticipantID, e.Shared, out.Month, out.Reference); ok {
			addTo(&out.Shared, v)
		}
	}
	return measured
}

// lasting scales what a site had in the reference to the days on which it takes part in a month; ok is
// false where it does not, or did not then.
func (o outlook) lasting(site id.ID, e energy.MilliWh, m, reference civil.Month) (energy.MilliWh, bool) {
	active := o.active[site]
	days, before := active.Intersect(m.Range()).Days(), active.Intersect(reference.Range()).Days()
	if days == 0 || before == 0 {
		return 0, false
	}
	return scaled(e, days, before), true
}

// received is what a subscription would price on some days; known is false where its consumer was not
// measured in the reference.
func (o outlook) received(s billing.Subscription, ref reference, days civil.Range, m civil.Month, measured map[id.ID]bool) (energy.MilliWh, bool) {
	active := o.active[s.ConsumerID]
	if !s.ProducerID.IsZero() {
		active = active.Intersect(o.active[s.ProducerID])
	}
	before := active.Intersect(m.Range()).Days()
	if before == 0 || !measured[s.ConsumerID] {
		return 0, false
	}
	e := ref.sites[billable.Billed{ParticipantID: s.ConsumerID, Side: metering.Consumer}].Shared
	if !s.ProducerID.IsZero() {
		e = ref.pairs[metering.Pair{ConsumerID: s.ConsumerID, ProducerID: s.ProducerID}]
	}
	return scaled(e, days.Days(), before), true
}

// surplus adds what producers would sell outside. Error: money.overflow.
func (o outlook) surplus(out *Projected, ref reference) error {
	for k, e := range ref.sites {
		rest, known := e.Rest()
		if k.Side != metering.Producer || !known {
			continue
		}
		v, ok := o.lasting(k.ParticipantID, rest, out.Month, out.Reference)
		if !ok {
			continue
		}
		addTo(&out.Surplus, v)
		price, told := o.prices.on(k.ParticipantID, out.Month)
		if !told {
			if v > 0 {
				out.Unpriced++
			}
			continue
		}
		amount, err := money.Amount(money.KilowattHours(v), price)
		if err != nil {
			return err
		}
		addTo(&out.Sale, amount)
	}
	return nil
}

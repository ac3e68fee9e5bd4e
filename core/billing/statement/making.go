package statement

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/billing/period"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/naming"
	"github.com/openpmo/pmo/core/party"
)

// due is a period of a producer's subscription that is over and on no statement.
type due struct {
	billing.Subscription
	plan   billing.Plan
	days   civil.Range
	excess bool // too many periods lie before it to be believed
}

// dues are what is to be stated up to a day, by producer and day.
func dues(b *agreement.Agreements, upTo civil.Date) []due {
	var out []due
	for _, s := range b.Subscriptions {
		plan := b.Plans[s.PlanID]
		if !billing.OfProducer(s.Pair) || plan.Period.Months() == 0 {
			continue
		}
		n := 0
		for _, seg := range period.Segments(b.Op.AnniversaryDate, plan.Period.Months(), s.Unbilled(b.Present(s)), upTo, billing.MaxPairPeriods+1) {
			for _, days := range period.Subtract(seg.Days, s.Billed) {
				n++
				out = append(out, due{s, plan, days, n > billing.MaxPairPeriods})
			}
		}
	}
	slices.SortFunc(out, func(x, y due) int {
		return cmp.Or(naming.Compare(b.Sites[x.ProducerID].Name, b.Sites[y.ProducerID].Name), cmp.Compare(x.ProducerID, y.ProducerID), cmp.Compare(x.days.From, y.days.From))
	})
	return out
}

// given is what sites shared on some days by what the operator says; broken ones are sites of which
// that is not known of these very days.
type given struct {
	volumes map[billing.VolumeKey]energy.MilliWh
	broken  map[id.ID]bool
}

// maker makes statements of one operation; what was shared is asked for once for each stretch of days.
type maker struct {
	b         *agreement.Agreements
	volumes   billing.Volumes
	measured  map[civil.Range]given
	languages map[id.ID]string
}

func (m *maker) measure(ctx context.Context, days civil.Range) (given, error) {
	if g, known := m.measured[days]; known {
		return g, nil
	}
	var g given
	var err error
	if g.volumes, g.broken, _, err = m.volumes.Volumes(ctx, m.b.Op.ID, days); err == nil {
		m.measured[days] = g
	}
	return g, err
}

// make is the statement of d, or why there is none. It is never made of anything but whole figures of
// the operator. Refused: run.tooManyPeriods, subscription.operationIssuerMissing,
// subscription.issuerMissing, billingEntity.incomplete, statement.samePerson, statement.mandateMissing,
// plan.volumesBroken, plan.vatRateUnknown, vat.placeUnknown.
func (m *maker) make(ctx context.Context, d due, at time.Time) (Statement, *fault.Error, error) {
	b := m.b
	site, sellerID := b.Sites[d.ProducerID], b.IssuerOf[d.ProducerID]
	s := Statement{ID: id.New(), OperationID: b.Op.ID, SubscriptionID: d.ID, ProducerID: d.ProducerID, ProducerName: site.Name, SellerID: sellerID, SellerName: b.Issuers[sellerID].Name,
		PayerID: b.Own, PayerName: b.Issuers[b.Own].Name, Kind: Plain, Status: Draft, Days: d.days, TermDays: d.plan.TermDays, Language: cmp.Or(m.languages[d.ProducerID], "fr"),
		CreatedAt: at, Payment: billing.PaymentPending}
	if refused := m.refuseParties(d); refused != nil {
		return s, refused, nil
	}
	g, err := m.measure(ctx, d.days)
	if err != nil {
		return s, nil, err
	}
	shared, known := g.volumes[billing.VolumeKey{SiteID: d.ProducerID, Usage: billing.UsageInjection}]
	if !known || g.broken[d.ProducerID] {
		return s, billing.ErrVolumesBroken.With("plan", d.plan.Name).With("from", d.days.From.String()).With("to", d.days.Last().String()), nil
	}
	var lines []money.Line
	for _, c := range d.plan.Charges {
		rate, refused := m.rate(d, c)
		if refused != nil {
			return s, refused, nil
		}
		l := billing.Line{SubscriptionID: d.ID, SiteName: site.Name, DsoID: site.DsoID, ProducerName: site.Name, Label: c.Label(), Days: d.days, Price: c.Price, Rate: rate, Unit: billing.UnitKWh}
		var err error
		if c.Type == billing.Fixed {
			l.Unit = billing.UnitMonth
			l.Quantity, err = money.Quantity(period.Months(b.Op.AnniversaryDate, d.days), money.MonthParts)
		} else {
			l.Energy, l.Quantity = shared, money.KilowattHours(shared)
		}
		if err == nil {
			l.Net, err = money.Amount(l.Quantity, l.Price)
		}
		if err != nil {
			return s, fault.From(err), nil
		}
		if l.Quantity != 0 {
			s.Lines, lines = append(s.Lines, l), append(lines, money.Line{Net: l.Net, Rate: l.Rate})
		}
	}
	totals, err := money.Total(lines)
	if err != nil {
		return s, fault.From(err), nil
	}
	s.Energy, s.Net, s.VAT, s.Amount = shared, totals.Net, totals.VAT, totals.Gross
	if s.Amount > 0 && b.Issuers[sellerID].VATRegime.Charges() { // of nothing there is no invoice
		s.Kind = SelfBilled
	}
	return s, nil, nil
}

// refuseParties says why nobody can owe what was shared, or be owed it.
func (m *maker) refuseParties(d due) *fault.Error {
	b := m.b
	site := b.Sites[d.ProducerID]
	seller, tied := b.Issuers[b.IssuerOf[d.ProducerID]]
	own, there := b.Issuers[b.Own]
	switch {
	case d.excess:
		return billing.ErrTooManyPeriods.With("max", billing.MaxPairPeriods)
	case !there:
		return billing.ErrOwnIssuerMissing
	case !tied:
		return billing.ErrIssuerMissing.With("name", site.Name)
	case seller.ID == own.ID || own.LegalNumber != "" && party.LegalPerson(seller.LegalNumber) == party.LegalPerson(own.LegalNumber):
		return ErrSamePerson.With("name", seller.Name)
	}
	for _, e := range []billing.BillingEntity{own, seller} {
		if fields := e.Missing(); len(fields) > 0 {
			return billing.ErrIssuerIncomplete.With("name", e.Name).With("fields", fields)
		}
	}
	if seller.VATRegime.Charges() && seller.BillingMandate.Signed == nil {
		return ErrMandate.With("name", seller.Name)
	}
	return nil
}

// rate is that of the plan, or of the country, where the producer charges VAT; it is one that the
// country has on the last day.
func (m *maker) rate(d due, c billing.Charge) (money.VATRate, *fault.Error) {
	b := m.b
	seller, country, day := b.Issuers[b.IssuerOf[d.ProducerID]], b.Op.DSO.Country(), d.days.Last()
	if !seller.VATRegime.Charges() {
		return 0, nil
	}
	for _, e := range []billing.BillingEntity{seller, b.Issuers[b.Own]} {
		if party.VATApart(country, e.PostCode) {
			return 0, billing.ErrVATPlace.With("name", e.Name).With("postCode", e.PostCode)
		}
	}
	if c.VATRate == nil {
		return seller.VATRegime.DefaultRate(country), nil
	}
	if rates := party.VATRatesOn(country, day); !slices.Contains(rates, *c.VATRate) {
		known := billing.VatRefused(*c.VATRate, rates)
		return 0, billing.ErrVATRate.With("plan", d.plan.Name).With("rate", known.Params["rate"]).With("rates", known.Params["rates"]).With("date", day.String())
	}
	return *c.VATRate, nil
}

package drafting

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/billing/period"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/naming"
	"github.com/openpmo/pmo/core/party"
)

// evidence is what is known of the energy of some days.
type evidence struct {
	shared      map[billing.Pair]energy.MilliWh
	received    map[id.ID]energy.MilliWh // shared, over all producers
	volumes     map[billing.VolumeKey]energy.MilliWh
	broken      map[id.ID]bool // sites whose volumes are not those of the days
	costs       map[id.ID]billing.SiteCosts
	missing     map[billable.Billed][]civil.Date
	doubted     map[id.ID][]civil.Date // days of consumers whose pairs contradict the figures
	fingerprint []byte
}

// facts is what an invoice is computed from: the agreements, the energy of each stretch of
// days that occurs, and who can be collected from.
type facts struct {
	*agreement.Agreements
	energy      map[civil.Range]evidence
	collectable map[id.ID]map[id.ID]bool // issuer → clients with a mandate; nil = no creditor
	slots       slots
	producers   []id.ID // all of the operation: with several, a share depends on each
}

// Compute makes the invoice of d, or says why it cannot be made. It never makes one
// from data that are not definitive and complete.
func (f facts) Compute(d agreement.Due) (billing.Invoice, *fault.Error) {
	if d.Excess {
		return billing.Invoice{}, billing.ErrTooManyPeriods.With("max", billing.MaxPairPeriods)
	}
	if refused := f.refuseDoubles(d); refused != nil && !d.Statement { // nobody pays a statement
		return billing.Invoice{}, refused
	}
	if refused := f.refuseGaps(d); refused != nil {
		return billing.Invoice{}, refused
	}
	if refused := f.refuseDoubtful(d); refused != nil {
		return billing.Invoice{}, refused
	}
	if refused := f.refuseUnpayable(d); refused != nil && !d.Statement {
		return billing.Invoice{}, refused
	}
	inv, refused := f.amounts(d)
	inv.SourceHash = f.sourceHash(d)
	return inv, refused
}

// again computes an issued invoice anew, by what is due of its days.
func (f facts) again(inv billing.Invoice, d agreement.Due) Again {
	a := Again{Due: d}
	if len(d.Parts) == 0 {
		a.Invoice = billing.Invoice{OperationID: inv.OperationID, Type: billing.TypeInvoice, IssuerID: inv.IssuerID, ClientID: inv.ClientID, SourceHash: f.sourceHash(d)}
		return a
	}
	_, a.Rebuilt = f.Rebuild(inv)
	a.Invoice, a.Unpriced = f.amounts(d)
	a.SourceHash = f.sourceHash(d)
	a.Same = bytes.Equal(a.SourceHash, inv.SourceHash)
	_, a.Refused = f.Compute(d)
	return a
}

// amounts is the invoice of d as the energy is now, whether it may be made or not.
func (f facts) amounts(d agreement.Due) (billing.Invoice, *fault.Error) {
	inv := billing.Invoice{
		OperationID: f.Op.ID, Type: billing.TypeInvoice, Status: billing.Draft, PaymentStatus: billing.PaymentPending,
		IssuerID: d.IssuerID, ClientID: d.ClientID, ProducerID: d.Producer(), Days: d.Days(), Method: d.Method,
	}
	for _, p := range d.Parts {
		lines, refused := f.lines(d, p)
		if refused != nil {
			return billing.Invoice{}, refused
		}
		inv.Lines = append(inv.Lines, lines...)
		inv.Spans = append(inv.Spans, billing.Span{SubscriptionID: p.ID, Days: p.Span})
		inv.TermDays = max(inv.TermDays, p.Plan.TermDays) // the longest breaks no promise
	}
	var refused *fault.Error
	if inv.Adjustments, refused = f.adjustments(d, inv.Lines); refused != nil {
		return billing.Invoice{}, refused
	}
	totals, err := inv.Totals()
	if err != nil {
		return billing.Invoice{}, fault.From(err)
	}
	if refused := f.refuseNegative(inv, totals); refused != nil {
		return billing.Invoice{}, refused
	}
	inv.Energy = f.counted(d)
	inv.Net, inv.VAT, inv.Amount = totals.Net, totals.VAT, totals.Gross
	switch {
	case d.Statement:
		inv.Type, inv.Status = billing.TypeStatement, billing.NotCharged
	case inv.Amount == 0:
		inv.Status = billing.NotCharged
	}
	return inv, nil
}

// lines are those of one subscription on the days of p, in the order of the plan.
func (f facts) lines(d agreement.Due, p agreement.Part) ([]billing.Line, *fault.Error) {
	if refused := f.refuseUnpriced(p); refused != nil {
		return nil, refused
	}
	if refused := f.refuseSlots(p); refused != nil {
		return nil, refused
	}
	stretches := f.Stretches(p)
	for _, q := range stretches {
		if refused := f.refuseUnpriced(q); refused != nil { // registers are counted by the month, which a discount may cut
			return nil, refused
		}
	}
	var lines []billing.Line
	for _, c := range p.Plan.Charges {
		rate, refused := f.rate(d, p, c)
		if refused != nil {
			return nil, refused
		}
		if c.Type == billing.PassThrough {
			passed, refused := f.passed(d, p, c, rate)
			if refused != nil {
				return nil, refused
			}
			lines = append(lines, passed...) // a cost of others is passed on as it is, whatever discount holds
			continue
		}
		for _, q := range stretches {
			l, err := f.line(q, c, rate)
			if err != nil {
				return nil, fault.From(err)
			}
			if l.Quantity != 0 {
				lines = append(lines, l)
			}
		}
	}
	return lines, nil
}

// line is that of a charge for all days of a part, less the discount that holds on them. Error: money.overflow.
func (f facts) line(p agreement.Part, c billing.Charge, rate money.VATRate) (billing.Line, error) {
	site := f.Sites[p.ConsumerID]
	l := billing.Line{SubscriptionID: p.ID, ConsumerID: p.ConsumerID, SiteName: site.Name, DsoID: site.DsoID, ProducerName: f.Sites[p.ProducerID].Name,
		Label: c.Label(), Days: p.Span, Price: c.Price, Rate: rate}
	var err error
	if c.Type == billing.Fixed {
		l.Unit = billing.UnitMonth
		l.Quantity, err = money.Quantity(period.Months(f.Op.AnniversaryDate, p.Span), money.MonthParts)
	} else {
		l.Unit, l.Energy = billing.UnitKWh, f.charged(p, c)
		if c.BySlot() {
			peak, _ := f.slots.peak(p)
			hours := c.SlotHours(peak)
			l.Option, l.Hours = c.Option, &hours
		}
		l.Quantity = money.KilowattHours(l.Energy)
	}
	if err != nil {
		return l, err
	}
	if l.Net, err = money.Amount(l.Quantity, l.Price); err != nil || p.Discount == nil || l.Net == 0 {
		return l, err
	}
	l.Discount, err = p.Discount.Off(l.Net)
	l.Net -= l.Discount.Amount
	return l, err
}

// adjustments are those of d at the rates of its day. An invoice without a line takes none: they wait for one
// that has some.
func (f facts) adjustments(d agreement.Due, lines []billing.Line) (out []billing.Adjustment, refused *fault.Error) {
	if d.Statement || len(lines) == 0 {
		return nil, nil
	}
	country, day := f.Op.DSO.Country(), d.Days().Last()
	for _, a := range d.Adjustments {
		one := billing.Adjustment{ID: a.ID, Kind: a.Kind, Amount: a.Amount, Reason: a.Reason}
		switch regime := f.Issuers[d.IssuerID].VATRegime; {
		case !regime.Charges():
		case a.Rate == nil:
			one.Rate = regime.DefaultRate(country)
		default:
			one.Rate = *a.Rate
			if rates := party.VATRatesOn(country, day); !slices.Contains(rates, one.Rate) {
				known := billing.VatRefused(one.Rate, rates)
				return nil, ErrAdjustmentRate.With("reason", a.Reason).With("rate", known.Params["rate"]).With("rates", known.Params["rates"]).With("date", day.String())
			}
		}
		out = append(out, one)
	}
	return out, nil
}

// refuseNegative refuses an invoice from which more is taken off than it asks for, at one of its rates: nobody
// can say what the seller would owe then, and to which tax.
func (f facts) refuseNegative(inv billing.Invoice, totals money.Totals) *fault.Error {
	if len(inv.Adjustments) == 0 {
		return nil
	}
	for _, g := range totals.Groups {
		if g.Net < 0 {
			return ErrNegative.With("name", f.Clients[inv.ClientID].Name).With("rate", g.Rate.String()).With("amount", g.Net.String())
		}
	}
	return nil
}

// passed are the lines of network costs that a charge passes on: one for each stretch of days of which
// the operator told a cost. What it has not told is refused, never taken for nothing (ADR 100).
func (f facts) passed(d agreement.Due, p agreement.Part, c billing.Charge, rate money.VATRate) ([]billing.Line, *fault.Error) {
	if refused := f.refuseCosts(d, p, c); refused != nil {
		return nil, refused
	}
	site := f.Sites[p.ConsumerID]
	var lines []billing.Line
	for _, cost := range f.energy[p.Span].costs[p.ConsumerID].Costs {
		if cost.Cost == 0 {
			continue
		}
		l := billing.Line{SubscriptionID: p.ID, ConsumerID: p.ConsumerID, SiteName: site.Name, DsoID: site.DsoID, ProducerName: f.Sites[p.ProducerID].Name,
			Label: c.Label(), Days: cost.Days, Unit: billing.UnitOne, Quantity: one, Rate: rate}
		if c.Treatment == billing.Gross {
			l.Within = &billing.VATWithin{Cost: cost.Cost, Rate: *c.VATRate}
		}
		var err error
		if l.Price, err = c.Passed(cost.Cost); err == nil {
			l.Net, err = money.Amount(l.Quantity, l.Price)
		}
		if err != nil {
			return nil, fault.From(err)
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// one is the quantity of a cost.
const one money.QuantityE4 = 10_000

// refuseCosts refuses to pass on costs that are not known, that are of other days too, or that are below
// zero; and VAT that would be charged twice, or lost.
func (f facts) refuseCosts(d agreement.Due, p agreement.Part, c billing.Charge) *fault.Error {
	costs, known := f.energy[p.Span].costs[p.ConsumerID]
	if !known {
		costs.Lacking = p.Span
	}
	named := func(e *fault.Error) *fault.Error {
		return e.With("plan", p.Plan.Name).With("name", f.Sites[p.ConsumerID].Name)
	}
	issuer := f.Issuers[d.IssuerID]
	switch {
	case costs.Torn:
		return named(billing.ErrCostsTorn).With("from", p.Span.From.String()).With("to", p.Span.Last().String())
	case !costs.Lacking.IsEmpty():
		return named(billing.ErrCostsMissing).With("from", costs.Lacking.From.String()).With("to", costs.Lacking.Last().String())
	case d.Statement || d.IssuerID.IsZero(): // nobody charges VAT, or nobody knows who would
	case c.Treatment == billing.Gross && issuer.VATRegime.Charges():
		return billing.ErrCostsGross.With("plan", p.Plan.Name).With("name", issuer.Name)
	case c.Treatment == billing.OwnRate && !issuer.VATRegime.Charges():
		return billing.ErrCostsNet.With("plan", p.Plan.Name).With("name", issuer.Name)
	}
	for _, cost := range costs.Costs {
		if cost.Cost < 0 {
			return named(billing.ErrCostsNegative).With("from", cost.Days.From.String()).With("to", cost.Days.Last().String()).With("cost", cost.Cost.String())
		}
		if c.Treatment != billing.Gross {
			continue // its rate is that of the line
		}
		day := cost.Days.Last()
		if refused := unknownRate(p.Plan, *c.VATRate, party.VATRatesOn(f.Op.DSO.Country(), day), day); refused != nil {
			return refused
		}
	}
	return nil
}

// counted is the energy of the pairs of an invoice that are billed by the kWh, each once
// however many charges price it (domain 8.1). A plan by registers counts each of them.
func (f facts) counted(d agreement.Due) energy.MilliWh {
	var total energy.MilliWh
	for _, p := range d.Parts {
		priced := map[billing.Usage]bool{}
		for _, c := range p.Plan.Charges {
			if c.Type == billing.PerUnit {
				priced[c.Usage] = true
			}
		}
		for _, v := range f.unpricedSlots(p) { // it is not billed
			total -= v.Energy
		}
		if priced[billing.UsageEnergy] { // all of it: registers are parts of the same
			priced = map[billing.Usage]bool{billing.UsageEnergy: true}
		}
		for usage := range priced {
			total += f.consumed(p, usage)
		}
	}
	return total
}

// consumed is the energy that a charge counts, exact.
func (f facts) consumed(p agreement.Part, u billing.Usage) energy.MilliWh {
	e := f.energy[p.Span]
	switch {
	case u != billing.UsageEnergy:
		return e.volumes[billing.VolumeKey{SiteID: p.ConsumerID, Usage: u}]
	case p.ProducerID.IsZero():
		return e.received[p.ConsumerID]
	}
	return e.shared[p.Pair]
}

// charged is the energy that a charge counts at its hours, exact.
func (f facts) charged(p agreement.Part, c billing.Charge) energy.MilliWh {
	all := f.consumed(p, c.Usage)
	if !c.BySlot() {
		return all
	}
	return f.slots.of(p, all, c.Option)
}

// refuseSlots refuses a price at some hours where the hours of the site are not known, and energy at
// hours at which nothing prices it: leaving it out would be a present nobody meant.
func (f facts) refuseSlots(p agreement.Part) *fault.Error {
	if !p.Plan.BySlot() {
		return nil
	}
	if _, known := f.slots.peak(p); !known {
		return billing.ErrHoursMissing.With("name", f.Sites[p.ConsumerID].Name).With("plan", p.Plan.Name).With("consumerId", p.ConsumerID.String())
	}
	for _, v := range f.unpricedSlots(p) {
		return billing.ErrSlotUnpriced.With("plan", p.Plan.Name).With("pricingOption", string(v.Option)).With("quantity", money.KilowattHours(v.Energy).String())
	}
	return nil
}

// unpricedSlots is the energy at hours at which no charge of the plan of p holds.
func (f facts) unpricedSlots(p agreement.Part) (out []Volume) {
	at := map[billing.PricingOption]bool{}
	for _, c := range p.Plan.Charges {
		if c.Usage == billing.UsageEnergy {
			at[c.Option] = true
		}
	}
	if at[billing.AtAnyHour] || at[""] || !p.Plan.BySlot() {
		return nil
	}
	all := f.consumed(p, billing.UsageEnergy)
	for _, option := range []billing.PricingOption{billing.AtPeakHours, billing.AtOffPeakHours} {
		if e := f.slots.of(p, all, option); e > 0 && !at[option] {
			out = append(out, Volume{Usage: billing.UsageEnergy, Option: option, Energy: e})
		}
	}
	return out
}

// refuseUnpriced refuses a volume of the operator that no charge of a plan by volumes prices:
// leaving it out would be a present nobody meant (domain 8.6). It also refuses days
// that are not those of the volumes: a register is counted by the month.
func (f facts) refuseUnpriced(p agreement.Part) *fault.Error {
	if !pricesRegisters(p.Plan) {
		return nil
	}
	if f.energy[p.Span].broken[p.ConsumerID] {
		return billing.ErrVolumesBroken.With("plan", p.Plan.Name).With("from", p.Span.From.String()).With("to", p.Span.Last().String())
	}
	for _, v := range f.unpriced(p) {
		return billing.ErrVolumeUnpriced.With("plan", p.Plan.Name).With("usage", string(v.Usage)).With("quantity", money.KilowattHours(v.Energy).String())
	}
	return nil
}

// registers are the volumes that Sibelga counts of a consumer.
var registers = []billing.Usage{billing.UsageHigh, billing.UsageLow, billing.UsageTotal}

// pricesRegisters reports whether a plan is one by volumes of the operator.
func pricesRegisters(plan billing.Plan) bool {
	return slices.ContainsFunc(registers, func(u billing.Usage) bool { return prices(plan, u) })
}

func prices(plan billing.Plan, u billing.Usage) bool {
	return slices.ContainsFunc(plan.Charges, func(c billing.Charge) bool { return c.Usage == u })
}

// unpriced are the volumes of the days of p that no charge of its plan prices.
func (f facts) unpriced(p agreement.Part) (out []Volume) {
	for _, u := range registers {
		if v := f.energy[p.Span].volumes[billing.VolumeKey{SiteID: p.ConsumerID, Usage: u}]; v > 0 && !prices(p.Plan, u) {
			out = append(out, Volume{Usage: u, Energy: v})
		}
	}
	return out
}

// rate is the plan's where the issuer charges VAT at all. It is one that the country has
// on the last day billed: what stands in a plan may be older than the law.
func (f facts) rate(d agreement.Due, p agreement.Part, c billing.Charge) (money.VATRate, *fault.Error) {
	regime, country := f.Issuers[d.IssuerID].VATRegime, f.Op.DSO.Country()
	switch {
	case d.Statement || !regime.Charges():
		return 0, nil
	case party.VATApart(country, f.Issuers[d.IssuerID].PostCode):
		return 0, vatPlace(f.Issuers[d.IssuerID].Identity)
	case party.VATApart(country, f.Clients[d.ClientID].PostCode):
		return 0, vatPlace(f.Clients[d.ClientID].Identity)
	case c.VATRate == nil:
		return regime.DefaultRate(country), nil
	}
	day := d.Days().Last()
	return *c.VATRate, unknownRate(p.Plan, *c.VATRate, party.VATRatesOn(country, day), day)
}

// unknownRate refuses a rate of a plan that the country does not have on a day.
func unknownRate(plan billing.Plan, rate money.VATRate, rates []money.VATRate, day civil.Date) *fault.Error {
	if slices.Contains(rates, rate) {
		return nil
	}
	known := billing.VatRefused(rate, rates)
	return billing.ErrVATRate.With("plan", plan.Name).With("rate", known.Params["rate"]).With("rates", known.Params["rates"]).With("date", day.String())
}

// refuseGaps refuses days whose data are not complete and definitive for a site that is
// billed by the kWh, as the consumer that it is there. With several producers the share of
// one of them depends on the data of each; what came from all is the operator's own figure,
// unless pmo shares.
func (f facts) refuseGaps(d agreement.Due) *fault.Error {
	var gaps []civil.Date
	lacking := map[string]bool{} // names of sites that lack data
	for _, p := range d.Parts {
		days, sites := f.lacking(p)
		gaps = append(gaps, days...)
		for _, site := range sites {
			lacking[f.Sites[site].Name] = true
		}
	}
	if len(gaps) == 0 {
		return nil
	}
	slices.Sort(gaps)
	names := slices.SortedFunc(maps.Keys(lacking), naming.Compare)
	return gapsFault(slices.Compact(gaps), d.Days()).With("sites", names)
}

// lacking are the days of a part, priced by the kWh, on which the data of a site are not complete and
// definitive, and these sites. A day stands there once for each of them.
func (f facts) lacking(p agreement.Part) (days []civil.Date, sites []id.ID) {
	if !slices.ContainsFunc(p.Plan.Charges, func(c billing.Charge) bool { return c.Type == billing.PerUnit }) {
		return nil, nil
	}
	missing := func(site id.ID, side metering.Side) {
		lacks := len(days)
		for _, day := range f.energy[p.Span].missing[billable.Billed{ParticipantID: site, Side: side}] {
			if p.Span.Contains(day) {
				days = append(days, day)
			}
		}
		if len(days) > lacks {
			sites = append(sites, site)
		}
	}
	missing(p.ConsumerID, metering.Consumer)
	if len(f.producers) > 1 && (!p.ProducerID.IsZero() || f.Op.DSO.Capabilities().AllocatesHere) {
		for _, producer := range f.producers {
			missing(producer, metering.Producer)
		}
	}
	return days, sites
}

// delivered is what a due would be billed by the data that there are; daily is the energy of each day of
// pairs of which days lack.
func (f facts) delivered(d agreement.Due, daily map[civil.Range]map[billing.Pair][]energy.MilliWh) Delivered {
	out := Delivered{Due: d}
	if d.Excess {
		out.Refused = billing.ErrTooManyPeriods.With("max", billing.MaxPairPeriods)
		return out
	}
	if out.Refused = f.refuseDoubles(d); out.Refused != nil {
		return out
	}
	out.Energy = f.counted(d)
	for _, p := range d.Parts {
		lines, refused := f.lines(d, p)
		if rest := p; refused != nil && p.Plan.PassesCosts() { // the energy has its price all the same
			rest.Plan.Charges = slices.DeleteFunc(slices.Clone(p.Plan.Charges), func(c billing.Charge) bool { return c.Type == billing.PassThrough })
			if others, still := f.lines(d, rest); still == nil {
				lines, refused, out.CostsRefused = others, nil, refused
			}
		}
		if refused != nil {
			return Delivered{Due: d, Refused: refused}
		}
		days, _ := f.lacking(p)
		slices.Sort(days)
		days = slices.Compact(days)
		out.LackingDays += len(days)
		all := f.counted(agreement.Due{Parts: []agreement.Part{p}})
		firm := f.firm(p, p.Span, days, daily[p.Span][p.Pair])
		if len(days) > 0 {
			out.ProvisionalEnergy += all - min(all, firm)
		}
		for _, l := range lines {
			one := DeliveredLine{Line: l}
			if l.Unit == billing.UnitKWh && len(days) > 0 {
				of := f.firm(p, l.Days, days, daily[p.Span][p.Pair])
				sure, err := money.Amount(money.KilowattHours(min(of, l.Energy)), l.Price)
				if err == nil && l.Discount != nil {
					var off money.Cents
					off, err = l.Discount.Percent.Of(sure)
					sure -= off
				}
				if err != nil {
					return Delivered{Due: d, Refused: fault.From(err)}
				}
				one.Provisional = l.Net - sure
			}
			out.Lines = append(out.Lines, one)
		}
	}
	return out
}

// try is what a due would be billed, whether it may be made or not.
func (f facts) try(d agreement.Due) Tried {
	t := Tried{Due: d, VATUnknown: d.IssuerID.IsZero() || d.ClientID.IsZero()}
	priced := d
	priced.Statement = d.Statement || t.VATUnknown
	for _, p := range d.Parts {
		days, _ := f.lacking(p)
		slices.Sort(days)
		t.LackingDays += len(slices.Compact(days))
		if pricesRegisters(p.Plan) {
			t.Unpriced = append(t.Unpriced, f.unpriced(p)...)
		}
		if _, known := f.slots.peak(p); known {
			t.Unpriced = append(t.Unpriced, f.unpricedSlots(p)...)
		}
		lines, refused := f.lines(priced, p)
		if refused != nil {
			t.Refused = refused
			continue
		}
		t.Lines = append(t.Lines, lines...)
	}
	if t.Refused != nil {
		t.Lines = nil
		return t
	}
	t.Energy = f.counted(d)
	var err error
	if t.Totals, err = (billing.Invoice{Lines: t.Lines}).Totals(); err != nil {
		t.Refused = fault.From(err)
	}
	return t
}

// firm is the energy of some days of a part that do not lack. Of registers, which are counted by the
// month, nothing is known by the day: none of it is, while a day lacks.
func (f facts) firm(p agreement.Part, of civil.Range, lacking []civil.Date, daily []energy.MilliWh) (sum energy.MilliWh) {
	if slices.ContainsFunc(p.Plan.Charges, func(c billing.Charge) bool {
		return c.Type == billing.PerUnit && (c.Usage != billing.UsageEnergy || c.BySlot())
	}) {
		return 0
	}
	for n, e := range daily {
		day := p.Span.From + civil.Date(n)
		if _, lacks := slices.BinarySearch(lacking, day); !lacks && e != metering.Absent && of.Contains(day) {
			sum += e
		}
	}
	return sum
}

// refuseDoubtful refuses the energy of one of several producers on days on which the operator's
// figures and the pairs of the key contradict each other: it would be a guess.
func (f facts) refuseDoubtful(d agreement.Due) *fault.Error {
	var days []string
	for _, p := range d.Parts {
		if p.ProducerID.IsZero() || len(f.producers) < 2 || !slices.ContainsFunc(p.Plan.Charges, func(c billing.Charge) bool { return c.Type == billing.PerUnit }) {
			continue
		}
		for _, day := range f.energy[p.Span].doubted[p.ConsumerID] {
			if name := day.String(); p.Span.Contains(day) && !slices.Contains(days, name) {
				days = append(days, name)
			}
		}
	}
	if len(days) == 0 {
		return nil
	}
	slices.Sort(days)
	return billing.ErrPairsContradict.With("days", days)
}

// refuseUnpayable refuses a way to pay that lacks an account or a mandate.
func (f facts) refuseUnpayable(d agreement.Due) *fault.Error {
	issuer, client := f.Issuers[d.IssuerID], f.Clients[d.ClientID]
	switch clients := f.collectable[d.IssuerID]; {
	case d.Method == billing.Transfer && issuer.IBAN == "", d.Method == billing.Debit && clients == nil:
		return billing.ErrIssuerPayment.With("name", issuer.Name)
	case d.Method == billing.Debit && !clients[d.ClientID]:
		return billing.ErrClientPayment.With("name", client.Name)
	}
	return nil
}

// refuseDoubles refuses days whose energy another subscription prices too.
func (f facts) refuseDoubles(d agreement.Due) *fault.Error {
	for _, p := range d.Parts {
		for _, o := range f.Doubles[p.ID] {
			if days := o.Shared.Intersect(p.Span); !days.IsEmpty() {
				o.Shared = days
				return f.PricedTwice(p.Subscription, o)
			}
		}
	}
	return nil
}

// sourceHash names everything the amounts of d depend on.
func (f facts) sourceHash(d agreement.Due) []byte {
	h := sha256.New()
	for _, p := range d.Parts {
		fmt.Fprintln(h, p.ID, p.Span.From, p.Span.To, p.Plan.ID, p.Plan.Version, f.Issuers[d.IssuerID].VATRegime, d.Statement)
		h.Write(f.energy[p.Span].fingerprint)
		if peak, known := f.slots.peak(p); known && p.Plan.BySlot() {
			fmt.Fprintln(h, peak)
		}
		if costs := f.energy[p.Span].costs[p.ConsumerID]; p.Plan.PassesCosts() {
			fmt.Fprintln(h, costs)
		}
		for _, q := range f.Stretches(p) {
			if q.Discount != nil {
				fmt.Fprintln(h, q.Span.From, q.Span.To, q.Discount.Percent, q.Discount.Reason)
			}
		}
		for _, u := range []billing.Usage{billing.UsageHigh, billing.UsageLow, billing.UsageTotal} {
			if v, ok := f.energy[p.Span].volumes[billing.VolumeKey{SiteID: p.ConsumerID, Usage: u}]; ok {
				fmt.Fprintln(h, u, v)
			}
		}
	}
	return h.Sum(nil)
}

// Problems says what a run would stumble on for one due, beside the data.
func (f facts) Problems(d agreement.Due) []*fault.Error {
	var out []*fault.Error
	if _, refused := f.Compute(d); refused != nil {
		out = append(out, refused)
	}
	if d.Statement {
		return out
	}
	issuer, client := f.Issuers[d.IssuerID], f.Clients[d.ClientID]
	if fields := issuer.Missing(); len(fields) > 0 {
		out = append(out, billing.ErrIssuerIncomplete.With("name", issuer.Name).With("fields", fields))
	}
	if refused := issuer.MayIssue(); refused != nil {
		out = append(out, refused)
	}
	if fields := client.Missing(); len(fields) > 0 {
		out = append(out, billing.ErrClientIncomplete.With("name", client.Name).With("fields", fields))
	}
	return out
}

// Differs computes a draft again and says how it differs, nil when it does not.
func (f facts) Differs(inv billing.Invoice, again map[id.ID]agreement.Due) *fault.Error {
	stale := billing.ErrInvoiceStale.With("amountBefore", inv.Amount.String())
	d, ok := again[inv.ID]
	if !ok {
		return stale
	}
	now, refused := f.Compute(d)
	switch {
	case refused != nil:
		return stale.Of(refused)
	case !inv.SameContent(now):
		return stale.With("amountAfter", now.Amount.String())
	}
	return nil
}

// vatPlace refuses to charge the rates of the mainland elsewhere.
func vatPlace(i billing.Identity) *fault.Error {
	return billing.ErrVATPlace.With("name", i.Name).With("postCode", i.PostCode)
}

// gapsFault tells a hole from data that have not arrived yet: when nothing is there
// from a day to the end, that day is named, else each day that is not.
func gapsFault(gaps []civil.Date, days civil.Range) *fault.Error {
	if first := gaps[0]; int(days.To-first) == len(gaps) {
		return billing.ErrMeasurementsMissing.With("date", first.String())
	}
	names := make([]string, len(gaps))
	for i, d := range gaps {
		names[i] = d.String()
	}
	return billing.ErrMeasurementsIncomplete.With("days", names)
}

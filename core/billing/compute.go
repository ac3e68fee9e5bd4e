package billing

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/naming"
	"github.com/openpmo/pmo/core/party"
)

// evidence is what is known of the energy of some days.
type evidence struct {
	shared      map[Pair]energy.MilliWh
	received    map[id.ID]energy.MilliWh // shared, over all producers
	volumes     map[VolumeKey]energy.MilliWh
	broken      map[id.ID]bool // sites whose volumes are not those of the days
	missing     map[metering.Billed][]civil.Date
	doubted     map[id.ID][]civil.Date // days of consumers whose pairs contradict the figures
	fingerprint []byte
}

// facts is what an invoice is computed from: the book, the energy of each stretch of
// days that occurs, and who can be collected from.
type facts struct {
	*book
	energy      map[civil.Range]evidence
	collectable map[id.ID]map[id.ID]bool // issuer → clients with a mandate
	producers   []id.ID                  // all of the operation: with several, a share depends on each
}

// compute makes the invoice of d, or says why it cannot be made. It never makes one
// from data that are not definitive and complete.
func (f facts) compute(d due) (Invoice, *fault.Error) {
	if d.Excess {
		return Invoice{}, ErrTooManyPeriods.With("max", maxPairPeriods)
	}
	if refused := f.once(d); refused != nil && !d.Statement { // nobody pays a statement
		return Invoice{}, refused
	}
	if refused := f.ready(d); refused != nil {
		return Invoice{}, refused
	}
	if refused := f.undoubted(d); refused != nil {
		return Invoice{}, refused
	}
	if refused := f.payable(d); refused != nil && !d.Statement {
		return Invoice{}, refused
	}
	inv, refused := f.amounts(d)
	inv.SourceHash = f.sourceHash(d)
	return inv, refused
}

// amounts is the invoice of d as the energy is now, whether it may be made or not.
func (f facts) amounts(d due) (Invoice, *fault.Error) {
	inv := Invoice{
		OperationID: f.op.ID, Type: TypeInvoice, Status: Draft, PaymentStatus: PaymentPending,
		IssuerID: d.IssuerID, ClientID: d.ClientID, ProducerID: d.producer(), Days: d.days(), Method: d.Method,
	}
	for _, p := range d.Parts {
		lines, refused := f.lines(d, p)
		if refused != nil {
			return Invoice{}, refused
		}
		inv.Lines = append(inv.Lines, lines...)
		inv.Spans = append(inv.Spans, Span{SubscriptionID: p.ID, Days: p.Span})
		inv.TermDays = max(inv.TermDays, p.Plan.TermDays) // the longest breaks no promise
	}
	totals, err := inv.Totals()
	if err != nil {
		return Invoice{}, fault.From(err)
	}
	inv.Energy = f.counted(d)
	inv.Net, inv.VAT, inv.Amount = totals.Net, totals.VAT, totals.Gross
	switch {
	case d.Statement:
		inv.Type, inv.Status = TypeStatement, NotCharged
	case inv.Amount == 0:
		inv.Status = NotCharged
	}
	return inv, nil
}

// producer is the one that all parts are of; none when they are several.
func (d due) producer() id.ID {
	first := d.Parts[0].ProducerID
	for _, p := range d.Parts {
		if p.ProducerID != first {
			return ""
		}
	}
	return first
}

// lines are those of one subscription on the days of p, in the order of the plan.
func (f facts) lines(d due, p part) ([]Line, *fault.Error) {
	if refused := f.priced(p); refused != nil {
		return nil, refused
	}
	site := f.sites[p.ConsumerID]
	var lines []Line
	for _, c := range p.Plan.Charges {
		rate, refused := f.rate(d, p, c)
		if refused != nil {
			return nil, refused
		}
		l := Line{SubscriptionID: p.ID, ConsumerID: p.ConsumerID, SiteName: site.Name, DsoID: site.DsoID, ProducerName: f.sites[p.ProducerID].Name,
			Label: c.Label(), Days: p.Span, Price: c.Price, Rate: rate}
		var err error
		if c.Type == Fixed {
			l.Unit = UnitMonth
			l.Quantity, err = money.Quantity(months(f.op.AnniversaryDate, p.Span), money.MonthParts)
		} else {
			l.Unit, l.Energy = UnitKWh, f.consumed(p, c.Usage)
			l.Quantity = money.KilowattHours(l.Energy)
		}
		if err == nil {
			l.Net, err = money.Amount(l.Quantity, l.Price)
		}
		if err != nil {
			return nil, fault.From(err)
		}
		if l.Quantity != 0 {
			lines = append(lines, l)
		}
	}
	return lines, nil
}

// counted is the energy of the pairs of an invoice that are billed by the kWh, each once
// however many charges price it (decisions 5.11). A plan by registers counts each of them.
func (f facts) counted(d due) energy.MilliWh {
	var total energy.MilliWh
	for _, p := range d.Parts {
		priced := map[Usage]bool{}
		for _, c := range p.Plan.Charges {
			if c.Type == PerUnit {
				priced[c.Usage] = true
			}
		}
		if priced[UsageEnergy] { // all of it: registers are parts of the same
			priced = map[Usage]bool{UsageEnergy: true}
		}
		for usage := range priced {
			total += f.consumed(p, usage)
		}
	}
	return total
}

// consumed is the energy that a charge counts, exact.
func (f facts) consumed(p part, u Usage) energy.MilliWh {
	e := f.energy[p.Span]
	switch {
	case u != UsageEnergy:
		return e.volumes[VolumeKey{SiteID: p.ConsumerID, Usage: u}]
	case p.ProducerID.IsZero():
		return e.received[p.ConsumerID]
	}
	return e.shared[p.Pair]
}

// priced refuses a volume of the operator that no charge of a plan by volumes prices:
// leaving it out would be a present nobody meant (decisions 5.7). It also refuses days
// that are not those of the volumes: a register is counted by the month.
func (f facts) priced(p part) *fault.Error {
	has := func(u Usage) bool {
		return slices.ContainsFunc(p.Plan.Charges, func(c Charge) bool { return c.Usage == u })
	}
	registers := []Usage{UsageHigh, UsageLow, UsageTotal}
	if !slices.ContainsFunc(registers, has) {
		return nil
	}
	if f.energy[p.Span].broken[p.ConsumerID] {
		return ErrVolumesBroken.With("plan", p.Plan.Name).With("from", p.Span.From.String()).With("to", p.Span.Last().String())
	}
	for _, u := range registers {
		if v := f.energy[p.Span].volumes[VolumeKey{SiteID: p.ConsumerID, Usage: u}]; v > 0 && !has(u) {
			return ErrVolumeUnpriced.With("plan", p.Plan.Name).With("usage", string(u)).With("quantity", money.KilowattHours(v).String())
		}
	}
	return nil
}

// rate is the plan's where the issuer charges VAT at all. It is one that the country has
// on the last day billed: what stands in a plan may be older than the law.
func (f facts) rate(d due, p part, c Charge) (money.VATRate, *fault.Error) {
	regime, country := f.issuers[d.IssuerID].VATRegime, f.op.DSO.Country()
	switch {
	case d.Statement || !regime.Charges():
		return 0, nil
	case party.VATApart(country, f.issuers[d.IssuerID].PostCode):
		return 0, vatPlace(f.issuers[d.IssuerID].Identity)
	case party.VATApart(country, f.clients[d.ClientID].PostCode):
		return 0, vatPlace(f.clients[d.ClientID].Identity)
	case c.VATRate == nil:
		return regime.DefaultRate(country), nil
	}
	day := d.days().Last()
	if rates := party.VATRatesOn(country, day); !slices.Contains(rates, *c.VATRate) {
		known := vatRefused(*c.VATRate, rates)
		return 0, ErrVATRate.With("plan", p.Plan.Name).With("rate", known.Params["rate"]).With("rates", known.Params["rates"]).With("date", day.String())
	}
	return *c.VATRate, nil
}

// vatPlace refuses to charge the rates of the mainland elsewhere.
func vatPlace(i Identity) *fault.Error {
	return ErrVATPlace.With("name", i.Name).With("postCode", i.PostCode)
}

// ready refuses days whose data are not complete and definitive for a site that is
// billed by the kWh, as the consumer that it is there. With several producers the share of
// one of them depends on the data of each; what came from all is the operator's own figure,
// unless pmo shares.
func (f facts) ready(d due) *fault.Error {
	var gaps []civil.Date
	lacking := map[string]bool{} // names of sites that lack data
	for _, p := range d.Parts {
		if !slices.ContainsFunc(p.Plan.Charges, func(c Charge) bool { return c.Type == PerUnit }) {
			continue
		}
		missing := func(site id.ID, side metering.Side) bool {
			lacks := len(gaps)
			for _, day := range f.energy[p.Span].missing[metering.Billed{ParticipantID: site, Side: side}] {
				if p.Span.Contains(day) {
					gaps = append(gaps, day)
				}
			}
			return len(gaps) > lacks
		}
		if missing(p.ConsumerID, metering.Consumer) {
			lacking[f.sites[p.ConsumerID].Name] = true
		}
		if len(f.producers) > 1 && (!p.ProducerID.IsZero() || f.op.DSO.Capabilities().AllocatesHere) {
			for _, producer := range f.producers {
				if missing(producer, metering.Producer) {
					lacking[f.sites[producer].Name] = true
				}
			}
		}
	}
	if len(gaps) == 0 {
		return nil
	}
	slices.Sort(gaps)
	names := slices.SortedFunc(maps.Keys(lacking), naming.Compare)
	return gapsFault(slices.Compact(gaps), d.days()).With("sites", names)
}

// undoubted refuses the energy of one of several producers on days on which the operator's
// figures and the pairs of the key contradict each other: it would be a guess.
func (f facts) undoubted(d due) *fault.Error {
	var days []string
	for _, p := range d.Parts {
		if p.ProducerID.IsZero() || len(f.producers) < 2 || !slices.ContainsFunc(p.Plan.Charges, func(c Charge) bool { return c.Type == PerUnit }) {
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
	return ErrPairsContradict.With("days", days)
}

// gapsFault tells a hole from data that have not arrived yet: when nothing is there
// from a day to the end, that day is named, else each day that is not.
func gapsFault(gaps []civil.Date, days civil.Range) *fault.Error {
	if first := gaps[0]; int(days.To-first) == len(gaps) {
		return ErrMeasurementsMissing.With("date", first.String())
	}
	names := make([]string, len(gaps))
	for i, d := range gaps {
		names[i] = d.String()
	}
	return ErrMeasurementsIncomplete.With("days", names)
}

// payable refuses a way to pay that lacks an account or a mandate.
func (f facts) payable(d due) *fault.Error {
	issuer, client := f.issuers[d.IssuerID], f.clients[d.ClientID]
	if (d.Method == Transfer || d.Method == Debit) && issuer.IBAN == "" {
		return ErrIssuerPayment.With("name", issuer.Name)
	}
	if d.Method == Debit && !f.collectable[d.IssuerID][d.ClientID] {
		return ErrClientPayment.With("name", client.Name)
	}
	return nil
}

// sourceHash names everything the amounts of d depend on.
func (f facts) sourceHash(d due) []byte {
	h := sha256.New()
	for _, p := range d.Parts {
		fmt.Fprintln(h, p.ID, p.Span.From, p.Span.To, p.Plan.ID, p.Plan.Version, f.issuers[d.IssuerID].VATRegime, d.Statement)
		h.Write(f.energy[p.Span].fingerprint)
		for _, u := range []Usage{UsageHigh, UsageLow, UsageTotal} {
			if v, ok := f.energy[p.Span].volumes[VolumeKey{SiteID: p.ConsumerID, Usage: u}]; ok {
				fmt.Fprintln(h, u, v)
			}
		}
	}
	return h.Sum(nil)
}

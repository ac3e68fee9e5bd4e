package bill

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
)

// group is what a producer's bill is of.
type group struct {
	producer id.ID
	cycle    civil.Range
}

func groupOf(b Bill) group { return group{b.ProducerID, b.Cycle} }

// work is one generation.
type work struct {
	*Service
	op        operation.Operation
	today     civil.Date
	sites     map[id.ID]participant.Participant
	measured  map[civil.Range]measures
	billed    int                         // bills that there were
	documents map[id.ID]document.Document // of the bills that were drawn
}

type measures struct {
	energy  map[billing.Pair]energy.MilliWh
	lacking map[billable.Billed][]civil.Date
	doubts  map[id.ID][]civil.Date
}

// wanted is what is due. Bills are counted first: who makes some meanwhile is found out by store.
func (w *work) wanted(ctx context.Context, last civil.Date) ([]due, error) {
	var err error
	if w.billed, err = w.Bills.Count(ctx, w.op.ID); err != nil {
		return nil, err
	}
	all, err := w.Sites.OfOperation(ctx, w.op.ID)
	if err != nil {
		return nil, err
	}
	for _, site := range all {
		w.sites[site.ID] = site
	}
	configs, err := w.Agreements.Configs(ctx, w.op.ID)
	if err != nil {
		return nil, err
	}
	contracts, err := w.Agreements.Contracts(ctx, w.op.ID)
	if err != nil {
		return nil, err
	}
	billed, err := w.Bills.Billed(ctx, w.op.ID)
	return dues(configs, contracts, w.sites, billed, last), err
}

func (w *work) measure(ctx context.Context, days civil.Range) (m measures, err error) {
	m, ok := w.measured[days]
	if ok {
		return m, nil
	}
	if m.lacking, err = w.Measurements.Readiness(ctx, w.op.ID, nil, days); err != nil {
		return m, err
	}
	if m.doubts, err = w.Measurements.PairsInDoubt(ctx, w.op.ID, days); err != nil {
		return m, err
	}
	if m.energy, err = w.Measurements.PairEnergy(ctx, w.op.ID, days); err != nil {
		return m, err
	}
	w.measured[days] = m
	return m, nil
}

// missing are the days on which what a consumer had of a producer is not known for good: its own
// data, those of any producer, who gave to whom.
func (w *work) missing(ctx context.Context, d due) ([]civil.Date, error) {
	m, err := w.measure(ctx, d.days)
	var out []civil.Date
	for of, days := range m.lacking {
		if of.Side == metering.Producer || of.ParticipantID == d.ConsumerID {
			out = append(out, days...)
		}
	}
	out = append(out, m.doubts[d.ConsumerID]...)
	out = slices.DeleteFunc(out, func(day civil.Date) bool { return !d.days.Contains(day) })
	slices.Sort(out)
	return slices.Compact(out), err
}

// bill makes one of a participant, drawn.
func (w *work) bill(ctx context.Context, d due) (Bill, error) {
	m, err := w.measure(ctx, d.days)
	if err != nil {
		return Bill{}, err
	}
	producer, consumer := w.sites[d.ProducerID], w.sites[d.ConsumerID]
	lines, err := w.lines(d, m.energy[d.Pair], consumer)
	if err != nil {
		return Bill{}, err
	}
	b := Bill{OperationID: w.op.ID, ID: id.New(), Type: OfParticipant, ProducerID: d.ProducerID, ConsumerID: d.ConsumerID, ProducerName: producer.Name, ConsumerName: consumer.Name,
		Days: d.days, Cycle: d.cycle, Quantity: lines[0].Quantity, Due: w.today.AddDays(d.config.Deadline), Payment: Pending, Version: 1, CreatedAt: w.Now().UTC()}
	for _, line := range lines {
		if b.Amount, err = money.Add(b.Amount, line.Net); err != nil {
			return Bill{}, err
		}
	}
	b.DocumentName = nameOf(b.Days, consumer.Name)
	return b, w.draw(ctx, b, lines, producer, consumer, d.config.Method, d.config.Deadline)
}

// nameOf is what a document is called: f-{period end}-{name} (specification section 7).
func nameOf(days civil.Range, name string) string {
	letters := []rune("f-" + days.Last().String() + "-" + name)
	return string(letters[:min(len(letters), mostName)])
}

// lines are the energy and, where it has a price, the subscription.
func (w *work) lines(d due, e energy.MilliWh, consumer participant.Participant) ([]billing.DocumentLine, error) {
	line := func(key string, quantity money.QuantityE4, unit billing.Unit, price money.MicroEuro) (billing.DocumentLine, error) {
		net, err := money.Amount(quantity, price)
		return billing.DocumentLine{Label: w.word(key), SiteName: consumer.Name, DsoID: consumer.DsoID, First: d.days.From, Last: d.days.Last(),
			Quantity: quantity, Unit: unit, Price: price, Net: net}, err
	}
	shared, err := line("legacy.energy", money.KilowattHours(e), billing.UnitKWh, d.config.SellingPrice)
	if err != nil || d.config.SubscriptionPrice == 0 {
		return []billing.DocumentLine{shared}, err
	}
	count, err := months(d.days)
	if err != nil {
		return nil, err
	}
	fixed, err := line("legacy.subscription", count, billing.UnitMonth, d.config.SubscriptionPrice)
	return []billing.DocumentLine{shared, fixed}, err
}

// language of documents: the old engine is of French operations only.
const language = "fr"

func (w *work) word(key string) string { return w.Printer.Words(language, "invoice", key, nil) }

// statements are the bills of producers. Their sums are those of what they hold, to the cent.
func (w *work) statements(ctx context.Context, made []Bill, open map[group]bool) (out []statement, more bool, err error) {
	unstated, err := w.Bills.Unstated(ctx, w.op.ID, mostStated+1)
	if err != nil {
		return nil, false, err
	}
	whole, more := together(unstated, made, open, mostStated, MostAtOnce)
	for _, bills := range whole {
		st, err := w.statement(ctx, groupOf(bills[0]), bills)
		if err != nil {
			return nil, false, err
		}
		out = append(out, st)
	}
	return out, more, nil
}

// together puts what each producer's bill is of together: of each period all bills of participants
// that are in none yet, as soon as none of the period waits. Beyond the bounds there is more for
// another call. Of more bills than are read the last producer's period may be cut: it is left, and
// so is what was made of periods that were not read.
func together(unstated, made []Bill, open map[group]bool, mostBills, mostGroups int) (whole [][]Bill, more bool) {
	if len(unstated) > mostBills {
		last := groupOf(unstated[mostBills])
		unstated = slices.DeleteFunc(unstated, func(b Bill) bool { return groupOf(b) == last })
		made = slices.DeleteFunc(slices.Clone(made), func(b Bill) bool {
			return !slices.ContainsFunc(unstated, func(u Bill) bool { return groupOf(u) == groupOf(b) })
		})
		more = true
	}
	at := map[group]int{}
	for _, b := range slices.Concat(unstated, made) {
		key := groupOf(b)
		if open[key] {
			continue
		}
		n, ok := at[key]
		if !ok {
			n = len(whole)
			at[key], whole = n, append(whole, nil)
		}
		whole[n] = append(whole[n], b)
	}
	if len(whole) > mostGroups {
		whole, more = whole[:mostGroups], true
	}
	return whole, more
}

// statement is the bill of a producer with those that are in it.
type statement struct {
	Bill
	holds []id.ID
}

func (w *work) statement(ctx context.Context, key group, bills []Bill) (statement, error) {
	producer := w.sites[key.producer]
	st := statement{Bill: Bill{OperationID: w.op.ID, ID: id.New(), Type: OfProducer, ProducerID: key.producer, ProducerName: producer.Name, Days: key.cycle, Cycle: key.cycle,
		Due: w.today, Payment: Pending, Version: 1, CreatedAt: w.Now().UTC(), DocumentName: nameOf(key.cycle, producer.Name)}}
	var lines []billing.DocumentLine
	for _, b := range bills {
		sum, err := money.Add(st.Amount, b.Amount)
		if err != nil {
			return st, err
		}
		st.Amount, st.Quantity, st.holds = sum, st.Quantity+b.Quantity, append(st.holds, b.ID)
		st.Due = max(st.Due, b.Due)
		consumer := w.sites[b.ConsumerID]
		lines = append(lines, billing.DocumentLine{Label: b.ConsumerName, SiteName: producer.Name, DsoID: consumer.DsoID, First: b.Days.From, Last: b.Days.Last(),
			Quantity: b.Quantity, Unit: billing.UnitKWh, Net: b.Amount})
	}
	return st, w.draw(ctx, st.Bill, lines, producer, participant.Participant{Name: w.op.Name}, billing.Transfer, 0)
}

// draw makes the page of a bill and keeps it: of all that one call makes, no more than one is in
// memory. What store does not name is swept away.
func (w *work) draw(ctx context.Context, b Bill, lines []billing.DocumentLine, seller, buyer participant.Participant, method billing.PaymentMethod, term int) error {
	theme := w.op.Theme.Readable()
	file, err := w.Printer.Renderer.Render(billing.Document{Kind: billing.TypeInvoice, Language: language, Country: string(w.op.DSO.Country()), Number: b.DocumentName, IssueDate: w.today, DueDate: b.Due,
		First: b.Days.From, Last: b.Days.Last(), Operation: w.op.Name, Theme: &billing.DocumentTheme{Primary: theme.Primary, Secondary: theme.Secondary, Ink: "#ffffff"},
		Seller: printed(seller), Buyer: printed(buyer), Lines: lines, VAT: []billing.DocumentVAT{{Category: billing.VATOutside, Net: b.Amount}}, Net: b.Amount, Total: b.Amount,
		PreparedBy: w.op.Interlocutor.LegalName, Payment: billing.DocumentPayment{Method: method, TermDays: term, Reference: b.DocumentName},
		Mentions: []billing.Mention{{Key: "legacy", Text: w.word("legacy.vat")}}})
	if err != nil {
		return err
	}
	docs, err := w.Documents.Keep(ctx, w.op.ID, Stored, document.Of(file, "application/pdf"))
	if err == nil {
		w.documents[b.ID] = docs[0]
	}
	return err
}

func printed(p participant.Participant) billing.DocumentParty {
	name := p.Identity
	if name == "" {
		name = p.Name
	}
	return billing.DocumentParty{Name: name, Street: p.Address, PostCode: p.PostCode, City: p.City, LegalNumber: p.SIRET, Email: p.Email, Phone: p.Phone}
}

// store keeps the bills with their documents, all or none. Errors: bill.there, when others made some
// meanwhile, featureNotAvailable.
func (w *work) store(ctx context.Context, p policy.Principal, made []Bill, statements []statement) error {
	change := p.Change(create, w.op.ID, objectKind, "")
	change.Details = map[string]any{"created": len(made) + len(statements)}
	return w.Tx.InTx(ctx, change, func(ctx context.Context) error {
		op, err := w.Operations.Locked(ctx, w.op.ID)
		if err == nil {
			err = op.Require(operation.FeatureOldBilling) // moved to the newer engine meanwhile, which bills these days
		}
		if err != nil {
			return err
		}
		if n, err := w.Bills.Count(ctx, w.op.ID); err != nil || n != w.billed {
			return cmp.Or(err, error(ErrThere))
		}
		return w.Documents.Attach(ctx, slices.Collect(maps.Values(w.documents)), func(ctx context.Context) error {
			for _, b := range made {
				b.Content = w.documents[b.ID]
				if err := w.Bills.Add(ctx, b); err != nil {
					return err
				}
			}
			for _, st := range statements {
				st.Content = w.documents[st.ID]
				if err := w.Bills.Add(ctx, st.Bill); err != nil {
					return err
				}
				if err := w.Bills.State(ctx, w.op.ID, st.ID, st.holds); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

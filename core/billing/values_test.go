package billing_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// An avoir asks for the same lines, as its own document, and names what it takes back.
func TestACreditNoteIsADocumentOfItsOwn(t *testing.T) {
	t.Parallel()
	day, at := civil.NewDate(2026, time.November, 6), time.Date(2026, 11, 6, 9, 0, 0, 0, time.UTC)
	owed := billing.Invoice{ID: "i", RunID: "r", Number: "F-1", Type: billing.TypeInvoice, Status: billing.Finalized, PaymentStatus: billing.PaymentPending,
		IssueDate: &day, DueDate: &day, DocumentID: "d", Amount: 120, Lines: []billing.Line{{Label: "kWh"}}, CreditedBy: billing.InvoiceReference{ID: "x"}}
	note := owed.CreditNote("n", at)
	require.Equal(t, billing.Invoice{ID: "n", Type: billing.TypeCreditNote, Status: billing.Draft, CreatedAt: at, Amount: 120, Lines: owed.Lines,
		PaymentStatus: billing.PaymentSucceeded, Credits: billing.InvoiceReference{ID: "i", Number: "F-1"}}, note)
	owed.PaymentStatus = billing.PaymentSucceeded
	require.Equal(t, billing.PaymentPending, owed.CreditNote("n", at).PaymentStatus, "who has paid gets it back")

	printed := billing.Document{Kind: billing.TypeInvoice, Number: "F-1", IssueDate: day, DueDate: day + 30, Payment: billing.DocumentPayment{Method: billing.Transfer, Reference: "F-1"},
		Mentions: []billing.Mention{{Key: billing.MentionTreasury}, {Key: "other"}}}
	credit := printed.CreditNote("A-1", day+2, "erreur")
	require.Equal(t, billing.Document{Kind: billing.TypeCreditNote, Number: "A-1", IssueDate: day + 2, DueDate: day + 2,
		Payment: billing.DocumentPayment{Method: billing.Transfer, Reference: "A-1"}, Mentions: []billing.Mention{{Key: "other"}},
		Credits: &billing.DocumentCredit{Number: "F-1", IssueDate: day, Reason: "erreur"}}, credit)
	require.Len(t, printed.Mentions, 2, "the invoice stays as it is")
}

// Which invoices are owed, for good, and looked back to.
func TestWhichInvoicesCount(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		i                    billing.Invoice
		holds, final, counts bool
	}{
		{billing.Invoice{Type: billing.TypeInvoice, Status: billing.Finalized, Number: "1"}, true, true, true},
		{billing.Invoice{Type: billing.TypeInvoice, Status: billing.Draft}, false, false, false},
		{billing.Invoice{Type: billing.TypeInvoice, Status: billing.Cancelled, Number: "1"}, false, true, false},
		{billing.Invoice{Type: billing.TypeCreditNote, Status: billing.Finalized, Number: "2"}, false, true, false},
		{billing.Invoice{Type: billing.TypeStatement, Status: billing.Draft}, false, true, true},
	} {
		require.Equal(t, []bool{c.holds, c.final, c.counts}, []bool{c.i.Holds(), c.i.Final(), c.i.Counts()}, "%s %s", c.i.Type, c.i.Status)
	}
}

func TestAnUnusualAmountIsHalfMoreOrLessAndAEuroAtLeast(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		now, before money.Cents
		unusual     bool
		rate        float64
	}{
		{1500, 1000, false, 0.5}, {1501, 1000, true, 0.501}, {500, 1000, false, -0.5}, {499, 1000, true, -0.501}, {1000, 1000, false, 0},
		{250, 150, true, 2.0 / 3}, {249, 150, false, 0.66}, {50, 150, true, -2.0 / 3}, {51, 150, false, -0.66}, {900, 0, false, 0}, {0, 1, false, -1},
	} {
		m := billing.MonthAmounts{Now: c.now, Before: c.before}
		require.Equal(t, c.unusual, m.Unusual(), "%v", c)
		require.InDelta(t, c.rate, m.ChangeRate(), 1e-9, "%v", c)
	}
	one := billing.InvoiceTotal{Number: 1, Energy: 2, Net: 3, VAT: 4, Amount: 5}
	require.Equal(t, billing.InvoiceTotal{Number: 11, Energy: 22, Net: 33, VAT: 44, Amount: 55}, one.Plus(billing.InvoiceTotal{Number: 10, Energy: 20, Net: 30, VAT: 40, Amount: 50}))
}

// Each thing that an invoice asks for makes another of it.
func TestSameContentIsTheSameInEverything(t *testing.T) {
	t.Parallel()
	of := func() billing.Invoice {
		return billing.Invoice{Type: billing.TypeInvoice, Amount: 120, Net: 100, Lines: []billing.Line{{Label: "a"}, {Label: "kWh", ConsumerID: "c", Quantity: 5, Price: 7, Rate: 2000, Days: civil.Range{From: 1, To: 3}}}}
	}
	same := of()
	same.ID, same.Number, same.Lines[1].Net = "other", "F-2", 9
	require.True(t, of().SameContent(same))
	for name, change := range map[string]func(*billing.Invoice){
		"amount": func(i *billing.Invoice) { i.Amount++ }, "net": func(i *billing.Invoice) { i.Net++ }, "type": func(i *billing.Invoice) { i.Type = billing.TypeStatement },
		"lines": func(i *billing.Invoice) { i.Lines = i.Lines[:1] }, "quantity": func(i *billing.Invoice) { i.Lines[1].Quantity++ }, "price": func(i *billing.Invoice) { i.Lines[1].Price++ },
		"rate": func(i *billing.Invoice) { i.Lines[1].Rate++ }, "label": func(i *billing.Invoice) { i.Lines[1].Label = "b" }, "consumer": func(i *billing.Invoice) { i.Lines[1].ConsumerID = "d" },
		"days": func(i *billing.Invoice) { i.Lines[1].Days.To++ },
	} {
		other := of()
		change(&other)
		require.False(t, of().SameContent(other), name)
	}
}

// A plan that was invoiced may change its words, nothing else.
func TestSamePricesAreTheSameInAllButWords(t *testing.T) {
	t.Parallel()
	of := func() billing.Plan {
		rate := money.VATRate(550)
		return billing.Plan{Name: "P", Period: billing.Monthly, Method: billing.Transfer, TermDays: 30, Charges: []billing.Charge{
			{Code: "A", Type: billing.Fixed, Price: 100}, {Code: "B", Type: billing.PerUnit, Usage: billing.UsageEnergy, Price: 120_000, VATRate: &rate}}}
	}
	words := of()
	words.Name, words.Description = "Q", "autre"
	require.True(t, of().SamePrices(words))
	other := money.VATRate(2000)
	for name, change := range map[string]func(*billing.Plan){
		"period": func(p *billing.Plan) { p.Period = billing.Yearly }, "method": func(p *billing.Plan) { p.Method = billing.Debit }, "term": func(p *billing.Plan) { p.TermDays++ },
		"charges": func(p *billing.Plan) { p.Charges = p.Charges[:1] }, "price": func(p *billing.Plan) { p.Charges[1].Price++ }, "rate": func(p *billing.Plan) { p.Charges[1].VATRate = &other },
		"no rate": func(p *billing.Plan) { p.Charges[1].VATRate = nil }, "a rate": func(p *billing.Plan) { p.Charges[0].VATRate = &other }, "usage": func(p *billing.Plan) { p.Charges[1].Usage = billing.UsageHigh },
	} {
		changed := of()
		change(&changed)
		require.False(t, of().SamePrices(changed), name)
		require.False(t, changed.SamePrices(of()), name)
	}
	require.Equal(t, "A", of().Charges[0].Label())
	require.Equal(t, "Abonnement", billing.Charge{Code: "A", Name: "Abonnement"}.Label())
}

func TestPricesOutsideTheUsualAreToldByRow(t *testing.T) {
	t.Parallel()
	usual := billing.PriceRange{Low: 100, High: 200}
	p := billing.Plan{Usual: &usual}
	for n, price := range []money.MicroEuro{99, 100, 200, 201} {
		p.Charges = append(p.Charges, billing.Charge{Code: fmt.Sprint(n), Type: billing.PerUnit, Price: price})
	}
	p.Charges = append(p.Charges, billing.Charge{Code: "fixed", Type: billing.Fixed, Price: 9999})
	var said []string
	for _, w := range p.Warnings() {
		said = append(said, fmt.Sprint(w.Row, " ", w.Params["code"]))
		require.Equal(t, []any{usual.Low.String(), usual.High.String()}, []any{w.Params["from"], w.Params["to"]})
	}
	require.Equal(t, []string{"1 0", "4 3"}, said)
	refused := billing.VatRefused(1000, []money.VATRate{2000, 550})
	require.Equal(t, []any{money.VATRate(1000).String(), money.VATRate(2000).String() + ", " + money.VATRate(550).String()}, []any{refused.Params["rate"], refused.Params["rates"]})
}

// locks notes what is locked.
type locks struct {
	billing.Locks
	said []string
	fail string
}

func (l *locks) note(what string) error {
	l.said = append(l.said, what)
	if l.fail == what {
		return errors.New("locked out")
	}
	return nil
}

func (l *locks) Operation(_ context.Context, _ id.ID, many bool) error {
	return l.note(fmt.Sprint("operation ", many))
}

func (l *locks) Months(_ context.Context, _ id.ID, months []civil.Month) error {
	return l.note(fmt.Sprint("months ", len(months)))
}

func (l *locks) Pairs(_ context.Context, _ id.ID, pairs []billing.PartyPair) error {
	return l.note(fmt.Sprint("pairs ", len(pairs)))
}

// Many pairs are locked with their operation, not one by one.
func TestManyPairsAreLockedWithTheirOperation(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pairs int
		fail  string
		want  []string
	}{
		{billing.MaxBatchPairs, "", []string{"operation false", "months 2", fmt.Sprint("pairs ", billing.MaxBatchPairs)}},
		{billing.MaxBatchPairs + 1, "", []string{"operation true", "months 2"}},
		{1, "operation false", []string{"operation false"}},
		{1, "months 2", []string{"operation false", "months 2"}},
	} {
		l := &locks{fail: c.fail}
		err := billing.Access{Locks: l}.LockPairs(t.Context(), "o", make([]billing.PartyPair, c.pairs), 1, 2)
		require.Equal(t, c.fail != "", err != nil)
		require.Equal(t, c.want, l.said)
	}
	require.Equal(t, []id.ID{"b", "a"}, billing.Distinct([]id.ID{"b", "a", "b", "a"}))
}

// Programs map on the beginning of these words, whatever else the fault says.
func TestEveryFailureHasItsWords(t *testing.T) {
	t.Parallel()
	for want, f := range map[string]*fault.Error{
		"missing billable usages from 2026-10-03":                                billing.ErrMeasurementsMissing.With("date", "2026-10-03"),
		"Incomplete measurements for the following days: 2026-10-03, 2026-10-04": billing.ErrMeasurementsIncomplete.With("days", []string{"2026-10-03", "2026-10-04"}),
		"missing payment details for billing entity Commune":                     billing.ErrIssuerPayment.With("name", "Commune"),
		"missing payment details for billable entity Martin":                     billing.ErrClientPayment.With("name", "Martin"),
		"energy of Martin is also billed by plan P of Commune from 2026-10-01":   billing.ErrEnergyTwice.With("consumer", "Martin").With("plan", "P").With("seller", "Commune").With("from", "2026-10-01"),
		"volume HIGH of 12 kWh has no price in plan P":                           billing.ErrVolumeUnpriced.With("usage", "HIGH").With("quantity", "12").With("plan", "P"),
	} {
		require.Equal(t, want, billing.Text(f))
	}
	require.Equal(t, billing.ErrRunNotFound.Error(), billing.Text(billing.ErrRunNotFound))
}

// A seller sees of a run what it bills, and the whole of it only where it started it.
func TestASellerSeesItsPartOfARun(t *testing.T) {
	t.Parallel()
	run := billing.Run{ParticipantID: "p", Items: []billing.RunItem{{IssuerID: "a"}, {IssuerID: "b"}}}
	whole, err := (*billing.Seller)(nil).OwnPart(run)
	require.NoError(t, err)
	require.Equal(t, run, whole)
	own, err := (&billing.Seller{Issuers: []id.ID{"b"}}).OwnPart(run)
	require.NoError(t, err)
	require.Equal(t, []billing.RunItem{{IssuerID: "b"}}, own.Items)
	require.Len(t, run.Items, 2)
	own, err = (&billing.Seller{Producers: []id.ID{"p"}}).OwnPart(run)
	require.NoError(t, err)
	require.Empty(t, own.Items)
	_, err = (&billing.Seller{Issuers: []id.ID{"c"}, Producers: []id.ID{"q"}}).OwnPart(run)
	require.ErrorIs(t, err, billing.ErrRunNotFound)
}

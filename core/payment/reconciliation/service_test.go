package reconciliation_test

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/bankfile/camt053"
	"github.com/openpmo/pmo/adapters/bankfile/coda"
	"github.com/openpmo/pmo/adapters/bankfile/csv"
	"github.com/openpmo/pmo/adapters/bankfile/fake"
	"github.com/openpmo/pmo/adapters/bankfile/pain002"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/paymentstore"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/adapters/postgres/statementstore"
	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/adapters/sepa"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment"
	"github.com/openpmo/pmo/core/payment/bankfile"
	"github.com/openpmo/pmo/core/payment/collection"
	"github.com/openpmo/pmo/core/payment/reconciliation"
	"github.com/openpmo/pmo/core/payment/settlement"
	"github.com/openpmo/pmo/core/policy"
)

const anneIBAN, creditorIBAN party.IBAN = "FR7630006000011234567890189", "BE71096123456769"

// town is a commune whose clients have an invoice each, to be paid by direct debit, and ten days to come.
type town struct {
	*coretest.Billing
	*reconciliation.Service
	settlements *settlement.Service
	collections *collection.Service
	issuer      billing.BillingEntity
	invoices    []billing.Invoice
}

func newTown(t *testing.T, clients int) *town {
	t.Helper()
	b := coretest.NewBilling(t)
	cipher, err := seal.New(bytes.Repeat([]byte{1}, 32), "iban")
	require.NoError(t, err)
	mandates := paymentstore.NewMandates(b.DB, cipher, b.Now)
	b.Rewire(func(p *assembly.Parts) { p.Mandates = mandates })
	creditors, issuers, operations := paymentstore.NewCreditors(b.DB, cipher), paymentstore.NewIssuers(b.DB), operationstore.NewOperations(b.DB)
	payments := payment.New(payment.Deps{Guard: b.Guard, Tx: b.DB, Now: b.Now, Operations: operations, Issuers: issuers, Creditors: creditors, Mandates: mandates})
	w := &town{Billing: b,
		collections: collection.New(collection.Deps{Guard: b.Guard, Tx: b.DB, Now: b.Now, Operations: operations, Issuers: issuers, Creditors: creditors,
			Collections: paymentstore.NewCollections(b.DB, cipher), Documents: b.Keeping(b.Shelf), Writer: sepa.Writer{}, Cipher: cipher}),
		settlements: settlement.New(settlement.Deps{Guard: b.Guard, Tx: b.DB, Now: b.Now, Operations: operations, Settlements: paymentstore.NewSettlements(b.DB)}),
		Service: reconciliation.New(reconciliation.Deps{Guard: b.Guard, Tx: b.DB, Now: b.Now, Operations: operations, Lines: paymentstore.NewBankLines(b.DB, cipher),
			Mappings: paymentstore.NewBankMappings(b.DB), Settlements: paymentstore.NewSettlements(b.DB), Payouts: statementstore.NewPayouts(b.DB, cipher),
			Readers: bankfile.Readers{Formats: []bankfile.Reader{camt053.Reader{}, pain002.Reader{}, coda.Reader{}}, Table: csv.Table{}}})}
	producer := b.Site("Mairie", "producer", "")
	w.issuer = b.Issuer("Commune", coretest.Commune, producer)
	b.Plan, err = b.Contracts.CreatePlan(t.Context(), b.Organizer, b.Scope, contract.PlanInput{Name: "Prélèvement", Period: billing.Monthly, Method: billing.Debit, TermDays: coretest.Ptr(10),
		Charges: []billing.Charge{{Code: "ABONNEMENT", Type: billing.Fixed, Price: 20_000_000}}})
	require.NoError(t, err)
	name, ics, iban := "Commune", "FR72ZZZ123456", string(creditorIBAN)
	_, err = payments.CreateCreditor(t.Context(), b.Organizer, w.issuer.ID, payment.CreditorChange{Name: &name, ICS: &ics, IBAN: &iban})
	require.NoError(t, err)
	for n := range clients {
		site := b.Site(fmt.Sprintf("Client %d", n), "consumer", "")
		b.Client(fmt.Sprintf("Client Numéro%d", n), "", party.Individual, site)
		b.Subscribe(site, producer, "2026-10-01")
		_, err := payments.CreateMandate(t.Context(), b.Organizer, w.issuer.ID, payment.MandateInput{ParticipantID: site.String(), RUM: fmt.Sprintf("RUM-%d", n),
			DebtorName: fmt.Sprintf("Client Numéro%d", n), IBAN: string(anneIBAN), SignatureDate: "2026-10-01", ReconciliationID: fmt.Sprintf("MARQUE%d", n)})
		require.NoError(t, err)
	}
	w.Run("2026-10-31")
	var drafts []id.ID
	for _, i := range w.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}}) {
		drafts = append(drafts, i.ID)
	}
	for _, r := range w.Publish(drafts...) {
		require.Nil(t, r.Refused)
	}
	w.invoices = w.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Finalized}})
	require.Len(t, w.invoices, clients)
	b.Clock = b.Clock.AddDate(0, 2, 0)
	return w
}

func (w *town) take(name string, content []byte, dry bool) (reconciliation.Report, error) {
	return w.Import(w.T.Context(), w.Organizer, w.Operation, reconciliation.Upload{Name: name, Content: content, DryRun: dry})
}

func (w *town) taken(content []byte) reconciliation.Report {
	w.T.Helper()
	r, err := w.take("relevé.xml", content, false)
	require.NoError(w.T, err)
	return r
}

func (w *town) pay(n int, amount money.Cents, text string) fake.Movement {
	return fake.Movement{Reference: fmt.Sprintf("B%d-%s-%d", n, text, amount), On: coretest.Date("2026-11-20") + civil.Date(n), Amount: amount, Text: text, Payer: fmt.Sprintf("CLIENT NUMERO%d", n)}
}

func (w *town) statement(all ...fake.Movement) []byte {
	return fake.Camt053("08", creditorIBAN, coretest.Date("2026-12-31"), 0, all)
}

// all is everything that an import may change, as one text.
func (w *town) all() string {
	w.T.Helper()
	var out string
	for _, table := range []string{"bank_files", "bank_lines", "settlements", "bank_file_mappings", "collected_invoices", "collections", "invoices"} {
		var text string
		require.NoError(w.T, w.DB.Pool().QueryRow(w.T.Context(), "select coalesce(string_agg(x::text, E'\n' order by x::text), '') from "+table+" x").Scan(&text))
		out += table + "\n" + text + "\n"
	}
	return out
}

func (w *town) status(n int) string {
	w.T.Helper()
	var status string
	var paid int64
	require.NoError(w.T, w.DB.Pool().QueryRow(w.T.Context(), "select payment_status, settled_cents(id) from invoices where id = $1", w.invoices[n].ID).Scan(&status, &paid))
	return fmt.Sprint(status, " ", paid)
}

func (w *town) export(at ...int) collection.File {
	w.T.Helper()
	var ids []id.ID
	for _, n := range at {
		ids = append(ids, w.invoices[n].ID)
	}
	f, err := w.collections.ExportOfIssuer(w.T.Context(), w.Organizer, w.issuer.ID, ids)
	require.NoError(w.T, err)
	return f
}

func (w *town) open() []reconciliation.Line {
	w.T.Helper()
	list, err := w.List(w.T.Context(), w.Organizer, w.Operation, reconciliation.Filter{State: reconciliation.Open})
	require.NoError(w.T, err)
	return list
}

// TestAStatementSettlesOnce: a dry run tells the same and keeps nothing; the same file, and another with
// the same lines in it, change nothing of what was taken.
func TestAStatementSettlesOnce(t *testing.T) {
	t.Parallel()
	w := newTown(t, 4)
	amount := w.invoices[0].Amount
	w.export(0, 1)
	var first []fake.Movement
	for n := range 2 {
		m := w.pay(0, amount, "")
		m.EndToEndID, m.Batch, m.Reference = w.invoices[n].Number, "DD", fmt.Sprint("DD", n)
		first = append(first, m)
	}
	first = append(first, w.pay(2, amount, w.invoices[2].Number), w.pay(3, amount-100, w.invoices[3].Number), w.pay(3, 77, "divers"))
	before := w.all()
	dry, err := w.take("a.xml", w.statement(first...), true)
	require.NoError(t, err)
	require.Equal(t, before, w.all(), "a dry run keeps nothing")
	done := w.taken(w.statement(first...))
	require.Equal(t, []int{5, 0, 4, 1}, []int{done.File.Lines, done.Known, done.Settled, done.Opened})
	require.Equal(t, []int{5, 0, 4, 1}, []int{dry.File.Lines, dry.Known, dry.Settled, dry.Opened})
	require.Equal(t, []money.Cents{4*amount - 100, 4*amount - 100}, []money.Cents{done.Paid, dry.Paid})
	full := fmt.Sprint("SUCCEEDED ", int64(amount))
	require.Equal(t, []string{full, full, full, fmt.Sprint("PENDING ", int64(amount-100))}, []string{w.status(0), w.status(1), w.status(2), w.status(3)})

	after := w.all()
	again := w.taken(w.statement(first...))
	require.Equal(t, []int{0, 5, 0}, []int{again.File.Lines, again.Known, again.Settled})
	require.Equal(t, after, w.all(), "run twice nothing changes")
	more := w.taken(w.statement(append([]fake.Movement{w.pay(3, 100, w.invoices[3].Number)}, first...)...))
	require.Equal(t, []int{1, 5, 1}, []int{more.File.Lines, more.Known, more.Settled})
	require.Equal(t, full, w.status(3))

	list, err := w.settlements.Of(t.Context(), w.Organizer, w.Operation, w.invoices[2].ID)
	require.NoError(t, err)
	require.NotEmpty(t, list[0].LineID, "it refers to its line")
	gone, err := w.settlements.Withdraw(t.Context(), w.Organizer, w.Operation, list[0].ID)
	require.NoError(t, err)
	line, proposals, err := w.Line(t.Context(), w.Organizer, w.Operation, gone.LineID)
	require.NoError(t, err)
	require.Equal(t, []any{reconciliation.Open, w.invoices[2].ID}, []any{line.State(), proposals[0].ID}, "withdrawing opens the line again")
	w.taken(w.statement(w.pay(1, 5, "x")))
	require.Equal(t, "PENDING 0", w.status(2), "and it is not matched by itself any more")
}

// TestTwoPeopleAtOnce: the same file, and the same line by hand, in any order: each line once, no more
// settled than it is of.
func TestTwoPeopleAtOnce(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3)
	amount := w.invoices[0].Amount
	content := w.statement(w.pay(0, amount, w.invoices[0].Number), w.pay(1, amount, w.invoices[1].Number), w.pay(2, 500, "divers"))
	var all sync.WaitGroup
	errs := make([]error, 6)
	for n := range errs {
		all.Go(func() { _, errs[n] = w.take("a.xml", content, n%3 == 2) })
	}
	all.Wait()
	for _, err := range errs {
		require.NoError(t, err)
	}
	require.Equal(t, []int{3, 2, 1}, []int{w.Count("bank_lines"), w.Count("settlements"), w.Count("bank_files")})
	line := w.open()[0].ID
	part := money.Cents(300)
	for n := range errs {
		all.Go(func() {
			_, errs[n] = w.Settle(t.Context(), w.Organizer, w.Operation, line, []reconciliation.Share{{InvoiceID: w.invoices[2].ID, Amount: &part}})
		})
	}
	all.Wait()
	done := 0
	for _, err := range errs {
		if err == nil {
			done++
		} else {
			require.Equal(t, "bankLine.remainder", fault.KeyOf(err))
		}
	}
	require.Equal(t, []any{1, "PENDING 300"}, []any{done, w.status(2)})
	_, err := w.DB.Pool().Exec(t.Context(), `insert into settlements (operation_id, id, invoice_id, kind, amount_cents, booked_on, line_id, created_by, created_at)
		values ($1, $2, $3, 'PAYMENT', 201, '2026-12-01', $4, $5, now())`, w.Operation, id.New(), w.invoices[2].ID, line, w.Organizer.UserID)
	require.ErrorContains(t, err, "more is settled than the line is of")
}

const answer = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>A</MsgId><CreDtTm>2026-11-18T09:00:00</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>%s</OrgnlMsgId><OrgnlMsgNmId>pain.008.001.08</OrgnlMsgNmId><OrgnlNbOfTxs>%d</OrgnlNbOfTxs>%s</OrgnlGrpInfAndSts>%s</CstmrPmtStsRpt></Document>`

// TestAnOrderIsRefused: one transaction, or all of it; the invoice has failed, its collection lets it go,
// and it is collected anew. What a statement says of it later is the same.
func TestAnOrderIsRefused(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3)
	f := w.export(0, 1, 2)
	one := fmt.Sprintf(`<OrgnlPmtInfAndSts><OrgnlPmtInfId>%s001</OrgnlPmtInfId><PmtInfSts>ACSP</PmtInfSts><TxInfAndSts><OrgnlEndToEndId>%s</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf></TxInfAndSts></OrgnlPmtInfAndSts>`, f.MessageID, w.invoices[0].Number)
	refuse := func(key string, content string) {
		t.Helper()
		before := w.all()
		_, err := w.take("p.xml", []byte(content), false)
		require.Equal(t, key, fault.KeyOf(err))
		require.Equal(t, before, w.all())
	}
	refuse("bankFile.orderDiffers", fmt.Sprintf(answer, f.MessageID, 2, "", one))
	refuse("bankFile.orderUnknown", fmt.Sprintf(answer, "NOBODYS", 3, "", one))
	refuse("bankFile.orderUnknown", fmt.Sprintf(answer, f.MessageID, 3, "", strings.Replace(one, w.invoices[0].Number, "NOBODYS", 1)))

	r := w.taken(fmt.Appendf(nil, answer, f.MessageID, 3, "", one))
	require.Equal(t, []int{1, 2, 1}, []int{r.File.Lines, r.Accepted, r.Settled})
	require.Equal(t, []string{"FAILED 0", "PENDING 0"}, []string{w.status(0), w.status(1)})
	list, err := w.settlements.Of(t.Context(), w.Organizer, w.Operation, w.invoices[0].ID)
	require.NoError(t, err)
	require.Equal(t, []any{settlement.Rejection, "AC04"}, []any{list[0].Kind, list[0].Reference})
	require.NoError(t, err)
	require.Equal(t, 0, w.taken(fmt.Appendf(nil, answer, f.MessageID, 3, "", one)).File.Lines, "told twice")

	amount := w.invoices[0].Amount
	back := w.pay(5, -amount, "")
	back.EndToEndID, back.Return = w.invoices[0].Number, "AC04"
	gross := w.pay(4, amount, "")
	gross.EndToEndID = w.invoices[0].Number
	w.taken(w.statement(gross, back))
	require.Equal(t, "FAILED 0", w.status(0), "a bank that books it and takes it back")
	require.Empty(t, w.open())

	again := w.export(0)
	require.Contains(t, string(again.Content), w.invoices[0].Number+"-R1")
	w.taken(fmt.Appendf(nil, answer, f.MessageID, 3, "<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>FF01</Cd></Rsn></StsRsnInf>", ""))
	require.Equal(t, []string{"FAILED 0", "FAILED 0", "FAILED 0"}, []string{w.status(0), w.status(1), w.status(2)})
}

// TestAnOrderIsRefusedOfWhatWasPartlyPaid: what the bank tells of it waits for a person, and its collection is
// answered all the same: it cannot be taken back, nor the invoice be collected once more. A part of it settled, the
// rest concerns an invoice: it is not set aside.
func TestAnOrderIsRefusedOfWhatWasPartlyPaid(t *testing.T) {
	t.Parallel()
	w := newTown(t, 2)
	f := w.export(0, 1)
	w.taken(w.statement(w.pay(0, 500, w.invoices[0].Number)))
	require.Equal(t, "PENDING 500", w.status(0))
	one := fmt.Sprintf(`<OrgnlPmtInfAndSts><OrgnlPmtInfId>%s001</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>%s</OrgnlEndToEndId><TxSts>RJCT</TxSts></TxInfAndSts></OrgnlPmtInfAndSts>`, f.MessageID, w.invoices[0].Number)
	w.taken(fmt.Appendf(nil, answer, f.MessageID, 2, "", one))
	open := w.open()
	require.Len(t, open, 1)
	require.Equal(t, []any{reconciliation.Refused, reconciliation.NotPaid, "PENDING 500"}, []any{open[0].Kind, open[0].Reason, w.status(0)})
	_, err := w.collections.Cancel(t.Context(), w.Organizer, f.ID)
	require.ErrorIs(t, err, collection.ErrCollected)
	_, err = w.collections.ExportOfIssuer(t.Context(), w.Organizer, w.issuer.ID, []id.ID{w.invoices[0].ID})
	require.ErrorIs(t, err, collection.ErrAlreadyCollected)

	part := money.Cents(200)
	_, err = w.Settle(t.Context(), w.Organizer, w.Operation, open[0].ID, []reconciliation.Share{{InvoiceID: w.invoices[0].ID, Amount: &part}})
	require.NoError(t, err)
	_, err = w.SetAside(t.Context(), w.Organizer, w.Operation, []id.ID{open[0].ID}, reconciliation.Known, "")
	require.Equal(t, reconciliation.ErrPartly.With("settled", "2.00"), fault.From(err), "what is refused in part is not set aside")
	require.Len(t, w.open(), 1)
}

// TestADebitIsTakenBackAfterEightWeeks: the invoice has failed, and the collection lets it go.
func TestADebitIsTakenBackAfterEightWeeks(t *testing.T) {
	t.Parallel()
	w := newTown(t, 1)
	w.export(0)
	amount := w.invoices[0].Amount
	m := w.pay(0, amount, "")
	m.EndToEndID = w.invoices[0].Number
	back := m
	back.Amount, back.On, back.Return, back.Reference = -amount, m.On+30, "MD06", "BACK"
	w.taken(w.statement(back))
	require.Equal(t, "PENDING 0", w.status(0))
	require.Equal(t, reconciliation.NotPaid, w.open()[0].Reason, "what is taken back is not known yet")
	r := w.taken(w.statement(m))
	require.Equal(t, []any{1, 1, "FAILED 0"}, []any{r.Settled, r.Matched, w.status(0)})
	require.Contains(t, string(w.export(0).Content), "-R1")
}

// TestALineIsSettledByHand: by several invoices, the rest stays open; set aside, and opened again.
func TestALineIsSettledByHand(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3)
	amount := w.invoices[0].Amount
	w.taken(w.statement(w.pay(0, 2*amount+50, "mes factures"), w.pay(1, -450, "FRAIS")))
	list := w.open()
	require.Len(t, list, 2)
	fee, line := list[0].ID, list[1].ID
	_, proposals, err := w.Line(t.Context(), w.Organizer, w.Operation, line)
	require.NoError(t, err)
	require.Equal(t, w.invoices[0].ID, proposals[0].ID, "by the name of who paid")
	settle := func(shares ...reconciliation.Share) (reconciliation.Line, error) {
		return w.Settle(t.Context(), w.Organizer, w.Operation, line, shares)
	}
	before := w.all()
	much, none, all := 3*amount, money.Cents(0), 2*amount+51
	for key, shares := range map[string][]reconciliation.Share{
		"list.tooLong":          make([]reconciliation.Share, reconciliation.MostSettled+1),
		"bankLine.remainder":    {{InvoiceID: w.invoices[0].ID, Amount: &much}},
		"bankLine.invoiceTwice": {{InvoiceID: w.invoices[0].ID}, {InvoiceID: w.invoices[0].ID}},
		"bankLine.invalid":      {{InvoiceID: w.invoices[0].ID}, {InvoiceID: id.New()}, {InvoiceID: w.invoices[1].ID, Amount: &none}},
	} {
		_, err := settle(shares...)
		require.Equal(t, key, fault.KeyOf(err))
		require.Equal(t, before, w.all(), "all or none")
	}
	_, err = settle(make([]reconciliation.Share, reconciliation.MostSettled)...)
	require.Equal(t, "bankLine.invoiceTwice", fault.KeyOf(err), "so many may be named")
	_, err = settle(reconciliation.Share{InvoiceID: w.invoices[0].ID, Amount: &all})
	require.Equal(t, (2*amount + 50).String(), fault.From(err).Params["left"])
	_, err = settle(reconciliation.Share{InvoiceID: w.invoices[1].ID, Amount: &none})
	require.Equal(t, []any{int(settlement.MostCents / 100), "invoices"}, []any{fault.From(err).Items[0].Params["max"], fault.From(err).Items[0].Field})
	l, err := settle(reconciliation.Share{InvoiceID: w.invoices[0].ID}, reconciliation.Share{InvoiceID: w.invoices[1].ID})
	require.NoError(t, err)
	require.Equal(t, []any{money.Cents(50), reconciliation.Open, 2}, []any{l.Left(), l.State(), len(l.Parts)})
	aside, err := w.SetAside(t.Context(), w.Organizer, w.Operation, []id.ID{fee, line}, reconciliation.Fee, " frais ")
	require.NoError(t, err)
	require.Equal(t, []string{"2 FEE"}, pgtest.Column(t, w.DB, "select (details->>'lines') || ' ' || (details->>'reason') from audit_entries where action = 'bankFile:update' and details ? 'reason'"))
	require.Equal(t, []any{reconciliation.SetAside, "frais"}, []any{aside[0].State(), aside[0].Aside.Note})
	require.Empty(t, w.open())
	_, err = settle(reconciliation.Share{InvoiceID: w.invoices[2].ID})
	require.Equal(t, "bankLine.notOpen", fault.KeyOf(err))
	l, err = w.Reopen(t.Context(), w.Organizer, w.Operation, line)
	require.NoError(t, err)
	require.Equal(t, []any{reconciliation.Open, 2*amount + 50, "PENDING 0"}, []any{l.State(), l.Left(), w.status(0)})
	_, err = w.Reopen(t.Context(), w.Organizer, w.Operation, line)
	require.Equal(t, "bankLine.open", fault.KeyOf(err))
	for key, reason := range map[string]reconciliation.AsideReason{"field.enum": "WHY", "notFound": reconciliation.Fee} {
		_, err := w.SetAside(t.Context(), w.Organizer, w.Operation, []id.ID{line, id.New()}, reason, "")
		require.Equal(t, key, fault.KeyOf(err))
	}
	require.Equal(t, reconciliation.Open, w.open()[0].State())
}

// TestTheLastCentIsSettled: one that is open of an invoice, and one that is left of a line; where nothing is
// left of it, that is told, and not that the next invoice is paid.
func TestTheLastCentIsSettled(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3)
	amount := w.invoices[0].Amount
	w.taken(w.statement(w.pay(0, 2*amount, "mes factures")))
	line := w.open()[0].ID
	try := func(shares ...reconciliation.Share) (reconciliation.Line, error) {
		return w.Settle(t.Context(), w.Organizer, w.Operation, line, shares)
	}
	settle := func(shares ...reconciliation.Share) reconciliation.Line {
		t.Helper()
		l, err := try(shares...)
		require.NoError(t, err)
		return l
	}
	most, cent := amount-1, money.Cents(1)
	settle(reconciliation.Share{InvoiceID: w.invoices[0].ID, Amount: &most})
	l := settle(reconciliation.Share{InvoiceID: w.invoices[0].ID, Amount: &cent})
	require.Equal(t, amount, l.Left(), "the cent that was open")
	require.Equal(t, fmt.Sprint("SUCCEEDED ", int64(amount)), w.status(0))
	_, err := try(reconciliation.Share{InvoiceID: w.invoices[1].ID}, reconciliation.Share{InvoiceID: w.invoices[2].ID})
	require.Equal(t, "bankLine.remainder", fault.KeyOf(err))
	settle(reconciliation.Share{InvoiceID: w.invoices[1].ID, Amount: &most})
	l = settle(reconciliation.Share{InvoiceID: w.invoices[2].ID})
	require.Equal(t, []any{reconciliation.Settled, "PENDING 1"}, []any{l.State(), w.status(2)}, "the cent that was left")
}

// TestFilesThatAreNotOurs: another account, days to come, the same days in another format, and what no
// reader knows: each is refused and changes nothing.
func TestFilesThatAreNotOurs(t *testing.T) {
	t.Parallel()
	w := newTown(t, 1)
	w.taken(w.statement(w.pay(0, 100, "a"), w.pay(3, 100, "b")))
	before := w.all()
	late := w.pay(0, 100, "b")
	late.On += 400
	for key, content := range map[string][]byte{
		"bankFile.accountUnknown": fake.Camt053("08", anneIBAN, 1, 0, []fake.Movement{w.pay(0, 100, "a")}),
		"bankFile.ahead":          w.statement(late),
		"bankFile.otherFormat":    fake.Coda(1, creditorIBAN, coretest.Date("2026-12-31"), 0, []fake.Movement{w.pay(1, 100, "c")}),
		"bankFile.unknown":        []byte("%PDF-1.7"),
		"import.tooLarge":         bytes.Repeat([]byte(" "), bankfile.MaxBytes+1),
	} {
		_, err := w.take("x", content, false)
		require.Equal(t, key, fault.KeyOf(err), "%v", err)
		require.Equal(t, "x", fault.From(err).Params["fileName"])
		require.Equal(t, before, w.all())
	}
	_, err := w.take("x", bytes.Repeat([]byte(" "), bankfile.MaxBytes), false)
	require.Equal(t, "bankFile.unknown", fault.KeyOf(err), "as large as may be")
	_, err = w.take("x", fake.Camt053("08", anneIBAN, 1, 0, []fake.Movement{w.pay(0, 100, "a")}), false)
	require.NotContains(t, err.Error(), string(anneIBAN))
}

// TestATableIsAskedAboutOnce: what its columns mean is kept for tables with the same columns.
func TestATableIsAskedAboutOnce(t *testing.T) {
	t.Parallel()
	w := newTown(t, 2)
	row := func(n int) string {
		return fmt.Sprintf("2%d/11/2026;%s;VIR %s;Client Numéro%d\n", n, strings.ReplaceAll(w.invoices[n].Amount.String(), ".", ","), w.invoices[n].Number, n)
	}
	head := "Date;Montant;Libellé;Tiers\n"
	_, err := w.take("t.csv", []byte(head+row(0)), false)
	require.Equal(t, "bankFile.mappingNeeded", fault.KeyOf(err))
	require.Equal(t, []string{"Date", "Montant", "Libellé", "Tiers"}, fault.From(err).Params["columns"])
	m := &reconciliation.Mapping{BillingEntityID: w.issuer.ID, Mapping: bankfile.Mapping{Day: "Date", Amount: "Montant", Texts: []string{"Libellé"}, Counterparty: "Rien", Decimal: bankfile.Comma, Dates: bankfile.DayFirst}}
	told := func() (reconciliation.Report, error) {
		return w.Import(t.Context(), w.Organizer, w.Operation, reconciliation.Upload{Name: "t.csv", Content: []byte(head + row(0)), Mapping: m})
	}
	_, err = told()
	require.Equal(t, []string{"bankFile.mappingNeeded", "bankFile.column"}, []string{fault.KeyOf(err), fault.From(err).Items[0].Key})
	require.Equal(t, 0, w.Count("bank_file_mappings"))
	m.Counterparty = "Tiers"
	r, err := told()
	require.NoError(t, err)
	require.Equal(t, 1, r.Settled)
	later := w.taken([]byte(head + row(0) + row(1)))
	require.Equal(t, []any{1, 1, bankfile.CSV}, []any{later.Known, later.Settled, later.Format})
	list, err := w.TableMappings(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Equal(t, "Commune", list[0].IssuerName)
	require.NoError(t, w.ForgetMapping(t.Context(), w.Organizer, w.Operation, list[0].ID))
	_, err = w.take("t.csv", []byte(head+row(1)), false)
	require.Equal(t, "bankFile.mappingNeeded", fault.KeyOf(err))
}

// TestATableIsOfWhoseDocumentsItNames: in no folder, a table is of the operation that knows its columns and
// that its lines name, one way or the other; a number that two operations have is of both.
func TestATableIsOfWhoseDocumentsItNames(t *testing.T) {
	t.Parallel()
	w := newTown(t, 2)
	const head = "Date;Montant;Libellé\n"
	table := func(text string) []byte { return []byte(head + "20/11/2026;12,00;" + text + "\n") }
	ours := table("VIR " + w.invoices[0].Number + " MERCI")
	concerned := func(content []byte) []id.ID {
		t.Helper()
		of, err := w.Concerned(t.Context(), content)
		require.NoError(t, err)
		return of
	}
	require.Empty(t, concerned(ours), "nobody said what its columns mean")
	told := reconciliation.Mapping{BillingEntityID: w.issuer.ID, Mapping: bankfile.Mapping{Day: "Date", Amount: "Montant", Texts: []string{"Libellé"}, Decimal: bankfile.Comma, Dates: bankfile.DayFirst}}
	_, err := w.Import(t.Context(), w.Organizer, w.Operation, reconciliation.Upload{Name: "t.csv", Content: table("LOYER"), Mapping: &told})
	require.NoError(t, err)
	require.Equal(t, []id.ID{w.Operation}, concerned(ours))
	require.Empty(t, concerned(table("LOYER NOVEMBRE")), "a line that names nothing of ours, though its columns are known")

	friend := w.Elsewhere(policy.Principal{UserID: w.Organizer.UserID, Role: policy.RoleOrganizer, Operations: []id.ID{w.Operation, id.New()}})
	other := friend.Issuer("Ailleurs", "", friend.Site("Ailleurs", "producer", ""))
	w.Exec("insert into bank_file_mappings select (jsonb_populate_record(m, jsonb_build_object('operation_id', $2::text, 'id', $3::text, 'billing_entity_id', $4::text))).* from bank_file_mappings m where m.operation_id = $1",
		w.Operation, friend.Operation, id.New(), other.ID)
	require.Equal(t, []id.ID{w.Operation}, concerned(ours), "the other knows the columns and is not named")
	w.Exec("update bank_file_mappings set dates = 'YEAR_MONTH_DAY' where operation_id = $1", w.Operation)
	_, err = w.Concerned(t.Context(), ours)
	require.Error(t, err, "what was told does not fit any more, and nobody else is named")
}

// TestWhoTakesFiles: who runs the operation; a stranger is answered as if nothing was there, observers
// and participants may not.
func TestWhoTakesFiles(t *testing.T) {
	t.Parallel()
	w := newTown(t, 1)
	w.taken(w.statement(w.pay(0, 100, "a")))
	line := w.open()[0].ID
	for _, c := range []struct {
		who policy.Principal
		key string
	}{
		{policy.Principal{UserID: w.User(policy.RoleOrganizer), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}}, "notFound"},
		{policy.Principal{UserID: w.User(policy.RoleObserver), Role: policy.RoleObserver, Operations: []id.ID{w.Operation}}, "forbidden"},
		{policy.Principal{UserID: w.User(policy.RoleParticipant), Role: policy.RoleParticipant}, ""},
	} {
		_, take := w.Import(t.Context(), c.who, w.Operation, reconciliation.Upload{Name: "a", Content: w.statement()})
		_, match := w.Match(t.Context(), c.who, w.Operation)
		_, files := w.Files(t.Context(), c.who, w.Operation)
		_, list := w.List(t.Context(), c.who, w.Operation, reconciliation.Filter{})
		_, _, one := w.Line(t.Context(), c.who, w.Operation, line)
		_, settle := w.Settle(t.Context(), c.who, w.Operation, line, []reconciliation.Share{{InvoiceID: w.invoices[0].ID}})
		_, aside := w.SetAside(t.Context(), c.who, w.Operation, []id.ID{line}, reconciliation.Fee, "")
		_, reopen := w.Reopen(t.Context(), c.who, w.Operation, line)
		_, mappings := w.TableMappings(t.Context(), c.who, w.Operation)
		forget := w.ForgetMapping(t.Context(), c.who, w.Operation, id.New())
		for n, err := range []error{take, match, files, list, one, settle, aside, reopen, mappings, forget} {
			require.Error(t, err, "%s %d", c.who.Role, n)
			if c.key != "" {
				require.Contains(t, fault.KeyOf(err), c.key, "%s %d", c.who.Role, n)
			}
		}
		require.False(t, w.Full(t.Context(), c.who, w.Operation))
	}
	require.True(t, w.Full(t.Context(), w.Organizer, w.Operation))
	var sealed []byte
	require.NoError(t, w.DB.Pool().QueryRow(t.Context(), "select iban_sealed from bank_lines limit 1").Scan(&sealed))
	require.NotContains(t, string(sealed), string(creditorIBAN))
}

// TestAFileNamesItsOperation by its accounts and its orders; it may be of several, where an account is, and
// of none.
func TestAFileNamesItsOperation(t *testing.T) {
	t.Parallel()
	w := newTown(t, 2)
	f := w.export(0, 1)
	concerned := func(content []byte) []id.ID {
		t.Helper()
		of, err := w.Concerned(t.Context(), content)
		require.NoError(t, err)
		return of
	}
	ours, theirs := w.statement(w.pay(0, 100, "a")), fake.Camt053("08", anneIBAN, 1, 0, []fake.Movement{w.pay(0, 100, "a")})
	one := fmt.Sprintf(`<OrgnlPmtInfAndSts><OrgnlPmtInfId>%s001</OrgnlPmtInfId><PmtInfSts>ACSP</PmtInfSts></OrgnlPmtInfAndSts>`, f.MessageID)
	told := func(message string) []byte { return fmt.Appendf(nil, answer, message, 2, "", one) }
	require.Equal(t, []id.ID{w.Operation}, concerned(ours), "the account of its creditor")
	require.Equal(t, []id.ID{w.Operation}, concerned(told(f.MessageID)), "its order")
	require.Empty(t, concerned(theirs))
	require.Empty(t, concerned(told("NOBODYS")))
	require.Empty(t, concerned([]byte("Date;Montant;Texte\n2026-11-02;12,00;COM\n")), "a table names no account")
	require.Empty(t, concerned(bytes.Repeat([]byte(" "), bankfile.MaxBytes)), "as large as may be")
	_, err := w.Concerned(t.Context(), bytes.Repeat([]byte(" "), bankfile.MaxBytes+1))
	require.Equal(t, []any{"import.tooLarge", bankfile.MaxBytes >> 20}, []any{fault.KeyOf(err), fault.From(err).Params["megabytes"]})

	friend := w.Elsewhere(policy.Principal{UserID: w.Organizer.UserID, Role: policy.RoleOrganizer, Operations: []id.ID{w.Operation, id.New()}})
	other := friend.Issuer("Ailleurs", "", friend.Site("Ailleurs", "producer", ""))
	set := func(iban string) {
		t.Helper()
		_, err := friend.Entities.UpdateBillingEntity(t.Context(), friend.Organizer, friend.Scope, other.ID, entity.BillingEntityChange{IBAN: &iban})
		require.NoError(t, err)
	}
	set(string(creditorIBAN))
	require.ElementsMatch(t, []id.ID{w.Operation, friend.Operation}, concerned(ours), "of both")
	set(string(anneIBAN))
	require.Equal(t, []id.ID{friend.Operation}, concerned(theirs))
	require.Equal(t, []id.ID{w.Operation}, concerned(ours))
}

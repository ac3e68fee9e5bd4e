package collection_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/invoicestore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/paymentstore"
	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/adapters/sepa"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment"
	"github.com/openpmo/pmo/core/payment/collection"
	"github.com/openpmo/pmo/core/policy"
)

const townIBAN, anneIBAN = "FR1420041010050500013M02606", "FR7630006000011234567890189"

// town is a commune that collects from its clients by direct debit.
type town struct {
	*coretest.Billing
	*collection.Service
	payments *payment.Service
	issuer   billing.BillingEntity
	producer id.ID
	sites    []id.ID
	invoices []billing.Invoice // published, of September and October
}

// newTown has some clients with a mandate each; none is billed yet.
func newTown(t *testing.T, clients int) *town {
	t.Helper()
	b := coretest.NewBilling(t)
	cipher, err := seal.New(bytes.Repeat([]byte{1}, 32), "iban")
	require.NoError(t, err)
	mandates := paymentstore.NewMandates(b.DB, cipher, b.Now)
	b.Rewire(func(p *assembly.Parts) { p.Mandates = mandates })
	creditors, issuers, operations := paymentstore.NewCreditors(b.DB, cipher), paymentstore.NewIssuers(b.DB), operationstore.NewOperations(b.DB)
	w := &town{Billing: b, payments: payment.New(payment.Deps{Guard: b.Guard, Tx: b.DB, Now: b.Now, Operations: operations, Issuers: issuers, Creditors: creditors, Mandates: mandates}),
		Service: collection.New(collection.Deps{Guard: b.Guard, Tx: b.DB, Now: b.Now, Operations: operations, Issuers: issuers, Creditors: creditors,
			Collections: paymentstore.NewCollections(b.DB, cipher), Documents: b.Keeping(b.Shelf), Writer: sepa.Writer{}, Cipher: cipher})}
	w.people(clients)
	return w
}

// people are a producer with its issuer, and clients who subscribe to it.
func (w *town) people(clients int) {
	w.T.Helper()
	w.producer = w.Site("Mairie", "producer", "")
	w.issuer = w.Issuer("Commune", coretest.Commune, w.producer)
	var err error
	w.Plan, err = w.Contracts.CreatePlan(w.T.Context(), w.Organizer, w.Scope, contract.PlanInput{Name: "Prélèvement", Period: billing.Monthly, Method: billing.Debit, TermDays: coretest.Ptr(30),
		Charges: []billing.Charge{{Code: "ABONNEMENT", Type: billing.Fixed, Price: 2_000_000}}})
	require.NoError(w.T, err, "a plan by direct debit is taken")
	for n := range clients {
		site := w.Site(fmt.Sprintf("Client %d", n), "consumer", "")
		w.Client(fmt.Sprintf("Client %d", n), "", party.Individual, site)
		w.Subscribe(site, w.producer, "2026-10-01")
		w.sites = append(w.sites, site)
	}
}

func (w *town) collects() {
	w.T.Helper()
	name, ics, iban := "Commune", "FR72ZZZ123456", townIBAN
	_, err := w.payments.CreateCreditor(w.T.Context(), w.Organizer, w.issuer.ID, payment.CreditorChange{Name: &name, ICS: &ics, IBAN: &iban})
	require.NoError(w.T, err)
}

func (w *town) signs(n int) payment.Mandate {
	w.T.Helper()
	v, err := w.payments.CreateMandate(w.T.Context(), w.Organizer, w.issuer.ID, payment.MandateInput{ParticipantID: w.sites[n].String(), RUM: fmt.Sprintf("RUM-%d", n),
		DebtorName: fmt.Sprintf("Client %d", n), IBAN: anneIBAN, SignatureDate: "2026-10-01"})
	require.NoError(w.T, err)
	return v.Mandates[0]
}

// billed is a town whose clients have an invoice each.
func billed(t *testing.T, clients int) *town {
	t.Helper()
	w := newTown(t, clients)
	w.collects()
	for n := range clients {
		w.signs(n)
	}
	w.publish()
	return w
}

func (w *town) publish() {
	w.T.Helper()
	w.Run("2026-10-31")
	var drafts []id.ID
	for _, i := range w.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}}) {
		drafts = append(drafts, i.ID)
	}
	for _, r := range w.Publish(drafts...) {
		require.Nil(w.T, r.Refused)
	}
	w.invoices = w.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Finalized}})
}

func (w *town) ids(at ...int) []id.ID {
	out := make([]id.ID, len(at))
	for n, i := range at {
		out[n] = w.invoices[i].ID
	}
	return out
}

// TestWhatWillBeCollectedIsAnnounced: an invoice names the mandate by which it will be collected, with the
// account, as it was when it was issued; a credit note names none, and what is stored shows no account.
func TestWhatWillBeCollectedIsAnnounced(t *testing.T) {
	t.Parallel()
	w := billed(t, 2)
	cipher, err := seal.New(bytes.Repeat([]byte{1}, 32), "iban")
	require.NoError(t, err)
	documents := invoicestore.Stores(w.DB, cipher).Documents
	frozen := func(i id.ID) *billing.DocumentMandate {
		found, err := documents.Snapshots(t.Context(), w.Operation, []id.ID{i})
		require.NoError(t, err)
		return found[i].Payment.Mandate
	}
	for n, inv := range w.invoices {
		require.Equal(t, "FR72ZZZ123456 "+anneIBAN, string(frozen(inv.ID).ICS)+" "+frozen(inv.ID).IBAN)
		require.Equal(t, strings.Replace(inv.ClientName, "Client ", "RUM-", 1), string(frozen(inv.ID).RUM), n)
	}
	var stored string
	require.NoError(t, w.DB.Pool().QueryRow(t.Context(), "select snapshot::text from invoices where id = $1", w.invoices[0].ID).Scan(&stored))
	require.NotContains(t, stored, anneIBAN)
	require.Contains(t, stored, "RUM-")
	_, err = w.Publication.CancelInvoices(t.Context(), w.Organizer, w.Scope, billing.Selection{IDs: []id.ID{w.invoices[0].ID}})
	require.NoError(t, err)
	notes := w.Listed(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeCreditNote}})
	require.Len(t, notes, 1)
	require.Nil(t, frozen(notes[0].ID))
}

// TestDebitIsBilledWhereItCanBeCollected: first a creditor, then a mandate, each with the text of the
// specification's run errors.
func TestDebitIsBilledWhereItCanBeCollected(t *testing.T) {
	t.Parallel()
	w := newTown(t, 1)
	failure := func() string {
		r := w.Run("2026-10-31")
		require.Len(t, r.Items, 1)
		if r.Items[0].Failure == nil {
			return ""
		}
		return r.Items[0].Failure.Key
	}
	require.Equal(t, billing.ErrIssuerPayment.Key, failure())
	w.collects()
	require.Equal(t, billing.ErrClientPayment.Key, failure())
	w.signs(0)
	require.Empty(t, failure())
	w.publish()
	require.Equal(t, billing.Debit, w.invoices[0].Method)
}

// TestTheSameSetIsTheSameFile: whoever asks, by the issuer or its producer, in whatever order; the
// sum is that of the invoices, and what is in the store is encrypted.
func TestTheSameSetIsTheSameFile(t *testing.T) {
	t.Parallel()
	w := billed(t, 3)
	before, err := w.Candidates(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Len(t, before, 3)
	require.Nil(t, before[0].Refused)
	first, err := w.ExportOfIssuer(t.Context(), w.Organizer, w.issuer.ID, w.ids(0, 1, 2))
	require.NoError(t, err)
	var sum money.Cents
	for _, i := range w.invoices {
		sum += i.Amount
	}
	require.Equal(t, []any{sum, 3, "2026-10"}, []any{first.Amount, first.Invoices, first.Month.String()})
	again, err := w.ExportOfProducer(t.Context(), w.Organizer, w.producer, w.ids(2, 0, 1, 1))
	require.NoError(t, err)
	require.Equal(t, []any{first.ID, string(first.Content)}, []any{again.ID, string(again.Content)})
	later, err := w.Download(t.Context(), w.Organizer, first.ID)
	require.NoError(t, err)
	require.Equal(t, first.Content, later.Content)
	kept := 0
	for key, content := range w.Shelf.Bytes {
		if bytes.HasPrefix([]byte(key), []byte("sepa/")) {
			kept++
			require.NotContains(t, string(content), anneIBAN)
		}
	}
	require.Equal(t, 1, kept)
	after, err := w.Candidates(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Empty(t, after)
	v, _, err := w.payments.Mandate(t.Context(), w.Organizer, w.mandateOf(0))
	require.NoError(t, err)
	require.Equal(t, first.Last, *v.Mandates[0].LastCollectedOn)
}

func (w *town) mandateOf(n int) id.ID {
	w.T.Helper()
	v, err := w.payments.MandatesOfIssuer(w.T.Context(), w.Organizer, w.issuer.ID)
	require.NoError(w.T, err)
	for _, m := range v.Mandates {
		if m.ParticipantID == w.sites[n] {
			return m.ID
		}
	}
	w.T.Fatal("no mandate")
	return ""
}

// TestACreditorCollectsOverItsOperations: invoices of two operations whose issuers have one ICS and account
// are one file, the same by whichever issuer it is asked for; who runs one of them alone has no part in it.
func TestACreditorCollectsOverItsOperations(t *testing.T) {
	t.Parallel()
	w := billed(t, 1)
	both := w.Organizer
	both.Operations = append(slices.Clone(both.Operations), id.New())
	other := &town{Billing: w.Elsewhere(both), Service: w.Service, payments: w.payments}
	other.people(1)
	other.collects()
	_, err := w.payments.CreateMandate(t.Context(), both, other.issuer.ID, payment.MandateInput{ParticipantID: other.sites[0].String(), RUM: "RUM-ELSEWHERE",
		DebtorName: "Client", IBAN: anneIBAN, SignatureDate: "2026-10-01"})
	require.NoError(t, err)
	other.publish()

	set := []id.ID{w.invoices[0].ID, other.invoices[0].ID}
	_, err = w.ExportOfIssuer(t.Context(), w.Organizer, w.issuer.ID, set)
	require.Equal(t, "notFound", fault.KeyOf(err), "one of the invoices is not theirs")
	file, err := w.ExportOfIssuer(t.Context(), both, w.issuer.ID, set)
	require.NoError(t, err)
	require.Equal(t, []any{w.invoices[0].Amount + other.invoices[0].Amount, 2}, []any{file.Amount, file.Invoices})
	for _, number := range []string{w.invoices[0].Number, other.invoices[0].Number} {
		require.Contains(t, string(file.Content), number)
	}
	again, err := w.ExportOfIssuer(t.Context(), both, other.issuer.ID, set)
	require.NoError(t, err)
	require.Equal(t, []any{file.ID, string(file.Content)}, []any{again.ID, string(again.Content)})
	for _, operation := range both.Operations {
		waiting, err := w.Candidates(t.Context(), both, operation)
		require.NoError(t, err)
		require.Empty(t, waiting)
	}
}

// TestAnInvoiceIsCollectedOnce: another set with it is refused by its number and changes nothing,
// until the collection is taken back.
func TestAnInvoiceIsCollectedOnce(t *testing.T) {
	t.Parallel()
	w := billed(t, 3)
	first, err := w.ExportOfIssuer(t.Context(), w.Organizer, w.issuer.ID, w.ids(0, 1))
	require.NoError(t, err)
	_, err = w.ExportOfIssuer(t.Context(), w.Organizer, w.issuer.ID, w.ids(1, 2))
	require.Equal(t, "sepa.alreadyCollected", fault.KeyOf(err))
	require.Equal(t, []string{w.invoices[1].Number}, fault.From(err).Params["numbers"])
	_, err = w.ExportOfIssuer(t.Context(), w.Organizer, w.issuer.ID, w.ids(1))
	require.Equal(t, "sepa.alreadyCollected", fault.KeyOf(err), "a part of it is another set")
	cancelled, err := w.Cancel(t.Context(), w.Organizer, first.ID)
	require.NoError(t, err)
	require.Equal(t, collection.Cancelled, cancelled.Status)
	v, _, err := w.payments.Mandate(t.Context(), w.Organizer, w.mandateOf(0))
	require.NoError(t, err)
	require.Nil(t, v.Mandates[0].LastCollectedOn)
	second, err := w.ExportOfIssuer(t.Context(), w.Organizer, w.issuer.ID, w.ids(1, 2))
	require.NoError(t, err)
	require.Contains(t, string(second.Content), w.invoices[1].Number+"-R1")
	twice, err := w.Cancel(t.Context(), w.Organizer, first.ID)
	require.NoError(t, err)
	require.Equal(t, cancelled.CancelledAt, twice.CancelledAt)
	w.Exec("update invoices set payment_status = 'SUCCEEDED' where id = $1", w.invoices[1].ID)
	_, err = w.Cancel(t.Context(), w.Organizer, second.ID)
	require.ErrorIs(t, err, collection.ErrCollected)
	list, err := w.List(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Equal(t, []any{second.ID, 1, first.ID, 0}, []any{list[0].ID, list[0].Paid, list[1].ID, list[1].Paid})
}

// TestTwoExportsAtOnce: of the same set both get one file; of sets that overlap one gets it, and no
// invoice is in two collections that hold.
func TestTwoExportsAtOnce(t *testing.T) {
	t.Parallel()
	w := billed(t, 6)
	sets := [][]id.ID{w.ids(0, 1, 2), w.ids(0, 1, 2), w.ids(2, 3), w.ids(3, 4, 5), w.ids(0, 1, 2), w.ids(5)}
	files, errs := make([]collection.File, len(sets)), make([]error, len(sets))
	var all sync.WaitGroup
	for n := range sets {
		all.Go(func() { files[n], errs[n] = w.ExportOfIssuer(t.Context(), w.Organizer, w.issuer.ID, sets[n]) })
	}
	all.Wait()
	held := map[id.ID]id.ID{}
	for n, set := range sets {
		if errs[n] != nil {
			require.Contains(t, []string{"sepa.alreadyCollected", "sepa.changed"}, fault.KeyOf(errs[n]), "%v", errs[n])
			continue
		}
		for _, i := range set {
			if held[i] != "" {
				require.Equal(t, held[i], files[n].ID)
			}
			held[i] = files[n].ID
		}
	}
	require.NotEmpty(t, held)
	require.Equal(t, len(held), w.Count("collected_invoices"))
	again, err := w.ExportOfIssuer(t.Context(), w.Organizer, w.issuer.ID, sets[0])
	if files[0].ID != "" {
		require.NoError(t, err)
		require.Equal(t, files[0].Content, again.Content)
	}
}

// TestAnotherAccountIsToldOnce: to the bank of the debtor, with the next collection after it.
func TestAnotherAccountIsToldOnce(t *testing.T) {
	t.Parallel()
	w := billed(t, 1)
	amend := func(iban string) {
		_, err := w.payments.UpdateMandate(t.Context(), w.Organizer, w.mandateOf(0), payment.MandateChange{IBAN: &iban})
		require.NoError(t, err)
		w.Clock = w.Clock.AddDate(0, 0, 1)
	}
	amend("BE71096123456769") // before the first collection nobody knows another one
	first, err := w.ExportOfIssuer(t.Context(), w.Organizer, w.issuer.ID, w.ids(0))
	require.NoError(t, err)
	require.NotContains(t, string(first.Content), "AmdmntInd")
	w.Clock = w.Clock.AddDate(0, 0, 1)
	amend(anneIBAN)
	amend(townIBAN)
	for n, told := range []bool{true, false} { // it comes back twice
		w.Exec("update collected_invoices set held = false")
		w.Exec("update collections set returned = true")
		w.Clock = w.Clock.AddDate(0, 0, 1)
		again, err := w.ExportOfIssuer(t.Context(), w.Organizer, w.issuer.ID, w.ids(0))
		require.NoError(t, err)
		require.Equal(t, told, bytes.Contains(again.Content, []byte("<OrgnlDbtrAcct><Id><IBAN>BE71096123456769</IBAN>")), n)
		require.Contains(t, string(again.Content), fmt.Sprintf("%s-R%d", w.invoices[0].Number, n+1))
	}
}

// TestWhatIsAnothersIsNotThere: an organizer of another operation reads, exports and takes back
// nothing, and is answered as for ids that nobody gave; participants and observers neither.
func TestWhatIsAnothersIsNotThere(t *testing.T) {
	t.Parallel()
	w := billed(t, 1)
	made, err := w.ExportOfIssuer(t.Context(), w.Organizer, w.issuer.ID, w.ids(0))
	require.NoError(t, err)
	other := id.New()
	stranger := policy.Principal{UserID: w.User(policy.RoleOrganizer), Role: policy.RoleOrganizer, Operations: []id.ID{other}}
	elsewhere := w.Elsewhere(stranger)
	calls := map[string]func(p policy.Principal) error{
		"get":      func(p policy.Principal) error { _, _, err := w.Get(t.Context(), p, made.ID); return err },
		"download": func(p policy.Principal) error { _, err := w.Download(t.Context(), p, made.ID); return err },
		"cancel":   func(p policy.Principal) error { _, err := w.Cancel(t.Context(), p, made.ID); return err },
		"export": func(p policy.Principal) error {
			_, err := w.ExportOfIssuer(t.Context(), p, w.issuer.ID, w.ids(0))
			return err
		},
		"list":    func(p policy.Principal) error { _, err := w.List(t.Context(), p, w.Operation); return err },
		"waiting": func(p policy.Principal) error { _, err := w.Candidates(t.Context(), p, w.Operation); return err },
	}
	for name, call := range calls {
		require.NoError(t, func() error {
			if name == "cancel" {
				return nil
			}
			return call(w.Organizer)
		}(), name)
		require.Error(t, call(stranger), name)
		for _, p := range []policy.Principal{w.Account("Client 0"), w.Observer()} {
			require.Equal(t, "forbidden", fault.KeyOf(call(p)), name)
		}
	}
	nobodys := id.New()
	_, err = w.Download(t.Context(), stranger, made.ID)
	_, want := w.Download(t.Context(), stranger, nobodys)
	require.Equal(t, fault.KeyOf(want), fault.KeyOf(err))
	issuer := elsewhere.Issuer("Ailleurs", "552100554", elsewhere.Site("Toit", "producer", ""))
	_, err = w.ExportOfIssuer(t.Context(), stranger, issuer.ID, w.ids(0))
	require.Equal(t, "notFound", fault.KeyOf(err), "an invoice of another operation")
}

// TestWhatTheBankIsAskedForIsNotCancelled: the client would pay what was taken back. Once the order is
// cancelled, or the money is there, the invoice may be.
func TestWhatTheBankIsAskedForIsNotCancelled(t *testing.T) {
	t.Parallel()
	w := billed(t, 2)
	file, err := w.ExportOfIssuer(t.Context(), w.Organizer, w.issuer.ID, w.ids(0))
	require.NoError(t, err)
	cancelled := func(at ...int) []billing.Result {
		results, err := w.Publication.CancelInvoices(t.Context(), w.Organizer, w.Scope, billing.Selection{IDs: w.ids(at...)})
		require.NoError(t, err)
		return results
	}
	results := cancelled(0, 1)
	require.Nil(t, results[1].Refused, "the other one is in no order")
	refused := results[0].Refused
	require.NotNil(t, refused)
	require.Equal(t, "invoice.inCollection", refused.Key)
	require.Equal(t, map[string]any{"message": file.MessageID, "date": file.First.String()}, refused.Params)
	require.Len(t, w.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Finalized}, Types: []billing.InvoiceType{billing.TypeInvoice}}), 1, "nothing has happened to it")

	_, err = w.Service.Cancel(t.Context(), w.Organizer, file.ID)
	require.NoError(t, err)
	require.Nil(t, cancelled(0)[0].Refused)
}

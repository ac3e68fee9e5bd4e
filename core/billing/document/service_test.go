package document_test

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/blob"
	"github.com/openpmo/pmo/adapters/postgres/kernelstore"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/document"
	"github.com/openpmo/pmo/core/billing/einvoice"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/object"
	"github.com/openpmo/pmo/core/party"
)

func TestDocuments(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "martin"})[0]
	draft, err := b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "nl")
	require.NoError(t, err)
	require.Contains(t, string(draft.Content), "nl 58.27")
	require.Contains(t, string(draft.Content), "true")

	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	before, err := b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "")
	require.NoError(t, err)
	require.Equal(t, []string{"COM-2026-00001", ""}, []string{before.Number, before.Translation})
	require.Contains(t, string(before.Content), "au nom et pour le compte de Commune de Fougères")
	require.Contains(t, string(before.Content), "Ne pas payer avant réception de l'avis des sommes à payer")

	require.NoError(t, b.Documents.StoreDocuments(t.Context(), b.Operation, b.Told.Documents))
	require.NoError(t, b.Documents.StoreDocuments(t.Context(), b.Operation, b.Told.Documents))
	require.Len(t, b.Shelf.Bytes, 1)
	after, err := b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "fr")
	require.NoError(t, err)
	require.Equal(t, before, after)
	copied, err := b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "nl")
	require.NoError(t, err)
	require.Contains(t, string(copied.Content), "Vertaald afschrift")

	statement := b.Listed(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeStatement}})[0]
	_, err = b.Invoices.Download(t.Context(), b.Organizer, b.Scope, statement.ID, "")
	require.ErrorIs(t, err, billing.ErrInvoiceNoDocument)
}

// dying is an object store whose process dies when it has what it was given.
type dying struct {
	*coretest.Shelf
	dies bool
	puts int
}

func (d *dying) PutAll(ctx context.Context, objects []object.Object) error {
	return blob.PutAll(ctx, d, objects)
}

func (d *dying) Put(ctx context.Context, key string, content io.Reader, size int64, mediaType string) error {
	d.puts++
	if err := d.Shelf.Put(ctx, key, content, size, mediaType); err != nil || !d.dies {
		return err
	}
	return errors.New("killed")
}

// deliveries keeps what was queued.
type deliveries []event.Delivery

func (q *deliveries) Deliver(_ context.Context, ds []event.Delivery) error {
	*q = append(*q, ds...)
	return nil
}

// TestADocumentIsStoredOnceWhateverHappens: whose process dies between the store and the database
// is delivered again by the sweep of events, and finds its own content.
func TestADocumentIsStoredOnceWhateverHappens(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	store, queue := &dying{Shelf: b.Shelf, dies: true}, &deliveries{}
	bus := event.New(event.Deps{Tx: b.DB, Log: kernelstore.NewEvents(b.DB), Queue: queue, Now: b.Now})
	b.Rewire(func(p *assembly.Parts) { p.Stored, p.Events = b.Keeping(store), bus })
	bus.Handle(event.AfterCommit("documents", func(ctx context.Context, e billing.InvoicesPublished) error {
		return b.Documents.StoreDocuments(ctx, e.OperationID, e.InvoiceIDs)
	}))
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "martin"})[0]
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	require.Len(t, *queue, 1)
	require.ErrorContains(t, bus.Deliver(t.Context(), (*queue)[0]), "killed")
	recorded := func() bool { return b.Listed(billing.InvoiceFilter{Query: "martin"})[0].DocumentID != "" }
	require.Equal(t, []any{1, false}, []any{len(b.Shelf.Bytes), recorded()})
	before, err := b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "")
	require.NoError(t, err, "it can be read meanwhile")

	b.Clock, store.dies = b.Clock.Add(61*time.Minute), false
	require.NoError(t, bus.Sweep(t.Context()))
	require.Len(t, *queue, 2)
	for range 2 { // as its first job comes back too
		require.NoError(t, bus.Deliver(t.Context(), (*queue)[1]))
	}
	require.Equal(t, []any{1, 2, true}, []any{len(b.Shelf.Bytes), store.puts, recorded()}, "nothing is lost, nothing is there twice")
	after, err := b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "")
	require.NoError(t, err)
	require.Equal(t, before, after)
	b.Clock = b.Clock.Add(2 * time.Hour)
	require.NoError(t, bus.Sweep(t.Context()))
	require.Len(t, *queue, 2, "done is done")
}

// The chart of an invoice adds up its sites day by day; a day that is not known of one
// of them is left out of it.
func TestTheDaysOfADocument(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	north, south, producer := b.Site("Nord", "consumer", ""), b.Site("Sud", "consumer", "[2026-10-11,)"), b.Sites["Commune"]
	client := b.Client("Deux sites", "", party.Individual, north)
	_, err := b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, b.Scope, client.ID, entity.BillableEntityChange{ConsumerIDs: []id.ID{north, south}})
	require.NoError(t, err)
	b.Subscribe(north, producer, "2026-10-01")
	b.Subscribe(south, producer, "2026-10-11")
	b.Meter.Hourly[billing.Pair{ConsumerID: north, ProducerID: producer}] = 1_000
	b.Meter.Hourly[billing.Pair{ConsumerID: south, ProducerID: producer}] = 10_000
	b.Meter.Unknown = map[id.ID][]civil.Date{south: {coretest.Date("2026-10-05"), coretest.Date("2026-10-20")}}
	b.Run("2026-10-31")

	inv := b.Listed(billing.InvoiceFilter{ClientID: client.ID})[0]
	_, err = b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "")
	require.NoError(t, err)
	draft := b.Printed.Days
	got := map[string]energy.MilliWh{}
	for _, day := range draft {
		got[day.Day.String()] = day.Energy
	}
	require.Len(t, got, 30)
	require.NotContains(t, got, "2026-10-20", "not known of one of the two sites")
	require.Equal(t, energy.MilliWh(24_000), got["2026-10-05"], "the other site was not there yet")
	require.Equal(t, energy.MilliWh(24*11_000), got["2026-10-11"])
	require.Equal(t, energy.MilliWh(25*11_000), got["2026-10-25"], "the long day of October")

	var ids []id.ID
	for _, one := range b.Listed(billing.InvoiceFilter{}) {
		ids = append(ids, one.ID)
	}
	b.Meter.AskedDays = 0
	for _, r := range b.Publish(ids...) {
		require.Nil(t, r.Refused)
	}
	require.Equal(t, 2, b.Meter.AskedDays, "once for each stretch of days, not for each of four invoices")
	b.Meter.Unknown = nil
	_, err = b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "")
	require.NoError(t, err)
	require.Equal(t, draft, b.Printed.Days, "frozen with the invoice")
}

// print renders the only invoice of a client as it stands.
func print(b *coretest.Billing, client string) billing.Document {
	inv := b.Listed(billing.InvoiceFilter{Query: client})[0]
	_, err := b.Invoices.Download(b.T.Context(), b.Organizer, b.Scope, inv.ID, "")
	require.NoError(b.T, err)
	return *b.Printed
}

func mentioned(d billing.Document) (keys []string) {
	for _, m := range d.Mentions {
		keys = append(keys, m.Key)
	}
	return keys
}

// TestMentionsFollowWhoPays: penalties and discounts are between professionals, the
// mediator is for individuals, the public accountant's notice for public bodies.
func TestMentionsFollowWhoPays(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	require.Equal(t, []string{"prepared", "treasury", "goods", "mediator"}, mentioned(print(b, "Martin")))
	require.Equal(t, []string{"prepared", "treasury", "goods", "late", "discount"}, mentioned(print(b, "CCAS")))
}

// TestACreditNoteIsPreparedInItsOwnWords: whoever writes it for the seller writes a credit note and no
// invoice, as it is printed, as e-invoice, and in a copy in another language; the invoice keeps its words.
func TestACreditNoteIsPreparedInItsOwnWords(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Exec("update billable_entities set email = 'martin@exemple.org' where name = 'Martin'")
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	results, err := b.Publication.CancelInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: []id.ID{inv.ID}})
	require.NoError(t, err)
	require.Nil(t, results[0].Refused)
	said := func(kind billing.InvoiceType, language string) string {
		of := b.Listed(billing.InvoiceFilter{Query: "Martin", Types: []billing.InvoiceType{kind}})[0]
		_, err := b.Invoices.Download(t.Context(), b.Organizer, b.Scope, of.ID, language)
		require.NoError(t, err)
		for _, m := range b.Printed.Mentions {
			if m.Key == "prepared" {
				return m.Text
			}
		}
		return ""
	}
	said(billing.TypeInvoice, "")
	pmo := b.Printed.PreparedBy
	of := pmo + " au nom et pour le compte de Commune de Fougères."
	require.Equal(t, "Facture établie par "+of, said(billing.TypeInvoice, ""))
	require.Equal(t, "Avoir établi par "+of, said(billing.TypeCreditNote, ""))
	require.Contains(t, string(b.Printed.Electronic), "Avoir établi par")
	require.Equal(t, "Creditnota opgesteld door "+pmo+" in naam en voor rekening van Commune de Fougères.", said(billing.TypeCreditNote, "nl"))
	require.NotContains(t, mentioned(*b.Printed), "treasury", "nothing is to be paid")
}

// TestABelgianCreditNoteSaysWhatBecomesOfVAT, in the language of whoever reads it; without VAT nothing is said.
func TestABelgianCreditNoteSaysWhatBecomesOfVAT(t *testing.T) {
	t.Parallel()
	for regime, want := range map[party.VATRegime]string{party.VATNormal: "TVA à reverser à l'État dans la mesure où elle a été initialement déduite.", party.VATFranchise: ""} {
		b := coretest.NewBrussels(t)
		treatment, rate := billing.OwnRate, coretest.Ptr(money.VATRate(2100))
		if regime == party.VATFranchise {
			treatment = billing.Gross
		}
		_, dupont, _ := b.Network(regime, treatment, rate)
		b.Costs[dupont] = 12_340_000
		b.Meter.Hourly[billing.Pair{ConsumerID: dupont, ProducerID: b.Lambert}] = 100_000
		b.Run("2026-10-31")
		inv := b.Listed(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeInvoice}, Statuses: []billing.InvoiceStatus{billing.Draft}})[0]
		require.Nil(t, b.Publish(inv.ID)[0].Refused)
		require.NotContains(t, mentioned(print(b.Billing, "Dupont")), "noteVat")
		results, err := b.Publication.CancelInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: []id.ID{inv.ID}})
		require.NoError(t, err)
		require.Nil(t, results[0].Refused)
		note := b.Listed(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeCreditNote}})[0]
		for _, language := range []string{"", "nl"} {
			_, err = b.Invoices.Download(t.Context(), b.Organizer, b.Scope, note.ID, language)
			require.NoError(t, err)
			text := ""
			for _, m := range b.Printed.Mentions {
				if m.Key == "noteVat" {
					text = m.Text
				}
			}
			if language == "nl" && want != "" {
				want = "Btw terug te storten aan de Staat in de mate waarin ze oorspronkelijk in aftrek werd gebracht."
			}
			require.Equal(t, want, text)
		}
	}
}

// TestTheAccountIsPrintedForTransfers only: who is collected from, pays by cheque or waits
// for the public accountant must not pay to it as well.
func TestTheAccountIsPrintedForTransfers(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	site := b.Site("Seul", "consumer", "")
	b.Client("Seul", "", "individual", site)
	b.Plan = b.MakePlan("Plan seul", 100_000)
	b.Subscribe(site, b.Sites["Commune"], "2026-10-01")
	for method, iban := range map[billing.PaymentMethod]string{billing.Transfer: "FR1420041010050500013M02606", billing.Cheque: "",
		billing.PublicTreasuryPaymentOrder: "", billing.PublicTreasuryDebit: ""} {
		_, err := b.Contracts.UpdatePlan(t.Context(), b.Organizer, b.Scope, b.Plan.ID, contract.PlanChange{Method: &method})
		require.NoError(t, err)
		b.Run("2026-10-31")
		payment := print(b, "Seul").Payment
		require.Equal(t, method, payment.Method)
		require.Equal(t, iban, payment.IBAN, method)
		require.Equal(t, iban == "", payment.Holder == "", method)
	}
}

// TestALineWithoutVATNamesItsGround: outside the scope, exempt, franchise and zero by the
// plan are four things (EN 16931, BT-118 and BT-120).
func TestALineWithoutVATNamesItsGround(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	issuers, _, err := b.Entities.ListBillingEntities(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	for _, c := range []struct {
		regime, text string
		category     billing.VATCategory
		code, reason string
	}{
		{"none", "", billing.VATOutside, "VATEX-EU-O", "Opération hors champ de la TVA"},
		{"franchise", "", billing.VATExempt, "VATEX-FR-FRANCHISE", "TVA non applicable, art. 293 B du CGI"},
		{"exemption", "Article 261 du CGI", billing.VATExempt, "", "Article 261 du CGI"},
		{"agricultural_flat_rate", "", billing.VATExempt, "", "TVA non facturée : régime du remboursement forfaitaire agricole"},
		{"normal", "", billing.VATStandard, "", ""},
	} {
		_, err := b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, issuers[0].ID, entity.BillingEntityChange{
			IdentityChange: entity.IdentityChange{VATRegime: &c.regime}, ExemptionText: &c.text})
		require.NoError(t, err, c.regime)
		b.Run("2026-10-31")
		vat := print(b, "Martin").VAT
		require.Len(t, vat, 1, c.regime)
		require.Equal(t, []any{c.category, c.code, c.reason}, []any{vat[0].Category, vat[0].ReasonCode, vat[0].Reason}, c.regime)
		require.Equal(t, c.category == billing.VATStandard, vat[0].Tax > 0, c.regime)
	}
}

// TestATranslationKeepsItsGround in the other language.
func TestATranslationKeepsItsGround(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Exec("update billing_entities set vat_regime = 'none'")
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	_, err := b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "nl")
	require.NoError(t, err)
	require.Equal(t, "Verrichting buiten het toepassingsgebied van de btw", b.Printed.VAT[0].Reason)
	require.Equal(t, []string{"translation", "prepared", "treasury", "goods", "mediator"}, mentioned(*b.Printed))
}

// content is a stored document of a kind; "" without one.
func content(b *coretest.Billing, kind string) string {
	for key, bytes := range b.Shelf.Bytes {
		if strings.HasPrefix(key, kind+"/") {
			return string(bytes)
		}
	}
	return ""
}

// TestAnEInvoiceIsKeptAsItWasIssued: it goes into the drawing, stands beside it, and is what is downloaded,
// also when the drawing is lost and whatever is known of the client by then.
func TestAnEInvoiceIsKeptAsItWasIssued(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Exec("update billable_entities set email = 'martin@exemple.org' where name = 'Martin'")
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "martin"})[0]
	draft, err := b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "")
	require.NoError(t, err)
	require.NotEmpty(t, draft.Content)
	require.Empty(t, b.Printed.Electronic, "a draft is no invoice")
	require.True(t, b.Printed.Archival)

	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	early, err := b.Invoices.Electronic(t.Context(), b.Organizer, b.Scope, inv.ID)
	require.NoError(t, err, "it can be read before it is stored")
	require.NoError(t, b.Documents.StoreDocuments(t.Context(), b.Operation, b.Told.Documents))
	within := string(b.Printed.Electronic)
	require.Contains(t, within, "rsm:CrossIndustryInvoice")
	require.Equal(t, within, content(b, "einvoices"))
	require.Equal(t, within, string(early.Content))
	kept, err := b.Invoices.Electronic(t.Context(), b.Organizer, b.Scope, inv.ID)
	require.NoError(t, err)
	require.Equal(t, within, string(kept.Content))
	view, err := b.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, inv.ID)
	require.NoError(t, err)
	require.Equal(t, &document.Availability{Within: true}, view.Electronic)
	sent, err := b.Documents.Travelling(t.Context(), b.Operation, inv.ID)
	require.NoError(t, err)
	require.Equal(t, []any{true, "application/pdf", content(b, "invoices")}, []any{sent.Printed, sent.ContentType, string(sent.Content)}, "what is sent is what is kept")
	_, err = b.Documents.Travelling(t.Context(), b.Operation, id.New())
	require.ErrorIs(t, err, billing.ErrInvoiceNotFound)

	*b.Printed = billing.Document{}
	_, err = b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "nl")
	require.NoError(t, err)
	require.True(t, b.Printed.Translation)
	require.Empty(t, b.Printed.Electronic, "a translation is a copy")
	for key := range b.Shelf.Bytes {
		if strings.HasPrefix(key, "invoices/") {
			delete(b.Shelf.Bytes, key)
		} else {
			b.Shelf.Bytes[key] = []byte("as it was sent")
		}
	}
	_, err = b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "")
	require.NoError(t, err)
	require.Equal(t, "as it was sent", string(b.Printed.Electronic), "a lost drawing is drawn with the e-invoice that was sent")
}

// together is an object store that tells what it was given at once.
type together struct {
	*coretest.Shelf
	given [][]string // kinds
}

func (s *together) PutAll(ctx context.Context, objects []object.Object) error {
	var kinds []string
	for _, o := range objects {
		kind, _, _ := strings.Cut(o.Key, "/")
		kinds = append(kinds, kind)
	}
	s.given = append(s.given, kinds)
	return s.Shelf.PutAll(ctx, objects)
}

// TestDocumentsAndEInvoicesAreKeptTogether: those of a part go to the store at once, each as of its kind and
// beside its own invoice, also where another has no e-invoice.
func TestDocumentsAndEInvoicesAreKeptTogether(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	store := &together{Shelf: b.Shelf}
	b.Rewire(func(p *assembly.Parts) { p.Stored = b.Keeping(store) })
	b.Exec("update billable_entities set email = 'client@exemple.org'")
	b.Run("2026-10-31")
	var ids []id.ID
	for _, inv := range b.Listed(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeInvoice}}) {
		ids = append(ids, inv.ID)
	}
	require.Greater(t, len(ids), 1)
	for _, one := range b.Publish(ids...) {
		require.Nil(t, one.Refused)
	}
	first := slices.Min(ids) // as one of before: with none
	b.Exec("alter table invoices disable trigger invoices_issued")
	b.Exec("update invoices set snapshot = snapshot - 'Archival' where id = $1", first)
	b.Exec("alter table invoices enable trigger invoices_issued")
	require.NoError(t, b.Documents.StoreDocuments(t.Context(), b.Operation, b.Told.Documents))
	require.Len(t, store.given, 1)
	electronic := 0
	for _, i := range ids {
		inv, err := b.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, i)
		require.NoError(t, err)
		require.Contains(t, b.Shelf.Bytes, "invoices/"+b.Operation.String()+"/"+inv.DocumentID.String())
		if i == first || inv.Electronic.Refused != nil {
			continue
		}
		electronic++
		file, err := b.Invoices.Electronic(t.Context(), b.Organizer, b.Scope, i)
		require.NoError(t, err)
		require.Contains(t, string(file.Content), ">"+inv.Number+"<")
	}
	require.Greater(t, electronic, 1)
	require.Less(t, electronic, len(ids))
	require.ElementsMatch(t, append(slices.Repeat([]string{"invoices"}, len(ids)), slices.Repeat([]string{"einvoices"}, electronic)...), store.given[0])
}

// TestADocumentThatCannotBeAnEInvoiceIsOneAllTheSame: nothing fails, and the invoice says why.
func TestADocumentThatCannotBeAnEInvoiceIsOneAllTheSame(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "martin"})[0]
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	require.NoError(t, b.Documents.StoreDocuments(t.Context(), b.Operation, b.Told.Documents))
	require.Empty(t, b.Printed.Electronic)
	require.Empty(t, content(b, "einvoices"))
	require.NotEmpty(t, content(b, "invoices"))
	view, err := b.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, inv.ID)
	require.NoError(t, err)
	require.ErrorIs(t, view.Electronic.Refused, einvoice.ErrIncomplete)
	require.False(t, view.Electronic.Within)
	_, err = b.Invoices.Electronic(t.Context(), b.Organizer, b.Scope, inv.ID)
	require.ErrorIs(t, err, einvoice.ErrIncomplete)
}

// TestABelgianEInvoiceHoldsTheDocument: UBL with the PDF that the client knows, and not the other way round.
func TestABelgianEInvoiceHoldsTheDocument(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "boulangerie"})[0]
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	// As one that was issued in Brussels: the number of a Belgian enterprise stands on it.
	b.Exec("alter table invoices disable trigger invoices_issued")
	b.Exec(`update invoices set snapshot = jsonb_set(jsonb_set(jsonb_set(snapshot, '{Country}', '"BE"'), '{Buyer,Country}', '"BE"'), '{Buyer,LegalNumber}', '"0123456749"') where id = $1`, inv.ID)
	b.Exec("alter table invoices enable trigger invoices_issued")
	early, err := b.Invoices.Electronic(t.Context(), b.Organizer, b.Scope, inv.ID)
	require.NoError(t, err)
	sent, err := b.Documents.Travelling(t.Context(), b.Operation, inv.ID)
	require.NoError(t, err, "what is not stored yet is stored first")
	require.Equal(t, []any{false, "application/xml", content(b, "einvoices")}, []any{sent.Printed, sent.ContentType, string(sent.Content)})
	require.NoError(t, b.Documents.StoreDocuments(t.Context(), b.Operation, b.Told.Documents))
	require.Empty(t, b.Printed.Electronic)
	kept := content(b, "einvoices")
	require.Contains(t, kept, base64.StdEncoding.EncodeToString([]byte(content(b, "invoices"))))
	require.Equal(t, kept, string(early.Content), "it is the same before it is stored")
	view, err := b.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, inv.ID)
	require.NoError(t, err)
	require.Equal(t, &document.Availability{}, view.Electronic)
}

// TestDocumentsOfBeforeStayAsTheyWere: what was issued before documents were archival is drawn without.
func TestDocumentsOfBeforeStayAsTheyWere(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "boulangerie"})[0]
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	b.Exec("alter table invoices disable trigger invoices_issued")
	b.Exec("update invoices set snapshot = snapshot - 'Archival' where id = $1", inv.ID)
	b.Exec("alter table invoices enable trigger invoices_issued")
	require.NoError(t, b.Documents.StoreDocuments(t.Context(), b.Operation, b.Told.Documents))
	require.False(t, b.Printed.Archival)
	require.Empty(t, b.Printed.Electronic)
	require.Empty(t, content(b, "einvoices"))
	made, err := b.Invoices.Electronic(t.Context(), b.Organizer, b.Scope, inv.ID)
	require.NoError(t, err, "it is made when it is asked for")
	require.Contains(t, string(made.Content), "rsm:CrossIndustryInvoice")
	view, err := b.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, inv.ID)
	require.NoError(t, err)
	require.Equal(t, &document.Availability{}, view.Electronic, "beside the PDF")
}

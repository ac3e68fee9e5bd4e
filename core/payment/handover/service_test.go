package handover_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/blob/fs"
	"github.com/openpmo/pmo/adapters/place"
	laying "github.com/openpmo/pmo/adapters/place/handover"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/kernelstore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/paymentstore"
	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/adapters/sepa"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment"
	"github.com/openpmo/pmo/core/payment/collection"
	"github.com/openpmo/pmo/core/payment/handover"
	"github.com/openpmo/pmo/core/payment/reconciliation"
	"github.com/openpmo/pmo/core/policy"
)

// banks plays what takes files from banks in.
type banks struct {
	taken      []string
	refused    error
	concerned  map[string][]id.ID // by content
	unreadable map[string]error
}

func (b *banks) Concerned(_ context.Context, content []byte) ([]id.ID, error) {
	return b.concerned[string(content)], b.unreadable[string(content)]
}

func (b *banks) Import(_ context.Context, _ policy.Principal, operationID id.ID, u reconciliation.Upload) (reconciliation.Report, error) {
	if b.refused != nil {
		return reconciliation.Report{}, b.refused
	}
	b.taken = append(b.taken, operationID.String()+" "+u.Name+" "+string(u.Content))
	return reconciliation.Report{}, nil
}

// services are those of one process: over a database, with an object store and a place in two folders.
type services struct {
	collections *collection.Service
	handovers   *handover.Service
	place       *laying.Place
}

func servicesOf(db *postgres.DB, guard policy.Guard, now func() time.Time, objects, folder string, b handover.Banks) (s services, err error) {
	cipher, err := seal.New(bytes.Repeat([]byte{1}, 32), "iban")
	if err != nil {
		return s, err
	}
	shelf, err := fs.New(objects, bytes.Repeat([]byte{2}, 32), now)
	if err != nil {
		return s, err
	}
	files, err := place.OpenFolder(folder)
	if s.place = laying.In(files); err != nil {
		return s, err
	}
	operations := operationstore.NewOperations(db)
	s.collections = collection.New(collection.Deps{Guard: guard, Tx: db, Now: now, Operations: operations, Issuers: paymentstore.NewIssuers(db), Creditors: paymentstore.NewCreditors(db, cipher),
		Collections: paymentstore.NewCollections(db, cipher), Documents: document.New(document.Deps{Documents: kernelstore.NewDocuments(db), Objects: shelf, Tx: db, Now: now}),
		Writer: sepa.Writer{}, Cipher: cipher})
	s.handovers = handover.New(handover.Deps{Guard: guard, Tx: db, Now: now, Place: s.place, Handovers: paymentstore.NewHandovers(db), Orders: s.collections, Banks: b,
		Operations: operations, Reason: func(f *fault.Error) string { return f.Key }})
	return s, nil
}

// town is a commune that collects from some clients by direct debit, each of whom has an invoice.
type town struct {
	*coretest.Billing
	services
	banks           *banks
	objects, folder string
	issuer          billing.BillingEntity
	invoices        []id.ID
}

func newTown(t *testing.T, clients int) *town {
	t.Helper()
	b := coretest.NewBilling(t)
	cipher, err := seal.New(bytes.Repeat([]byte{1}, 32), "iban")
	require.NoError(t, err)
	mandates := paymentstore.NewMandates(b.DB, cipher, b.Now)
	b.Rewire(func(p *assembly.Parts) { p.Mandates = mandates })
	w := &town{Billing: b, banks: &banks{}, objects: t.TempDir(), folder: t.TempDir()}
	w.services, err = servicesOf(b.DB, b.Guard, b.Now, w.objects, w.folder, w.banks)
	require.NoError(t, err)
	t.Cleanup(func() { _ = w.place.Close() })
	payments := payment.New(payment.Deps{Guard: b.Guard, Tx: b.DB, Now: b.Now, Operations: operationstore.NewOperations(b.DB), Issuers: paymentstore.NewIssuers(b.DB),
		Creditors: paymentstore.NewCreditors(b.DB, cipher), Mandates: mandates})
	producer := b.Site("Mairie", "producer", "")
	w.issuer = b.Issuer("Commune", coretest.Commune, producer)
	_, err = payments.CreateCreditor(t.Context(), b.Organizer, w.issuer.ID, payment.CreditorChange{Name: coretest.Ptr("Commune"), ICS: coretest.Ptr("FR72ZZZ123456"), IBAN: coretest.Ptr("FR1420041010050500013M02606")})
	require.NoError(t, err)
	b.Plan, err = b.Contracts.CreatePlan(t.Context(), b.Organizer, b.Scope, contract.PlanInput{Name: "Prélèvement", Period: billing.Monthly, Method: billing.Debit, TermDays: coretest.Ptr(30),
		Charges: []billing.Charge{{Code: "ABONNEMENT", Type: billing.Fixed, Price: 2_000_000}}})
	require.NoError(t, err)
	for n := range clients {
		name := fmt.Sprintf("Client %d", n)
		site := b.Site(name, "consumer", "")
		b.Client(name, "", party.Individual, site)
		b.Subscribe(site, producer, "2026-10-01")
		_, err := payments.CreateMandate(t.Context(), b.Organizer, w.issuer.ID, payment.MandateInput{ParticipantID: site.String(), RUM: fmt.Sprintf("RUM-%d", n),
			DebtorName: name, IBAN: "FR7630006000011234567890189", SignatureDate: "2026-10-01"})
		require.NoError(t, err)
	}
	b.Run("2026-10-31")
	var drafts []id.ID
	for _, i := range b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}}) {
		drafts = append(drafts, i.ID)
	}
	for _, r := range b.Publish(drafts...) {
		require.Nil(t, r.Refused)
	}
	for _, i := range b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Finalized}}) {
		w.invoices = append(w.invoices, i.ID)
	}
	return w
}

func (w *town) exported(at ...int) collection.File {
	w.T.Helper()
	var ids []id.ID
	for _, n := range at {
		ids = append(ids, w.invoices[n])
	}
	f, err := w.collections.ExportOfIssuer(w.T.Context(), w.Organizer, w.issuer.ID, ids)
	require.NoError(w.T, err)
	return f
}

func (w *town) handOver(c collection.File) handover.Handover {
	w.T.Helper()
	h, err := w.handovers.HandOver(w.T.Context(), w.Organizer, c.ID)
	require.NoError(w.T, err)
	return h
}

func (w *town) stands(c collection.File) handover.Handover {
	w.T.Helper()
	o, err := w.handovers.Stand(w.T.Context(), w.Organizer, w.Operation)
	require.NoError(w.T, err)
	for _, h := range o.Out {
		if h.CollectionID == c.ID {
			return h
		}
	}
	return handover.Handover{}
}

// TestAFileIsLaidDownOnce: whole, under its name, with a receipt; asked again nothing is laid down, also
// when the bank has taken it; and the collection cannot be taken back.
func TestAFileIsLaidDownOnce(t *testing.T) {
	t.Parallel()
	w := newTown(t, 2)
	c := w.exported(0, 1)
	require.Equal(t, handover.Waiting, w.handOver(c).State)
	require.NoError(t, w.handovers.Sweep(t.Context()))
	h := w.stands(c)
	require.Equal(t, []any{handover.Done, "folder", 1, w.Organizer.UserID}, []any{h.State, h.Place, h.Attempts, h.AskedBy})
	require.Equal(t, w.Clock, h.DoneAt.UTC())
	at := filepath.Join(w.folder, "out", h.FileName)
	content, err := os.ReadFile(at)
	require.NoError(t, err)
	require.Equal(t, string(c.Content), string(content))
	require.Equal(t, "sepa-"+c.MessageID+".xml", h.FileName)
	require.NoError(t, os.Remove(at), "the bank takes it")
	require.Equal(t, handover.Done, w.handOver(c).State)
	w.Clock = w.Clock.Add(48 * time.Hour)
	require.NoError(t, w.handovers.Sweep(t.Context()))
	left, err := os.ReadDir(filepath.Join(w.folder, "out"))
	require.NoError(t, err)
	require.Empty(t, left)
	_, err = w.collections.Cancel(t.Context(), w.Organizer, c.ID)
	require.ErrorIs(t, err, collection.ErrHandedOver)
}

// broken is a place that fails where it is told to.
type broken struct {
	handover.Place
	write, rename error
	answerLost    bool // of a rename that was made
}

func (b *broken) Write(ctx context.Context, name string, content []byte) error {
	if b.write != nil {
		return b.write
	}
	return b.Place.Write(ctx, name, content)
}

func (b *broken) Rename(ctx context.Context, from, to string) error {
	if b.answerLost {
		b.answerLost = false
		return errors.Join(errors.New("hung up"), b.Place.Rename(ctx, from, to))
	}
	if b.rename != nil {
		return b.rename
	}
	return b.Place.Rename(ctx, from, to)
}

// TestAPlaceInTrouble: tried again after a pause, for days; what was given up can be asked for again, or
// the collection taken back. An answer that was lost is no second file.
func TestAPlaceInTrouble(t *testing.T) {
	t.Parallel()
	w := newTown(t, 3)
	away := errors.New("no route to host")
	b := &broken{Place: w.place, write: away}
	w.handovers.Place = b
	c := w.exported(0)
	w.handOver(c)
	require.ErrorIs(t, w.handovers.Sweep(t.Context()), away)
	h := w.stands(c)
	require.Equal(t, []any{handover.Waiting, handover.Unreachable, w.Clock.Add(2 * time.Minute)}, []any{h.State, h.Trouble, h.NextAt.UTC()})
	require.NoError(t, w.handovers.Sweep(t.Context()), "not before its time")
	_, err := w.collections.Cancel(t.Context(), w.Organizer, c.ID)
	require.ErrorIs(t, err, collection.ErrHandedOver, "it may lie there any moment")
	w.Clock = w.Clock.Add(6 * 24 * time.Hour)
	require.Error(t, w.handovers.Sweep(t.Context()))
	require.Equal(t, handover.Failed, w.stands(c).State)
	b.write = nil
	require.Equal(t, handover.Waiting, w.handOver(c).State)
	require.NoError(t, w.handovers.Sweep(t.Context()))
	require.Equal(t, handover.Done, w.stands(c).State)

	second := w.exported(1)
	w.handOver(second)
	b.answerLost = true
	require.Error(t, w.handovers.Sweep(t.Context()))
	require.Equal(t, handover.Naming, w.stands(second).State)
	require.NoError(t, os.Remove(filepath.Join(w.folder, "out", "sepa-"+second.MessageID+".xml")), "the bank was quick")
	w.Clock = w.Clock.Add(time.Hour)
	require.NoError(t, w.handovers.Sweep(t.Context()))
	require.Equal(t, handover.Done, w.stands(second).State)
	_, err = os.Stat(filepath.Join(w.folder, "out", "sepa-"+second.MessageID+".xml"))
	require.ErrorIs(t, err, os.ErrNotExist, "not laid down again")

	third := w.exported(2)
	w.handOver(third)
	b.rename = away
	require.Error(t, w.handovers.Sweep(t.Context()))
	w.Clock = w.Clock.Add(30 * 24 * time.Hour)
	require.Error(t, w.handovers.Sweep(t.Context()))
	require.Equal(t, handover.Naming, w.stands(third).State, "what may lie there is not given up")
}

// TestWhoComesLateNamesNothing: of two attempts at one file the earlier one, which was held up, is the one
// that must not name its file.
func TestWhoComesLateNamesNothing(t *testing.T) {
	t.Parallel()
	w := newTown(t, 1)
	c := w.exported(0)
	w.handOver(c)
	store := paymentstore.NewHandovers(w.DB)
	late, ok, err := store.Claim(t.Context(), w.Clock, w.Clock.Add(time.Minute))
	require.NoError(t, err)
	require.True(t, ok)
	_, ok, err = store.Claim(t.Context(), w.Clock, w.Clock.Add(time.Minute))
	require.NoError(t, err)
	require.False(t, ok, "it is claimed")
	w.Clock = w.Clock.Add(2 * time.Minute)
	require.NoError(t, w.handovers.Sweep(t.Context()))
	late.Temporary = "late"
	mine, err := store.Name(t.Context(), late)
	require.NoError(t, err)
	require.False(t, mine)
	require.Equal(t, 2, w.stands(c).Attempts)
}

// TestWhoMayHandOver: who may send of all its operations; nobody where the server has no place, nothing
// that was cancelled.
func TestWhoMayHandOver(t *testing.T) {
	t.Parallel()
	w := newTown(t, 2)
	c := w.exported(0)
	_, err := w.handovers.HandOver(t.Context(), w.Account("Client 0"), c.ID)
	require.Error(t, err)
	_, err = w.handovers.HandOver(t.Context(), w.Organizer, id.New())
	require.ErrorIs(t, err, policy.ErrNotFound)
	_, err = w.handovers.Stand(t.Context(), w.Account("Client 0"), w.Operation)
	require.Error(t, err)
	without := handover.New(w.handovers.Deps)
	without.Place = nil
	_, err = without.HandOver(t.Context(), w.Organizer, c.ID)
	require.ErrorIs(t, err, handover.ErrNoPlace)
	require.NoError(t, without.Sweep(t.Context()))
	_, err = w.collections.Cancel(t.Context(), w.Organizer, c.ID)
	require.NoError(t, err)
	_, err = w.handovers.HandOver(t.Context(), w.Organizer, c.ID)
	require.ErrorIs(t, err, handover.ErrCancelled)
	_, err = paymentstore.NewHandovers(w.DB).Ask(t.Context(), handover.Handover{OperationID: w.Operation, CollectionID: c.ID, Place: "folder", FileName: "x", SHA256: fmt.Sprintf("%064d", 0), Size: 1})
	require.ErrorIs(t, err, handover.ErrCancelled, "also when it was cancelled meanwhile")
}

// TestWhatComesBack is taken in once as if it had been uploaded, and put aside; what is refused lies with
// its reason; what is still written, of nobody, or that the database could not take, stays.
func TestWhatComesBack(t *testing.T) {
	t.Parallel()
	w := newTown(t, 1)
	in := filepath.Join(w.folder, "in")
	old := w.Clock.Add(-time.Hour)
	lay := func(name, content string, at time.Time) {
		t.Helper()
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(in, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(in, name), []byte(content), 0o600))
		require.NoError(t, os.Chtimes(filepath.Join(in, name), at, at))
	}
	lay("ACC00000001/camt.xml", "money", old)
	lay("ACC00000001/new.xml", "x", w.Clock)
	lay("ACC00000001/half.xml.part", "x", old)
	lay("ACC00000999/other.xml", "x", old)
	require.NoError(t, w.handovers.Sweep(t.Context()))
	require.NoError(t, w.handovers.Sweep(t.Context()))
	require.Equal(t, []string{w.Operation.String() + " camt.xml money"}, w.banks.taken)
	done, err := filepath.Glob(filepath.Join(w.folder, "done", "ACC00000001", "*-camt.xml"))
	require.NoError(t, err)
	require.Len(t, done, 1)
	for _, stays := range []string{"ACC00000001/new.xml", "ACC00000001/half.xml.part", "ACC00000999/other.xml"} {
		require.FileExists(t, filepath.Join(in, stays))
	}

	w.banks.refused = errors.New("the database is away")
	lay("ACC00000001/later.xml", "y", old)
	require.ErrorIs(t, w.handovers.Sweep(t.Context()), w.banks.refused)
	require.FileExists(t, filepath.Join(in, "ACC00000001", "later.xml"))

	w.banks.refused = reconciliation.ErrAccount
	require.NoError(t, w.handovers.Sweep(t.Context()))
	reasons, err := filepath.Glob(filepath.Join(w.folder, "refused", "ACC00000001", "*-later.xml.txt"))
	require.NoError(t, err)
	require.Len(t, reasons, 1)
	reason, err := os.ReadFile(reasons[0])
	require.NoError(t, err)
	require.Equal(t, reconciliation.ErrAccount.Key+"\n", string(reason))
	o, err := w.handovers.Stand(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Len(t, o.Returned, 2)
	require.ErrorIs(t, o.Returned[0].Refused, reconciliation.ErrAccount)
	require.Nil(t, o.Returned[1].Refused)
}

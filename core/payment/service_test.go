package payment_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/perim"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/paymentstore"
	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/adapters/xlsx"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment"
	"github.com/openpmo/pmo/core/policy"
)

const (
	ics       = "FR72ZZZ123456"
	anneIBAN  = "FR7630006000011234567890189"
	otherIBAN = "FR1420041010050500013M02606"
)

// world is a commune that sells to Anne and to the bakery.
type world struct {
	*coretest.Billing
	*payment.Service
	mandates     *paymentstore.Mandates
	issuer       billing.BillingEntity
	anne, bakery id.ID
	client       billing.BillableEntity // of Anne
}

func newWorld(t *testing.T) *world {
	t.Helper()
	b := coretest.NewBilling(t)
	cipher, err := seal.New(bytes.Repeat([]byte{1}, 32), "iban")
	require.NoError(t, err)
	w := &world{Billing: b, mandates: paymentstore.NewMandates(b.DB, cipher, b.Now)}
	w.Service = payment.New(payment.Deps{Guard: b.Guard, Tx: b.DB, Now: b.Now, Operations: operationstore.NewOperations(b.DB),
		Issuers: paymentstore.NewIssuers(b.DB), Creditors: paymentstore.NewCreditors(b.DB, cipher), Mandates: w.mandates,
		Lists: perimeterfile.Readers{Workbooks: xlsx.Reader{}, Texts: perim.Reader{}}})
	w.issuer = b.Issuer("Commune", coretest.Commune, b.Site("Mairie", "producer", ""))
	w.anne, w.bakery = b.Site("Anne", "consumer", ""), b.Site("Boulangerie", "consumer", "")
	w.client = b.Client("Anne Martin", "", party.Individual, w.anne)
	return w
}

func (w *world) creditor() payment.Creditor {
	w.T.Helper()
	c, err := w.CreateCreditor(w.T.Context(), w.Organizer, w.issuer.ID, change("Commune", ics, otherIBAN))
	require.NoError(w.T, err)
	return c
}

func change(name, ics, iban string) payment.CreditorChange {
	return payment.CreditorChange{Name: &name, ICS: &ics, IBAN: &iban}
}

func (w *world) input(participant id.ID, rum string) payment.MandateInput {
	return payment.MandateInput{ParticipantID: participant.String(), RUM: rum, DebtorName: "Anne Martin", IBAN: anneIBAN, SignatureDate: "2026-10-01"}
}

func (w *world) mandate(participant id.ID, rum string) payment.Mandate {
	w.T.Helper()
	v, err := w.CreateMandate(w.T.Context(), w.Organizer, w.issuer.ID, w.input(participant, rum))
	require.NoError(w.T, err)
	return v.Mandates[0]
}

// TestAnIssuerHasOneCreditor: of the issuer or of its producer, and both calls find it.
func TestAnIssuerHasOneCreditor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, err := w.CreateMandate(t.Context(), w.Organizer, w.issuer.ID, w.input(w.anne, "A"))
	require.Equal(t, "error.payment.creditor.not_found", fault.KeyOf(err))
	require.Equal(t, []string{"Commune"}, fault.From(err).Params["creditors"])
	c, err := w.CreateCreditorOfProducer(t.Context(), w.Organizer, w.Sites["Mairie"], change("Commune", ics, otherIBAN))
	require.NoError(t, err)
	_, err = w.CreateCreditor(t.Context(), w.Organizer, w.issuer.ID, change("Commune", ics, otherIBAN))
	require.ErrorIs(t, err, payment.ErrCreditorExists)
	_, err = w.CreateCreditorOfProducer(t.Context(), w.Organizer, w.anne, change("Commune", ics, otherIBAN))
	require.ErrorIs(t, err, billing.ErrIssuerNotFound)
	byIssuer, full, err := w.CreditorsOfIssuers(t.Context(), w.Organizer, []id.ID{w.issuer.ID})
	require.NoError(t, err)
	require.True(t, full[w.Operation])
	require.Equal(t, []party.IBAN{otherIBAN}, []party.IBAN{byIssuer[0].IBAN})
	byProducer, full, err := w.CreditorsOfProducers(t.Context(), w.Admin(), []id.ID{w.Sites["Mairie"]})
	require.NoError(t, err)
	require.False(t, full[w.Operation], "the back-office reads no whole IBAN")
	require.Equal(t, []id.ID{c.ID}, []id.ID{byProducer[0].ID})
	none, _, err := w.CreditorsOfProducers(t.Context(), w.Organizer, []id.ID{w.anne})
	require.NoError(t, err)
	require.Empty(t, none)
}

// TestTheICSOfMandatesStays: a mandate was signed for it.
func TestTheICSOfMandatesStays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.creditor()
	german := "DE98ZZZ09999999999"
	c, err := w.UpdateCreditor(t.Context(), w.Organizer, c.ID, payment.CreditorChange{ICS: &german, IfVersion: 1})
	require.NoError(t, err)
	require.Equal(t, 2, c.Version)
	_, err = w.UpdateCreditor(t.Context(), w.Organizer, c.ID, payment.CreditorChange{ICS: coretest.Ptr(ics), IfVersion: 1})
	require.Equal(t, "object.changed", fault.KeyOf(err))
	w.mandate(w.anne, "A")
	_, err = w.UpdateCreditor(t.Context(), w.Organizer, c.ID, payment.CreditorChange{ICS: coretest.Ptr(ics)})
	require.ErrorIs(t, err, payment.ErrICSFixed)
	c, err = w.UpdateCreditor(t.Context(), w.Organizer, c.ID, payment.CreditorChange{ReconciliationID: coretest.Ptr("SOLEIL")})
	require.NoError(t, err)
	read, _, err := w.Creditor(t.Context(), w.Organizer, c.ID)
	require.NoError(t, err)
	require.Equal(t, "SOLEIL", read.ReconciliationID)
}

// TestARUMIsUniqueForItsICS: over all operations, whatever its capitals; another ICS may
// have the same.
func TestARUMIsUniqueForItsICS(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.creditor()
	w.mandate(w.anne, "Soleil-1")
	_, err := w.CreateMandate(t.Context(), w.Organizer, w.issuer.ID, w.input(w.bakery, "SOLEIL-1"))
	require.ErrorIs(t, err, payment.ErrMandateDuplicate)
	require.Equal(t, "SOLEIL-1", fault.From(err).Params["mandateId"])

	organizer := w.Organizer
	organizer.Operations = append(organizer.Operations, id.New())
	there := w.Elsewhere(organizer)
	roof := there.Site("Toit", "producer", "")
	neighbour := there.Site("Voisine", "consumer", "")
	issuer := there.Issuer("Commune ailleurs", "732829320", roof)
	_, err = w.CreateCreditor(t.Context(), organizer, issuer.ID, change("Commune", ics, otherIBAN))
	require.NoError(t, err)
	_, err = w.CreateMandate(t.Context(), organizer, issuer.ID, w.input(neighbour, "soleil-1"))
	require.ErrorIs(t, err, payment.ErrMandateDuplicate)
	_, err = w.CreateMandate(t.Context(), organizer, issuer.ID, w.input(w.anne, "OTHER"))
	require.ErrorIs(t, err, payment.ErrDebtorUnknown, "of another operation")
	_, err = w.CreateMandateOfProducer(t.Context(), organizer, roof, w.input(neighbour, "OTHER"))
	require.NoError(t, err)
	_, _, err = w.CreditorsOfIssuers(t.Context(), w.Organizer, []id.ID{w.issuer.ID, issuer.ID})
	require.Equal(t, "notFound", fault.KeyOf(err), "one of another operation")
}

// TestAnotherAccountAmendsTheMandate: the one before is kept; nothing else amends it.
func TestAnotherAccountAmendsTheMandate(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.creditor()
	m := w.mandate(w.anne, "A")
	update := func(in payment.MandateChange) payment.Mandate {
		v, err := w.UpdateMandate(t.Context(), w.Organizer, m.ID, in)
		require.NoError(t, err)
		return v.Mandates[0]
	}
	update(payment.MandateChange{DebtorName: coretest.Ptr("Anne Petit"), IBAN: coretest.Ptr(anneIBAN)})
	update(payment.MandateChange{IBAN: coretest.Ptr(otherIBAN), BIC: coretest.Ptr("PSSTFRPPSCE"), IfVersion: 2})
	w.Clock = w.Clock.Add(time.Hour)
	update(payment.MandateChange{IBAN: coretest.Ptr(anneIBAN)})
	_, err := w.UpdateMandate(t.Context(), w.Organizer, m.ID, payment.MandateChange{IfVersion: 3})
	require.Equal(t, "object.changed", fault.KeyOf(err))
	v, before, err := w.Mandate(t.Context(), w.Organizer, m.ID)
	require.NoError(t, err)
	require.Equal(t, []any{"Anne Petit", party.IBAN(anneIBAN), 4, true}, []any{v.Mandates[0].DebtorName, v.Mandates[0].IBAN, v.Mandates[0].Version, v.Full})
	require.Len(t, before, 2)
	require.Equal(t, []party.IBAN{otherIBAN, anneIBAN}, []party.IBAN{before[0].IBAN, before[1].IBAN})
	require.Equal(t, w.Clock, before[0].Until.UTC())
}

// TestOnlyMandatesThatHoldLetCollect: not revoked, not lapsed, of the client's own site.
func TestOnlyMandatesThatHoldLetCollect(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.creditor()
	collectable := func() map[id.ID]bool {
		all, err := w.mandates.Collectable(t.Context(), w.Operation, w.issuer.ID)
		require.NoError(t, err)
		return all
	}
	require.Empty(t, collectable())
	m := w.mandate(w.anne, "A")
	w.mandate(w.bakery, "B") // no client has its site
	require.Equal(t, map[id.ID]bool{w.client.ID: true}, collectable())
	for day, want := range map[string]int{"2029-09-30": 1, "2029-10-01": 0} { // 36 months after the signature
		w.Clock = civil.Paris.Start(coretest.Date(day)).Add(12 * time.Hour)
		require.Len(t, collectable(), want, day)
		v, _, err := w.Mandate(t.Context(), w.Organizer, m.ID)
		require.NoError(t, err)
		require.Equal(t, want == 1, v.Mandates[0].Status(v.Today) == payment.Active, "%s: SQL and core agree", day)
	}
	w.Clock = civil.Paris.Start(coretest.Date("2026-11-06")).Add(12 * time.Hour)
	for day, want := range map[string]int{"2026-11-06": 0, "2026-11-07": 1} {
		on := coretest.Ptr(coretest.Date(day))
		_, err := w.UpdateMandate(t.Context(), w.Organizer, m.ID, payment.MandateChange{RevokedOn: &on})
		require.NoError(t, err)
		require.Len(t, collectable(), want, day)
	}
	early := coretest.Ptr(coretest.Date("2026-09-30"))
	_, err := w.UpdateMandate(t.Context(), w.Organizer, m.ID, payment.MandateChange{RevokedOn: &early})
	require.ErrorIs(t, err, payment.ErrRevokedTooEarly)
}

// TestAnImportIsWholeOrNothing: a check keeps nothing; a wrong row keeps all others out; the
// same rows sent again change nothing.
func TestAnImportIsWholeOrNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.creditor()
	rows := []payment.MandateInput{w.input(w.anne, "A"), w.input(w.bakery, "B"), {DsoID: "1", RUM: "a", DebtorName: "X", IBAN: "FR1", SignatureDate: "2030-01-01"}}
	check, err := w.ImportMandates(t.Context(), w.Organizer, c.ID, rows, true)
	require.NoError(t, err)
	require.Equal(t, []int{2, 0, 1, 4}, []int{check.Created, check.Unchanged, check.Rejected, len(check.Wrong)})
	_, err = w.ImportMandates(t.Context(), w.Organizer, c.ID, rows, false)
	require.Equal(t, "mandate.importRejected", fault.KeyOf(err))
	require.Len(t, fault.From(err).Items, 4)
	require.Equal(t, 3, fault.From(err).Items[0].Row)
	require.Zero(t, w.Count("mandates"))
	made, err := w.ImportMandatesOfIssuer(t.Context(), w.Organizer, w.issuer.ID, rows[:2], false)
	require.NoError(t, err)
	require.Equal(t, []int{2, 0, 0}, []int{made.Created, made.Unchanged, made.Rejected})
	again, err := w.ImportMandates(t.Context(), w.Organizer, c.ID, rows[:2], false)
	require.NoError(t, err)
	require.Equal(t, []int{0, 2, 0}, []int{again.Created, again.Unchanged, again.Rejected})
	require.Equal(t, 2, w.Count("mandates"))
	for _, list := range [][]payment.MandateInput{nil, make([]payment.MandateInput, payment.MaxImportRows+1)} {
		_, err = w.ImportMandates(t.Context(), w.Organizer, c.ID, list, true)
		require.Contains(t, []string{"mandate.importEmpty", "list.tooLong"}, fault.KeyOf(err))
	}
	v, err := w.MandatesOfIssuer(t.Context(), w.Organizer, w.issuer.ID)
	require.NoError(t, err)
	require.Len(t, v.Mandates, 2)
}

// TestAWorkbookOfMandates: the same rows as a workbook and as text have the same faults at the same lines; what is
// given to be filled is taken when it is filled, and names who lacks a mandate only.
func TestAWorkbookOfMandates(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, err := w.BlankMandateList(t.Context(), w.Organizer, w.issuer.ID)
	require.Equal(t, "error.payment.creditor.not_found", fault.KeyOf(err))
	w.creditor()
	blank, err := w.BlankMandateList(t.Context(), w.Organizer, w.issuer.ID)
	require.NoError(t, err)
	require.Equal(t, []string{"Anne", "Boulangerie"}, []string{blank.Rows[0][2], blank.Rows[1][2]}, "who produces pays nothing")
	files := func(rows [][]string) []payment.List {
		text := strings.Join(blank.Header, ";") + "\n"
		cells := make([][]any, len(rows))
		for i, row := range rows {
			text += strings.Join(row, ";") + "\n"
			for _, cell := range row {
				cells[i] = append(cells[i], cell)
			}
		}
		var book bytes.Buffer
		require.NoError(t, xlsx.WriteTable(&book, "Mandats", blank.Header, cells))
		return []payment.List{{FileName: "mandats.csv", Content: []byte(text)}, {FileName: "mandats.xlsx", Content: book.Bytes()}}
	}
	anne, bakery := blank.Rows[0][0], blank.Rows[1][0]
	for _, list := range files([][]string{{anne, "A", "Anne", anneIBAN, "", "", "01/10/2026", ""}, {bakery, "A", "Boulangerie", "FR7630006000011234567890188", "", "", "", ""}, {"99", "B", "", anneIBAN, "", "SEPA", "2030-01-01", ""}}) {
		_, err := w.ImportMandateFile(t.Context(), w.Organizer, w.issuer.ID, list)
		require.Equal(t, "mandate.importRejected", fault.KeyOf(err))
		var told []string
		for _, f := range fault.From(err).Items {
			told = append(told, fmt.Sprint(f.Row, " ", f.Key, " ", f.Field))
		}
		require.Equal(t, []string{"3 iban.invalid iban", "3 field.required signatureDate", "3 mandate.duplicate mandateId", "4 mandate.debtorUnknown dsoId", "4 field.required debtorName", "4 field.enum scheme",
			"4 mandate.signedInFuture signatureDate"}, told, list.FileName)
		list.DryRun = true
		report, err := w.ImportMandateFile(t.Context(), w.Organizer, w.issuer.ID, list)
		require.NoError(t, err)
		require.Equal(t, []any{1, 2, true, 2}, []any{report.Created, report.Rejected, report.DryRun, report.Rows[0].Row}, list.FileName)
		require.Zero(t, w.Count("mandates"))
	}
	for i, list := range files([][]string{{anne, "A", "Anne", anneIBAN, "", "", "01/10/2026", ""}}) {
		report, err := w.ImportMandateFile(t.Context(), w.Organizer, w.issuer.ID, list)
		require.NoError(t, err)
		require.Equal(t, []int{1 - i, i}, []int{report.Created, report.Unchanged}, "the other form says the same")
	}
	blank, err = w.BlankMandateList(t.Context(), w.Organizer, w.issuer.ID)
	require.NoError(t, err)
	require.Equal(t, [][]string{{bakery, "", "Boulangerie"}}, blank.Rows)
	for _, c := range []struct{ name, content, key string }{
		{"", "x", "import.fileRequired"}, {"mandats.pdf", "%PDF", "import.fileType"}, {"mandats.xlsx", "no zip", "import.notSpreadsheet"}, {"mandats.csv", "", "import.empty"},
		{"mandats.csv", "prm;rum;debiteur;iban;date_signature\n", "mandate.importEmpty"}, {"mandats.csv", "a\x00b", "import.notText"}, {"mandats.csv", "prm;couleur\n", "mandate.columnUnknown"},
		{"mandats.csv", strings.Repeat("x", perimeterfile.MaxFileBytes+1), "import.tooLarge"}, {"mandats.csv", "prm;rum\n" + strings.Repeat("1;2\n", payment.MaxImportRows+1), "import.tooManyRows"},
		{"mandats.csv", "prm;rum;debiteur;iban;date_signature\n99;A\n", "import.rejected"},
	} {
		_, err := w.ImportMandateFile(t.Context(), w.Organizer, w.issuer.ID, payment.List{FileName: c.name, Content: []byte(c.content)})
		require.Equal(t, c.key, fault.KeyOf(err), c.name)
	}
	require.Equal(t, 1, w.Count("mandates"))
	observer := policy.Principal{UserID: w.Organizer.UserID, Role: policy.RoleObserver}
	for _, entityID := range []id.ID{w.issuer.ID, id.New()} {
		_, err = w.ImportMandateFile(t.Context(), observer, entityID, payment.List{})
		require.Contains(t, []string{"forbidden", "notFound"}, fault.KeyOf(err))
		_, err = w.BlankMandateList(t.Context(), observer, entityID)
		require.Contains(t, []string{"forbidden", "notFound"}, fault.KeyOf(err))
	}
}

// TestWhoMayReadAndKeepMandates: organizers all of it, the back-office reads masked, others
// nothing; who is refused learns not whether something is there.
func TestWhoMayReadAndKeepMandates(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c, m := w.creditor(), w.mandate(w.anne, "A")
	stranger := policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}}
	reads := func(p policy.Principal, creditorID, mandateID, entityID id.ID) (errs []string, full bool) {
		_, full, err := w.Creditor(t.Context(), p, creditorID)
		_, err2 := w.MandatesOfCreditor(t.Context(), p, creditorID)
		_, err3 := w.MandatesOfIssuer(t.Context(), p, entityID)
		v, _, err4 := w.Mandate(t.Context(), p, mandateID)
		for _, err := range []error{err, err2, err3, err4} {
			if err == nil {
				errs = append(errs, "")
			} else {
				errs = append(errs, fault.KeyOf(err))
			}
		}
		return errs, full || v.Full
	}
	nothing := []string{"", "", "", ""}
	for _, who := range []struct {
		p       policy.Principal
		want    []string
		full    bool
		changes string
	}{
		{w.Organizer, nothing, true, ""},
		{w.Admin(), nothing, false, "forbidden"},
		{w.Observer(), []string{"forbidden", "forbidden", "forbidden", "forbidden"}, false, "forbidden"},
		{w.Account("Anne"), []string{"forbidden", "forbidden", "forbidden", "forbidden"}, false, "forbidden"},
		{stranger, []string{"notFound", "notFound", "notFound", "notFound"}, false, "notFound"},
	} {
		got, full := reads(who.p, c.ID, m.ID, w.issuer.ID)
		require.Equal(t, who.want, got, who.p.Role)
		require.Equal(t, who.full, full, who.p.Role)
		if who.changes != "" {
			absent, _ := reads(who.p, id.New(), id.New(), id.New())
			if who.p.Role != policy.RoleAdmin {
				require.Equal(t, who.want, absent, who.p.Role)
			}
			_, err := w.UpdateMandate(t.Context(), who.p, m.ID, payment.MandateChange{})
			require.Equal(t, who.changes, fault.KeyOf(err), who.p.Role)
			_, err = w.ImportMandates(t.Context(), who.p, c.ID, nil, true)
			require.Equal(t, who.changes, fault.KeyOf(err), who.p.Role)
			_, err = w.UpdateCreditor(t.Context(), who.p, c.ID, payment.CreditorChange{})
			require.Equal(t, who.changes, fault.KeyOf(err), who.p.Role)
		}
	}
	absent, _ := reads(w.Organizer, id.New(), id.New(), id.New())
	require.Equal(t, []string{"notFound", "notFound", "notFound", "notFound"}, absent)
	absent, _ = reads(w.Admin(), id.New(), id.New(), id.New())
	require.Equal(t, []string{"notFound", "notFound", "notFound", "notFound"}, absent)
}

package journal_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/billing/journal"
	"github.com/openpmo/pmo/core/billing/statement"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// stated is the operation of Brussels with its October stated, and the issuer that owes it.
func stated(t *testing.T, regime string) (*coretest.Brussels, id.ID, map[id.ID]statement.Statement) {
	t.Helper()
	b := coretest.NewBrussels(t)
	b.Mandate(b.Toits, "2026-01-15")
	own, err := b.Entities.EnsureOwnIssuer(t.Context(), b.Organizer, b.Operation)
	require.NoError(t, err)
	_, err = b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, own.ID, entity.BillingEntityChange{IdentityChange: entity.IdentityChange{VATRegime: &regime}})
	require.NoError(t, err)
	b.Confirm()
	return b, own.ID, b.State()
}

// TestWhatProducersAreOwedIsBooked: the list, the documents and the journal say the same to the cent. The
// VAT of what is written for a producer is deductible, of a plain statement there is none.
func TestWhatProducersAreOwedIsBooked(t *testing.T) {
	t.Parallel()
	b, payer, of := stated(t, "normal")
	lines := fec(t, b.Billing, payer, november)
	require.Equal(t, map[string]int{"604000": 5446 + 8000, "411000": 1680, "440000": -(5446 + 9680)}, sums(t, lines))
	for _, l := range lines {
		require.Equal(t, []string{"AC", "Achats"}, l[:2])
	}
	books := map[string]int{}
	for _, l := range lines {
		if l[4] == "440000" {
			books[l[2]] = -cents(t, l[11]) + cents(t, l[12])
		}
	}
	listed, err := b.Statements.List(t.Context(), b.Organizer, b.Operation, statement.Filter{})
	require.NoError(t, err)
	require.Len(t, listed, 2)
	for _, st := range listed {
		require.Equal(t, int(st.Amount), books[st.Number])
		printed, err := b.Statements.Statements.Snapshot(t.Context(), b.Operation, st.ID)
		require.NoError(t, err)
		require.Equal(t, st.Amount, printed.Total, "what the document is drawn from")
		require.Equal(t, []any{st.Net, st.VAT}, []any{printed.Net, printed.Tax})
	}
	require.Equal(t, []string{"Relev\xe9 " + of[b.Lambert].Number + " Jean Lambert", "Autofacture " + of[b.Toits].Number + " Toits SRL"}, []string{lines[0][10], lines[2][10]})

	seller := b.Seller[b.Toits].ID
	require.Empty(t, fec(t, b.Billing, seller, november), "the producer's own books are its own")
}

// TestWhoRecoversNoVATBuysWithIt: it is a part of what the energy costs.
func TestWhoRecoversNoVATBuysWithIt(t *testing.T) {
	t.Parallel()
	b, payer, _ := stated(t, "franchise")
	require.Equal(t, map[string]int{"604000": 5446 + 9680, "440000": -(5446 + 9680)}, sums(t, fec(t, b.Billing, payer, november)))
}

// TestVATIsRecoveredByTheRegimeOfTheDay: who leaves the franchise afterwards recovers nothing of what was
// owed before, nor does who enters it lose what was recovered; a journal that is made anew says the same.
func TestVATIsRecoveredByTheRegimeOfTheDay(t *testing.T) {
	t.Parallel()
	for before, after := range map[string]string{"normal": "franchise", "franchise": "normal"} {
		b, payer, of := stated(t, before)
		booked := fec(t, b.Billing, payer, november)
		b.Clock = b.Clock.AddDate(0, 1, 0)
		_, err := b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, payer, entity.BillingEntityChange{IdentityChange: entity.IdentityChange{VATRegime: &after}})
		require.NoError(t, err)
		require.Equal(t, booked, fec(t, b.Billing, payer, november), "%s, then %s", before, after)
		_, err = b.Statements.Cancel(t.Context(), b.Organizer, b.Operation, of[b.Lambert].ID, "prix convenu autrement")
		require.NoError(t, err)
		require.Equal(t, map[string]int{"604000": -5446, "440000": 5446}, sums(t, fec(t, b.Billing, payer, coretest.Days("2026-12-01", "2026-12-31"))))
	}
}

// TestAPurchaseIsTakenBackOnADayOfTheOperation: half past midnight in Brussels is the day before in UTC.
func TestAPurchaseIsTakenBackOnADayOfTheOperation(t *testing.T) {
	t.Parallel()
	b, payer, of := stated(t, "normal")
	b.Clock = time.Date(2026, 12, 31, 23, 30, 0, 0, time.UTC)
	_, err := b.Statements.Cancel(t.Context(), b.Organizer, b.Operation, of[b.Lambert].ID, "prix convenu autrement")
	require.NoError(t, err)
	require.Empty(t, fec(t, b.Billing, payer, coretest.Days("2026-12-01", "2026-12-31")))
	require.Len(t, fec(t, b.Billing, payer, coretest.Days("2027-01-01", "2027-01-31")), 2)
}

// TestAPurchaseTakenBackIsReversedOnThatDay, and what was booked stays.
func TestAPurchaseTakenBackIsReversedOnThatDay(t *testing.T) {
	t.Parallel()
	b, payer, of := stated(t, "normal")
	before := fec(t, b.Billing, payer, november)
	b.Clock = b.Clock.AddDate(0, 1, 0)
	_, err := b.Statements.Cancel(t.Context(), b.Organizer, b.Operation, of[b.Lambert].ID, "prix convenu autrement")
	require.NoError(t, err)
	require.Equal(t, before, fec(t, b.Billing, payer, november))
	december := fec(t, b.Billing, payer, coretest.Days("2026-12-01", "2026-12-31"))
	require.Equal(t, map[string]int{"604000": -5446, "440000": 5446}, sums(t, december))
	require.Equal(t, []string{of[b.Lambert].Number + "-X", of[b.Lambert].Number}, []string{december[0][2], december[0][8]})
	require.Contains(t, december[0][10], "Annulation")
}

// TestEachPurchaseIsHandedOverOnce, and its being taken back as well; sales stay what they are.
func TestEachPurchaseIsHandedOverOnce(t *testing.T) {
	t.Parallel()
	b, payer, of := stated(t, "normal")
	export := func() (journal.Export, error) {
		return b.Journal.Export(t.Context(), b.Organizer, b.Operation, payer, nil, "fr")
	}
	first, err := export()
	require.NoError(t, err)
	require.Equal(t, []any{2, 5446 + 9680, 0}, []any{first.Entries, int(first.Owed), int(first.Amount)})
	_, err = export()
	require.Equal(t, "journal.nothingNew", fault.KeyOf(err))
	_, err = b.Statements.Cancel(t.Context(), b.Organizer, b.Operation, of[b.Lambert].ID, "erreur")
	require.NoError(t, err)
	second, err := export()
	require.NoError(t, err)
	require.Equal(t, []any{1, -5446}, []any{second.Entries, int(second.Owed)})
	_, content, err := b.Journal.Exported(t.Context(), b.Organizer, b.Operation, payer, second.ID)
	require.NoError(t, err)
	require.Equal(t, map[string]int{"604000": -5446, "440000": 5446}, sums(t, parse(string(content))[1:]))
	sellers, err := b.Journal.Sellers(t.Context(), b.Organizer, b.Operation)
	require.NoError(t, err)
	n := slices.IndexFunc(sellers, func(s journal.Seller) bool { return s.EntityID == payer })
	require.Equal(t, journal.Owed{Booked: 3, Amount: 9680}, sellers[n].Owed)
	require.Zero(t, sellers[n].Issued, "what is owed is no sale")
	listed, total, err := b.Journal.ListExports(t.Context(), b.Organizer, b.Operation, payer)
	require.NoError(t, err)
	require.Equal(t, []int{2, 2}, []int{len(listed), total})
}

// TestProducersHaveAccountsOfTheirOwn by the rule that clients have.
func TestProducersHaveAccountsOfTheirOwn(t *testing.T) {
	t.Parallel()
	b, payer, _ := stated(t, "normal")
	for rule, want := range map[journal.AuxiliaryRule]string{journal.AuxiliaryReference: "PLAM", journal.AuxiliaryNumber: "P" + strings.ToUpper(string(b.Seller[b.Lambert].ID[24:]))} {
		_, err := b.Journal.PutAccounts(t.Context(), b.Organizer, b.Operation, payer, "fr", 0, func(a journal.Accounts) journal.Accounts {
			a.Auxiliary, a.Purchases.Prefix, a.Purchases.Code, a.Purchases.Energy = rule, "P", "HA", journal.Account{Number: "604100", Name: "Énergie partagée"}
			return a
		})
		require.NoError(t, err)
		lines := fec(t, b.Billing, payer, november)
		n := slices.IndexFunc(lines, func(l []string) bool { return l[7] == "Jean Lambert" })
		require.GreaterOrEqual(t, n, 0)
		require.Equal(t, []string{"HA", want}, []string{lines[n][0], lines[n][6]})
		require.Equal(t, 5446+8000, sums(t, lines)["604100"])
	}
}

// TestNothingIsOwedInALockedMonth: neither published nor taken back, for who owes it and for whom it is
// written; the database keeps it by itself too.
func TestNothingIsOwedInALockedMonth(t *testing.T) {
	t.Parallel()
	b, payer, of := stated(t, "normal")
	_, err := b.Journal.LockMonth(t.Context(), b.Organizer, b.Operation, payer, civil.MonthOf(coretest.Date("2026-11-01")))
	require.NoError(t, err)
	_, err = b.Statements.Cancel(t.Context(), b.Organizer, b.Operation, of[b.Lambert].ID, "erreur")
	require.Equal(t, billing.ErrMonthLocked.Key, fault.KeyOf(err))
	_, err = b.DB.Pool().Exec(t.Context(), "update statements set status = 'CANCELLED', cancelled_at = '2026-11-20T12:00:00Z', cancelled_on = '2026-11-20' where id = $1", of[b.Lambert].ID)
	require.ErrorContains(t, err, "is closed for")
	b.Clock = b.Clock.AddDate(0, 1, 0)
	made, err := b.Statements.DraftUpTo(t.Context(), b.Organizer, b.Operation, coretest.Ptr(coretest.Date("2026-11-30")))
	require.NoError(t, err)
	require.Len(t, made.Statements, 2)
	_, err = b.Journal.LockMonth(t.Context(), b.Organizer, b.Operation, payer, civil.MonthOf(coretest.Date("2026-12-01")))
	require.NoError(t, err)
	for _, draft := range made.Statements {
		_, err := b.Statements.Publish(t.Context(), b.Organizer, b.Operation, []id.ID{draft.ID})
		require.Equal(t, billing.ErrMonthLocked.Key, fault.KeyOf(err), draft.ProducerName)
	}
}

// TestPurchasesAreNoCutOff: what was delivered and is not invoiced is of clients.
func TestPurchasesAreNoCutOff(t *testing.T) {
	t.Parallel()
	b, _, _ := stated(t, "normal")
	out, err := b.CutOff.On(t.Context(), b.Organizer, b.Operation, "", coretest.Date("2026-10-31"), "fr")
	require.NoError(t, err)
	require.Empty(t, out.Rows)
	require.Empty(t, out.Entries)
}

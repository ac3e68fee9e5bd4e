package journal_test

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/journal"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// issued is the town with its October published, and its seller.
func issued(t *testing.T) (*coretest.Billing, id.ID) {
	t.Helper()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	return b, publishAll(t, b)
}

func publishAll(t *testing.T, b *coretest.Billing) (seller id.ID) {
	t.Helper()
	var ids []id.ID
	for _, d := range b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}}) {
		ids, seller = append(ids, d.ID), d.IssuerID
	}
	for _, r := range b.Publish(ids...) {
		require.Nil(t, r.Refused)
	}
	return seller
}

func cancel(t *testing.T, b *coretest.Billing, ids ...id.ID) []billing.Result {
	t.Helper()
	results, err := b.Publication.CancelInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: ids})
	require.NoError(t, err)
	return results
}

// fec is the journal of a seller as its file, field by field.
func fec(t *testing.T, b *coretest.Billing, seller id.ID, days civil.Range) [][]string {
	t.Helper()
	book, err := b.Journal.Journal(t.Context(), b.Organizer, b.Operation, seller, days, "fr")
	require.NoError(t, err)
	var file bytes.Buffer
	for e, err := range book.Entries {
		require.NoError(t, err)
		require.NoError(t, book.WriteEntry(&file, e))
	}
	return parse(file.String())
}

func parse(text string) (out [][]string) {
	for line := range strings.Lines(text) {
		out = append(out, strings.Split(strings.TrimSuffix(line, "\r\n"), "\t"))
	}
	return out
}

// cents reads a figure of the file.
func cents(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(strings.Replace(s, ",", "", 1))
	require.NoError(t, err)
	return n
}

// sums adds debit less credit up by account.
func sums(t *testing.T, lines [][]string) map[string]int {
	t.Helper()
	out := map[string]int{}
	for _, l := range lines {
		require.Len(t, l, 18)
		out[l[4]] += cents(t, l[11]) - cents(t, l[12])
	}
	return out
}

var november = coretest.Days("2026-11-01", "2026-11-30")

// TestTheTownsJournal: the month of the town, by hand: 411 = 565.96, which is what the list says; each
// entry is balanced, numbers have no gap, and a cancellation brings its client back to nothing.
func TestTheTownsJournal(t *testing.T) {
	t.Parallel()
	b, seller := issued(t)
	lines := fec(t, b, seller, november)
	require.Equal(t, map[string]int{"411000": 56596, "701000": -47163, "445710": -9433}, sums(t, lines))
	listed := 0
	invoices := b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Finalized}})
	for _, i := range invoices {
		listed += int(i.Amount)
	}
	require.Equal(t, 56596, listed)
	balance, numbers := map[string]int{}, []string{}
	for _, l := range lines {
		balance[l[2]] += cents(t, l[11]) - cents(t, l[12])
		numbers = append(numbers, l[2])
		require.Equal(t, []string{"VE", "Ventes", "20261106", "20261106", "20261106"}, []string{l[0], l[1], l[3], l[9], l[15]})
		require.Equal(t, l[2], l[8])
	}
	require.Equal(t, []string{"COM-2026-00001", "COM-2026-00002", "COM-2026-00003"}, slices.Compact(numbers))
	require.Equal(t, map[string]int{"COM-2026-00001": 0, "COM-2026-00002": 0, "COM-2026-00003": 0}, balance)

	require.Nil(t, cancel(t, b, invoices[0].ID)[0].Refused)
	after := fec(t, b, seller, november)
	require.Equal(t, lines, after[:len(lines)], "what was booked stays")
	require.Equal(t, 56596-int(invoices[0].Amount), sums(t, after)["411000"])
	require.Contains(t, after[len(lines)][10], "Avoir COM-2026-00004")
	require.Empty(t, fec(t, b, seller, coretest.Days("2026-10-01", "2026-10-31")), "days are those of issue")
	_, err := b.Journal.Journal(t.Context(), b.Organizer, b.Operation, seller, coretest.Days("2026-01-01", "2027-01-01"), "fr")
	require.Equal(t, "range.tooLong", fault.KeyOf(err))
}

// TestExportsHoldEachInvoiceOnce: however many ask at once and whatever is issued meanwhile, every
// invoice is in one export and none is left; a stored one is given out byte by byte, whatever accounts
// are told since.
func TestExportsHoldEachInvoiceOnce(t *testing.T) {
	t.Parallel()
	b, seller := issued(t)
	var wg sync.WaitGroup
	var mu sync.Mutex
	var made []journal.Export
	ask := func(n int) {
		for range n {
			wg.Go(func() {
				e, err := b.Journal.Export(t.Context(), b.Organizer, b.Operation, seller, nil, "fr")
				if err != nil {
					if fault.KeyOf(err) != "journal.nothingNew" {
						t.Error(err)
					}
					return
				}
				mu.Lock()
				made = append(made, e)
				mu.Unlock()
			})
		}
	}
	ask(4)
	wg.Go(func() {
		for _, i := range b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Finalized}}) {
			if _, err := b.Publication.CancelInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: []id.ID{i.ID}}); err != nil {
				t.Error(err)
			}
			ask(2)
		}
	})
	wg.Wait()
	if last, err := b.Journal.Export(t.Context(), b.Organizer, b.Operation, seller, nil, "fr"); err == nil {
		made = append(made, last)
	}
	_, err := b.Journal.Export(t.Context(), b.Organizer, b.Operation, seller, nil, "fr")
	require.Equal(t, "journal.nothingNew", fault.KeyOf(err))
	_, err = b.Journal.PutAccounts(t.Context(), b.Organizer, b.Operation, seller, "fr", 1, func(a journal.Accounts) journal.Accounts { a.Code = "XX"; return a })
	require.NoError(t, err)

	var numbers []string
	entries := 0
	for _, e := range made {
		found, content, err := b.Journal.Exported(t.Context(), b.Organizer, b.Operation, seller, e.ID)
		require.NoError(t, err)
		require.Equal(t, []any{e.SHA256, e.FileName, int64(len(content))}, []any{found.SHA256, found.FileName, e.Size})
		_, again, err := b.Journal.Exported(t.Context(), b.Organizer, b.Operation, seller, e.ID)
		require.NoError(t, err)
		require.Equal(t, content, again)
		lines := parse(string(content))[1:]
		var here []string
		for _, l := range lines {
			require.Equal(t, "VE", l[0], "as it was handed over")
			here = append(here, l[2])
		}
		entries += e.Entries
		numbers = append(numbers, slices.Compact(here)...)
		require.Equal(t, int(e.Amount), sums(t, lines)["411000"])
	}
	slices.Sort(numbers)
	var want []string
	for n := range 6 {
		want = append(want, fmt.Sprintf("COM-2026-%05d", n+1))
	}
	require.Equal(t, want, numbers)
	require.Equal(t, 6, entries)
	listed, total, err := b.Journal.ListExports(t.Context(), b.Organizer, b.Operation, seller)
	require.NoError(t, err)
	require.Equal(t, []int{len(made), len(made)}, []int{len(listed), total})
	sellers, err := b.Journal.Sellers(t.Context(), b.Organizer, b.Operation)
	require.NoError(t, err)
	require.Equal(t, []int{6, 0, 0}, []int{sellers[0].Issued, sellers[0].New, int(sellers[0].Amount)})
}

// TestAnExportUntilADay leaves what was issued later.
func TestAnExportUntilADay(t *testing.T) {
	t.Parallel()
	b, seller := issued(t)
	b.Clock = b.Clock.AddDate(0, 1, 0)
	require.Nil(t, cancel(t, b, b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Finalized}})[0].ID)[0].Refused)
	e, err := b.Journal.Export(t.Context(), b.Organizer, b.Operation, seller, coretest.Ptr(coretest.Date("2026-11-30")), "fr")
	require.NoError(t, err)
	require.Equal(t, []any{3, "COM-2026-00001", "COM-2026-00003"}, []any{e.Entries, e.FirstNumber, e.LastNumber})
	e, err = b.Journal.Export(t.Context(), b.Organizer, b.Operation, seller, nil, "fr")
	require.NoError(t, err)
	require.Equal(t, []any{1, "COM-2026-00004", coretest.Date("2026-12-06")}, []any{e.Entries, e.FirstNumber, e.First})
}

// TestNothingIsDatedInALockedMonth: neither an invoice nor the credit note of a cancellation, until it is
// opened again; the database keeps it by itself too. A month that was locked twice, has not begun or
// is not locked is told.
func TestNothingIsDatedInALockedMonth(t *testing.T) {
	t.Parallel()
	b, seller := issued(t)
	at := func(month string) civil.Month { return civil.MonthOf(coretest.Date(month + "-01")) }
	lock := func(month string) error {
		_, err := b.Journal.LockMonth(t.Context(), b.Organizer, b.Operation, seller, at(month))
		return err
	}
	require.NoError(t, lock("2026-10"))
	require.NoError(t, lock("2026-11"))
	require.Equal(t, "monthLock.locked", fault.KeyOf(lock("2026-11")))
	require.Equal(t, "monthLock.ahead", fault.KeyOf(lock("2026-12")))
	invoices := b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Finalized}})
	refused := cancel(t, b, invoices[0].ID)[0].Refused
	require.Equal(t, []any{"invoice.monthLocked", "2026-11"}, []any{refused.Key, refused.Params["month"]})
	_, err := b.DB.Pool().Exec(t.Context(), `update invoices set type = type, number = 'X-1', number_owner = $1, series = 'X', year = 2026, sequence = 1, issue_date = '2026-10-31', due_date = '2026-10-31',
		snapshot = '{}', published_at = now(), status = 'FINALIZED' where id = (select id from invoices where number is null limit 1)`, coretest.Commune)
	require.ErrorContains(t, err, "is closed for")
	b.Clock = b.Clock.AddDate(0, 1, 0)
	require.Nil(t, cancel(t, b, invoices[0].ID)[0].Refused, "in December it is")
	b.Run("2026-11-30")
	draft := b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}})[0]
	require.NoError(t, lock("2026-12"))
	require.Equal(t, "invoice.monthLocked", b.Publish(draft.ID)[0].Refused.Key)
	require.NoError(t, b.Journal.UnlockMonth(t.Context(), b.Organizer, b.Operation, seller, at("2026-12")))
	require.Nil(t, b.Publish(draft.ID)[0].Refused)
	require.Equal(t, "monthLock.notLocked", fault.KeyOf(b.Journal.UnlockMonth(t.Context(), b.Organizer, b.Operation, seller, at("2026-12"))))
	var trail []string
	rows, err := b.DB.Pool().Query(t.Context(), "select action || ' ' || (details->>'month') from audit_entries where action like 'monthLock%' order by at, id")
	require.NoError(t, err)
	for rows.Next() {
		var line string
		require.NoError(t, rows.Scan(&line))
		trail = append(trail, line)
	}
	require.Equal(t, []string{"monthLock:create 2026-10", "monthLock:create 2026-11", "monthLock:create 2026-12", "monthLock:delete 2026-12"}, trail)
}

// TestLocksAndNumbersExcludeEachOther: while a month is being locked, numbers are being given in it; in the
// end none is dated there that came after the lock.
func TestLocksAndNumbersExcludeEachOther(t *testing.T) {
	t.Parallel()
	b, seller := issued(t)
	invoices := b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Finalized}})
	var wg sync.WaitGroup
	var locked time.Time
	wg.Go(func() {
		if _, err := b.Journal.LockMonth(t.Context(), b.Organizer, b.Operation, seller, civil.MonthOf(coretest.Date("2026-11-01"))); err != nil {
			t.Error(err)
		}
		locked = time.Now()
	})
	var mu sync.Mutex
	begun := map[id.ID]time.Time{}
	kept := map[id.ID]bool{}
	for _, i := range invoices {
		wg.Go(func() {
			start := time.Now()
			results, err := b.Publication.CancelInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: []id.ID{i.ID}})
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			begun[i.ID], kept[i.ID] = start, results[0].Refused == nil
			mu.Unlock()
		})
	}
	wg.Wait()
	for i, start := range begun {
		require.False(t, kept[i] && start.After(locked), "issued after the lock")
	}
}

// TestAJournalIsOfTheLegalPerson: over all operations of a seller that the caller sees; those that he does
// not see are counted, and neither read nor handed over. Who may not issue for a person does not see
// its books. A month that runs is locked by who may do so everywhere.
func TestAJournalIsOfTheLegalPerson(t *testing.T) {
	t.Parallel()
	b, seller := issued(t)
	friend := b.Elsewhere(policy.Principal{UserID: b.Organizer.UserID, Role: policy.RoleOrganizer, Operations: []id.ID{b.Operation, id.New()}})
	friend.Waits = true
	producer := friend.Site("Commune ailleurs", "producer", "")
	other := friend.Issuer("Commune ailleurs", coretest.Commune, producer)
	b.Exec("update seller_claims set status = 'REQUESTED', decided_at = null where operation_id = $1", friend.Operation)
	_, err := b.Journal.Accounts(t.Context(), friend.Organizer, friend.Operation, other.ID, "fr")
	require.Equal(t, "billingEntity.legalNumberTaken", fault.KeyOf(err), "nobody has let it in yet")
	friend.Confirm()
	both, err := b.Journal.Journal(t.Context(), friend.Organizer, friend.Operation, other.ID, november, "fr")
	require.NoError(t, err)
	count := 0
	for range both.Entries {
		count++
	}
	require.Equal(t, []int{3, 0}, []int{count, both.Hidden}, "of both operations")

	alone := policy.Principal{UserID: b.User(policy.RoleOrganizer), Role: policy.RoleOrganizer, Operations: []id.ID{friend.Operation}}
	sellers, err := b.Journal.Sellers(t.Context(), alone, friend.Operation)
	require.NoError(t, err)
	require.Equal(t, []int{1, 1, 0}, []int{sellers[0].Operations, sellers[0].HiddenOperations, sellers[0].Issued})
	_, err = b.Journal.Export(t.Context(), alone, friend.Operation, other.ID, nil, "fr")
	require.Equal(t, "journal.nothingNew", fault.KeyOf(err))
	e, err := b.Journal.Export(t.Context(), b.Organizer, b.Operation, seller, nil, "fr")
	require.NoError(t, err)
	_, _, err = b.Journal.Exported(t.Context(), alone, friend.Operation, other.ID, e.ID)
	require.Equal(t, "journal.exportNotFound", fault.KeyOf(err))
	listed, total, err := b.Journal.ListExports(t.Context(), alone, friend.Operation, other.ID)
	require.NoError(t, err)
	require.Equal(t, []int{0, 0}, []int{len(listed), total})
	_, err = b.Journal.LockMonth(t.Context(), alone, friend.Operation, other.ID, civil.MonthOf(coretest.Date("2026-11-01")))
	require.Equal(t, "monthLock.notOver", fault.KeyOf(err))
	_, err = b.Journal.LockMonth(t.Context(), alone, friend.Operation, other.ID, civil.MonthOf(coretest.Date("2026-10-01")))
	require.NoError(t, err)
	locks, err := b.Journal.ListLocks(t.Context(), b.Organizer, b.Operation, seller)
	require.NoError(t, err)
	require.Len(t, locks, 1)
}

// TestAccountsAreToldOnce: over what was read, or not at all.
func TestAccountsAreToldOnce(t *testing.T) {
	t.Parallel()
	b, seller := issued(t)
	put := func(version int, code string) error {
		_, err := b.Journal.PutAccounts(t.Context(), b.Organizer, b.Operation, seller, "fr", version, func(a journal.Accounts) journal.Accounts {
			a.Code, a.Auxiliary = code, journal.AuxiliaryNumber
			a.Rates = []journal.RateAccounts{{Category: billing.VATStandard, Rate: 2000, Sales: journal.Account{Number: "701200", Name: "Ventes 20"}}}
			return a
		})
		return err
	}
	require.NoError(t, put(1, "VT"))
	require.Equal(t, "object.changed", fault.KeyOf(put(1, "VX")))
	require.NoError(t, put(2, "VE2"))
	lines := fec(t, b, seller, november)
	require.Equal(t, "VE2", lines[0][0])
	require.Len(t, lines[0][6], 13)
	require.Equal(t, -47163, sums(t, lines)["701200"])
	for _, p := range []policy.Principal{b.Observer(), b.Account("Martin")} {
		_, err := b.Journal.Accounts(t.Context(), p, b.Operation, seller, "fr")
		require.Error(t, err)
	}
}

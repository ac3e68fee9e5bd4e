package history_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/history"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// TestAJournalIsFiltered: by what changes are about, how they came about, who did them and when;
// what a filter leaves is counted, and who did it is for those who may read the audit.
func TestAJournalIsFiltered(t *testing.T) {
	t.Parallel()
	b, invoice := town(t)
	ask := func(p policy.Principal, in history.Input) ([]history.Entry, error) {
		in.OperationID, in.Limit = b.Operation, 100
		entries, total, err := historyOf(b.World).Of(t.Context(), p, in)
		if err == nil {
			require.Len(t, entries, total)
		}
		return entries, err
	}
	all, err := ask(b.Organizer, history.Input{})
	require.NoError(t, err)
	invoices, err := ask(b.Organizer, history.Input{About: []string{"invoice"}})
	require.NoError(t, err)
	require.Len(t, invoices, 1)
	require.Equal(t, history.Act("INVOICES_PUBLISHED"), invoices[0].Act)
	require.Equal(t, b.Organizer.UserID, invoices[0].By.ID)
	both, err := ask(b.Organizer, history.Input{About: []string{"invoice", "plan"}})
	require.NoError(t, err)
	require.Len(t, both, 2)

	byHand, err := ask(b.Organizer, history.Input{How: history.ByHand})
	require.NoError(t, err)
	byJob, err := ask(b.Organizer, history.Input{How: history.ByJob})
	require.NoError(t, err)
	require.NotEmpty(t, byHand)
	require.Len(t, all, len(byHand)+len(byJob))
	mine, err := ask(b.Organizer, history.Input{By: b.Organizer.UserID})
	require.NoError(t, err)
	require.NotEmpty(t, mine)
	nobodys, err := ask(b.Organizer, history.Input{By: id.New()})
	require.NoError(t, err)
	require.Empty(t, nobodys)

	// Days are whole, first and last included.
	day := civil.Paris.DateOf(all[0].At)
	next := day + 1
	on, err := ask(b.Organizer, history.Input{DateFrom: &day, DateTo: &day})
	require.NoError(t, err)
	require.NotEmpty(t, on)
	for _, e := range on {
		require.Equal(t, day, civil.Paris.DateOf(e.At))
	}
	after, err := ask(b.Organizer, history.Input{DateFrom: &next})
	require.NoError(t, err)
	require.Empty(t, after)
	_, err = ask(b.Organizer, history.Input{DateFrom: &next, DateTo: &day})
	require.Equal(t, "range.reversed", fault.KeyOf(err))
	_, err = ask(b.Organizer, history.Input{DateFrom: coretest.Ptr(day - 500), DateTo: &day})
	require.Equal(t, "range.tooLong", fault.KeyOf(err))
	_, err = ask(b.Organizer, history.Input{About: []string{"nothing"}})
	require.ErrorIs(t, err, history.ErrAbout)

	// Who reads no names learns of nobody's acts by asking for them.
	own := b.Account("Boulangerie")
	in := history.Input{Kind: history.Site, ObjectID: b.Sites["Boulangerie"]}
	entries, err := ask(own, in)
	require.NoError(t, err)
	require.NotEmpty(t, entries)
	require.True(t, entries[0].By.ID.IsZero())
	in.By = b.Organizer.UserID
	_, err = ask(own, in)
	require.ErrorIs(t, err, policy.ErrForbidden)
	_, err = ask(b.Organizer, history.Input{Kind: history.Bill, ObjectID: invoice.ID, About: []string{"invoice"}, How: history.ByToken})
	require.NoError(t, err)
}

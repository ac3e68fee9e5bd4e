package columnchoice_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/accountstore"
	"github.com/openpmo/pmo/core/account/columnchoice"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/policy"
)

// TestColumnsAreKeptForWhoChoseThem: in the order of the table, for oneself alone, until they are
// left to the screen again.
func TestColumnsAreKeptForWhoChoseThem(t *testing.T) {
	t.Parallel()
	w := coretest.New(t)
	s := columnchoice.New(columnchoice.Deps{Guard: w.Guard, Tx: w.DB, Choices: accountstore.NewColumns(w.DB)})
	me := w.Organizer
	observer := policy.Principal{UserID: w.User(policy.RoleObserver), Role: policy.RoleObserver, Operations: me.Operations}
	of := func(p policy.Principal) []columnchoice.Column {
		t.Helper()
		chosen, err := s.Of(t.Context(), p, p.UserID)
		require.NoError(t, err)
		return chosen
	}
	require.Empty(t, of(me), "nothing was chosen")
	kept, err := s.Choose(t.Context(), me, me.UserID, []columnchoice.Column{"phone", "folder", "identifier"})
	require.NoError(t, err)
	require.Equal(t, []columnchoice.Column{"identifier", "folder", "phone"}, kept)
	require.Equal(t, kept, of(me))
	require.Empty(t, of(observer), "nobody else's changes")
	kept, err = s.Choose(t.Context(), me, me.UserID, []columnchoice.Column{"city"})
	require.NoError(t, err)
	require.Equal(t, kept, of(me))
	require.NoError(t, s.Reset(t.Context(), me, me.UserID))
	require.NoError(t, s.Reset(t.Context(), me, me.UserID), "what is not there need not be taken away")
	require.Empty(t, of(me))
	require.Equal(t, 4, w.Count("audit_entries where action = 'columnChoice:update'"))
}

func TestColumnsAreRefusedByKey(t *testing.T) {
	t.Parallel()
	w := coretest.New(t)
	s := columnchoice.New(columnchoice.Deps{Guard: w.Guard, Tx: w.DB, Choices: accountstore.NewColumns(w.DB)})
	me := w.Organizer
	other := w.User(policy.RoleObserver)
	for key, columns := range map[string][]columnchoice.Column{"column.none": nil, "column.unknown": {"folder", "iban"}, "column.duplicate": {"city", "folder", "city"}} {
		_, err := s.Choose(t.Context(), me, me.UserID, columns)
		require.Equal(t, key, fault.KeyOf(err))
	}
	_, err := s.Choose(t.Context(), me, other, []columnchoice.Column{"city"})
	require.Equal(t, "notFound", fault.KeyOf(err), "another's")
	_, err = s.Of(t.Context(), me, other)
	require.Equal(t, "notFound", fault.KeyOf(err))
	require.Equal(t, "notFound", fault.KeyOf(s.Reset(t.Context(), me, other)))
	require.Zero(t, w.Count("column_choices"))
	require.Zero(t, w.Count("audit_entries where action = 'columnChoice:update'"))
}

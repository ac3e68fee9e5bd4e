package viewing_test

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/accountstore"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/account/viewing"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// watched is an operation with two sites, and sessions of its organizer.
type watched struct {
	*coretest.World
	*viewing.Service
	sessions *accountstore.Sessions
	anne     id.ID
}

func newWatched(t *testing.T) *watched {
	w := &watched{World: coretest.New(t)}
	w.Service = viewing.New(viewing.Deps{Guard: w.Guard, Tx: w.DB, Now: w.Now, Views: accountstore.NewViews(w.DB)})
	w.sessions = accountstore.NewSessions(w.DB)
	w.anne = w.Site("Anne", "consumer", "[2026-01-01,2026-12-01)")
	w.Site("Toit", "producer", "")
	return w
}

// hash is what is kept of the secret of a session.
func hash(name string) account.SecretHash {
	sum := sha256.Sum256([]byte(name))
	return account.SecretHash(hex.EncodeToString(sum[:]))
}

// session is a caller in a session of its own.
func (w *watched) session(p policy.Principal, name string) account.Caller {
	w.T.Helper()
	require.NoError(w.T, w.sessions.Add(w.T.Context(), account.Session{Hash: hash(name), ID: id.New(), UserID: p.UserID, CreatedAt: w.Clock, TouchedAt: w.Clock, ExpiresAt: w.Clock.AddDate(0, 1, 0)}))
	return account.Caller{Principal: p, Session: hash(name)}
}

func (w *watched) trail() []string {
	return pgtest.Column(w.T, w.DB, "select action || ' ' || coalesce(agent, '') || ' ' || (object_id = '"+string(w.anne)+"')::text from audit_entries where action like 'viewing:%' order by at, id")
}

// TestAnOrganizerSeesAsAParticipantDoes: in one session, for half an hour, with the sites of that participant in
// that operation and no right beside; each beginning and each end is a line, an end once.
func TestAnOrganizerSeesAsAParticipantDoes(t *testing.T) {
	t.Parallel()
	w := newWatched(t)
	c, other := w.session(w.Organizer, "one"), w.session(w.Organizer, "two")
	_, err := w.Current(t.Context(), c)
	require.Equal(t, "viewing.none", fault.KeyOf(err))
	require.Equal(t, "viewing.none", fault.KeyOf(w.End(t.Context(), c)))
	seen, err := w.Start(t.Context(), c, w.anne)
	require.NoError(t, err)
	require.Equal(t, []any{"Anne", w.Operation, w.anne, w.Clock.Add(viewing.Life)}, []any{seen.Name, seen.OperationID, seen.ParticipantID, seen.EndsAt.UTC()})
	now, err := w.Current(t.Context(), c)
	require.NoError(t, err)
	require.Equal(t, seen, now)
	_, err = w.Current(t.Context(), other)
	require.Equal(t, "viewing.none", fault.KeyOf(err), "other sessions see as before")

	of := account.Session{Hash: hash("one"), UserID: w.Organizer.UserID, View: &seen.View}
	as, err := w.As(t.Context(), w.Organizer, of)
	require.NoError(t, err)
	require.Equal(t, policy.Principal{UserID: w.Organizer.UserID, Role: policy.RoleParticipant, Operations: []id.ID{w.Operation}, Viewing: true,
		Sites: []policy.Site{{ParticipantID: w.anne, OperationID: w.Operation, Period: coretest.Days("2026-01-01", "2026-11-30")}}}, as)

	require.NoError(t, w.End(t.Context(), c))
	require.Equal(t, "viewing.none", fault.KeyOf(w.End(t.Context(), c)))
	require.Equal(t, []string{"viewing:create  true", "viewing:delete  true"}, w.trail())
}

// TestAViewEndsByItself: after its time, and where the organizer has the operation no more or only a part of it.
func TestAViewEndsByItself(t *testing.T) {
	t.Parallel()
	elsewhere, narrowed := func(p *policy.Principal, _ id.ID) { p.Operations = []id.ID{id.New()} }, func(p *policy.Principal, o id.ID) {
		p.Narrowed = []policy.Narrowed{{OperationID: o}}
	}
	other := func(p *policy.Principal, _ id.ID) { p.Narrowed = []policy.Narrowed{{OperationID: id.New()}} }
	for name, c := range map[string]struct {
		after  time.Duration
		change func(p *policy.Principal, operation id.ID)
		holds  bool
	}{
		"before its end":           {viewing.Life - time.Second, nil, true},
		"at its end":               {viewing.Life, nil, false},
		"not of the operation now": {0, elsewhere, false},
		"narrowed here":            {0, narrowed, false},
		"narrowed elsewhere":       {0, other, true},
		"an admin now":             {0, func(p *policy.Principal, _ id.ID) { p.Role = policy.RoleAdmin }, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWatched(t)
			seen, err := w.Start(t.Context(), w.session(w.Organizer, "one"), w.anne)
			require.NoError(t, err)
			w.Clock = w.Clock.Add(c.after)
			p := w.Organizer
			if c.change != nil {
				c.change(&p, w.Operation)
			}
			of := account.Session{Hash: hash("one"), UserID: p.UserID, View: &seen.View}
			as, err := w.As(t.Context(), p, of)
			require.NoError(t, err)
			require.Equal(t, c.holds, as.Viewing)
			if c.holds {
				require.Equal(t, 1, w.Count("session_views"))
				return
			}
			require.Equal(t, p, as, "as oneself again")
			_, err = w.As(t.Context(), p, of)
			require.NoError(t, err, "somebody else may have been first")
			require.Equal(t, []string{"viewing:create  true", "viewing:delete system true"}, w.trail())
		})
	}
}

// TestViewsThatNobodyAsksOfEndToo: a sweep ends those that are over, and no other.
func TestViewsThatNobodyAsksOfEndToo(t *testing.T) {
	t.Parallel()
	w := newWatched(t)
	_, err := w.Start(t.Context(), w.session(w.Organizer, "one"), w.anne)
	require.NoError(t, err)
	w.Clock = w.Clock.Add(time.Minute)
	_, err = w.Start(t.Context(), w.session(w.Organizer, "two"), w.anne)
	require.NoError(t, err)
	w.Clock = w.Clock.Add(viewing.Life - time.Second)
	require.NoError(t, w.Sweep(t.Context()))
	require.NoError(t, w.Sweep(t.Context()))
	require.Equal(t, []string{"viewing:create  true", "viewing:create  true", "viewing:delete system true"}, w.trail())
	_, err = w.Current(t.Context(), account.Caller{Principal: w.Organizer, Session: hash("two")})
	require.NoError(t, err)
}

// TestWhoMaySeeAsAParticipant: an organizer of its operation, in a session; nobody from a token, and nobody else.
func TestWhoMaySeeAsAParticipant(t *testing.T) {
	t.Parallel()
	w := newWatched(t)
	stranger := policy.Principal{UserID: w.User(policy.RoleOrganizer), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}}
	for _, c := range []struct {
		caller account.Caller
		site   id.ID
		key    string
	}{
		{account.Caller{Principal: w.Organizer}, w.anne, "viewing.sessionRequired"},
		{account.Caller{Principal: w.Observer(), Session: hash("o")}, w.anne, "forbidden"},
		{account.Caller{Principal: w.Account("Anne"), Session: hash("a")}, w.anne, "forbidden"},
		{account.Caller{Principal: stranger, Session: hash("s")}, w.anne, "notFound"},
		{account.Caller{Principal: w.Organizer, Session: hash("one")}, id.New(), "notFound"},
	} {
		_, err := w.Start(t.Context(), c.caller, c.site)
		require.Equal(t, c.key, fault.KeyOf(err))
	}
	require.Zero(t, w.Count("session_views"))
	require.Empty(t, w.trail())
}

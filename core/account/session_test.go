package account_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

func TestDevicesAreCalledByTheirNames(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string]account.Device{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0":           {Browser: "Edge", System: "Windows"},
		"Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0":                                                                  {Browser: "Firefox", System: "Linux"},
		"Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36":                            {Browser: "Chrome", System: "Android"},
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1": {Browser: "Safari", System: "iOS"},
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15":                   {Browser: "Safari", System: "macOS"},
		"curl/8.5.0": {}, "": {},
	} {
		require.Equal(t, want, account.DeviceOf(agent), agent)
	}
}

// TestSessionsAreSeenAndEnded: one's own, the last used first, each with its device; ended one by
// one or all others together, and never another's.
func TestSessionsAreSeenAndEnded(t *testing.T) {
	w := newWorld(t)
	w.user(policy.RoleOrganizer, "o@exemple.fr")
	w.user(policy.RoleOrganizer, "x@exemple.fr")
	const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0"
	first, err := w.Login(t.Context(), account.LoginInput{Email: "o@exemple.fr", Password: secret, Address: "192.0.2.1", Agent: firefox})
	require.NoError(t, err)
	w.later(time.Hour)
	again, err := w.Login(t.Context(), account.LoginInput{Email: "o@exemple.fr", Password: secret, Address: "192.0.2.1", Device: first.Device})
	require.NoError(t, err)
	mine, err := w.BySession(t.Context(), again.Secret)
	require.NoError(t, err)
	other := w.signedIn("x@exemple.fr", secret)
	open, err := w.OpenSessions(t.Context(), mine.Principal)
	require.NoError(t, err)
	require.Len(t, open, 2)
	require.Equal(t, []any{mine.Session, account.Device{Known: true}}, []any{open[0].Hash, open[0].Device})
	require.Equal(t, account.Device{Browser: "Firefox", System: "Linux"}, open[1].Device)

	theirs, err := w.OpenSessions(t.Context(), other.Principal)
	require.NoError(t, err)
	requireKey(t, "session.notFound", w.EndSession(t.Context(), mine.Principal, theirs[0].ID))
	requireKey(t, "session.notFound", w.EndSession(t.Context(), mine.Principal, id.New()))
	require.NoError(t, w.EndSession(t.Context(), mine.Principal, open[1].ID))
	_, err = w.BySession(t.Context(), first.Secret)
	requireKey(t, "session.required", err)
	w.signedIn("o@exemple.fr", secret)
	w.signedIn("o@exemple.fr", secret)
	require.NoError(t, w.EndOthers(t.Context(), mine))
	open, err = w.OpenSessions(t.Context(), mine.Principal)
	require.NoError(t, err)
	require.Len(t, open, 1)
	require.Equal(t, mine.Session, open[0].Hash)
	_, err = w.OpenSessions(t.Context(), other.Principal)
	require.NoError(t, err)
	require.Equal(t, 2, w.count("select count(*) from audit_entries where action = 'session:delete' and actor_id = $1", mine.Principal.UserID))
	w.later(13 * time.Hour) // idle ones are not listed
	open, err = w.OpenSessions(t.Context(), mine.Principal)
	require.NoError(t, err)
	require.Empty(t, open)
}

// TestTheLastUseIsKnownToAMinute: a use within the minute changes nothing, one a minute later is the last.
func TestTheLastUseIsKnownToAMinute(t *testing.T) {
	w := newWorld(t)
	w.user(policy.RoleOrganizer, "o@exemple.fr")
	in, err := w.login("o@exemple.fr", secret)
	require.NoError(t, err)
	began := w.at()
	for _, step := range []struct {
		later time.Duration
		want  time.Time
	}{{time.Minute - time.Second, began}, {time.Second, began.Add(time.Minute)}} {
		w.later(step.later)
		c, err := w.BySession(t.Context(), in.Secret)
		require.NoError(t, err)
		open, err := w.OpenSessions(t.Context(), c.Principal)
		require.NoError(t, err)
		require.Equal(t, []time.Time{step.want, step.want.Add(account.IdleSession)}, []time.Time{open[0].TouchedAt.UTC(), open[0].ExpiresAt.UTC()})
	}
}

func TestAcceptedTermsAreTold(t *testing.T) {
	w := newWorld(t)
	u := w.user(policy.RoleObserver, "o@exemple.fr")
	c := w.signedIn("o@exemple.fr", secret)
	_, err := w.AcceptTerms(t.Context(), c.Principal, u.ID)
	require.NoError(t, err)
	accepted, err := w.Acceptances(t.Context(), c.Principal, u.ID)
	require.NoError(t, err)
	require.Equal(t, []account.Acceptance{{UserID: u.ID, Version: "2026-11", AcceptedAt: w.at()}}, accepted)
	_, err = w.Acceptances(t.Context(), c.Principal, id.New())
	require.ErrorIs(t, err, policy.ErrNotFound)
	_, err = w.db.Pool().Exec(t.Context(), "insert into terms_versions (version, published_on, text_fr, text_nl) values ('2027-01', '2027-01-01', 'x', 'x')")
	require.NoError(t, err)
	terms, err := w.TermsVersion(t.Context(), "2026-11")
	require.NoError(t, err)
	require.Equal(t, "2026-11", terms.Version)
	for _, version := range []string{"1999", "2027-01"} { // none, and not published yet
		_, err = w.TermsVersion(t.Context(), version)
		requireKey(t, "terms.notFound", err)
	}
}

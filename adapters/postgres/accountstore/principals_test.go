package accountstore_test

import (
	"encoding/hex"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/accountstore"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
)

// TestWhatIsKeptOfASessionFollowsEveryChange: who an account is to the policy is known from memory only as long as a
// store that never read it would find the same. Each line changes one of the tables that it rests on.
func TestWhatIsKeptOfASessionFollowsEveryChange(t *testing.T) {
	t.Parallel()
	f := coretest.Neighbours(t)
	exec := func(sql string, args ...any) {
		t.Helper()
		tag, err := f.DB.Pool().Exec(t.Context(), sql, args...)
		require.NoError(t, err, sql)
		require.Positive(t, tag.RowsAffected(), sql)
	}
	user, session, today := id.New(), make([]byte, 32), civil.Date(20_000)
	exec(`insert into users (id, email, role, language, initialized, active, created_at) values ($1, 'kept@exemple.fr', 'organizer', 'fr', true, true, now())`, user)
	exec(`insert into sessions (id, public_id, user_id, created_at, touched_at, expires_at) values ($1, gen_random_uuid(), $2, now(), now(), now() + interval '1 hour')`, session, user)
	store, hash := accountstore.NewPrincipals(f.DB), account.SecretHash(hex.EncodeToString(session))
	type found struct {
		session   account.Session
		principal any
		err       error
	}
	read := func(s *accountstore.Principals) found {
		session, p, err := s.OfSession(t.Context(), hash, today)
		session.CreatedAt, session.TouchedAt, session.ExpiresAt = session.CreatedAt.UTC(), session.TouchedAt.UTC(), session.ExpiresAt.UTC()
		return found{session, p, err}
	}
	before := read(store)
	require.NoError(t, before.err)
	require.Equal(t, user, before.session.UserID)
	for _, c := range []struct {
		sql  string
		args []any
		same bool // it is no other caller yet
	}{
		{"insert into operation_members (operation_id, user_id, role) values ($1, $2, 'organizer')", []any{f.Operation, user}, false},
		{"update operation_members set narrowed_to = 'reader' where user_id = $1", []any{user}, false},
		{"update operation_members set narrowed_to = null where user_id = $1", []any{user}, false},
		{"insert into session_views (session_id, operation_id, participant_id, ends_at) values ($1, $2, $3, now())", []any{session, f.Operation, f.Sites["B"]}, false},
		{"delete from session_views where session_id = $1", []any{session}, false},
		{"insert into second_factors (user_id, secret, created_at) values ($1, '\\x00', now())", []any{user}, true},
		{"update second_factors set confirmed_at = now() where user_id = $1", []any{user}, false},
		{"delete from second_factors where user_id = $1", []any{user}, false},
		{"insert into terms_versions (version, published_on, text_fr, text_nl) values ('kept', $1, '', '')", []any{today.String()}, false},
		{"insert into terms_acceptances (user_id, version, accepted_at) values ($1, 'kept', now())", []any{user}, false},
		{"delete from operation_members where user_id = $1", []any{user}, false},
		{"update users set role = 'observer' where id = $1", []any{user}, false},
		{"update users set role = 'participant' where id = $1", []any{user}, false},
		{"update participants set user_id = $1 where id = $2", []any{user, f.Sites["B"]}, false},
		{"update participants set activation = '[2026-09-02,)' where id = $1", []any{f.Sites["B"]}, false},
		{"update users set initialized = false where id = $1", []any{user}, false},
		{"update sessions set touched_at = $2, expires_at = $2 where id = $1", []any{session, time.Now().Add(2 * time.Hour)}, false},
		{"update users set active = false where id = $1", []any{user}, false},
		{"update users set active = true where id = $1", []any{user}, false},
		{"delete from sessions where id = $1", []any{session}, false},
	} {
		read(store)
		before := read(store) // from memory, unless others wrote in between
		exec(c.sql, c.args...)
		after := read(store)
		require.Equal(t, read(accountstore.NewPrincipals(f.DB)), after, c.sql)
		require.Equal(t, c.same, assert.ObjectsAreEqual(before, after), c.sql)
	}
	require.ErrorIs(t, read(store).err, account.ErrNoSession)
}

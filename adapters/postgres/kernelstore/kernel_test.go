package kernelstore_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/kernelstore"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/policy"
)

func TestTwoRequestsWithOneKeyChangeOnce(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	keys := kernelstore.NewIdempotencyKeys(db)
	userID, at := coretest.AddUser(t, db, policy.RoleOrganizer), time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	want := kernelstore.IdempotentReply{
		Holder: kernelstore.ReplyHolder{User: userID}, Key: "k", Operation: "createPlan", RequestHash: []byte{1, 2}, Status: 201,
		Headers: map[string]string{"Location": "/api/x"}, Body: []byte(`{"id":"x"}`), CreatedAt: at,
		Asked: []policy.Question{{Permission: "plan:create", Resource: policy.Resource{OperationID: id.New()}}},
	}
	var changes atomic.Int32
	done := make(chan error, 4)
	for range cap(done) {
		go func() {
			done <- db.Enclose(t.Context(), func(ctx context.Context) error {
				if err := keys.Lock(ctx, want.Holder, "k"); err != nil {
					return err
				}
				got, found, err := keys.Find(ctx, want.Holder, "k")
				if err != nil {
					return err
				}
				if found {
					if string(got.Body) != string(want.Body) {
						t.Errorf("another answer: %s", got.Body)
					}
					return nil
				}
				changes.Add(1)
				return keys.Add(ctx, want)
			})
		}()
	}
	for range cap(done) {
		require.NoError(t, <-done)
	}
	require.EqualValues(t, 1, changes.Load())
	got, found, err := keys.Find(t.Context(), want.Holder, "k")
	require.NoError(t, err)
	require.True(t, found)
	require.Equal(t, want, got)
	_, found, err = keys.Find(t.Context(), kernelstore.ReplyHolder{User: id.New()}, "k")
	require.NoError(t, err)
	require.False(t, found, "keys belong to their user")
	_, found, err = keys.Find(t.Context(), kernelstore.ReplyHolder{User: userID, Scope: "plan:read"}, "k")
	require.NoError(t, err)
	require.False(t, found, "and to what of their rights they came with")
	require.Error(t, keys.Lock(t.Context(), want.Holder, "k"), "outside a transaction")

	n, err := keys.DeleteBefore(t.Context(), at)
	require.NoError(t, err)
	require.Zero(t, n)
	n, err = keys.DeleteBefore(t.Context(), at.Add(time.Second))
	require.NoError(t, err)
	require.EqualValues(t, 1, n)
}

func TestOutboxKeepsAMessageOnce(t *testing.T) {
	t.Parallel()
	store := kernelstore.NewOutboxMessages(pgtest.New(t))
	at := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	first := mail.Sent{At: at, Message: mail.Message{
		ID: id.New(), To: "a@example.org", ReplyTo: "b@example.org", Subject: "Bienvenue à l’opération", Text: "Bonjour", HTML: "<p>Bonjour</p>",
		Attachments: []mail.Attachment{{Name: "états.csv", ContentType: "text/csv", Content: []byte("é")}, {Name: "vide", ContentType: "text/plain", Content: []byte{}}},
	}}
	second := mail.Sent{At: at.Add(time.Hour), Message: mail.Message{ID: id.New(), To: "c@example.org", Subject: "s", Text: "t"}}
	for _, m := range []mail.Sent{first, first, second} {
		require.NoError(t, store.Add(t.Context(), m))
	}
	got, err := store.ByID(t.Context(), first.ID)
	require.NoError(t, err)
	require.Equal(t, first, got)
	list, err := store.List(t.Context(), 10)
	require.NoError(t, err)
	require.Equal(t, []id.ID{second.ID, first.ID}, []id.ID{list[0].ID, list[1].ID})
	require.Len(t, list, 2)
	_, err = store.ByID(t.Context(), id.New())
	require.ErrorIs(t, err, mail.ErrNotFound)
}

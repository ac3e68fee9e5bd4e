package outbox_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/mail/outbox"
	"github.com/openpmo/pmo/adapters/postgres/kernelstore"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
)

func TestWhatIsSentCanBeRead(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	box := outbox.New(kernelstore.NewOutboxMessages(pgtest.New(t)), func() time.Time { return now })
	m := mail.Message{
		To: "a@example.org", Subject: "Activez votre compte", Text: "Bonjour",
		Attachments: []mail.Attachment{{Name: "cgu.pdf", ContentType: "application/pdf", Content: []byte("%PDF")}},
	}
	require.NoError(t, box.Send(t.Context(), m))
	again := m
	again.ID, again.To = id.New(), "b@example.org"
	require.NoError(t, box.Send(t.Context(), again))
	require.NoError(t, box.Send(t.Context(), again), "a repeated job")
	require.ErrorIs(t, box.Send(t.Context(), mail.Message{To: "nobody"}), mail.ErrAddress)

	list, err := box.List(t.Context(), 10)
	require.NoError(t, err)
	require.Len(t, list, 2)
	got, err := box.Read(t.Context(), again.ID)
	require.NoError(t, err)
	require.Equal(t, mail.Sent{Message: again, At: now}, got)
	_, err = box.Read(t.Context(), id.New())
	require.ErrorIs(t, err, mail.ErrNotFound)
}

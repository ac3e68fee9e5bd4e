package mail_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/mail"
)

func TestCheckWantsOneBareAddress(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"a@example.org", "prénom.nom@example.org", "a+b@sub.example.org"} {
		require.NoError(t, mail.Message{To: address}.Check(), address)
	}
	for _, address := range []string{
		"", "a", "a@", "@b", "A <a@example.org>", "a@example.org, b@example.org", "a@example.org\r\nBcc: b@example.org", " a@example.org",
	} {
		err := mail.Message{To: address}.Check()
		require.ErrorIs(t, err, mail.ErrAddress, address)
		require.Equal(t, "to", fault.From(err).Field)
	}
	err := mail.Message{To: "a@example.org", ReplyTo: "no address"}.Check()
	require.ErrorIs(t, err, mail.ErrAddress)
	require.Equal(t, "replyTo", fault.From(err).Field)
}

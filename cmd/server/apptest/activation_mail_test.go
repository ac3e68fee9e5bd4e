package apptest_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	gosmtp "github.com/emersion/go-smtp"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/app"
	"github.com/openpmo/pmo/cmd/server/apptest"
)

// mailbox is a mail server that takes everything.
type mailbox struct{ got chan string }

func (m mailbox) NewSession(*gosmtp.Conn) (gosmtp.Session, error) { return m, nil }
func (mailbox) Mail(string, *gosmtp.MailOptions) error            { return nil }
func (mailbox) Rcpt(string, *gosmtp.RcptOptions) error            { return nil }
func (mailbox) Reset()                                            {}
func (mailbox) Logout() error                                     { return nil }
func (m mailbox) Data(r io.Reader) error {
	text, err := io.ReadAll(bufio.NewReader(r))
	m.got <- string(text)
	return err
}

// gate is the port of a mail server: who calls is turned away until it is back. It is kept all the time, as
// a port that nobody holds may be given to somebody else.
type gate struct {
	net.Listener
	back atomic.Bool
}

func (g *gate) Accept() (net.Conn, error) {
	for {
		call, err := g.Listener.Accept()
		if err != nil || g.back.Load() {
			return call, err
		}
		_ = call.Close()
	}
}

// TestAnActivationMailOutlivesItsMailServer: where nobody answers at its port the mail is
// tried again after 1, 2, 4, 8, 16 and 32 minutes and then each hour, the account says why
// it waits, and it arrives when the server is back.
func TestAnActivationMailOutlivesItsMailServer(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address, door := listener.Addr().(*net.TCPAddr), &gate{Listener: listener}
	box := mailbox{make(chan string, 1)}
	server := gosmtp.NewServer(box)
	server.Domain = "localhost"
	go func() { _ = server.Serve(door) }()
	t.Cleanup(func() { _ = server.Close() })
	s := apptest.Demo(t, apptest.Today, func(c *app.Config, _ *app.Options) {
		c.SMTPHost, c.SMTPPort, c.SMTPTLS, c.SMTPFrom = "127.0.0.1", address.Port, "none", "pmo@example.org"
	})
	admin := s.As("admin@demo.pmo")
	made := admin.Post("/admin/users", map[string]any{"email": "wartet@example.org", "role": "participant"})
	require.Equal(t, http.StatusCreated, made.Status, "%s", made.Body)
	user := "/admin/users/" + made.Map()["id"].(string)
	db, err := pgx.Connect(t.Context(), s.DatabaseURL)
	require.NoError(t, err)
	defer func() { _ = db.Close(t.Context()) }()
	clock := func(minutes int) { // that so many minutes have passed
		_, err := db.Exec(t.Context(), "update river_job set state = 'available', scheduled_at = scheduled_at - make_interval(mins => $1) where kind = 'activation_mail_v1' and state = 'retryable'", minutes)
		require.NoError(t, err)
	}
	for failed, minutes := range []int{1, 2, 4, 8, 16, 32, 60, 60} {
		var wait float64
		require.Eventually(t, func() bool {
			err := db.QueryRow(t.Context(), `select extract(epoch from scheduled_at - attempted_at) / 60 from river_job
				where kind = 'activation_mail_v1' and state = 'retryable' and attempt = $1`, failed+1).Scan(&wait)
			return err == nil
		}, apptest.Patience, 50*time.Millisecond, "attempt %d", failed+1)
		require.InDelta(t, minutes, wait, 0.5, "after %d failures", failed+1)
		require.Equal(t, "mail.unavailable", admin.Get(user).Map()["activationError"])
		if failed < 7 {
			clock(minutes)
		}
	}

	door.back.Store(true)
	clock(60)
	select {
	case text := <-box.got:
		require.True(t, strings.Contains(text, "wartet@example.org"), text)
	case <-time.After(apptest.Patience):
		t.Fatal("no mail")
	}
	require.Eventually(t, func() bool { return admin.Get(user).Map()["activationError"] == nil }, apptest.Patience, 50*time.Millisecond, "it is said no longer")
}

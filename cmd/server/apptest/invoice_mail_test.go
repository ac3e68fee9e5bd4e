package apptest_test

import (
	"bytes"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-message/mail"
	gosmtp "github.com/emersion/go-smtp"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/app"
	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

const mailerURL, mailerData, mailerPort = "PMO_APPTEST_MAILER_URL", "PMO_APPTEST_MAILER_DATA", "PMO_APPTEST_MAILER_PORT"

// TestMailerProcess is the other process of the test below: it mails until it is killed.
func TestMailerProcess(t *testing.T) {
	url := os.Getenv(mailerURL)
	if url == "" {
		return
	}
	port, err := strconv.Atoi(os.Getenv(mailerPort))
	require.NoError(t, err)
	a, err := app.Start(t.Context(), mailing(workerConfig(url, os.Getenv(mailerData)), port), app.Options{Now: func() time.Time { return apptest.Today }})
	require.NoError(t, err)
	defer a.Close()
	require.NoError(t, a.Work(t.Context()))
}

func mailing(c app.Config, port int) app.Config {
	c.SMTPHost, c.SMTPPort, c.SMTPTLS, c.SMTPFrom = "127.0.0.1", port, "none", "pmo@example.org"
	return c
}

// letterbox is a mail server that keeps what it was given, and holds its first answer back.
type letterbox struct {
	mu   sync.Mutex
	got  [][]byte
	came chan struct{} // something did
	hold chan struct{} // until then the first one waits
}

func (b *letterbox) NewSession(*gosmtp.Conn) (gosmtp.Session, error) { return b, nil }
func (*letterbox) Mail(string, *gosmtp.MailOptions) error            { return nil }
func (*letterbox) Rcpt(string, *gosmtp.RcptOptions) error            { return nil }
func (*letterbox) Reset()                                            {}
func (*letterbox) Logout() error                                     { return nil }
func (b *letterbox) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	b.mu.Lock()
	b.got = append(b.got, text)
	first := len(b.got) == 1
	b.mu.Unlock()
	b.came <- struct{}{}
	if first {
		<-b.hold
	}
	return err
}

// TestAnInvoiceIsOneMailThroughAKill: journey 1, step 6. The process dies when the mail server has the mail
// and before it knows; another one goes on, and the mailbox sees one mail, by its name, with one PDF.
func TestAnInvoiceIsOneMailThroughAKill(t *testing.T) {
	t.Parallel()
	box := &letterbox{came: make(chan struct{}, 10), hold: make(chan struct{})}
	server := gosmtp.NewServer(box)
	server.Domain = "localhost"
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	port := listener.Addr().(*net.TCPAddr).Port

	s := apptest.Demo(t, apptest.Today)
	organizer := s.As("organizer@demo.pmo")
	operation := organizer.Operation("ACC00000001")
	invoice := organizer.Get("/operations/" + operation + "/billing/invoices?status=FINALIZED&type=INVOICE&limit=1").List()[0]
	user := organizer.Get("/session").Map()["id"].(string)
	db, err := pgx.Connect(t.Context(), s.DatabaseURL)
	require.NoError(t, err)
	defer func() { _ = db.Close(t.Context()) }()
	_, err = db.Exec(t.Context(), "update billable_entities set email = 'martin@exemple.org' where id = $1", invoice["billableEntity"].(map[string]any)["id"])
	require.NoError(t, err)
	_, err = db.Exec(t.Context(), "update operations set pmo_email = 'pmo@exemple.org' where id = $1", operation)
	require.NoError(t, err)
	s.App.Close()

	data := t.TempDir()
	first, err := app.Start(t.Context(), workerConfig(s.DatabaseURL, data), app.Options{Now: func() time.Time { return apptest.Today }})
	require.NoError(t, err)
	defer first.Close()
	principal := policy.Principal{UserID: id.ID(user), Role: policy.RoleOrganizer, Operations: []id.ID{id.ID(operation)}}
	_, err = first.Services.Billing.Delivery.Resend(t.Context(), principal, id.ID(operation), id.ID(invoice["id"].(string)), billing.ByMail)
	require.NoError(t, err)

	mailer := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestMailerProcess$")
	mailer.Env = append(os.Environ(), mailerURL+"="+s.DatabaseURL, mailerData+"="+filepath.Join(data, "mailer"), mailerPort+"="+strconv.Itoa(port))
	require.NoError(t, mailer.Start())
	await := func() {
		select {
		case <-box.came:
		case <-time.After(2 * time.Minute):
			t.Fatal("no mail")
		}
	}
	await()
	require.NoError(t, mailer.Process.Kill())
	_ = mailer.Wait()
	close(box.hold)
	for _, passed := range []string{"delete from river_leader", "update river_job set attempted_at = attempted_at - interval '1 hour' where state = 'running'"} {
		_, err := db.Exec(t.Context(), passed)
		require.NoError(t, err)
	}
	second := apptest.New(t, apptest.Today.Add(10*time.Minute), func(c *app.Config, _ *app.Options) {
		c.DatabaseURL = s.DatabaseURL
		*c = mailing(*c, port)
	})
	await()
	organizer = second.As("organizer@demo.pmo")
	one := "/operations/" + operation + "/billing/invoices/" + invoice["id"].(string)
	require.Eventually(t, func() bool {
		way, _ := organizer.Get(one).Map()["delivery"].(map[string]any)
		return way["state"] == "SENT"
	}, apptest.Patience, 50*time.Millisecond)

	box.mu.Lock()
	defer box.mu.Unlock()
	names := map[string]bool{}
	for _, text := range box.got {
		reader, err := mail.CreateReader(bytes.NewReader(text))
		require.NoError(t, err)
		name, err := reader.Header.MessageID()
		require.NoError(t, err)
		names[name] = true
		require.Contains(t, reader.Header.Get("Reply-To"), "pmo@exemple.org")
		require.Contains(t, reader.Header.Get("To"), "martin@exemple.org")
		files := 0
		for {
			part, err := reader.NextPart()
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			header, ok := part.Header.(*mail.AttachmentHeader)
			if !ok {
				continue
			}
			file, err := header.Filename()
			require.NoError(t, err)
			content, err := io.ReadAll(part.Body)
			require.NoError(t, err)
			require.Equal(t, []any{"facture-" + invoice["number"].(string) + ".pdf", "%PDF-"}, []any{file, string(content[:5])})
			files++
		}
		require.Equal(t, 1, files)
	}
	require.Len(t, names, 1, "one mail, whose name a mailbox knows")
}

package smtp_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"io"
	"math/big"
	"mime"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-message/mail"
	"github.com/emersion/go-sasl"
	gosmtp "github.com/emersion/go-smtp"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/mail/smtp"
	"github.com/openpmo/pmo/core/id"
	coremail "github.com/openpmo/pmo/core/mail"
)

// server is a mail server with one user, that refuses some addresses.
type server struct {
	mu   sync.Mutex
	got  [][]byte
	from []string
}

func (s *server) NewSession(*gosmtp.Conn) (gosmtp.Session, error) { return &session{server: s}, nil }

type session struct {
	server *server
	signed bool
	from   string
}

func (*session) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != "pmo" || password != "right" {
			return gosmtp.ErrAuthFailed
		}
		s.signed = true
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *gosmtp.MailOptions) error {
	if !s.signed {
		return gosmtp.ErrAuthRequired
	}
	s.from = from
	return nil
}

func (s *session) Rcpt(to string, _ *gosmtp.RcptOptions) error {
	switch to {
	case "gone@example.org":
		return &gosmtp.SMTPError{Code: 550, EnhancedCode: gosmtp.EnhancedCode{5, 1, 1}, Message: "no such user"}
	case "later@example.org":
		return &gosmtp.SMTPError{Code: 450, EnhancedCode: gosmtp.EnhancedCode{4, 2, 0}, Message: "greylisted"}
	}
	return nil
}

func (s *session) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.server.got, s.server.from = append(s.server.got, text), append(s.server.from, s.from)
	return err
}

func (*session) Reset()        {}
func (*session) Logout() error { return nil }

func start(t *testing.T) (*server, smtp.Options) {
	t.Helper()
	certificate, roots := selfSigned(t)
	s := &server{}
	g := gosmtp.NewServer(s)
	g.Domain = "localhost"
	g.TLSConfig = &tls.Config{Certificates: []tls.Certificate{certificate}}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go func() { _ = g.Serve(listener) }()
	t.Cleanup(func() { _ = g.Close() })
	return s, smtp.Options{
		Host: "127.0.0.1", Port: listener.Addr().(*net.TCPAddr).Port, User: "pmo", Password: "right",
		From: "Énergie partagée <pmo@example.org>", TLS: &tls.Config{RootCAs: roots, ServerName: "localhost"},
	}
}

func selfSigned(t *testing.T) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"localhost"}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	parsed, err := x509.ParseCertificate(der)
	require.NoError(t, err)
	roots := x509.NewCertPool()
	roots.AddCert(parsed)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, roots
}

func TestSendsAWholeMessage(t *testing.T) {
	t.Parallel()
	s, options := start(t)
	sender, err := smtp.New(options)
	require.NoError(t, err)
	require.NoError(t, sender.Check(t.Context()))
	m := coremail.Message{
		ID: id.New(), To: "a@example.org", ReplyTo: "support@example.org", Subject: "Relevé d’août\r\nBcc: b@example.org", Text: "Bonjour à tous", HTML: "<p>Bonjour à tous</p>",
		Attachments: []coremail.Attachment{{Name: "relevé.csv", ContentType: "text/csv", Content: []byte("é;1\n")}},
	}
	require.NoError(t, sender.Send(t.Context(), m))
	require.Equal(t, []string{"pmo@example.org"}, s.from)

	reader, err := mail.CreateReader(bytes.NewReader(s.got[0]))
	require.NoError(t, err)
	subject, err := reader.Header.Subject()
	require.NoError(t, err)
	require.Equal(t, "Relevé d’août Bcc: b@example.org", subject)
	require.False(t, reader.Header.Has("Bcc"))
	from, err := reader.Header.AddressList("From")
	require.NoError(t, err)
	require.Equal(t, "Énergie partagée", from[0].Name)
	messageID, err := reader.Header.MessageID()
	require.NoError(t, err)
	require.Equal(t, string(m.ID)+"@example.org", messageID)
	require.Equal(t, []string{"text/plain: Bonjour à tous", "text/html: <p>Bonjour à tous</p>", "relevé.csv: é;1\n"}, parts(t, reader))
}

func parts(t *testing.T, reader *mail.Reader) []string {
	t.Helper()
	var found []string
	for {
		part, err := reader.NextPart()
		if err == io.EOF {
			return found
		}
		require.NoError(t, err)
		text, err := io.ReadAll(part.Body)
		require.NoError(t, err)
		name := ""
		switch header := part.Header.(type) {
		case *mail.InlineHeader:
			name, _, err = mime.ParseMediaType(header.Get("Content-Type"))
		case *mail.AttachmentHeader:
			name, err = header.Filename()
		}
		require.NoError(t, err)
		found = append(found, name+": "+string(text))
	}
}

// TestAPictureOfThePageGoesWithIt by the name that the page calls it.
func TestAPictureOfThePageGoesWithIt(t *testing.T) {
	t.Parallel()
	s, options := start(t)
	sender, err := smtp.New(options)
	require.NoError(t, err)
	require.NoError(t, sender.Send(t.Context(), coremail.Message{To: "a@example.org", Text: "a", HTML: `<img src="cid:logo">`,
		Attachments: []coremail.Attachment{{Name: "logo.png", ContentType: "image/png", Content: []byte("png"), ContentID: "logo"}}}))
	require.Contains(t, string(s.got[0]), "Content-Id: <logo>")
	require.Contains(t, string(s.got[0]), "Content-Disposition: inline")
}

func TestRefusalsSayWhetherToTryAgain(t *testing.T) {
	t.Parallel()
	s, good := start(t)
	for name, c := range map[string]struct {
		to     string
		change func(*smtp.Options)
		want   error
	}{
		"no such user":        {"gone@example.org", func(*smtp.Options) {}, coremail.ErrRejected},
		"greylisted":          {"later@example.org", func(*smtp.Options) {}, coremail.ErrUnavailable},
		"no address":          {"a", func(*smtp.Options) {}, coremail.ErrAddress},
		"wrong password":      {"a@example.org", func(o *smtp.Options) { o.Password = "wrong" }, coremail.ErrUnavailable},
		"unknown certificate": {"a@example.org", func(o *smtp.Options) { o.TLS = nil }, coremail.ErrUnavailable},
		"nobody there":        {"a@example.org", func(o *smtp.Options) { o.Port = 1 }, coremail.ErrUnavailable},
	} {
		options := good
		c.change(&options)
		sender, err := smtp.New(options)
		require.NoError(t, err, name)
		require.ErrorIs(t, sender.Send(t.Context(), coremail.Message{To: c.to, Text: "t"}), c.want, name)
	}
	require.Empty(t, s.got)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	sender, err := smtp.New(good)
	require.NoError(t, err)
	require.ErrorIs(t, sender.Send(ctx, coremail.Message{To: "a@example.org"}), coremail.ErrUnavailable)
}

func TestWrongSettings(t *testing.T) {
	t.Parallel()
	for _, o := range []smtp.Options{{Host: "h"}, {From: "a@example.org"}, {Host: "h", From: "a@example.org", Encryption: "ssl"}} {
		_, err := smtp.New(o)
		require.Error(t, err)
	}
}

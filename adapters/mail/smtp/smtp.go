// Package smtp sends mails through a mail server.
package smtp

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	netmail "net/mail"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"github.com/openpmo/pmo/core/mail"
)

// Encryption of the connection to the server.
type Encryption string

// The ways to encrypt. The empty value is STARTTLS.
const (
	STARTTLS Encryption = "starttls" // demanded: a server without it gets nothing
	TLS      Encryption = "tls"      // from the first byte, usually on port 465
	None     Encryption = "none"     // a server on the same machine only
)

// Options are the settings PMO_SMTP_*.
type Options struct {
	Host       string
	Port       int // default 587, with TLS 465, with None 25
	Encryption Encryption
	User       string // empty: without authentication
	Password   string
	From       string // address, or name and address: "pmo <pmo@example.org>"
	Timeout    time.Duration
	TLS        *tls.Config // for a private certificate authority; nil = the system's
}

var _ mail.Sender = (*Sender)(nil)

// Sender sends each message over a connection of its own: a job that sends many
// is many jobs, and a refused message must not touch the next one.
type Sender struct {
	options []gomail.Option
	host    string
	from    *netmail.Address
}

// New checks the settings. It does not connect: see Check.
func New(o Options) (*Sender, error) {
	from, err := netmail.ParseAddress(o.From)
	if err != nil {
		return nil, fmt.Errorf("smtp: sender address %q: %w", o.From, err)
	}
	if o.Host == "" {
		return nil, errors.New("smtp: no host")
	}
	if o.Timeout == 0 {
		o.Timeout = 20 * time.Second
	}
	options := []gomail.Option{gomail.WithTimeout(o.Timeout)}
	port := 587
	switch o.Encryption {
	case STARTTLS, "":
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	case TLS:
		port = 465
		options = append(options, gomail.WithSSL())
	case None:
		port = 25
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		return nil, fmt.Errorf("smtp: encryption %q is none of starttls, tls, none", o.Encryption)
	}
	if o.Port != 0 {
		port = o.Port
	}
	options = append(options, gomail.WithPort(port))
	if o.TLS != nil {
		options = append(options, gomail.WithTLSConfig(o.TLS))
	}
	if o.User != "" {
		auth := gomail.SMTPAuthAutoDiscover
		if o.Encryption == None {
			auth = gomail.SMTPAuthPlainNoEnc
		}
		options = append(options, gomail.WithSMTPAuth(auth), gomail.WithUsername(o.User), gomail.WithPassword(o.Password))
	}
	return &Sender{options: options, host: o.Host, from: from}, nil
}

// Check connects and signs in, for the health page.
func (s *Sender) Check(ctx context.Context) error {
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return err
	}
	if err := client.DialWithContext(ctx); err != nil {
		return translate(err)
	}
	return client.Close()
}

// Send hands the message to the server.
func (s *Sender) Send(ctx context.Context, m mail.Message) error {
	if err := m.Check(); err != nil {
		return err
	}
	message, err := s.compose(m)
	if err != nil {
		return err
	}
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return err
	}
	return translate(client.DialAndSendWithContext(ctx, message))
}

func (s *Sender) compose(m mail.Message) (*gomail.Msg, error) {
	message := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	message.FromMailAddress(s.from)
	if err := message.To(m.To); err != nil {
		return nil, mail.ErrAddress.At("to").Because(err)
	}
	if m.ReplyTo != "" {
		if err := message.ReplyTo(m.ReplyTo); err != nil {
			return nil, mail.ErrAddress.At("replyTo").Because(err)
		}
	}
	message.Subject(strings.Join(strings.Fields(m.Subject), " ")) // one line, whatever was typed
	message.SetDate()
	if m.ID.IsZero() {
		message.SetMessageID()
	} else {
		// The same job sends the same id: a receiver that has it drops the second.
		_, domain, _ := strings.Cut(s.from.Address, "@")
		message.SetMessageIDWithValue(string(m.ID) + "@" + domain)
	}
	// Nobody answers a machine, and absence notices should not either.
	message.SetGenHeader("Auto-Submitted", "auto-generated")
	message.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		message.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	for _, a := range m.Attachments {
		put, options := message.AttachReader, []gomail.FileOption{gomail.WithFileContentType(gomail.ContentType(a.ContentType))}
		if a.ContentID != "" {
			put, options = message.EmbedReader, append(options, gomail.WithFileContentID("<"+a.ContentID+">"))
		}
		err := put(a.Name, bytes.NewReader(a.Content), options...)
		if err != nil {
			return nil, fmt.Errorf("smtp: attachment %s: %w", a.Name, err)
		}
	}
	return message, nil
}

// translate tells refusals for ever from those of the moment.
func translate(err error) error {
	if err == nil {
		return nil
	}
	var refused *gomail.SendError
	if errors.As(err, &refused) && !refused.IsTemp() && refused.ErrorCode() >= 500 {
		return mail.ErrRejected.Because(err)
	}
	// The network, a greylisting server, and also a wrong password or a missing
	// certificate: settings, which somebody may mend before the next attempt.
	return mail.ErrUnavailable.Because(err)
}

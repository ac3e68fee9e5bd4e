// Package mail is the port through which the core writes to people.
//
// Owns: what a message is and when one is well formed. Does not own: who is
// written to and why (each context its own), delivery (adapters/mail).
package mail

import (
	"context"
	netmail "net/mail"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// Faults of sending.
var (
	// ErrAddress is a text that is no mail address, or more than one.
	ErrAddress = fault.New(fault.Invalid, "mail.addressInvalid")
	// ErrRejected is a message that the mail server will never take: trying again is useless.
	ErrRejected = fault.New(fault.Conflict, "mail.rejected")
	// ErrUnavailable is a mail server that cannot take the message now: try again.
	ErrUnavailable = fault.New(fault.Unavailable, "mail.unavailable")
	// ErrNotFound is a message that the outbox does not hold.
	ErrNotFound = fault.New(fault.NotFound, "mail.notFound")
)

// Message goes to one person. Several recipients are several messages: one must
// not see the other, and a refused address must not stop the rest.
type Message struct {
	ID          id.ID // names the message for ever: the same one sent twice is one message
	To          string
	ReplyTo     string // none: answers go to the sender's address
	Subject     string
	Text        string // always there
	HTML        string // the same with a layout; may be empty
	Attachments []Attachment
}

// Attachment is a file that goes with a message.
type Attachment struct {
	Name        string
	ContentType string
	Content     []byte
	// ContentID names a picture that the HTML shows, as in src="cid:logo"; "" = none.
	ContentID string
}

// Check reports whether the message can be sent. Error: mail.addressInvalid, with
// field to or replyTo.
func (m Message) Check() error {
	if !wellFormed(m.To) {
		return ErrAddress.At("to")
	}
	if m.ReplyTo != "" && !wellFormed(m.ReplyTo) {
		return ErrAddress.At("replyTo")
	}
	return nil
}

func wellFormed(address string) bool {
	parsed, err := netmail.ParseAddress(address)
	return err == nil && parsed.Address == address && !strings.ContainsAny(address, "\r\n")
}

// Sender sends messages. Send returns when the message was handed over.
// Errors: mail.addressInvalid, mail.rejected, mail.unavailable.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// Sent is a message with the instant it was handed over.
type Sent struct {
	Message
	At time.Time
}

package communication

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

const (
	// MostSubject and MostBody are the longest texts, in characters.
	MostSubject = 200
	MostBody    = 20_000
	// MostRecipients is how many a message can have.
	MostRecipients = 10_000
	// MostADay is how many messages an operation sends within 24 hours.
	MostADay = 50
)

// Message is what was written to people of an operation. It never changes; what becomes of its
// mails does.
type Message struct {
	ID          id.ID
	OperationID id.ID
	Subject     string
	Body        string // plain text; an empty line begins a paragraph
	SentBy      id.ID
	Author      string // name of who sent it, else the address; filled when it is read
	SentAt      time.Time
	Attachments []Attachment
	Deliveries  []Delivery
	Unreached   []Recipient // as they were: without an address, or with one that is none
}

// Counts is what became of a message.
type Counts struct {
	Queued, Sent, Rejected, Failed int // mails
	Unreached                      int // recipients
}

// Counts counts the mails of a message that was read whole.
func (m Message) Counts() Counts {
	c := Counts{Unreached: len(m.Unreached)}
	for _, d := range m.Deliveries {
		switch d.Status {
		case Queued:
			c.Queued++
		case Sent:
			c.Sent++
		case Refused:
			c.Rejected++
		case Failed:
			c.Failed++
		}
	}
	return c
}

// again is a further mail of the message to a recipient, as it is now among all of the operation.
// Errors: notFound, communication.underway, communication.unreachable.
func (m Message) again(all []Recipient, recipientID id.ID, at time.Time) (Delivery, error) {
	meant := func(r Recipient) bool { return r.ID == recipientID }
	known := slices.ContainsFunc(m.Unreached, meant)
	for _, d := range m.Deliveries {
		if slices.ContainsFunc(d.Recipients, meant) {
			if known = true; d.Status == Queued {
				return Delivery{}, ErrUnderway
			}
		}
	}
	now := slices.IndexFunc(all, meant)
	if !known || now < 0 {
		return Delivery{}, policy.ErrNotFound
	}
	mails, unreached := deliveriesOf(all[now:now+1], at)
	if len(unreached) > 0 {
		return Delivery{}, ErrUnreachable.With("name", unreached[0].Name)
	}
	return mails[0], nil
}

// Summary is a message as lists show it.
type Summary struct {
	ID          id.ID
	Subject     string
	Author      string
	SentAt      time.Time
	Counts      Counts
	Attachments int
}

// Draft is what a message says, before it is sent.
type Draft struct{ Subject, Body string }

// tidy takes spaces around the words away, and line ends of other systems.
func (d Draft) tidy() Draft {
	return Draft{Subject: strings.TrimSpace(d.Subject), Body: strings.TrimSpace(strings.ReplaceAll(d.Body, "\r\n", "\n"))}
}

// check finds what is wrong with a draft that is tidy. Errors: field.required, field.tooLong,
// communication.subjectLines.
func (d Draft) check() error {
	var wrong fault.List
	for _, f := range []struct {
		name, text string
		most       int
	}{{"subject", d.Subject, MostSubject}, {"body", d.Body, MostBody}} {
		switch {
		case f.text == "":
			wrong.Add(fault.FieldRequired.At(f.name))
		case utf8.RuneCountInString(f.text) > f.most:
			wrong.Add(fault.FieldTooLong.With("max", f.most).At(f.name))
		}
	}
	if strings.ContainsAny(d.Subject, "\r\n") {
		wrong.Add(ErrSubjectLines.At("subject"))
	}
	return wrong.Err(ErrInvalid)
}

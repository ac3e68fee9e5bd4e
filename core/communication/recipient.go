package communication

import (
	"strings"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/operation"
)

// Group is on which side of an operation somebody is.
type Group string

// The groups; a prosumer is in the first two.
const (
	Consumers Group = "consumers"
	Producers Group = "producers"
	Observers Group = "observers"
)

// Kind is what a recipient is.
type Kind string

// The kinds.
const (
	Site     Kind = "SITE"
	Observer Kind = "OBSERVER"
)

// Reach says whether a mail can be sent.
type Reach string

// Missing has no address, Rejected one that is none.
const (
	Reachable Reach = "REACHABLE"
	Missing   Reach = "MISSING"
	Rejected  Reach = "REJECTED"
)

// Recipient is a site or an observer of an operation.
type Recipient struct {
	ID       id.ID // of the site or of the account
	Kind     Kind
	Groups   []Group
	Name     string // of the site, or of the person
	Holder   string // who holds the contract of the site; "" = not known
	Address  string // contact of the site, else its account; "" = none
	Language string // of the account, else French
}

// Reach says whether a mail can be sent to the recipient.
func (r Recipient) Reach() Reach {
	if r.Address == "" {
		return Missing
	}
	if (mail.Message{To: r.Address}).Check() != nil {
		return Rejected
	}
	return Reachable
}

// mailbox is the address as it tells mailboxes apart: two sites of one person get one mail.
func (r Recipient) mailbox() string { return strings.ToLower(r.Address) }

// holds reports whether all of the words that a list is searched for are the recipient's.
func (r Recipient) holds(words string) bool {
	text := operation.Fold(strings.Join([]string{r.Name, r.Holder, r.Address}, " "))
	for word := range strings.FieldsSeq(operation.Fold(words)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

package communication

import (
	"time"

	"github.com/openpmo/pmo/core/id"
)

// Status is where a mail is, in the words of the contract.
type Status string

// The states. A mail that no server takes for days has failed; one that a server will never take
// is refused. Sent means that a server has taken it: whether it was read nobody knows.
const (
	Queued  Status = "QUEUED"
	Sent    Status = "SENT"
	Refused Status = "REJECTED"
	Failed  Status = "FAILED"
)

// Delivery is the mail of one address. Its id names the mail for ever, so that one that is sent
// twice arrives once.
type Delivery struct {
	ID         id.ID
	Address    string
	Language   string
	Status     Status
	At         time.Time   // since when it is so
	Recipients []Recipient // who had the address when it was made; id, kind and name only
}

// Mail is a delivery with what it says.
type Mail struct {
	Delivery
	Message Message // without deliveries
}

// deliveriesOf makes a mail for each address of those that can be reached, in their order, and
// tells who cannot.
func deliveriesOf(recipients []Recipient, at time.Time) (mails []Delivery, unreached []Recipient) {
	index := map[string]int{}
	for _, r := range recipients {
		if r.Reach() != Reachable {
			unreached = append(unreached, r)
			continue
		}
		n, ok := index[r.mailbox()]
		if !ok {
			n = len(mails)
			index[r.mailbox()] = n
			mails = append(mails, Delivery{ID: id.New(), Address: r.Address, Language: r.Language, Status: Queued, At: at})
		}
		mails[n].Recipients = append(mails[n].Recipients, r)
	}
	return mails, unreached
}

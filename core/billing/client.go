package billing

import (
	"time"

	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// BillableEntity is a client: it receives the invoices of one or several consumer
// sites.
type BillableEntity struct {
	ID, OperationID id.ID
	Identity
	ConsumerType party.ConsumerType
	// PublicBody is a client that a public accountant pays: the State, a municipality.
	PublicBody bool
	// ServiceCode is the service of a public body that takes its invoices, Commitment the number of
	// its order, which every invoice names where CommitmentRequired.
	ServiceCode, Commitment string
	CommitmentRequired      bool
	Contract                string     // the client's own number of the contract that invoices are under (BT-12)
	ChosenChannel           Channel    // "" = by what the client is
	Language                string     // fr or nl
	IBAN                    party.IBAN // where money goes back to, and comes from by direct debit; "" = none
	BIC                     party.BIC
	Reference               string   // the organizer's own
	Tags                    []string // the organizer's own words (party.Tags)
	ConsumerIDs             []id.ID
	Version                 int
	// Read only: the caller may see the end of the account number only.
	Masked    bool
	CreatedAt time.Time
}

// Channel is how invoices reach a client.
type Channel string

// The channels.
const (
	ByMail         Channel = "MAIL"
	ByEInvoice     Channel = "EINVOICE"
	ByPublicPortal Channel = "PUBLIC_PORTAL" // Chorus Pro in France
	ByPrint        Channel = "PRINT"
)

// ParseChannel reads the contract's name; "" is none chosen. Error: invoiceChannel.unknown.
func ParseChannel(s string) (Channel, error) {
	switch c := Channel(s); c {
	case "", ByMail, ByEInvoice, ByPublicPortal, ByPrint:
		return c, nil
	}
	return "", ErrChannel.With("value", s)
}

// Channel is the one chosen for the client, else what the law and its address leave: a French
// public body is invoiced on the public portal, an enterprise by e-invoice, a person by mail
// where it has an address, else on paper.
func (e BillableEntity) Channel() Channel {
	switch {
	case e.ChosenChannel != "":
		return e.ChosenChannel
	case e.PublicBody && e.Country == dso.France:
		return ByPublicPortal
	case e.ConsumerType == party.Professional:
		return ByEInvoice
	case e.Email != "":
		return ByMail
	}
	return ByPrint
}

// Missing lists the fields a client lacks. Professionals have a legal number.
func (e BillableEntity) Missing() []string {
	out := e.missing()
	if e.ConsumerType == party.Professional && e.LegalNumber == "" {
		out = append(out, "legalNumber")
	}
	return out
}

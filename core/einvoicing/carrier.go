package einvoicing

import (
	"context"
	"fmt"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// Syntax is how a file is written.
type Syntax string

// The syntaxes of what is handed over.
const (
	SyntaxCII     Syntax = "CII"
	SyntaxUBL     Syntax = "UBL"
	SyntaxFacturX Syntax = "FACTUR_X" // PDF/A-3 with CII in it
	SyntaxCDAR    Syntax = "CDAR"     // a message of the life cycle
	SyntaxFRR     Syntax = "FRR"      // a report of sales (flux 10)
)

// Outgoing is a file to be handed over.
type Outgoing struct {
	TrackingID  id.ID
	FileName    string
	ContentType string
	Syntax      Syntax
	Rule        string // of processing: B2B, B2BInt, B2G; "" = none is named
	SHA256      string // of the content, hexadecimal
	// Sender and Receiver are addresses in a network that has no directory of its own at the carrier;
	// CreditNote says which of its documents it is.
	Sender, Receiver Address
	CreditNote       bool
	Content          []byte
}

// Flow is what a carrier says of a document that it has.
type Flow struct {
	CarrierID  string
	TrackingID string
	UpdatedAt  time.Time
	Ack        Acknowledgement
	Reasons    []Reason
	// Message says that it is one of the life cycle, which is to be read.
	Message bool
	Raw     []byte // as the carrier said it
	// Delivered says that it is at the buyer's, of a network that has no messages of a life cycle.
	Delivered bool
}

// Message is a status of the life cycle, as it was received.
type Message struct {
	Number string // of the invoice that it is about
	Status Status
}

// Line is an address of a directory.
type Line struct {
	Address // what an invoice is sent to
	Name    string
	Siren   string
	Siret   string
	Status  LineStatus
	Portal  bool // no platform was chosen yet: nothing can be sent there
	Routing string
}

// PublicRules is what a public body wants of the invoices that it gets, as the directory says it.
type PublicRules struct {
	Commitment bool // the number of the order is named (BT-13)
	Service    bool // the service is named (BT-10)
	Either     bool // one of both is
}

// Routable reports whether an invoice may be sent there today.
func (l Line) Routable() bool { return l.Status == LineEnabled && !l.Portal }

// LineStatus is whether an address of the directory can be used.
type LineStatus string

// The states of addresses; others are those of tomorrow.
const (
	LineEnabled  LineStatus = "ENABLED"
	LineDisabled LineStatus = "DISABLED"
	LineUpcoming LineStatus = "UPCOMING"
	LineOther    LineStatus = "OTHER"
)

// Carrier speaks with the platform of a connection. Every error of it is a *Trouble.
type Carrier interface {
	// Test asks whether we are known there.
	Test(ctx context.Context, c Connection) error
	// Submit hands a file over, and answers what the carrier calls it.
	Submit(ctx context.Context, c Connection, o Outgoing) (carrierID string, err error)
	// Find looks for what was handed over under an id of ours.
	Find(ctx context.Context, c Connection, trackingID id.ID) ([]Flow, error)
	// Changes are what changed after an instant, page by page, in any order; some may come twice.
	Changes(ctx context.Context, c Connection, after time.Time, page func([]Flow) error) error
	// Read reads a file of messages of the life cycle.
	Read(ctx context.Context, c Connection, carrierID string) ([]Message, error)
	// Directory are the addresses of a legal person, by its number.
	Directory(ctx context.Context, c Connection, number string) ([]Line, error)
	// Line is one address of the directory; ok is false where there is none.
	Line(ctx context.Context, c Connection, address Address) (l Line, ok bool, err error)
	// PublicBody is what a public establishment wants; ok is false where the directory does not know it.
	PublicBody(ctx context.Context, c Connection, siret string) (r PublicRules, ok bool, err error)
	// Hook reads what the platform sent by itself, which is a hint and no more: the carrier id.
	// Error: hook.refused.
	Hook(c Connection, call HookCall) (carrierID string, err error)
}

// Follower is a carrier that tells no changes by itself: each deposit is asked for.
type Follower interface {
	// Follow says what became of a deposit; of one whose answer was lost the carrier's id is empty.
	Follow(ctx context.Context, c Connection, trackingID id.ID, carrierID string) (Flow, error)
}

// HookCall is a call of a platform, as it was received.
type HookCall struct {
	Body                 []byte
	Signature, Timestamp string
	At                   time.Time
}

// TroubleKind is what went wrong with a carrier, by what is to be done.
type TroubleKind string

// The kinds.
const (
	TroubleRefused     TroubleKind = "REFUSED"      // the same will be refused again
	TroubleDenied      TroubleKind = "UNAUTHORIZED" // we are not let in
	TroubleBusy        TroubleKind = "BUSY"         // later; nothing was taken
	TroubleUnavailable TroubleKind = "UNAVAILABLE"  // it was not reached: nothing was taken
	TroubleUnknown     TroubleKind = "UNKNOWN"      // no answer: it may have been taken
	TroubleUnreadable  TroubleKind = "UNREADABLE"   // an answer that nobody understands; it may have been taken
	TroubleForbidden   TroubleKind = "FORBIDDEN"    // an address that is not to be called
)

// Trouble is a call of a carrier that failed.
type Trouble struct {
	Kind       TroubleKind
	Status     int // of HTTP; 0 = none
	Text       string
	Reasons    []Reason
	RetryAfter time.Duration // what the carrier asks for; 0 = nothing
}

func (t *Trouble) Error() string {
	return fmt.Sprintf("carrier: %s %d %s", t.Kind, t.Status, t.Text)
}

// Problem is what is kept of it.
func (t *Trouble) Problem(at time.Time) *Problem { return &Problem{Kind: t.Kind, Text: t.Text, At: at} }

// Doubtful reports whether the carrier may have taken what it was handed.
func (t *Trouble) Doubtful() bool { return t.Kind == TroubleUnknown || t.Kind == TroubleUnreadable }

// Collection is what a seller says when an invoice is paid (status 212): an amount for each rate of VAT.
type Collection struct {
	ID                id.ID // of the message
	At                time.Time
	PaidOn            civil.Date
	Number, Type      string // of the invoice, and its code (UNTDID 1001)
	IssuedOn          civil.Date
	Seller, Buyer     Named
	BuyerAddress      Address
	Amounts           []Collected
	Process, Currency string
}

// Named is a party with its number (ISO 6523).
type Named struct{ Scheme, Number, Name string }

// Address is where a party receives (EAS).
type Address struct{ Scheme, Value string }

// Collected is what was paid at a rate of VAT.
type Collected struct {
	Amount money.Cents
	Rate   money.VATRate
}

// Messages writes messages of the life cycle.
type Messages interface {
	Collection(c Collection) ([]byte, error)
}

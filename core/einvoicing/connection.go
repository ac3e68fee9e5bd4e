package einvoicing

import (
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// Kind is how a carrier is spoken to.
type Kind string

// The kinds.
const (
	AFNOR Kind = "AFNOR" // a French platform, by XP Z12-013
)

// Version is that of XP Z12-013 which a platform speaks.
type Version string

// The versions.
const (
	V11 Version = "1.1"
	V12 Version = "1.2"
	V13 Version = "1.3"
)

// InfoType is as what the description of a deposit is sent.
type InfoType string

// The types of the part flowInfo.
const (
	InfoJSON InfoType = "JSON" // application/json
	InfoText InfoType = "TEXT" // text/plain, which some platforms want
)

// Signature is which bytes a platform signs when it calls us.
type Signature string

// The variants: the body and the instant themselves, or their fingerprint, as bytes or as digits.
const (
	SignPlain  Signature = "A" // HMAC(key, body@instant)
	SignBytes  Signature = "B" // HMAC(key, SHA-256(body@instant))
	SignDigits Signature = "C" // HMAC(key, hexadecimal SHA-256(body@instant))
)

// Settings is how a carrier is reached, with defaults where the law and the norm leave a choice open.
type Settings struct {
	FlowURL      string `json:"flowUrl,omitempty"`
	DirectoryURL string `json:"directoryUrl,omitempty"` // "" = the buyer's address is not looked up
	TokenURL     string `json:"tokenUrl,omitempty"`
	ClientID     string `json:"clientId,omitempty"`
	// OrganizationID says whom a call is for, where one client is of several sellers.
	OrganizationID string    `json:"organizationId,omitempty"`
	Version        Version   `json:"version,omitempty"`
	InfoType       InfoType  `json:"infoType,omitempty"`
	SendsRule      bool      `json:"sendsRule"` // of processing; else the platform works it out
	Signature      Signature `json:"signature,omitempty"`
	// DeclaresPayments has status 212 sent when an invoice is paid. VAT on electricity does not fall due
	// on collection, so nobody must.
	DeclaresPayments bool `json:"declaresPayments"`
}

// Connection is of a legal seller with a carrier.
type Connection struct {
	ID, OperationID id.ID
	IssuerID        id.ID  // the issuer that it was made for; all of the same legal person use it
	IssuerName      string // read only
	Seller          string // SIREN or enterprise number
	Name            string // of the carrier, in the organizer's words
	Kind            Kind
	Active          bool // what is published is queued, and what is queued is sent
	Settings
	Secret    string // of the client; "" = none kept
	HookKey   string // by which calls of the platform are known, base64; "" = it may not call
	Version   int
	CreatedAt time.Time

	PolledUntil time.Time  // up to when all that changed at the carrier is known
	PolledAt    *time.Time // when it was asked last, and answered
	Problem     *Problem   // why it cannot be spoken to; nil = nothing known
}

// LooksUp reports whether it has a directory of who can be reached.
func (c Connection) LooksUp() bool { return c.DirectoryURL != "" }

// Problem is what keeps a connection from working.
type Problem struct {
	Kind TroubleKind `json:"kind"`
	Text string      `json:"text,omitempty"` // in the words of the carrier, or of the network
	At   time.Time   `json:"at"`
}

const (
	maxName    = 100
	maxAddress = 500
	maxSecret  = 1000
)

// Check says everything that is wrong with a connection by itself, as items of connection.invalid, and
// gives it with its defaults.
func (c Connection) Check() (Connection, error) {
	var wrong fault.List
	c.Name = strings.TrimSpace(c.Name)
	text := func(field, value string, most int, required bool) {
		switch {
		case required && value == "":
			wrong.Add(fault.FieldRequired.At(field))
		case utf8.RuneCountInString(value) > most:
			wrong.Add(fault.FieldTooLong.With("max", most).At(field))
		}
	}
	text("name", c.Name, maxName, true)
	text("secret", c.Secret, maxSecret, true)
	text("clientId", c.ClientID, maxSecret, true)
	text("organizationId", c.OrganizationID, maxSecret, false)
	text("hookKey", c.HookKey, maxSecret, false)
	for _, a := range []struct {
		field    string
		value    *string
		required bool
	}{{"flowUrl", &c.FlowURL, true}, {"directoryUrl", &c.DirectoryURL, false}, {"tokenUrl", &c.TokenURL, true}} {
		*a.value = strings.TrimSuffix(strings.TrimSpace(*a.value), "/")
		text(a.field, *a.value, maxAddress, a.required)
		if *a.value != "" && !isAddress(*a.value) {
			wrong.Add(ErrAddress.At(a.field))
		}
	}
	if c.Kind == "" {
		c.Kind = AFNOR
	}
	if c.Settings.Version == "" {
		c.Settings.Version = V13
	}
	if c.InfoType == "" {
		c.InfoType = InfoJSON
	}
	if c.Signature == "" {
		c.Signature = SignPlain
	}
	if !slices.Contains([]Kind{AFNOR}, c.Kind) || !slices.Contains([]Version{V11, V12, V13}, c.Settings.Version) ||
		!slices.Contains([]InfoType{InfoJSON, InfoText}, c.InfoType) || !slices.Contains([]Signature{SignPlain, SignBytes, SignDigits}, c.Signature) {
		wrong.Add(fault.FieldEnum.At("settings"))
	}
	return c, wrong.Err(ErrConnectionInvalid)
}

// isAddress reports whether a text is the address of a service, without name, password, question or
// fragment. Where it leads is looked at when it is called.
func isAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil && u.RawQuery == "" && u.Fragment == ""
}

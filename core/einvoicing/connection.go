package einvoicing

import (
	"cmp"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// Kind is how a carrier is spoken to.
type Kind string

// The kinds.
const (
	AFNOR        Kind = "AFNOR"         // a French platform, by XP Z12-013
	PeppolJSON   Kind = "PEPPOL_JSON"   // an access point of Peppol that takes JSON, by a template
	PeppolRaw    Kind = "PEPPOL_RAW"    // one that takes the e-invoice itself
	PeppolFolder Kind = "PEPPOL_FOLDER" // a folder that a gateway empties
)

// Peppol reports whether it is an access point of Peppol.
func (k Kind) Peppol() bool { return k == PeppolJSON || k == PeppolRaw || k == PeppolFolder }

// Zone is which directory of Peppol knows where receivers are; "" = they are not looked up.
type Zone string

// The zones.
const (
	ZoneProduction Zone = "PRODUCTION"
	ZoneTest       Zone = "TEST"
)

// PeppolSettings is how an access point is reached, whoever made it. Addresses, the header and the body
// have places: {sender}, {receiver}, {docType}, {process}, {country}, {key} (our id), {id} (the carrier's),
// {secret}, {fileName}, {ubl} and {ublBase64}.
type PeppolSettings struct {
	SubmitURL   string `json:"submitUrl,omitempty"`
	StatusURL   string `json:"statusUrl,omitempty"` // "" = what was taken has arrived
	Header      string `json:"header,omitempty"`    // that lets us in
	HeaderValue string `json:"headerValue,omitempty"`
	Body        string `json:"body,omitempty"`        // of PEPPOL_JSON
	IDField     string `json:"idField,omitempty"`     // of the answer, by dots
	StateField  string `json:"stateField,omitempty"`  // of the status
	ReasonField string `json:"reasonField,omitempty"` // of a failure
	Delivered   string `json:"delivered,omitempty"`   // states of it that mean so, by comma
	Failed      string `json:"failed,omitempty"`
	Folder      string `json:"folder,omitempty"` // of PEPPOL_FOLDER: a name below the folder of the server
	Zone        Zone   `json:"zone,omitempty"`
}

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
	DeclaresPayments bool            `json:"declaresPayments"`
	Peppol           *PeppolSettings `json:"peppol,omitempty"` // of an access point of Peppol
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
func (c Connection) LooksUp() bool {
	if c.Kind.Peppol() {
		return c.Peppol != nil && c.Peppol.Zone != ""
	}
	return c.DirectoryURL != ""
}

// Asked is by what the directory is asked for who has a legal number: the SIREN of a French one, and in
// the network of Peppol the Belgian number itself. Errors: connection.siren, bce.invalid.
func (c Connection) Asked(number string) (string, error) {
	if c.Kind.Peppol() {
		belgian, err := party.ParseBCE(number)
		if err != nil {
			return "", party.ErrBCE.At("siren")
		}
		return string(belgian), nil
	}
	french, err := party.ParseLegalNumber(dso.France, number)
	if err != nil {
		return "", ErrSiren
	}
	return party.LegalPerson(french), nil
}

// Mute reports whether the carrier cannot be asked for what it was handed under an id of ours.
func (c Connection) Mute() bool {
	return (c.Kind == PeppolJSON || c.Kind == PeppolRaw) && c.Peppol != nil && !strings.Contains(c.Peppol.StatusURL, "{key}")
}

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
	maxBody    = 10_000
)

// Check says everything that is wrong with a connection by itself, as items of connection.invalid, and
// gives it with its defaults.
func (c Connection) Check() (Connection, error) {
	var wrong fault.List
	c.Name = strings.TrimSpace(c.Name)
	if c.Kind.Peppol() {
		return c.checkPeppol()
	}
	c.Peppol = nil
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

var folderName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,50}$`)

// checkPeppol is Check of an access point of Peppol, with its defaults.
func (c Connection) checkPeppol() (Connection, error) {
	var wrong fault.List
	var p PeppolSettings
	if c.Peppol != nil {
		p = *c.Peppol
	}
	c.FlowURL, c.DirectoryURL, c.TokenURL, c.ClientID, c.OrganizationID, c.DeclaresPayments = "", "", "", "", "", false
	c.Settings.Version, c.InfoType, c.Signature = V13, InfoJSON, SignPlain
	text := func(field, value string, most int, required bool) {
		switch {
		case required && strings.TrimSpace(value) == "":
			wrong.Add(fault.FieldRequired.At(field))
		case utf8.RuneCountInString(value) > most:
			wrong.Add(fault.FieldTooLong.With("max", most).At(field))
		}
	}
	text("name", c.Name, maxName, true)
	folder := c.Kind == PeppolFolder
	text("secret", c.Secret, maxSecret, !folder)
	if folder {
		if p = (PeppolSettings{Folder: p.Folder, Zone: p.Zone}); !folderName.MatchString(p.Folder) {
			wrong.Add(ErrFolder)
		}
	} else {
		p.Folder = ""
		for field, value := range map[string]string{"submitUrl": p.SubmitURL, "statusUrl": p.StatusURL} {
			text(field, value, maxAddress, field == "submitUrl")
			if value != "" && !isTemplate(value) {
				wrong.Add(ErrAddress.At(field))
			}
		}
		for field, value := range map[string]string{"header": p.Header, "headerValue": p.HeaderValue, "idField": p.IDField, "stateField": p.StateField, "reasonField": p.ReasonField, "delivered": p.Delivered, "failed": p.Failed} {
			text(field, value, maxAddress, false)
		}
		text("body", p.Body, maxBody, c.Kind == PeppolJSON)
		if c.Kind == PeppolJSON && p.Body != "" && !json.Valid([]byte(p.Body)) {
			wrong.Add(ErrTemplate)
		}
		p.Header, p.HeaderValue = cmp.Or(p.Header, "Authorization"), cmp.Or(p.HeaderValue, "Bearer {secret}")
		p.IDField, p.StateField = cmp.Or(p.IDField, "id"), cmp.Or(p.StateField, "status")
		p.Delivered, p.Failed = cmp.Or(p.Delivered, "sent,delivered"), cmp.Or(p.Failed, "failed,rejected,permanently_failed,error")
	}
	if p.Zone != "" && p.Zone != ZoneProduction && p.Zone != ZoneTest {
		wrong.Add(fault.FieldEnum.At("zone"))
	}
	c.Peppol = &p
	return c, wrong.Err(ErrConnectionInvalid)
}

// isTemplate reports whether a text is the address of a service once its places are filled.
func isTemplate(text string) bool {
	u, err := url.Parse(strings.NewReplacer("{", "", "}", "").Replace(text))
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil && u.Fragment == "" && !strings.ContainsAny(u.Host, "{}")
}

// isAddress reports whether a text is the address of a service, without name, password, question or
// fragment. Where it leads is looked at when it is called.
func isAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil && u.RawQuery == "" && u.Fragment == ""
}

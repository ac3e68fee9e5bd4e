package payment

import (
	"cmp"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// Creditor is who collects by direct debit in the name of an issuer; an issuer has one.
type Creditor struct {
	ID, OperationID, BillingEntityID id.ID
	Name                             string // at most 70 characters
	ICS                              party.ICS
	Account
	ReconciliationID string // what the bank tells back with the credit
	Message          MessageVersion
	LeadDays         int // banking days that the bank wants before a collection
	Version          int
	CreatedAt        time.Time
}

// MessageVersion is which version of the order to collect a bank takes.
type MessageVersion string

// The versions of pain.008: banks take the newer one since November 2026, some the older one too.
const (
	Pain00800108 MessageVersion = "PAIN_008_001_08"
	Pain00800102 MessageVersion = "PAIN_008_001_02"
)

// Banking days that a bank may want before a collection, and how many are taken where nothing is
// said (domain 8.7).
const (
	MinLeadDays, MaxLeadDays = 1, 14
	UsualLeadDays            = 3
)

// Account is where money is collected from, or goes to. The BIC may be empty: the IBAN says
// which bank it is.
type Account struct {
	IBAN party.IBAN
	BIC  party.BIC
}

// CreditorChange is a new creditor, or what changes of one; nil = unchanged.
type CreditorChange struct {
	Name, ICS, IBAN, BIC, ReconciliationID *string
	Message                                *MessageVersion
	LeadDays                               *int
	IfVersion                              int
}

// Apply is c with the change. What is wrong is told all at once. Errors: field.required,
// field.tooLong, bankReconciliationId.invalid and those of party values.
func (in CreditorChange) Apply(c Creditor) (Creditor, error) {
	var wrong fault.List
	wrong.Add(setName(&c.Name, in.Name, "name"))
	set(&wrong, &c.ICS, in.ICS, party.ParseICS, "ics")
	set(&wrong, &c.IBAN, in.IBAN, party.ParseIBAN, "iban")
	setOptional(&wrong, &c.BIC, in.BIC, party.ParseBIC)
	wrong.Add(setReconciliationID(&c.ReconciliationID, in.ReconciliationID))
	if in.Message != nil {
		c.Message = *in.Message
	}
	if c.Message = cmp.Or(c.Message, Pain00800108); c.Message != Pain00800108 && c.Message != Pain00800102 {
		wrong.Add(fault.FieldEnum.With("allowed", string(Pain00800108)+", "+string(Pain00800102)).With("value", string(c.Message)).At("messageVersion"))
	}
	if in.LeadDays != nil {
		c.LeadDays = *in.LeadDays
	} else if c.LeadDays == 0 {
		c.LeadDays = UsualLeadDays
	}
	if c.LeadDays < MinLeadDays || c.LeadDays > MaxLeadDays {
		wrong.Add(ErrLeadDays.With("min", MinLeadDays).With("max", MaxLeadDays))
	}
	return c, only(wrong)
}

// MaxName is the most characters of a name in a SEPA message (domain 8.7).
const MaxName = 70

// MaxReconciliationID: the specification says under 15 characters.
const MaxReconciliationID = 14

// reconciliationPattern is the SEPA set of characters without space.
var reconciliationPattern = regexp.MustCompile(`^[A-Za-z0-9/\-?:().,'+]*$`)

func setReconciliationID(at *string, value *string) error {
	if value == nil {
		return nil
	}
	v := strings.TrimSpace(*value)
	if len(v) > MaxReconciliationID || !reconciliationPattern.MatchString(v) {
		return ErrReconciliationID.With("max", MaxReconciliationID)
	}
	*at = v
	return nil
}

// setName changes a name that must be there.
func setName(at *string, value *string, field string) error {
	if value != nil {
		*at = strings.TrimSpace(*value)
	}
	switch {
	case *at == "":
		return fault.FieldRequired.At(field)
	case utf8.RuneCountInString(*at) > MaxName:
		return fault.FieldTooLong.With("max", MaxName).At(field)
	}
	return nil
}

// set changes a value that must be there.
func set[T ~string](wrong *fault.List, at *T, value *string, parse func(string) (T, error), field string) {
	if value != nil && strings.TrimSpace(*value) != "" {
		parsed, err := parse(*value)
		wrong.Add(err)
		*at = parsed
		return
	}
	if value != nil || *at == "" {
		wrong.Add(fault.FieldRequired.At(field))
	}
}

// setOptional changes a value that may be empty.
func setOptional[T ~string](wrong *fault.List, at *T, value *string, parse func(string) (T, error)) {
	if value == nil {
		return
	}
	if *at = ""; strings.TrimSpace(*value) != "" {
		parsed, err := parse(*value)
		wrong.Add(err)
		*at = parsed
	}
}

// only is the single fault of a list, or all of them below the first one's key.
func only(wrong fault.List) error {
	switch len(wrong.Items) {
	case 0:
		return nil
	case 1:
		return wrong.Items[0]
	}
	return wrong.Items[0].Of(wrong.Items...)
}

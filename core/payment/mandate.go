package payment

import (
	"strings"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// Scheme is under which rules is collected.
type Scheme string

// Between businesses there is no refund, and the debtor's bank must know the mandate.
const (
	Core Scheme = "CORE"
	B2B  Scheme = "B2B"
)

// Status is whether a mandate holds.
type Status string

// The states of a mandate on a day.
const (
	Active  Status = "ACTIVE"
	Lapsed  Status = "LAPSED"
	Revoked Status = "REVOKED"
)

// LapseMonths is after how many months without a collection a mandate lapses (SEPA rulebook).
const LapseMonths = 36

// Mandate is a debtor's leave to collect from its account.
type Mandate struct {
	ID, OperationID, CreditorID id.ID
	ICS                         party.ICS // of the creditor
	CreditorName                string    // read only
	RUM                         party.RUM
	ParticipantID               id.ID
	DebtorName                  string
	Account
	Scheme           Scheme
	SignedOn         civil.Date
	LastCollectedOn  *civil.Date // nil = never used
	RevokedOn        *civil.Date // first day that it no longer holds; nil = not revoked
	ReconciliationID string
	Version          int
	CreatedAt        time.Time
}

// Amendment is the account that a mandate was on until another one was named. The next
// collection tells it to the debtor's bank.
type Amendment struct {
	Account
	Until time.Time
}

// LapsesOn is the first day on which the mandate no longer holds if it is not used before.
func (m Mandate) LapsesOn() civil.Date {
	last := m.SignedOn
	if m.LastCollectedOn != nil && *m.LastCollectedOn > last {
		last = *m.LastCollectedOn
	}
	return last.AddMonths(LapseMonths)
}

// Status is whether the mandate holds on a day.
func (m Mandate) Status(today civil.Date) Status {
	switch {
	case m.RevokedOn != nil && today >= *m.RevokedOn:
		return Revoked
	case today >= m.LapsesOn():
		return Lapsed
	}
	return Active
}

// Debit is the mandate as billing knows it, of a client.
func (m Mandate) Debit(clientID id.ID) billing.DebitMandate {
	until := m.LapsesOn()
	if m.RevokedOn != nil {
		until = min(until, *m.RevokedOn)
	}
	return billing.DebitMandate{ClientID: clientID, SiteID: m.ParticipantID, ICS: m.ICS, RUM: m.RUM, IBAN: m.IBAN, SignedOn: m.SignedOn, Until: until}
}

// same reports whether a row of an import says what is kept already.
func (m Mandate) same(other Mandate) bool {
	return m.CreditorID == other.CreditorID && m.ParticipantID == other.ParticipantID && m.DebtorName == other.DebtorName && m.Account == other.Account &&
		m.Scheme == other.Scheme && m.SignedOn == other.SignedOn && m.ReconciliationID == other.ReconciliationID
}

// folded is a RUM as it is compared.
func folded(r party.RUM) party.RUM { return party.RUM(strings.ToUpper(string(r))) }

// MandateInput is a new mandate, in the words of who sends it. The participant is given by
// its id or by its number at the grid operator.
type MandateInput struct {
	ParticipantID, DsoID                    string
	RUM, DebtorName, IBAN, BIC              string
	Scheme, SignatureDate, ReconciliationID string
}

// Debtor is a participant of the operation.
type Debtor struct {
	ID          id.ID
	DsoID, Name string
	Consumes    bool
}

// mandate reads an input. All that is wrong is told.
func (in MandateInput) mandate(debtors map[string]id.ID, today civil.Date) (Mandate, fault.List) {
	var wrong fault.List
	m := Mandate{Scheme: Core, Version: 1}
	m.ParticipantID = debtors[strings.TrimSpace(in.ParticipantID)]
	field := "participantId"
	if in.ParticipantID == "" && in.DsoID != "" {
		m.ParticipantID, field = debtors[strings.TrimSpace(in.DsoID)], "dsoId"
	}
	switch {
	case in.ParticipantID == "" && in.DsoID == "":
		wrong.Add(fault.FieldRequired.At(field))
	case m.ParticipantID == "":
		wrong.Add(ErrDebtorUnknown.At(field))
	}
	set(&wrong, &m.RUM, &in.RUM, party.ParseRUM, "mandateId")
	if f := fault.From(lastOf(wrong)); f != nil && f.Key == party.ErrRUM.Key {
		wrong.Items[len(wrong.Items)-1] = f.At("mandateId")
	}
	wrong.Add(setName(&m.DebtorName, &in.DebtorName, "debtorName"))
	set(&wrong, &m.IBAN, &in.IBAN, party.ParseIBAN, "iban")
	setOptional(&wrong, &m.BIC, &in.BIC, party.ParseBIC)
	switch s := Scheme(strings.ToUpper(strings.TrimSpace(in.Scheme))); s {
	case "":
	case Core, B2B:
		m.Scheme = s
	default:
		wrong.Add(fault.FieldEnum.With("allowed", "CORE, B2B").With("value", in.Scheme).At("scheme"))
	}
	wrong.Add(m.sign(in.SignatureDate, today))
	wrong.Add(setReconciliationID(&m.ReconciliationID, &in.ReconciliationID))
	return m, wrong
}

func lastOf(l fault.List) error {
	if len(l.Items) == 0 {
		return nil
	}
	return l.Items[len(l.Items)-1]
}

func (m *Mandate) sign(day string, today civil.Date) error {
	day = strings.TrimSpace(day)
	if day == "" {
		return fault.FieldRequired.At("signatureDate")
	}
	signed, err := civil.ParseDate(day)
	if err != nil {
		return fault.DateInvalid.With("value", day).At("signatureDate")
	}
	if signed > today {
		return ErrSignedInFuture
	}
	m.SignedOn = signed
	return nil
}

// MandateChange is what changes of a mandate; nil = unchanged. The RUM, the scheme and the
// debtor never change: that takes a new mandate.
type MandateChange struct {
	DebtorName, IBAN, BIC, ReconciliationID *string
	RevokedOn                               **civil.Date // to nil = no longer revoked
	IfVersion                               int
}

// Apply is m with the change. Errors: field.required, field.tooLong,
// bankReconciliationId.invalid, mandate.revokedBeforeSigned and those of party values.
func (in MandateChange) Apply(m Mandate) (Mandate, error) {
	var wrong fault.List
	wrong.Add(setName(&m.DebtorName, in.DebtorName, "debtorName"))
	set(&wrong, &m.IBAN, in.IBAN, party.ParseIBAN, "iban")
	setOptional(&wrong, &m.BIC, in.BIC, party.ParseBIC)
	wrong.Add(setReconciliationID(&m.ReconciliationID, in.ReconciliationID))
	if in.RevokedOn != nil {
		m.RevokedOn = *in.RevokedOn
	}
	if m.RevokedOn != nil && *m.RevokedOn < m.SignedOn {
		wrong.Add(ErrRevokedTooEarly)
	}
	return m, only(wrong)
}

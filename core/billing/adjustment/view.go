package adjustment

import (
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/id"
)

// Status is where an amount stands.
type Status string

// The states.
const (
	Waiting    Status = "WAITING"
	OnDraft    Status = "ON_DRAFT"
	NotCharged Status = "NOT_CHARGED" // nothing was left to pay
	Invoiced   Status = "INVOICED"
)

// View is an amount with the invoice that it is on.
type View struct {
	agreement.Adjustment
	IssuerName, ClientName string
	AuthorName             string
	Invoice                billing.InvoiceReference // none while it waits
	NotCharged             bool                     // Invoice is a period without anything to pay
}

// Status is where it stands.
func (v View) Status() Status {
	switch {
	case v.Invoice.ID.IsZero():
		return Waiting
	case v.Invoice.Number != "":
		return Invoiced
	case v.NotCharged:
		return NotCharged
	}
	return OnDraft
}

// DiscountView is a discount with the names of its sites.
type DiscountView struct {
	agreement.Discount
	ConsumerName, ProducerName string
	AuthorName                 string
}

// Filter chooses amounts; empty fields do not matter.
type Filter struct {
	ClientID id.ID
	Status   Status
}

package site

import (
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/folder"
	"github.com/openpmo/pmo/core/participant/invitation"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// View is a participant as a caller may see it, on a day.
type View struct {
	participant.Participant
	Status  folder.Status
	Request folder.Request // what the operator can still answer
	Leaves  bool           // whether a last day can be set or moved
	Account operation.AccountStatus
	User    *operation.Account     // nil = none; without e-mail for those who may not read contacts
	Invited *invitation.Invitation // to whom the site is proposed; nil = nobody, or not for the caller
	Billed  participant.BilledAs
	Number  dso.IdentifierKind  // of DsoID
	Contact bool                // whether identity, e-mail and phone are there
	Touched participant.Touched // what the change that is answered touches
}

const (
	readContact policy.Permission = "participant:readContact"
	update      policy.Permission = "participant:update"
)

// OnInvoices is who stands on the invoices of the site: the client or the issuer, else the site
// itself. Own reports whether it is the site.
func (v View) OnInvoices() (detail participant.BillingDetail, own bool) {
	if v.Billed.Detail.Name != "" {
		return v.Billed.Detail, false
	}
	return participant.BillingDetail{Name: v.Name, Address: v.Address, PostCode: v.PostCode, City: v.City, Email: v.Email, PhoneNumber: v.Phone,
		LegalNumber: v.SIRET}, true
}

// Establishment is the SIRET of who stands on the invoices: the one that the site has, else the
// legal number of its client where that is one.
func (v View) Establishment() string {
	if v.SIRET != "" {
		return v.SIRET
	}
	detail, _ := v.OnInvoices()
	siret, err := party.ParseSIRET(detail.LegalNumber)
	if err != nil {
		return ""
	}
	return string(siret)
}

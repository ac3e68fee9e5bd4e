// Package paper makes the papers that people of an operation sign: filled from what is known, drawn
// as PDF, kept with the signed copy beside, and a register of who signed and who refused.
//
// Owns: which papers there are, what is filled in and what is left to the hand, the register. Does
// not own: how a page looks (Drawer), the folders of documents (core/library), mandates that are
// collected by (core/payment).
package paper

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
)

// Bounds.
const (
	MostAtOnce   = 200    // papers that are made together
	MostKept     = 10_000 // of an operation
	MostFileSize = 20 << 20
	MostText     = 200
)

// Stored is the kind of the stored documents.
const Stored document.Kind = "signed-papers"

// Kind is which paper, in the words of the contract.
type Kind string

// The kinds.
const (
	Agreement      Kind = "PARTICIPATION_AGREEMENT"
	SEPAMandate    Kind = "SEPA_MANDATE"
	BillingMandate Kind = "BILLING_MANDATE" // of a producer: invoices are written in its name
	TenantNotice   Kind = "TENANT_NOTICE"   // of a social landlord; a tenant takes part who does not refuse
)

// Kinds are all of them.
var Kinds = []Kind{Agreement, SEPAMandate, BillingMandate, TenantNotice}

// Status is how far a paper is, in the words of the contract.
type Status string

// The states.
const (
	Made    Status = "MADE"
	Signed  Status = "SIGNED"
	Refused Status = "REFUSED"
)

// Paper is one of a site.
type Paper struct {
	ID           id.ID
	OperationID  id.ID
	SiteID       id.ID
	SiteName     string // filled when it is read
	Kind         Kind
	Language     string   // of the words: fr, fr-BE, nl
	Lacks        []string // what was left to be filled in by hand
	NoticeDate   *civil.Date
	RefusalUntil *civil.Date
	MadeAt       time.Time
	MadeBy       id.ID
	Content      document.Document

	Signature *Signature
	Refusal   *Refusal
	// Filed says who recorded the one or the other; nil while neither is there, and of those of before.
	Filed *Filed
	// Mail is the last one to the account that it waits for; nil where nobody was written to. Only the
	// register has it.
	Mail *Mail
}

// Filed is who recorded a signature or a refusal.
type Filed struct {
	By            id.ID
	ByParticipant bool // the participant itself, else who runs the operation
}

// Ref names a paper: by its operation, for who runs it, or by its site, for who takes part.
type Ref struct {
	OperationID, SiteID id.ID // one of them
	PaperID             id.ID
}

// Signature says who signed, and holds the copy.
type Signature struct {
	On       civil.Date
	By       string
	FileName string
	Content  document.Document
}

// Refusal says that and when somebody refused.
type Refusal struct {
	On   civil.Date
	Note string
}

// Status says how far it is.
func (p Paper) Status() Status {
	switch {
	case p.Signature != nil:
		return Signed
	case p.Refusal != nil:
		return Refused
	}
	return Made
}

// Field is something that is filled in; without a value it is a line for the hand.
type Field struct{ Key, Value string }

// Group is fields under a heading.
type Group struct {
	Key    string
	Fields []Field
}

// Sheet is all that stands on a paper, beside the words of its kind.
type Sheet struct {
	Kind      Kind
	Language  string
	Theme     operation.Theme
	Operation string
	PMO       string // name of the PMO; "" = a line for the hand
	Made      civil.Date
	Groups    []Group
}

// lacks are the names of the fields without a value.
func (s Sheet) lacks() []string {
	out := []string{}
	for _, g := range s.Groups {
		for _, f := range g.Fields {
			if f.Value == "" {
				out = append(out, g.Key+"."+f.Key)
			}
		}
	}
	return out
}

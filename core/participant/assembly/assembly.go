// Package assembly makes the services of participants from what they work with.
package assembly

import (
	"time"

	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/logo"
	"github.com/openpmo/pmo/core/operation/invitationmail"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/course"
	"github.com/openpmo/pmo/core/participant/extent"
	"github.com/openpmo/pmo/core/participant/invitation"
	"github.com/openpmo/pmo/core/participant/perimeter"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
	"github.com/openpmo/pmo/core/participant/removal"
	"github.com/openpmo/pmo/core/participant/site"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Parts are what the services of participants work with. Events, Invoices, Curves, Answers, Billing,
// Queue and InvitationMail may be nil: there is nothing to rebuild, to keep, to show or to send
// then. Without Invitations accounts are attached at once.
type Parts struct {
	Guard          policy.Guard
	Tx             tx.Runner
	Now            func() time.Time
	Participants   participant.Participants
	Operations     participant.Operations
	Accounts       participant.Accounts
	Workbooks      perimeterfile.SheetReader // .xlsx
	Texts          perimeterfile.SheetReader // .csv
	Events         event.Publisher
	Invoices       participant.Invoices
	Curves         participant.Curves
	Answers        participant.Answers
	Billing        participant.Billing
	Invitations    invitation.Invitations
	Journal        invitationmail.Journal
	Queue          invitation.Queue
	InvitationMail invitation.Mail
	Logos          *logo.Service
}

// Services are the use cases of participants, each kind by itself.
type Services struct {
	Site          *site.Service
	Invitation    *invitation.Service
	Extent        *extent.Service
	PerimeterFile *perimeterfile.Service
	Course        *course.Service
	Removal       *removal.Service
}

// Assemble makes them.
func Assemble(p Parts) *Services {
	if p.Now == nil {
		p.Now = time.Now
	}
	p.Journal.Now = p.Now
	changes := perimeter.NewChanges(perimeter.Deps{Now: p.Now, Participants: p.Participants, Events: p.Events, Invoices: p.Invoices})
	invitations := invitation.New(invitation.Deps{Guard: p.Guard, Tx: p.Tx, Now: p.Now, Participants: p.Participants, Operations: p.Operations,
		Accounts: p.Accounts, Invitations: p.Invitations, Journal: p.Journal, Queue: p.Queue, Mail: p.InvitationMail})
	return &Services{
		Site: site.New(site.Deps{Guard: p.Guard, Tx: p.Tx, Now: p.Now, Participants: p.Participants, Operations: p.Operations,
			Accounts: p.Accounts, Billing: p.Billing, Invitation: invitations, Changes: changes, Logos: p.Logos}),
		Invitation: invitations,
		Extent:     extent.New(extent.Deps{Guard: p.Guard, Now: p.Now, Operations: p.Operations, Participants: p.Participants}),
		PerimeterFile: perimeterfile.New(perimeterfile.Deps{Guard: p.Guard, Tx: p.Tx, Now: p.Now, Participants: p.Participants,
			Operations: p.Operations, Changes: changes, Workbooks: p.Workbooks, Texts: p.Texts}),
		Course: course.New(course.Deps{Guard: p.Guard, Now: p.Now, Participants: p.Participants, Operations: p.Operations, Answers: p.Answers,
			Curves: p.Curves, Invoices: p.Invoices}),
		Removal: removal.New(removal.Deps{Guard: p.Guard, Tx: p.Tx, Now: p.Now, Participants: p.Participants, Operations: p.Operations,
			Changes: changes, Curves: p.Curves, Invoices: p.Invoices}),
	}
}

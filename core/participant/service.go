package participant

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps is what a Service needs. Rollups, Leavings, Invoices, Billing, Mails and
// InvitationMail may be nil: there is nothing to rebuild, to end, to keep, to show or to
// send then. Without Invitations accounts are attached at once.
type Deps struct {
	Guard        policy.Guard
	Tx           tx.Runner
	Now          func() time.Time
	Participants Participants
	Operations   Operations
	Accounts     Accounts
	Workbooks    SheetReader // .xlsx
	Texts        SheetReader // .csv
	Rollups      Rollups
	Leavings     Leavings
	Invoices     Invoices
	Billing      Billing

	Invitations    Invitations
	Mails          Mails
	InvitationMail InvitationMail
}

// Service is the use cases of participants.
type Service struct {
	guard        policy.Guard
	tx           tx.Runner
	now          func() time.Time
	participants Participants
	operations   Operations
	accounts     Accounts
	workbooks    SheetReader
	texts        SheetReader
	rollups      Rollups
	leavings     Leavings
	invoices     Invoices
	billing      Billing

	invitations    Invitations
	mails          Mails
	invitationMail InvitationMail
}

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{guard: d.Guard, tx: d.Tx, now: d.Now, participants: d.Participants, operations: d.Operations,
		accounts: d.Accounts, workbooks: d.Workbooks, texts: d.Texts, rollups: d.Rollups, leavings: d.Leavings,
		invoices: d.Invoices, billing: d.Billing,
		invitations: d.Invitations, mails: d.Mails, invitationMail: d.InvitationMail}
}

// ListInput narrows a list. EnergyType "" is both, and a prosumer is in each; dates are both included, and
// keep the sites that are in the perimeter on one of the days.
type ListInput struct {
	OperationID      id.ID
	EnergyType       EnergyType
	DateFrom, DateTo *civil.Date
	Q                string // part of the name, number, place, or of the e-mail where it may be read
}

// List is the sites of an operation by folder status, then name. Errors: forbidden,
// notFound, range.reversed, range.tooLong.
func (s *Service) List(ctx context.Context, p policy.Principal, in ListInput) ([]View, error) {
	if err := s.guard.Operation(ctx, p, "participant:read", in.OperationID); err != nil {
		return nil, err
	}
	inside, err := within(in.DateFrom, in.DateTo)
	if err != nil {
		return nil, err
	}
	o, err := s.operations.ByID(ctx, in.OperationID)
	if err != nil {
		return nil, err
	}
	all, err := s.participants.OfOperation(ctx, in.OperationID)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(one Participant) bool {
		return !inside(one) || in.EnergyType != "" && !one.plays(in.EnergyType)
	})
	views, err := s.views(ctx, o, all, s.contactOf(ctx, p, o.ID))
	if err != nil {
		return nil, err
	}
	views = slices.DeleteFunc(views, func(v View) bool {
		return !operation.Matches(in.Q, v.Name, v.DsoID, v.ExternalID, v.Address, v.PostCode, v.City, v.Email)
	})
	sortByFolder(views)
	return views, nil
}

// Get is one site. Errors: forbidden, notFound.
func (s *Service) Get(ctx context.Context, p policy.Principal, participantID id.ID) (View, error) {
	if _, err := s.guard.Participant(ctx, p, "participant:readOwn", participantID); err != nil {
		return View{}, err
	}
	return s.one(ctx, p, participantID)
}

// OwnSite is a site of the caller with its operation.
type OwnSite struct {
	Participant View
	Operation   operation.Detail
}

// Own is the caller's sites by name, each with its operation and that operation's
// producers; nothing for an account without sites. Error: forbidden.
func (s *Service) Own(ctx context.Context, p policy.Principal) ([]OwnSite, error) {
	if err := s.guard.Global(ctx, p, "participant:readOwn"); err != nil {
		return nil, err
	}
	ids := make([]id.ID, len(p.Sites))
	operationIDs := make([]id.ID, len(p.Sites))
	for i, site := range p.Sites {
		ids[i], operationIDs[i] = site.ParticipantID, site.OperationID
	}
	if len(ids) == 0 {
		return nil, nil
	}
	found, err := s.participants.ByIDs(ctx, ids)
	if err != nil {
		return nil, err
	}
	slices.Sort(operationIDs)
	details, err := s.operations.Details(ctx, p, slices.Compact(operationIDs))
	if err != nil {
		return nil, err
	}
	out := make([]OwnSite, 0, len(found))
	for _, one := range found {
		i := slices.IndexFunc(details, func(d operation.Detail) bool { return d.ID == one.OperationID })
		if i < 0 {
			continue
		}
		v, err := s.views(ctx, details[i].Operation, []Participant{one}, s.contactOf(ctx, p, one.OperationID))
		if err != nil {
			return nil, err
		}
		out = append(out, OwnSite{Participant: v[0], Operation: details[i]})
	}
	return out, nil
}

// Roster is all sites of an operation, by name, for other contexts after their own
// permission check.
func (s *Service) Roster(ctx context.Context, operationID id.ID) ([]Participant, error) {
	return s.participants.OfOperation(ctx, operationID)
}

// ByID is for other contexts after their own permission check.
// Error: participant.notFound.
func (s *Service) ByID(ctx context.Context, participantID id.ID) (Participant, error) {
	return s.participants.ByID(ctx, participantID)
}

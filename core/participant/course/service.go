package course

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/folder"
	"github.com/openpmo/pmo/core/policy"
)

// Deps are what the service works with. Answers, Curves and Invoices may be nil: nothing is known
// of them then.
type Deps struct {
	Guard        policy.Guard
	Now          func() time.Time
	Participants participant.Participants
	Operations   participant.Operations
	Answers      participant.Answers
	Curves       participant.Curves
	Invoices     participant.Invoices
}

// Service tells the course of sites.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Tell is the course of a site. Invoices are told to those who read them, what an operator said to
// those who change sites. Errors: forbidden, notFound.
func (s *Service) Tell(ctx context.Context, p policy.Principal, participantID id.ID) (Course, error) {
	operationID, err := s.Guard.Participant(ctx, p, "participant:readOwn", participantID)
	if err != nil {
		return Course{}, err
	}
	one, err := s.Participants.ByID(ctx, participantID)
	if err != nil {
		return Course{}, err
	}
	o, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return Course{}, err
	}
	k := known{site: one, zone: o.Zone(), today: o.Zone().DateOf(s.Now())}
	if s.Answers != nil {
		if k.answers, err = s.Answers.OfSite(ctx, operationID, participantID); err != nil {
			return Course{}, err
		}
	}
	if s.Guard.Operation(ctx, p, "participant:update", operationID) != nil {
		for i := range k.answers {
			k.answers[i].Reason = ""
		}
	}
	if s.Curves != nil && one.Activation != nil {
		if k.data, err = s.Curves.DaysWithData(ctx, operationID, one.DsoID); err != nil {
			return Course{}, err
		}
	}
	if _, err := s.Guard.Participant(ctx, p, "invoice:readOwn", participantID); s.Invoices != nil && err == nil && o.Offers(operation.FeatureBilling) {
		k.bills = true
		if k.invoice, err = s.Invoices.FirstOf(ctx, operationID, participantID); err != nil {
			return Course{}, err
		}
	}
	return Course{Reason: folder.Why(one.Folder(), k.today), Steps: stepsOf(k)}, nil
}

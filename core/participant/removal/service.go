// Package removal removes sites for good that never took part: added by mistake, or refused. All
// others leave by their last day, and stay.
package removal

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/folder"
	"github.com/openpmo/pmo/core/participant/perimeter"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// MaxSites is how many sites one call removes.
const MaxSites = 100

// Deps are what the service works with. Curves and Invoices may be nil: there is nothing that
// could keep a site then.
type Deps struct {
	Guard        policy.Guard
	Tx           tx.Runner
	Now          func() time.Time
	Participants participant.Participants
	Operations   participant.Operations
	Changes      *perimeter.Changes
	Curves       participant.Curves
	Invoices     participant.Invoices
}

// Service removes sites.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

const remove policy.Permission = "participant:delete"

// Result is what became of one site.
type Result struct {
	ParticipantID id.ID
	Refused       *fault.Error // nil = removed
}

// Delete removes a site for good, with its subscriptions, its mandates, its invitation and its
// place at its client and issuer. Errors: forbidden, notFound, object.changed,
// participant.tookPart, participant.hasCurves, participant.hasInvoices, participant.hasBills, participant.inKey,
// participant.startedRuns, participant.daysInvoiced.
func (s *Service) Delete(ctx context.Context, p policy.Principal, participantID id.ID, ifVersion int) error {
	operationID, err := s.Guard.Participant(ctx, p, remove, participantID)
	if err != nil {
		return err
	}
	return s.delete(ctx, p, operationID, participantID, ifVersion)
}

// DeleteAll removes sites of an operation, each by itself: a refused one keeps no other. The
// error is one of the whole: forbidden, notFound, list.tooLong.
func (s *Service) DeleteAll(ctx context.Context, p policy.Principal, operationID id.ID, participantIDs []id.ID) ([]Result, error) {
	if err := s.Guard.Operation(ctx, p, remove, operationID); err != nil {
		return nil, err
	}
	var ids []id.ID
	for _, one := range participantIDs {
		if !slices.Contains(ids, one) {
			ids = append(ids, one)
		}
	}
	if len(ids) > MaxSites {
		return nil, fault.ListTooLong.With("max", MaxSites).At("ids")
	}
	out := make([]Result, len(ids))
	for i, one := range ids {
		err := s.delete(ctx, p, operationID, one, 0)
		out[i] = Result{ParticipantID: one, Refused: fault.From(err)}
		if err != nil && (out[i].Refused == nil || out[i].Refused.Kind == fault.Internal) {
			return nil, err
		}
	}
	return out, nil
}

func (s *Service) delete(ctx context.Context, p policy.Principal, operationID, participantID id.ID, ifVersion int) error {
	change := p.Change(remove, operationID, "participant", participantID)
	return s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		o, err := s.Operations.Locked(ctx, operationID)
		if err != nil {
			return err
		}
		one, err := s.Participants.ByID(ctx, participantID)
		if err != nil {
			return err
		}
		switch {
		case one.OperationID != operationID:
			return participant.ErrNotFound
		case ifVersion != 0 && ifVersion != one.Version:
			return participant.ErrChanged
		}
		if err := s.removable(ctx, o, one); err != nil {
			return err
		}
		// Nothing else says afterwards who it was.
		tx.Note(ctx, "name", one.Name)
		tx.Note(ctx, "dsoId", one.DsoID)
		return s.Changes.Delete(ctx, o, one)
	})
}

// removable refuses a site that has taken part, or that measurements or invoices are about.
func (s *Service) removable(ctx context.Context, o operation.Operation, one participant.Participant) error {
	status := one.Folder().StatusOn(o.Zone().DateOf(s.Now()))
	if status != folder.Creating && status != folder.Error {
		return participant.ErrTookPart.With("status", string(status))
	}
	if s.Curves != nil {
		measured, err := s.Curves.DaysWithData(ctx, o.ID, one.DsoID)
		if err != nil {
			return err
		}
		others, err := s.others(ctx, one)
		if err != nil {
			return err
		}
		if first, ok := firstOutside(measured, others); ok {
			return participant.ErrHasCurves.With("date", first.String())
		}
	}
	if s.Invoices == nil {
		return nil
	}
	bills, err := s.Invoices.Bills(ctx, o.ID, one.ID)
	if err == nil && bills {
		err = participant.ErrHasInvoices
	}
	return err
}

// others are the days on which other sites have had the number: what was measured then is theirs.
func (s *Service) others(ctx context.Context, one participant.Participant) ([]civil.Range, error) {
	roster, err := s.Participants.OfOperation(ctx, one.OperationID)
	var days []civil.Range
	for _, other := range roster {
		if other.ID != one.ID && other.DsoID == one.DsoID && other.Activation != nil {
			days = append(days, *other.Activation)
		}
	}
	return days, err
}

// firstOutside is the first of the days that is in none of the others.
func firstOutside(days, others []civil.Range) (civil.Date, bool) {
	for _, r := range days {
		for d := r.From; d < r.To; d++ {
			if !slices.ContainsFunc(others, func(o civil.Range) bool { return o.Contains(d) }) {
				return d, true
			}
		}
	}
	return 0, false
}

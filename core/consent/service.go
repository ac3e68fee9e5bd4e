package consent

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const (
	read   policy.Permission = "consent:read"
	create policy.Permission = "consent:create"
	see    policy.Permission = "siteRequest:read"
	ask    policy.Permission = "siteRequest:create"
	answer policy.Permission = "siteRequest:update"
)

// Deps are what the service works with.
type Deps struct {
	Guard      policy.Guard
	Tx         tx.Runner
	Now        func() time.Time
	Register   Register
	Requests   Requests
	Operations Operations
	Events     event.Publisher
}

// Service is the use cases of consents and requests.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{d}
}

// Rights are what a site agreed to, and what it asked. Errors: forbidden, notFound.
func (s *Service) Rights(ctx context.Context, p policy.Principal, siteID id.ID) (Rights, error) {
	if _, err := s.Guard.Participant(ctx, p, read, siteID); err != nil {
		return Rights{}, err
	}
	lines, err := s.Register.OfSite(ctx, siteID)
	if err != nil {
		return Rights{}, err
	}
	requests, err := s.Requests.OfSite(ctx, siteID)
	return Rights{SiteID: siteID, States: states(lines), Requests: requests}, err
}

// RecordInput is a consent that is given or taken back. On and Proof are an organizer's: who speaks
// for itself does so today.
type RecordInput struct {
	SiteID  id.ID
	Purpose Purpose
	Version Version
	Given   bool
	On      *civil.Date
	Proof   string
}

// Record adds a line to the register. What the holder of the account takes back becomes a request
// too. Errors: forbidden, notFound, field.tooLong, consent.….
func (s *Service) Record(ctx context.Context, p policy.Principal, in RecordInput) (Rights, error) {
	operationID, err := s.Guard.Participant(ctx, p, create, in.SiteID)
	if err != nil {
		return Rights{}, err
	}
	op, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return Rights{}, err
	}
	now := s.Now().UTC()
	line := Line{ID: id.New(), OperationID: operationID, SiteID: in.SiteID, Purpose: in.Purpose, Version: in.Version, Given: in.Given,
		Proof: strings.TrimSpace(in.Proof), RecordedAt: now, RecordedBy: p.UserID}
	if err := line.check(p.Role == policy.RoleParticipant, in.On, op.DSO.Zone().DateOf(now)); err != nil {
		return Rights{}, err
	}
	change := p.Change(create, operationID, "participant", in.SiteID)
	change.Details = map[string]any{"purpose": string(in.Purpose), "status": given(in.Given)}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if _, err := s.Operations.Locked(ctx, operationID); err != nil {
			return err
		}
		before, err := s.Register.OfSite(ctx, in.SiteID)
		if err != nil {
			return err
		}
		if err := line.follows(before); err != nil {
			return err
		}
		if err := s.Register.Add(ctx, line); err != nil || in.Given || line.How == Recorded {
			return err
		}
		// Who takes back again before the first was answered is answered once.
		_, err = s.add(ctx, Request{ID: id.New(), OperationID: operationID, SiteID: in.SiteID, Kind: Withdrawal, Purpose: in.Purpose, AskedAt: now, AskedBy: p.UserID})
		return err
	})
	if err != nil {
		return Rights{}, err
	}
	return s.Rights(ctx, p, in.SiteID)
}

func given(yes bool) string {
	if yes {
		return "GIVEN"
	}
	return "WITHDRAWN"
}

// AskInput is what a participant asks.
type AskInput struct {
	SiteID id.ID
	Kind   Kind
	Day    civil.Date
	Note   string
}

// Ask keeps a request, for whoever runs the operation to act on. Errors: forbidden, notFound,
// field.tooLong, siteRequest.…, consent.tooMany.
func (s *Service) Ask(ctx context.Context, p policy.Principal, in AskInput) (Request, error) {
	operationID, err := s.Guard.Participant(ctx, p, ask, in.SiteID)
	if err != nil {
		return Request{}, err
	}
	op, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return Request{}, err
	}
	now := s.Now().UTC()
	r := Request{ID: id.New(), OperationID: operationID, SiteID: in.SiteID, Kind: in.Kind, Day: &in.Day, Note: strings.TrimSpace(in.Note), AskedAt: now, AskedBy: p.UserID}
	off := int(in.Day - op.DSO.Zone().DateOf(now))
	switch {
	case r.Kind != Leave && r.Kind != Move:
		return r, ErrKind.With("value", string(r.Kind))
	case max(off, -off) > mostDaysOff:
		return r, ErrDayFar.With("max", mostDaysOff)
	case utf8.RuneCountInString(r.Note) > mostNote:
		return r, fault.FieldTooLong.With("max", mostNote).At("note")
	}
	change := p.Change(ask, operationID, "participant", in.SiteID)
	change.Details = map[string]any{"kind": string(in.Kind), "exit": in.Day.String()}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if _, err := s.Operations.Locked(ctx, operationID); err != nil {
			return err
		}
		ok, err := s.add(ctx, r)
		if err == nil && !ok {
			err = ErrWaiting
		}
		if err == nil {
			r, _, err = s.Requests.ByID(ctx, operationID, r.ID)
		}
		return err
	})
	return r, err
}

func (s *Service) add(ctx context.Context, r Request) (bool, error) {
	before, err := s.Requests.OfSite(ctx, r.SiteID)
	if err != nil {
		return false, err
	}
	if len(before) >= MostKept {
		return false, ErrTooMany.With("max", MostKept)
	}
	ok, err := s.Requests.Add(ctx, r)
	if err != nil || !ok {
		return ok, err
	}
	return true, event.Publish(ctx, s.Events, RequestsChanged{OperationID: r.OperationID})
}

// List is what the participants of an operation ask: what waits, oldest first, and then what was
// answered, newest first. Errors: forbidden, notFound, list.tooLong.
func (s *Service) List(ctx context.Context, p policy.Principal, operationID id.ID) ([]Request, error) {
	if err := s.Guard.Operation(ctx, p, see, operationID); err != nil {
		return nil, err
	}
	found, err := s.Requests.OfOperation(ctx, operationID, mostListed+1)
	if err == nil && len(found) > mostListed {
		err = fault.ListTooLong.With("max", mostListed)
	}
	return found, err
}

// AnswerInput says what became of a request.
type AnswerInput struct {
	OperationID, RequestID id.ID
	Outcome                Outcome
	Note                   string
}

// Answer ends a request, once. What it asks for is done where it is done: nothing follows from the
// answer. Errors: forbidden, notFound, field.tooLong, siteRequest.….
func (s *Service) Answer(ctx context.Context, p policy.Principal, in AnswerInput) (Request, error) {
	if err := s.Guard.Operation(ctx, p, answer, in.OperationID); err != nil {
		return Request{}, err
	}
	r, ok, err := s.Requests.ByID(ctx, in.OperationID, in.RequestID)
	if err != nil {
		return r, err
	}
	if !ok {
		return r, policy.ErrNotFound
	}
	in.Note = strings.TrimSpace(in.Note)
	switch {
	case in.Outcome != Done && in.Outcome != Refused:
		return r, ErrOutcome.With("value", string(in.Outcome))
	case in.Outcome == Refused && in.Note == "":
		return r, ErrReason
	case utf8.RuneCountInString(in.Note) > mostNote:
		return r, fault.FieldTooLong.With("max", mostNote).At("note")
	}
	r.Answer = &Answer{Outcome: in.Outcome, Note: in.Note, At: s.Now().UTC(), By: p.UserID}
	change := p.Change(answer, in.OperationID, "participant", r.SiteID)
	change.Details = map[string]any{"kind": string(r.Kind), "status": string(in.Outcome)}
	return r, s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		ok, err := s.Requests.Answer(ctx, r)
		if err != nil {
			return err
		}
		if !ok {
			return ErrAnswered
		}
		return event.Publish(ctx, s.Events, RequestsChanged{OperationID: in.OperationID})
	})
}

package participant

import (
	"context"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// CreateInput is a new site. Without status and action it is asked for: the
// organizer records the operator's answer later (decisions 3.11).
type CreateInput struct {
	OperationID    id.ID
	Name           string
	EnergyType     EnergyType
	DsoID          string
	PADT           string
	ExternalID     string
	Segment        Segment
	EntityType     party.EntityType
	ProductionType ProductionType
	ContractPower  *int64 // W
	Address        string
	PostCode       string
	City           string
	Position       party.PositionChange
	Identity       string
	Email          string
	Phone          string
	IsProsumer     bool
	Entry, Exit    *civil.Date // first and last day
	DsoStatus      string
	DsoAction      string
	SIRET          string
	UserEmail      string // whose account is to see the site, when its holder agrees
}

// Create adds a site to an operation. Errors: forbidden, notFound, the checks of
// the fields, prm.alreadyUsed, ean.alreadyUsed, user.email_not_found_for_organizer.
func (s *Service) Create(ctx context.Context, p policy.Principal, in CreateInput) (View, error) {
	const create policy.Permission = "participant:create"
	if err := s.guard.Operation(ctx, p, create, in.OperationID); err != nil {
		return View{}, err
	}
	now := s.now().UTC()
	one := Participant{OperationID: in.OperationID, ID: id.New(), Name: in.Name, EnergyType: in.EnergyType,
		DsoID: in.DsoID, ExternalID: in.ExternalID, PADT: in.PADT, Segment: in.Segment, EntityType: in.EntityType,
		ProductionType: in.ProductionType, ContractPower: in.ContractPower, Address: in.Address,
		PostCode: in.PostCode, City: in.City, Identity: in.Identity, Email: in.Email, Phone: in.Phone, SIRET: in.SIRET,
		IsProsumer: in.IsProsumer, DsoStatus: in.DsoStatus, DsoAction: in.DsoAction,
		Version: 1, CreatedAt: now, UpdatedAt: now}
	one.ask()
	var touched Touched
	err := s.tx.InTx(ctx, p.Change(create, in.OperationID, "participant", one.ID), func(ctx context.Context) error {
		o, err := s.operations.Locked(ctx, in.OperationID)
		if err != nil {
			return err
		}
		days, dateErr := activation(in.Entry, in.Exit)
		one.Activation = days
		position, placeErr := in.Position.Apply(nil)
		one.Position = position
		wrong := one.check(o.DSO)
		one.checkWords(&wrong, Participant{})
		wrong.Add(dateErr)
		wrong.Add(placeErr)
		if err := refusal(ErrInvalid, wrong); err != nil {
			return err
		}
		one.confirm(nil)
		invited, err := s.attach(ctx, p, &one, in.UserEmail)
		if err != nil {
			return err
		}
		if err := s.free(ctx, o, one); err != nil {
			return err
		}
		if err := s.participants.Add(ctx, one); err != nil {
			return err
		}
		if err := s.invite(ctx, one.ID, invited); err != nil {
			return err
		}
		touched, err = s.settle(ctx, o, []movement{{after: one}})
		return err
	})
	if err != nil {
		return View{}, err
	}
	out, err := s.one(ctx, p, one.ID)
	out.Touched = touched
	return out, err
}

// ask fills the words of a request that nobody has answered yet.
func (p *Participant) ask() {
	if p.DsoAction == "" {
		p.DsoAction = ActionCreate
	}
	if p.DsoStatus == "" {
		p.DsoStatus = StatusAsked
	}
}

// confirm keeps whether the operator has confirmed the entry date: it does so by
// having the site in force, and another date is to be confirmed again.
func (p *Participant) confirm(before *Participant) {
	sameEntry := before != nil && before.Activation != nil && p.Activation != nil &&
		before.Activation.From == p.Activation.From
	p.EntryDateKnown = p.Activation != nil &&
		(p.DsoStatus == StatusInForce || sameEntry && before.EntryDateKnown)
}

// userByEmail finds the account of a participant; "" = none.
// Error: user.email_not_found_for_organizer.
func (s *Service) userByEmail(ctx context.Context, raw string) (id.ID, error) {
	if raw == "" {
		return "", nil
	}
	e, err := party.ParseEmail(raw)
	if err != nil {
		return "", ErrEmailNotFound.With("email", raw)
	}
	found, err := s.accounts.ByEmails(ctx, []string{string(e)})
	if err != nil {
		return "", err
	}
	for _, a := range found {
		if a.Role == policy.RoleParticipant {
			return a.ID, nil
		}
	}
	return "", ErrEmailNotFound.With("email", raw)
}

// free refuses a number that somebody else has on one of the same days.
func (s *Service) free(ctx context.Context, o operation.Operation, one Participant) error {
	taken, err := s.participants.Taken(ctx, []Occupancy{one.occupies(o.Zone())})
	if err == nil && len(taken) > 0 {
		return used(o.DSO, one.DsoID)
	}
	return err
}

func (p Participant) occupies(zone civil.Zone) Occupancy {
	return Occupancy{ParticipantID: p.ID, OperationID: p.OperationID, DsoID: p.DsoID, Period: p.occupancy(zone)}
}

// movement is a participant before and after a change; before is zero for a new one.
type movement struct{ before, after Participant }

// settle does what follows from new dates, in the transaction of the change: it
// occupies the numbers, rebuilds the totals of the days that moved and ends what
// cannot go on after an exit. It tells which invoices the movements touch.
func (s *Service) settle(ctx context.Context, o operation.Operation, ms []movement) (Touched, error) {
	occupancies := make([]Occupancy, len(ms))
	var days []civil.Range
	for i, m := range ms {
		occupancies[i] = m.after.occupies(o.Zone())
		days = append(days, m.days()...)
	}
	if err := s.participants.Occupy(ctx, occupancies); err != nil {
		if len(ms) == 1 {
			return Touched{}, clash(o, ms[0].after, err)
		}
		return Touched{}, err
	}
	for _, m := range ms {
		if err := s.leave(ctx, m); err != nil {
			return Touched{}, err
		}
	}
	if s.rollups == nil {
		return Touched{}, nil
	}
	for _, r := range civil.Merge(days) {
		if err := s.rollups.Rebuild(ctx, o.ID, r); err != nil {
			return Touched{}, err
		}
	}
	// Asked when the months are locked: nobody can publish an invoice in between.
	for _, m := range ms {
		if err := s.checkInvoiced(ctx, o, m); err != nil {
			return Touched{}, err
		}
	}
	return s.touched(ctx, o, ms)
}

func (s *Service) leave(ctx context.Context, m movement) error {
	exit := m.after.Exit()
	before := m.before.Exit()
	if s.leavings == nil || exit == nil || before != nil && *before <= *exit {
		return nil
	}
	return s.leavings.ParticipantLeaves(ctx, m.after.OperationID, m.after.ID, *exit)
}

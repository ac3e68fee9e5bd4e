package participant

import (
	"context"
	"errors"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// Patch is a field of an update: not given leaves it unchanged, given without a
// value clears it.
type Patch[T any] struct {
	Given bool
	Value *T
}

// Set is a patch with a value.
func Set[T any](v T) Patch[T] { return Patch[T]{Given: true, Value: &v} }

// Clear is a patch that empties the field.
func Clear[T any]() Patch[T] { return Patch[T]{Given: true} }

// UpdateInput is what may change; nil and not given are unchanged. The number and
// the energy type of a site never change: another meter is another participant.
type UpdateInput struct {
	ParticipantID  id.ID
	IfVersion      int // 0 = not asked
	Name           *string
	Segment        *Segment
	EntityType     *party.EntityType
	ProductionType *ProductionType
	IsProsumer     *bool
	PADT           Patch[string]
	ContractPower  Patch[int64] // W
	Address        Patch[string]
	PostCode       Patch[string]
	City           Patch[string]
	Position       party.PositionChange
	Identity       Patch[string]
	Email          Patch[string]
	Phone          Patch[string]
	SIRET          Patch[string]
	Entry, Exit    Patch[civil.Date] // first and last day
	DsoStatus      Patch[string]
	DsoAction      Patch[string]
	UserEmail      Patch[string] // whose account is to see the site, when its holder agrees; cleared = nobody
}

// Update changes a site. New dates rebuild the totals of the days that moved. A
// last day given without status and action asks the operator for the exit; taking
// it back withdraws that (decisions 7). Errors: forbidden, notFound,
// object.changed, the checks of the fields, prm.alreadyUsed, ean.alreadyUsed,
// user.email_not_found_for_organizer.
func (s *Service) Update(ctx context.Context, p policy.Principal, in UpdateInput) (View, error) {
	const update policy.Permission = "participant:update"
	operationID, err := s.guard.Participant(ctx, p, update, in.ParticipantID)
	if err != nil {
		return View{}, err
	}
	var touched Touched
	err = s.tx.InTx(ctx, p.Change(update, operationID, "participant", in.ParticipantID), func(ctx context.Context) error {
		touched, err = s.change(ctx, p, operationID, in)
		return err
	})
	if err != nil {
		return View{}, err
	}
	out, err := s.one(ctx, p, in.ParticipantID)
	out.Touched = touched
	return out, err
}

func (s *Service) change(ctx context.Context, p policy.Principal, operationID id.ID, in UpdateInput) (Touched, error) {
	// The operation's lock covers its participants, so the row read after it stands.
	o, err := s.operations.Locked(ctx, operationID)
	if err != nil {
		return Touched{}, err
	}
	before, err := s.participants.ByID(ctx, in.ParticipantID)
	if err != nil {
		return Touched{}, err
	}
	if in.IfVersion != 0 && in.IfVersion != before.Version {
		return Touched{}, ErrChanged
	}
	after := before
	in.apply(&after)
	dateErr := in.move(&after)
	position, placeErr := in.Position.Apply(before.Position)
	after.Position = position
	wrong := after.check(o.DSO)
	after.checkWords(&wrong, before)
	wrong.Add(dateErr)
	wrong.Add(placeErr)
	if err := refusal(ErrInvalid, wrong); err != nil {
		return Touched{}, err
	}
	after.confirm(&before)
	if in.UserEmail.Given {
		invited, err := s.attach(ctx, p, &after, text(in.UserEmail))
		if err != nil {
			return Touched{}, err
		}
		if err := s.invite(ctx, after.ID, invited); err != nil {
			return Touched{}, err
		}
	}
	return s.store(ctx, o, movement{before, after})
}

// store writes a changed participant; nothing when nothing changed.
func (s *Service) store(ctx context.Context, o operation.Operation, m movement) (Touched, error) {
	if m.unchanged() {
		return Touched{}, nil
	}
	m.after.Version++
	m.after.UpdatedAt = s.now().UTC()
	if err := s.free(ctx, o, m.after); err != nil {
		return Touched{}, err
	}
	if err := s.participants.Save(ctx, m.after); err != nil {
		return Touched{}, err
	}
	return s.settle(ctx, o, []movement{m})
}

func (m movement) unchanged() bool {
	a, b := m.before, m.after
	same := equal(a.Activation, b.Activation) && equal(a.ContractPower, b.ContractPower) && equal(a.Position, b.Position)
	a.Activation, b.Activation, a.ContractPower, b.ContractPower, a.Position, b.Position = nil, nil, nil, nil, nil, nil
	return same && a == b
}

func equal[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

func (in UpdateInput) apply(p *Participant) {
	put(&p.Name, in.Name)
	put(&p.Segment, in.Segment)
	put(&p.EntityType, in.EntityType)
	put(&p.ProductionType, in.ProductionType)
	put(&p.IsProsumer, in.IsProsumer)
	if in.ContractPower.Given {
		p.ContractPower = in.ContractPower.Value
	}
	for _, one := range []struct {
		patch Patch[string]
		to    *string
	}{
		{in.PADT, &p.PADT}, {in.Address, &p.Address}, {in.PostCode, &p.PostCode}, {in.City, &p.City},
		{in.Identity, &p.Identity}, {in.Email, &p.Email}, {in.Phone, &p.Phone}, {in.SIRET, &p.SIRET},
		{in.DsoStatus, &p.DsoStatus}, {in.DsoAction, &p.DsoAction},
	} {
		if one.patch.Given {
			*one.to = text(one.patch)
		}
	}
}

// move sets the dates, and what a last day means for the folder.
func (in UpdateInput) move(p *Participant) error {
	if !in.Entry.Given && !in.Exit.Given {
		return nil
	}
	entry, exit := p.Entry(), p.Exit()
	hadExit := exit != nil
	if in.Entry.Given {
		entry = in.Entry.Value
	}
	if in.Exit.Given {
		exit = in.Exit.Value
	}
	days, err := activation(entry, exit)
	if err != nil {
		return err
	}
	p.Activation = days
	if in.DsoStatus.Given || in.DsoAction.Given {
		return nil
	}
	switch {
	case exit != nil && !hadExit:
		p.DsoStatus, p.DsoAction = StatusAsked, ActionRemove
	case exit == nil && hadExit && p.DsoAction == ActionRemove:
		p.DsoStatus, p.DsoAction = StatusAsked, ActionCreate
		if p.EntryDateKnown {
			p.DsoStatus = StatusInForce
		}
	}
	return nil
}

func text(p Patch[string]) string {
	if p.Value == nil {
		return ""
	}
	return *p.Value
}

func put[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// clash names the number in the refusal of the exclusion constraint.
func clash(o operation.Operation, one Participant, err error) error {
	if errors.Is(err, ErrPRMUsed) {
		return used(o.DSO, one.DsoID).Because(err)
	}
	return err
}

package operation

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// CreateInput is a new operation. Type defaults to OPEN, AnniversaryDate to
// 2020-01-01, the PMO's country to the operator's.
type CreateInput struct {
	Name, ExternalID string
	DSO              dso.Operator
	Type             Type
	Engine           Engine
	JdbToggle        bool
	Functionalities  []Functionality
	AnniversaryDate  *civil.Date
	Interlocutor     InterlocutorChange
	Position         party.PositionChange
	OrganizerEmails  []string // existing organizer accounts that run it
	Organizers       []id.ID  // the same, by id
	Observers        []id.ID
}

// Create adds an operation and its members. Errors: forbidden, the checks of the
// fields, operation.externalIdUsed, user.email_not_found_for_organizer,
// member.notFound.
func (s *Service) Create(ctx context.Context, p policy.Principal, in CreateInput) (Detail, error) {
	const create policy.Permission = "operation:create"
	if err := s.guard.Global(ctx, p, create); err != nil {
		return Detail{}, err
	}
	o := Operation{ID: id.New(), ExternalID: in.ExternalID, Name: in.Name, Type: in.Type, DSO: in.DSO,
		Engine: in.Engine, JdbToggle: in.JdbToggle, Functionalities: in.Functionalities,
		AnniversaryDate: DefaultAnniversary, Theme: DefaultTheme, Version: 1, CreatedAt: s.now().UTC(),
		Interlocutor: Interlocutor{Country: in.DSO.Country()}}
	if o.Type == "" {
		o.Type = TypeOpen
	}
	if in.AnniversaryDate != nil {
		o.AnniversaryDate = *in.AnniversaryDate
	}
	in.Interlocutor.apply(&o.Interlocutor)
	if err := o.checkNew(in.Position); err != nil {
		return Detail{}, err
	}
	organizers, err := s.organizersByEmail(ctx, in.OrganizerEmails)
	if err != nil {
		return Detail{}, err
	}
	organizers = append(organizers, in.Organizers...)
	err = s.tx.InTx(ctx, p.Change(create, o.ID, "operation", o.ID), func(ctx context.Context) error {
		if err := s.operations.Add(ctx, o); err != nil {
			return err
		}
		return s.putMembers(ctx, o.ID, &organizers, &in.Observers)
	})
	if err != nil {
		return Detail{}, err
	}
	return s.one(ctx, p, o.ID)
}

// UpdateInput is what organizers may change; nil is unchanged. The operator, the
// external id and the billing engine are not theirs to change.
type UpdateInput struct {
	OperationID     id.ID
	IfVersion       int // 0 = not asked
	Name            *string
	Type            *Type
	JdbToggle       *bool
	Functionalities *[]Functionality
	Interlocutor    InterlocutorChange
	Position        party.PositionChange
}

// Update changes an operation or its PMO. Errors: forbidden, notFound,
// object.changed, the checks of the fields.
func (s *Service) Update(ctx context.Context, p policy.Principal, in UpdateInput) (Detail, error) {
	const update policy.Permission = "operation:update"
	if err := s.guard.Operation(ctx, p, update, in.OperationID); err != nil {
		return Detail{}, err
	}
	err := s.tx.InTx(ctx, p.Change(update, in.OperationID, "operation", in.OperationID), func(ctx context.Context) error {
		return s.change(ctx, in, nil, false)
	})
	if err != nil {
		return Detail{}, err
	}
	return s.one(ctx, p, in.OperationID)
}

// AdminUpdateInput is what the back-office may change besides; nil is unchanged.
type AdminUpdateInput struct {
	UpdateInput
	Engine                *Engine
	Organizers, Observers *[]id.ID
}

// AdminUpdate changes an operation, its engine and its members. Errors: forbidden,
// operation.notFound, object.changed, member.notFound, the checks of the fields.
func (s *Service) AdminUpdate(ctx context.Context, p policy.Principal, in AdminUpdateInput) (Detail, error) {
	const update policy.Permission = "admin:update"
	if err := s.guard.Operation(ctx, p, update, in.OperationID); err != nil {
		return Detail{}, err
	}
	err := s.tx.InTx(ctx, p.Change(update, in.OperationID, "operation", in.OperationID), func(ctx context.Context) error {
		moved, err := s.moveMembers(ctx, in)
		if err != nil {
			return err
		}
		if err := s.change(ctx, in.UpdateInput, in.Engine, moved); err != nil {
			return err
		}
		return s.putMembers(ctx, in.OperationID, in.Organizers, in.Observers)
	})
	if err != nil {
		return Detail{}, err
	}
	return s.one(ctx, p, in.OperationID)
}

// SetMembersInput names all organizers, all observers, or both; nil is unchanged.
type SetMembersInput struct {
	OperationID           id.ID
	Organizers, Observers *[]id.ID
}

// SetMembers says who runs and who observes an operation. Errors: forbidden,
// operation.notFound, member.notFound.
func (s *Service) SetMembers(ctx context.Context, p policy.Principal, in SetMembersInput) error {
	_, err := s.AdminUpdate(ctx, p, AdminUpdateInput{UpdateInput: UpdateInput{OperationID: in.OperationID},
		Organizers: in.Organizers, Observers: in.Observers})
	return err
}

func (s *Service) putMembers(ctx context.Context, operationID id.ID, organizers, observers *[]id.ID) error {
	if organizers != nil {
		if err := s.setMembers(ctx, operationID, policy.RoleOrganizer, unique(*organizers), "organizerIds"); err != nil {
			return err
		}
	}
	if observers == nil {
		return nil
	}
	return s.setMembers(ctx, operationID, policy.RoleObserver, unique(*observers), "observerIds")
}

// moveMembers tells whether an update names other members than there are: they are part of
// what the back-office reads and changes as one object.
func (s *Service) moveMembers(ctx context.Context, in AdminUpdateInput) (bool, error) {
	for role, named := range map[policy.Role]*[]id.ID{policy.RoleOrganizer: in.Organizers, policy.RoleObserver: in.Observers} {
		if named == nil {
			continue
		}
		held, err := s.members.Of(ctx, []id.ID{in.OperationID}, role)
		if err != nil {
			return false, err
		}
		now, next := slices.Sorted(slices.Values(held[in.OperationID])), slices.Sorted(slices.Values(unique(*named)))
		if !slices.Equal(now, next) {
			return true, nil
		}
	}
	return false, nil
}

// keepsEngine refuses to take the engine from an operation that bills with it: its plans and
// invoices would be out of reach. Error: billingEngine.inUse.
func (s *Service) keepsEngine(ctx context.Context, before, after Operation) error {
	if s.bills == nil || before.Engine == EngineOld || after.Engine == before.Engine {
		return nil
	}
	used, err := s.bills.InUse(ctx, before.ID)
	if err == nil && used {
		err = ErrEngineInUse
	}
	return err
}

// change applies an update to the locked operation; nothing is written when nothing
// changes, its members (moved) included.
func (s *Service) change(ctx context.Context, in UpdateInput, engine *Engine, moved bool) error {
	o, err := s.operations.Locked(ctx, in.OperationID)
	if err != nil {
		return err
	}
	if in.IfVersion != 0 && in.IfVersion != o.Version {
		return ErrChanged
	}
	before := o
	put(&o.Name, in.Name)
	put(&o.Type, in.Type)
	put(&o.JdbToggle, in.JdbToggle)
	put(&o.Functionalities, in.Functionalities)
	put(&o.Engine, engine)
	if err := s.keepsEngine(ctx, before, o); err != nil {
		return err
	}
	in.Interlocutor.apply(&o.Interlocutor)
	if err := o.check(in.Position); err != nil {
		return err
	}
	if same(before, o) && !moved {
		return nil
	}
	o.Version++
	return s.operations.Save(ctx, o)
}

func put[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

func same(a, b Operation) bool {
	return a.Name == b.Name && a.Type == b.Type && a.JdbToggle == b.JdbToggle && a.Engine == b.Engine &&
		slices.Equal(a.Functionalities, b.Functionalities) && a.Interlocutor == b.Interlocutor &&
		(a.Position == b.Position || a.Position != nil && b.Position != nil && *a.Position == *b.Position)
}

func unique(ids []id.ID) []id.ID {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	return slices.Compact(ids)
}

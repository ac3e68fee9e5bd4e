package operation

import (
	"context"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// Interlocutor is the PMO of an operation. Errors: forbidden, notFound.
func (s *Service) Interlocutor(ctx context.Context, p policy.Principal, operationID id.ID) (Interlocutor, error) {
	if err := s.guard.Operation(ctx, p, read, operationID); err != nil {
		return Interlocutor{}, err
	}
	o, err := s.operations.ByID(ctx, operationID)
	return o.Interlocutor, err
}

// Observers is who observes an operation. Errors: forbidden, notFound.
func (s *Service) Observers(ctx context.Context, p policy.Principal, operationID id.ID) ([]Account, error) {
	if err := s.guard.Operation(ctx, p, "participant:readContact", operationID); err != nil {
		return nil, err
	}
	if _, err := s.operations.ByID(ctx, operationID); err != nil {
		return nil, err
	}
	members, err := s.members.Of(ctx, []id.ID{operationID}, policy.RoleObserver)
	if err != nil {
		return nil, err
	}
	return s.accounts.ByIDs(ctx, members[operationID])
}

// OwnOrganizer is the organizer who asks. Errors: forbidden; organizer.notFound for
// other roles.
func (s *Service) OwnOrganizer(ctx context.Context, p policy.Principal) (Account, error) {
	if err := s.guard.Global(ctx, p, read); err != nil {
		return Account{}, err
	}
	if p.Role != policy.RoleOrganizer {
		return Account{}, ErrOrganizerNotFound
	}
	found, err := s.accounts.ByIDs(ctx, []id.ID{p.UserID})
	if err != nil {
		return Account{}, err
	}
	if len(found) == 0 {
		return Account{}, ErrOrganizerNotFound
	}
	return found[0], nil
}

// setMembers makes users the only ones with role. Each must be an account with that
// very role: one account has one role (decisions 6.1). Error: member.notFound.
func (s *Service) setMembers(ctx context.Context, operationID id.ID, role policy.Role, users []id.ID, field string) error {
	if len(users) > 0 {
		found, err := s.accounts.ByIDs(ctx, users)
		if err != nil {
			return err
		}
		known := map[id.ID]bool{}
		for _, a := range found {
			known[a.ID] = a.Role == role
		}
		for _, u := range users {
			if !known[u] {
				return ErrMember.With("role", string(role)).With("id", string(u)).At(field)
			}
		}
	}
	return s.members.Set(ctx, operationID, role, users)
}

// organizersByEmail finds existing organizer accounts.
// Error: user.email_not_found_for_organizer.
func (s *Service) organizersByEmail(ctx context.Context, emails []string) ([]id.ID, error) {
	if len(emails) == 0 {
		return nil, nil
	}
	wanted := make([]string, len(emails))
	for i, raw := range emails {
		e, err := party.ParseEmail(raw)
		if err != nil {
			return nil, ErrEmailNotFound.With("email", raw).At("organizerEmails")
		}
		wanted[i] = string(e)
	}
	found, err := s.accounts.ByEmails(ctx, wanted)
	if err != nil {
		return nil, err
	}
	byEmail := map[string]id.ID{}
	for _, a := range found {
		if a.Role == policy.RoleOrganizer {
			byEmail[Fold(a.Email)] = a.ID
		}
	}
	ids := make([]id.ID, len(wanted))
	for i, e := range wanted {
		if ids[i] = byEmail[Fold(e)]; ids[i].IsZero() {
			return nil, ErrEmailNotFound.With("email", e).At("organizerEmails")
		}
	}
	return ids, nil
}

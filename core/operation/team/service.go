package team

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/operation/invitationmail"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Most is how many people an operation has and invites.
const Most = 100

// Deps are what the service works with. Queue and Mail may be nil: nothing is sent then.
type Deps struct {
	Guard       policy.Guard
	Tx          tx.Runner
	Now         func() time.Time
	Operations  Operations
	Accounts    operation.Accounts
	Members     Members
	Invitations Invitations
	Journal     invitationmail.Journal
	Queue       Queue
	Mail        Mail
}

// Service is the use cases of teams.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// List is who runs and who observes an operation, by name, and then who is invited to, by
// address. Errors: forbidden, notFound.
func (s *Service) List(ctx context.Context, p policy.Principal, operationID id.ID) ([]Member, error) {
	if err := s.Guard.Operation(ctx, p, "member:read", operationID); err != nil {
		return nil, err
	}
	return s.all(ctx, operationID)
}

func (s *Service) all(ctx context.Context, operationID id.ID) ([]Member, error) {
	if _, err := s.Operations.ByID(ctx, operationID); err != nil {
		return nil, err
	}
	members, err := s.Members.OfOperation(ctx, operationID)
	if err != nil {
		return nil, err
	}
	invitations, err := s.Invitations.OfOperation(ctx, operationID)
	for _, i := range invitations {
		members = append(members, i.At(s.Now()).member())
	}
	return members, err
}

// InviteInput is somebody to be invited.
type InviteInput struct {
	OperationID id.ID
	Email       string
	Capacity    Capacity
}

// Invite proposes a place in an operation to an address. Whoever asks reads the same whether or
// not somebody has an account there. One that repeats an invitation replaces it.
// Errors: forbidden, notFound, email.invalid, teamMember.…
func (s *Service) Invite(ctx context.Context, p policy.Principal, in InviteInput) (Member, error) {
	const create policy.Permission = "member:create"
	if err := s.Guard.Operation(ctx, p, create, in.OperationID); err != nil {
		return Member{}, err
	}
	if !slices.Contains(Capacities, in.Capacity) {
		return Member{}, ErrCapacity.With("value", string(in.Capacity))
	}
	email, err := party.ParseEmail(in.Email)
	if err != nil {
		return Member{}, fault.From(err).At("email")
	}
	now := s.Now().UTC()
	i := Invitation{ID: id.New(), OperationID: in.OperationID, Email: email, Capacity: in.Capacity, Status: Invited, InvitedBy: p.UserID, InvitedAt: now,
		ExpiresAt: now.Add(invitationmail.Life)}
	err = s.Tx.InTx(ctx, p.Change(create, in.OperationID, "operation", in.OperationID), func(ctx context.Context) error {
		o, err := s.Operations.Locked(ctx, in.OperationID)
		if err != nil {
			return err
		}
		i.Language = string(o.Language())
		people, err := s.all(ctx, in.OperationID)
		if err != nil {
			return err
		}
		for _, one := range people {
			if one.Email != string(email) {
				continue
			}
			if one.Status == IsMember {
				return ErrAlready.With("email", string(email))
			}
			i.ID = one.ID
		}
		if len(people) >= Most && !slices.ContainsFunc(people, func(m Member) bool { return m.ID == i.ID }) {
			return ErrTooMany
		}
		if err := s.Invitations.Put(ctx, i); err != nil {
			return err
		}
		// Who was written to a moment ago finds this one beside the others.
		return s.ask(ctx, i, p.UserID, true)
	})
	return i.member(), err
}

func (s *Service) ask(ctx context.Context, i Invitation, askedBy id.ID, beside bool) error {
	if s.Queue == nil {
		return nil
	}
	return s.Journal.Ask(ctx, i.mail(askedBy), beside, s.Queue.MemberMail)
}

// Mails is the journal of what was mailed to somebody of a team, the newest first.
// Errors: forbidden, notFound, teamMember.notFound.
func (s *Service) Mails(ctx context.Context, p policy.Principal, operationID, memberID id.ID) ([]invitationmail.Mail, error) {
	if err := s.Guard.Operation(ctx, p, "member:read", operationID); err != nil {
		return nil, err
	}
	one, err := s.one(ctx, operationID, memberID)
	if err != nil || s.Journal.Mails == nil {
		return nil, err
	}
	return s.Journal.Mails.OfAddress(ctx, operationID, party.Email(one.Email), invitationmail.MostListed)
}

// Resend mails an invitation again, or the link of the account that was opened for it; the
// invitation stands as long anew.
// Errors: forbidden, notFound, teamMember.notFound, teamMember.noInvitation, mail.throttled.
func (s *Service) Resend(ctx context.Context, p policy.Principal, operationID, memberID id.ID) error {
	const create policy.Permission = "member:create"
	if err := s.Guard.Operation(ctx, p, create, operationID); err != nil {
		return err
	}
	return s.Tx.InTx(ctx, p.Change(create, operationID, "operation", operationID), func(ctx context.Context) error {
		tx.Note(ctx, "status", "mailed")
		one, err := s.one(ctx, operationID, memberID)
		if err != nil {
			return err
		}
		if one.Status != Invited && one.Status != Expired {
			return ErrNoInvitation
		}
		i, err := s.Invitations.ByID(ctx, one.ID)
		if err != nil {
			return err
		}
		i.ExpiresAt = s.Now().UTC().Add(invitationmail.Life)
		if err := s.Invitations.Put(ctx, i); err != nil {
			return err
		}
		return s.ask(ctx, i, p.UserID, false)
	})
}

// one is somebody of a team. Error: teamMember.notFound.
func (s *Service) one(ctx context.Context, operationID, memberID id.ID) (Member, error) {
	people, err := s.all(ctx, operationID)
	if err != nil {
		return Member{}, err
	}
	for _, one := range people {
		if one.ID == memberID {
			return one, nil
		}
	}
	return Member{}, ErrNotFound
}

// SetCapacity changes what somebody is in an operation, or is invited to be.
// Errors: forbidden, notFound, teamMember.…
func (s *Service) SetCapacity(ctx context.Context, p policy.Principal, operationID, memberID id.ID, to Capacity) (Member, error) {
	const update policy.Permission = "member:update"
	if err := s.Guard.Operation(ctx, p, update, operationID); err != nil {
		return Member{}, err
	}
	if !slices.Contains(Capacities, to) {
		return Member{}, ErrCapacity.With("value", string(to))
	}
	var one Member
	err := s.Tx.InTx(ctx, p.Change(update, operationID, "operation", operationID), func(ctx context.Context) (err error) {
		if _, err = s.Operations.Locked(ctx, operationID); err != nil {
			return err
		}
		if one, err = s.one(ctx, operationID, memberID); err != nil {
			return err
		}
		if one.Status != IsMember {
			i, err := s.Invitations.ByID(ctx, memberID)
			if err != nil {
				return err
			}
			i.Capacity, one.Capacity = to, to
			return s.Invitations.Put(ctx, i)
		}
		if one.Capacity.role() != to.role() {
			return ErrRoleFixed
		}
		one.Capacity = to
		if err := s.Members.Put(ctx, operationID, memberID, to); err != nil {
			return err
		}
		return s.keepsOrganizer(ctx, operationID)
	})
	return one, err
}

// keepsOrganizer refuses what leaves an operation without a full organizer.
func (s *Service) keepsOrganizer(ctx context.Context, operationID id.ID) error {
	left, err := s.Members.FullOrganizers(ctx, operationID)
	if err == nil && left == 0 {
		return ErrLastOrganizer
	}
	return err
}

// Remove takes somebody out of the team or of the observers, from the next request on, or takes
// an invitation back. Errors: forbidden, notFound, teamMember.notFound, teamMember.lastOrganizer.
func (s *Service) Remove(ctx context.Context, p policy.Principal, operationID, memberID id.ID) error {
	const remove policy.Permission = "member:delete"
	if err := s.Guard.Operation(ctx, p, remove, operationID); err != nil {
		return err
	}
	return s.Tx.InTx(ctx, p.Change(remove, operationID, "operation", operationID), func(ctx context.Context) error {
		if _, err := s.Operations.Locked(ctx, operationID); err != nil {
			return err
		}
		one, err := s.one(ctx, operationID, memberID)
		if err != nil {
			return err
		}
		if one.Status != IsMember {
			_, err := s.Invitations.Delete(ctx, memberID)
			return err
		}
		if _, err := s.Members.Delete(ctx, operationID, memberID); err != nil || one.Capacity != Organizer {
			return err
		}
		return s.keepsOrganizer(ctx, operationID)
	})
}

// Invited lists the places that are proposed to one's own account, oldest first.
// Errors: forbidden, notFound.
func (s *Service) Invited(ctx context.Context, p policy.Principal, userID id.ID) ([]Proposed, error) {
	if err := s.Guard.Require(ctx, p, "account:read", policy.Resource{UserID: userID}); err != nil {
		return nil, err
	}
	holder, err := s.holder(ctx, userID)
	if err != nil || holder.ID.IsZero() {
		return nil, err
	}
	pending, err := s.Invitations.Pending(ctx, party.Email(holder.Email), holder.Role)
	if err != nil {
		return nil, err
	}
	out := make([]Proposed, 0, len(pending))
	for _, i := range pending {
		if i.At(s.Now()).Status != Invited {
			continue
		}
		one, err := s.proposed(ctx, i)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// holder is an account that can be proposed a place; none for others.
func (s *Service) holder(ctx context.Context, userID id.ID) (operation.Account, error) {
	found, err := s.Accounts.ByIDs(ctx, []id.ID{userID})
	if err != nil || len(found) == 0 || found[0].Role != policy.RoleOrganizer && found[0].Role != policy.RoleObserver {
		return operation.Account{}, err
	}
	return found[0], nil
}

func (s *Service) proposed(ctx context.Context, i Invitation) (Proposed, error) {
	o, err := s.Operations.ByID(ctx, i.OperationID)
	return Proposed{Invitation: i, OperationName: o.Name, PMOName: o.Interlocutor.LegalName}, err
}

// Accept takes the proposed place, for oneself. Who is a member by now stays what they are.
// Errors: forbidden, notFound, memberInvitation.notFound, memberInvitation.expired.
func (s *Service) Accept(ctx context.Context, p policy.Principal, userID, invitationID id.ID) error {
	return s.answer(ctx, p, userID, invitationID, func(ctx context.Context, i Invitation) error {
		if i.At(s.Now()).Status == Expired {
			return ErrExpired
		}
		tx.Note(ctx, "status", "accepted")
		if _, err := s.Operations.Locked(ctx, i.OperationID); err != nil {
			return err
		}
		if ok, err := s.Invitations.Delete(ctx, i.ID); err != nil || !ok {
			return errors.Join(err, missing(ok))
		}
		members, err := s.Members.OfOperation(ctx, i.OperationID)
		if err != nil || slices.ContainsFunc(members, func(m Member) bool { return m.ID == userID }) {
			return err
		}
		return s.Members.Put(ctx, i.OperationID, userID, i.Capacity)
	})
}

// Decline refuses the proposed place; the team reads so.
// Errors: forbidden, notFound, memberInvitation.notFound.
func (s *Service) Decline(ctx context.Context, p policy.Principal, userID, invitationID id.ID) error {
	return s.answer(ctx, p, userID, invitationID, func(ctx context.Context, i Invitation) error {
		tx.Note(ctx, "status", "declined")
		ok, err := s.Invitations.Decline(ctx, i.ID)
		return errors.Join(err, missing(ok))
	})
}

func missing(ok bool) error {
	if ok {
		return nil
	}
	return ErrInvitationNotFound
}

// answer finds an invitation to one's own account, and has it answered.
func (s *Service) answer(ctx context.Context, p policy.Principal, userID, invitationID id.ID, do func(context.Context, Invitation) error) error {
	const update policy.Permission = "account:update"
	if err := s.Guard.Require(ctx, p, update, policy.Resource{UserID: userID}); err != nil {
		return err
	}
	holder, err := s.holder(ctx, userID)
	if err != nil {
		return err
	}
	i, err := s.Invitations.ByID(ctx, invitationID)
	if err != nil {
		return err
	}
	if i.Status != Invited || string(i.Email) != holder.Email || i.Capacity.role() != holder.Role {
		return ErrInvitationNotFound
	}
	return s.Tx.InTx(ctx, p.Change(update, i.OperationID, "operation", i.OperationID), func(ctx context.Context) error {
		return do(ctx, i)
	})
}

// Send mails what a line of the journal asks for: the invitation to whoever has an account at its
// address, and to who has none with the link of one that is opened. It is the work of a job.
// Error: mail.unavailable, to be tried again.
func (s *Service) Send(ctx context.Context, mailID id.ID) error {
	if s.Mail == nil || s.Journal.Openings == nil || s.Journal.Mails == nil {
		return nil
	}
	m, ok, err := s.Journal.Mails.ByID(ctx, mailID)
	if err != nil || !ok || m.Status != invitationmail.Queued {
		return err
	}
	invitations, err := s.Invitations.OfOperation(ctx, m.OperationID)
	if err != nil {
		return err
	}
	for _, i := range invitations {
		if i.Email == m.Email && i.At(s.Now()).Status == Invited {
			return s.Journal.Conclude(ctx, m.ID, s.write(ctx, i))
		}
	}
	return s.Journal.Drop(ctx, m.ID)
}

// GiveUp keeps that a mail is not tried any more. It is the end of a job.
func (s *Service) GiveUp(ctx context.Context, mailID id.ID) error {
	return s.Journal.GiveUp(ctx, mailID)
}

// write mails an invitation to whoever its address belongs to.
func (s *Service) write(ctx context.Context, i Invitation) error {
	found, err := s.Accounts.ByEmails(ctx, []string{string(i.Email)})
	if err != nil {
		return err
	}
	if len(found) == 0 {
		opened, err := s.Journal.Open(ctx, i.Email, i.Capacity.role(), i.Language)
		if opened || err != nil {
			return err
		}
		return s.write(ctx, i)
	}
	one, err := s.proposed(ctx, i)
	if err != nil {
		return err
	}
	switch to := found[0]; {
	case to.Role != i.Capacity.role() || !to.Active:
		return s.Mail.SendUnfitMember(ctx, to, one)
	case !to.Initialized:
		return s.Journal.Activate(ctx, to.ID)
	default:
		return s.Mail.SendMemberInvitation(ctx, to, one)
	}
}

// Package invitation ties sites to the accounts that may see them: nobody's account sees a site
// that its holder has not agreed to.
package invitation

import (
	"context"
	"errors"
	"time"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/operation/invitationmail"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Service ties sites to the accounts that may see them, when their holders agree.
type Service struct{ Deps }

// Deps are what the service works with. Queue and Mail may be nil: nothing is sent then.
// Without Invitations accounts are attached at once.
type Deps struct {
	Guard        policy.Guard
	Tx           tx.Runner
	Now          func() time.Time
	Participants participant.Participants
	Operations   participant.Operations
	Accounts     participant.Accounts
	Invitations  Invitations
	Journal      invitationmail.Journal
	Queue        Queue
	Mail         Mail
}

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Attach gives a site the account of an address. The back-office, which opens accounts
// and knows them all, does it at once; who else asks makes an invitation, and learns
// nothing of who has an account. "" detaches, and takes an invitation back. It runs in
// the transaction of the change, after one has been stored.
// Errors: email.invalid; user.email_not_found_for_organizer for the back-office.
func (s *Service) Attach(ctx context.Context, p policy.Principal, one *participant.Participant, raw string) (invited *Invitation, err error) {
	if raw == "" || s.Invitations == nil || s.Guard.Global(ctx, p, "user:update") == nil {
		one.UserID, err = s.userByEmail(ctx, raw)
		return nil, err
	}
	email, err := party.ParseEmail(raw)
	if err != nil {
		return nil, fault.From(err).At("userEmail")
	}
	if !one.UserID.IsZero() {
		holders, err := s.Accounts.ByIDs(ctx, []id.ID{one.UserID})
		if err != nil || len(holders) == 1 && holders[0].Email == string(email) {
			return nil, err
		}
	}
	one.UserID = ""
	now := s.Now().UTC()
	return &Invitation{ID: id.New(), OperationID: one.OperationID, ParticipantID: one.ID, Email: email,
		Status: Pending, InvitedBy: p.UserID, InvitedAt: now, ExpiresAt: now.Add(invitationmail.Life)}, nil
}

// Invite stores an invitation in place of the site's former one, and has it mailed; nil
// only ends the former one. One that repeats a pending one is the same.
func (s *Service) Invite(ctx context.Context, participantID id.ID, i *Invitation) error {
	if s.Invitations == nil {
		return nil
	}
	if i == nil {
		return s.Invitations.DeleteOf(ctx, participantID)
	}
	before, err := s.Invitations.OfSites(ctx, []id.ID{participantID})
	if err != nil {
		return err
	}
	if former := before[participantID].At(s.Now()); former.Email == i.Email && former.Status == Pending {
		return nil
	}
	if err := s.Invitations.Put(ctx, *i); err != nil || s.Queue == nil {
		return err
	}
	// Who was written to a moment ago finds this one beside the others.
	return s.ask(ctx, i.mail(i.InvitedBy), true)
}

func (s *Service) ask(ctx context.Context, m invitationmail.Mail, beside bool) error {
	return s.Journal.Ask(ctx, m, beside, s.Queue.SiteMail)
}

// ResendMail sends again the mail that a site waits for: the one-time link of its account, or its
// invitation, which then stands as long anew. Errors: forbidden, notFound, participant.noMail,
// mail.throttled.
func (s *Service) ResendMail(ctx context.Context, p policy.Principal, participantID id.ID) error {
	const update policy.Permission = "participant:update"
	operationID, err := s.Guard.Participant(ctx, p, update, participantID)
	if err != nil {
		return err
	}
	return s.Tx.InTx(ctx, p.Change(update, operationID, "participant", participantID), func(ctx context.Context) error {
		tx.Note(ctx, "status", "mailed")
		one, err := s.Participants.ByID(ctx, participantID)
		if err != nil {
			return err
		}
		if s.Queue == nil || s.Invitations == nil {
			return ErrNoMail
		}
		if !one.UserID.IsZero() {
			return s.activateAgain(ctx, p, one)
		}
		invitations, err := s.Invitations.OfSites(ctx, []id.ID{participantID})
		if err != nil {
			return err
		}
		i, ok := invitations[participantID]
		if !ok || i.Status != Pending {
			return ErrNoMail
		}
		i.ExpiresAt = s.Now().UTC().Add(invitationmail.Life)
		if err := s.Invitations.Put(ctx, i); err != nil {
			return err
		}
		return s.ask(ctx, i.mail(p.UserID), false)
	})
}

// activateAgain mails the link of an account that a site has, and that waits for its password.
func (s *Service) activateAgain(ctx context.Context, p policy.Principal, one participant.Participant) error {
	found, err := s.Accounts.ByIDs(ctx, []id.ID{one.UserID})
	if err != nil {
		return err
	}
	if len(found) == 0 || found[0].Initialized || !found[0].Active {
		return ErrNoMail
	}
	return s.ask(ctx, invitationmail.Mail{OperationID: one.OperationID, ParticipantID: one.ID, Email: party.Email(found[0].Email), AskedBy: p.UserID,
		ValidUntil: s.Now().UTC().Add(invitationmail.Life)}, false)
}

// Mails is the journal of what was mailed about a site, the newest first. Errors: forbidden, notFound.
func (s *Service) Mails(ctx context.Context, p policy.Principal, participantID id.ID) ([]invitationmail.Mail, error) {
	if _, err := s.Guard.Participant(ctx, p, "participant:update", participantID); err != nil || s.Journal.Mails == nil {
		return nil, err
	}
	return s.Journal.Mails.OfSite(ctx, participantID, invitationmail.MostListed)
}

// Invited lists the sites that are proposed to one's own account, oldest first.
// Errors: forbidden, notFound.
func (s *Service) Invited(ctx context.Context, p policy.Principal, userID id.ID) ([]Proposed, error) {
	if err := s.Guard.Require(ctx, p, "account:read", policy.Resource{UserID: userID}); err != nil {
		return nil, err
	}
	holder, ok, err := s.holder(ctx, userID)
	if err != nil || !ok {
		return nil, err
	}
	pending, err := s.Invitations.Pending(ctx, party.Email(holder.Email))
	if err != nil {
		return nil, err
	}
	out := make([]Proposed, 0, len(pending))
	for _, i := range pending {
		if i.At(s.Now()).Status != Pending {
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

// holder is the account of a participant who can be proposed sites; false for others.
func (s *Service) holder(ctx context.Context, userID id.ID) (operation.Account, bool, error) {
	if s.Invitations == nil {
		return operation.Account{}, false, nil
	}
	found, err := s.Accounts.ByIDs(ctx, []id.ID{userID})
	if err != nil || len(found) == 0 || found[0].Role != policy.RoleParticipant {
		return operation.Account{}, false, err
	}
	return found[0], true, nil
}

func (s *Service) proposed(ctx context.Context, i Invitation) (Proposed, error) {
	o, err := s.Operations.ByID(ctx, i.OperationID)
	if err != nil {
		return Proposed{}, err
	}
	one, err := s.Participants.ByID(ctx, i.ParticipantID)
	return Proposed{Invitation: i, OperationName: o.Name, PMOName: o.Interlocutor.LegalName, SiteName: one.Name}, err
}

// Accept makes one's own account that of the proposed site.
// Errors: forbidden, notFound, invitation.notFound, invitation.expired.
func (s *Service) Accept(ctx context.Context, p policy.Principal, userID, invitationID id.ID) error {
	return s.answer(ctx, p, userID, invitationID, func(ctx context.Context, i Invitation) error {
		if i.At(s.Now()).Status == Expired {
			return ErrExpired
		}
		tx.Note(ctx, "status", "accepted")
		// The operation's lock covers its participants, and comes first (ADR 0003).
		if _, err := s.Operations.Locked(ctx, i.OperationID); err != nil {
			return err
		}
		if ok, err := s.Invitations.Delete(ctx, i.ID); err != nil || !ok {
			return errors.Join(err, missing(ok))
		}
		one, err := s.Participants.ByID(ctx, i.ParticipantID)
		if err != nil {
			return err
		}
		one.UserID, one.Version, one.UpdatedAt = userID, one.Version+1, s.Now().UTC()
		return s.Participants.Save(ctx, one)
	})
}

// Decline refuses the proposed site; who invited reads so.
// Errors: forbidden, notFound, invitation.notFound.
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
	return ErrNotFound
}

// answer finds an invitation to one's own account, and has it answered.
func (s *Service) answer(ctx context.Context, p policy.Principal, userID, invitationID id.ID, do func(context.Context, Invitation) error) error {
	const update policy.Permission = "account:update"
	if err := s.Guard.Require(ctx, p, update, policy.Resource{UserID: userID}); err != nil {
		return err
	}
	holder, ok, err := s.holder(ctx, userID)
	if err != nil {
		return err
	}
	if !ok {
		return ErrNotFound
	}
	i, err := s.Invitations.ByID(ctx, invitationID)
	if err != nil {
		return err
	}
	if i.Status != Pending || string(i.Email) != holder.Email {
		return ErrNotFound
	}
	return s.Tx.InTx(ctx, p.Change(update, i.OperationID, "participant", i.ParticipantID), func(ctx context.Context) error {
		return do(ctx, i)
	})
}

// Send mails what a line of the journal asks for: the link of the account that the site has, else
// its invitation to whoever has an account at the address, and to who has none with the link of
// one that is opened. It is the work of a job. Error: mail.unavailable, to be tried again.
func (s *Service) Send(ctx context.Context, mailID id.ID) error {
	if s.Mail == nil || s.Journal.Openings == nil || s.Journal.Mails == nil {
		return nil
	}
	m, ok, err := s.Journal.Mails.ByID(ctx, mailID)
	if err != nil || !ok || m.Status != invitationmail.Queued {
		return err
	}
	one, err := s.Participants.ByID(ctx, m.ParticipantID)
	if err != nil {
		return err
	}
	if !one.UserID.IsZero() {
		found, err := s.Accounts.ByIDs(ctx, []id.ID{one.UserID})
		if err != nil {
			return err
		}
		if len(found) == 0 || found[0].Initialized || !found[0].Active || found[0].Email != string(m.Email) {
			return s.Journal.Drop(ctx, m.ID)
		}
		return s.Journal.Conclude(ctx, m.ID, s.Journal.Activate(ctx, one.UserID))
	}
	invitations, err := s.Invitations.OfSites(ctx, []id.ID{m.ParticipantID})
	if err != nil {
		return err
	}
	i, ok := invitations[m.ParticipantID]
	if !ok || i.At(s.Now()).Status != Pending || i.Email != m.Email {
		return s.Journal.Drop(ctx, m.ID)
	}
	return s.Journal.Conclude(ctx, m.ID, s.write(ctx, i))
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
		o, err := s.Operations.ByID(ctx, i.OperationID)
		if err != nil {
			return err
		}
		opened, err := s.Journal.Open(ctx, i.Email, policy.RoleParticipant, string(o.Language()))
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
	case to.Role != policy.RoleParticipant || !to.Active:
		return s.Mail.SendUnfit(ctx, to, one)
	case !to.Initialized:
		return s.Journal.Activate(ctx, to.ID)
	default:
		return s.Mail.SendInvitation(ctx, to, one)
	}
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
	found, err := s.Accounts.ByEmails(ctx, []string{string(e)})
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

// OfSites finds the invitations of sites, for who may read their contacts.
func (s *Service) OfSites(ctx context.Context, participantIDs []id.ID) (map[id.ID]Invitation, error) {
	if s.Invitations == nil || len(participantIDs) == 0 {
		return nil, nil
	}
	found, err := s.Invitations.OfSites(ctx, participantIDs)
	for siteID, i := range found {
		found[siteID] = i.At(s.Now())
	}
	return found, err
}

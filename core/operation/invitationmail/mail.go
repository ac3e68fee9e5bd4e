// Package invitationmail is the journal of the mails that invite people: to follow a site, to join
// the team of an operation. It says to whom one was asked for, by whom, and what became of it.
//
// Owns: how long an invitation stands, what becomes of its mails. Does not own: invitations
// themselves (participant/invitation, operation/team), nor how mails are written and sent. Nothing
// in it says whether there is an account at an address: one is opened where there is none, and whoever
// has one of another role is written to all the same.
package invitationmail

import (
	"context"
	"errors"
	"time"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/mail"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// Life is how long an invitation can be accepted; sent again it stands as long anew.
const Life = 30 * 24 * time.Hour

// MostListed is how many mails a journal shows, the newest.
const MostListed = 100

// Status is what became of a mail, in the words of the contract.
type Status string

// The states.
const (
	Queued      Status = "QUEUED"       // on its way, or tried again
	Sent        Status = "SENT"         // the mail server took it
	WithAnother Status = "WITH_ANOTHER" // the address was written to just before, and finds this one beside
	Obsolete    Status = "OBSOLETE"     // answered or taken back before it went out
	Refused     Status = "REFUSED"      // the address refuses it
	GivenUp     Status = "GIVEN_UP"     // the mail server was away for days
)

// Mail is one that invites somebody.
type Mail struct {
	ID            id.ID
	OperationID   id.ID
	ParticipantID id.ID // of a site; none: into the team of the operation
	Email         party.Email
	AskedBy       id.ID  // none = the installation itself
	AskedByName   string // filled when it is read
	AskedAt       time.Time
	ValidUntil    time.Time // of the invitation that it is about
	Status        Status
	Reason        string // key of what keeps it from arriving; "" = nothing
	EndedAt       *time.Time
}

// Mails keeps them.
type Mails interface {
	Add(ctx context.Context, m Mail) error
	// ByID is one; ok is false where it is gone with what it was about.
	ByID(ctx context.Context, mailID id.ID) (m Mail, ok bool, err error)
	// Note says what became of a queued one, or with Queued what keeps it.
	Note(ctx context.Context, mailID id.ID, status Status, reason string, at time.Time) error
	// OfSite and OfAddress list the newest, at most limit; the address is that of a team.
	OfSite(ctx context.Context, participantID id.ID, limit int) ([]Mail, error)
	OfAddress(ctx context.Context, operationID id.ID, email party.Email, limit int) ([]Mail, error)
}

// Journal keeps what is asked for and what became of it, and opens accounts for who is invited and
// has none. Without Mails it keeps nothing.
type Journal struct {
	Mails    Mails
	Openings Openings
	Now      func() time.Time
}

// Ask queues a mail with its line. Who was written to a moment ago finds this one beside the
// others: where that is said to be no error (beside), the line says so.
func (j Journal) Ask(ctx context.Context, m Mail, beside bool, queue func(ctx context.Context, m Mail) error) error {
	m.ID, m.AskedAt, m.Status = id.New(), j.Now().UTC(), Queued
	if j.Mails != nil {
		if err := j.Mails.Add(ctx, m); err != nil {
			return err
		}
	}
	err := queue(ctx, m)
	if !beside || fault.KeyOf(err) != "mail.throttled" {
		return err
	}
	return j.note(ctx, m.ID, WithAnother, "")
}

// Conclude keeps what became of a mail that was tried. What is refused for good is no error any
// more: it would come again.
func (j Journal) Conclude(ctx context.Context, mailID id.ID, failed error) error {
	switch {
	case failed == nil:
		return j.note(ctx, mailID, Sent, "")
	case errors.Is(failed, mail.ErrAddress) || errors.Is(failed, mail.ErrRejected):
		return j.note(ctx, mailID, Refused, fault.KeyOf(failed))
	}
	return errors.Join(failed, j.note(ctx, mailID, Queued, fault.KeyOf(failed)))
}

// Drop keeps that a mail had no reason any more when it was to go out.
func (j Journal) Drop(ctx context.Context, mailID id.ID) error {
	return j.note(ctx, mailID, Obsolete, "")
}

// GiveUp keeps that a mail is not tried any more.
func (j Journal) GiveUp(ctx context.Context, mailID id.ID) error {
	return j.note(ctx, mailID, GivenUp, mail.ErrUnavailable.Key)
}

func (j Journal) note(ctx context.Context, mailID id.ID, status Status, reason string) error {
	if j.Mails == nil {
		return nil
	}
	return j.Mails.Note(ctx, mailID, status, reason, j.Now().UTC())
}

// Openings opens accounts for who is invited and has none.
type Openings interface {
	// Open makes one that waits for its password, and mails nothing. Error: user.emailUsed.
	Open(ctx context.Context, email party.Email, role policy.Role, language string) (id.ID, error)
	// Activate mails the one-time link of an account that waits for its password.
	// Errors: mail.addressInvalid, mail.rejected, mail.unavailable.
	Activate(ctx context.Context, userID id.ID) error
}

// Activate mails the one-time link of an account that waits for its password.
func (j Journal) Activate(ctx context.Context, userID id.ID) error {
	return j.Openings.Activate(ctx, userID)
}

// Open opens an account at an address that has none and mails its link. ok is false when somebody
// else opened one meanwhile: it is to be looked at again.
func (j Journal) Open(ctx context.Context, email party.Email, role policy.Role, language string) (ok bool, err error) {
	userID, err := j.Openings.Open(ctx, email, role, language)
	if fault.KeyOf(err) == "user.emailUsed" {
		return false, nil
	}
	if err != nil {
		return true, err
	}
	return true, j.Openings.Activate(ctx, userID)
}

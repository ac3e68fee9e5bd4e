package invitation

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/operation/invitationmail"
	"github.com/openpmo/pmo/core/party"
)

// Status says whether an invitation was answered. An accepted one is no
// invitation any more but the account of the site.
type Status string

// The statuses.
const (
	Pending  Status = "PENDING"
	Declined Status = "DECLINED"
	Expired  Status = "EXPIRED" // pending for too long; it is kept as pending
)

// Invitation proposes a site to whoever has an account at an address, now or later:
// nobody's account sees a site that its holder has not agreed to. A site has one at most.
type Invitation struct {
	ID            id.ID
	OperationID   id.ID
	ParticipantID id.ID
	Email         party.Email
	Status        Status
	InvitedBy     id.ID
	InvitedAt     time.Time
	ExpiresAt     time.Time
}

// At is the invitation as it stands at an instant.
func (i Invitation) At(now time.Time) Invitation {
	if i.Status == Pending && !now.Before(i.ExpiresAt) {
		i.Status = Expired
	}
	return i
}

// mail is one of the journal about the invitation.
func (i Invitation) mail(askedBy id.ID) invitationmail.Mail {
	return invitationmail.Mail{OperationID: i.OperationID, ParticipantID: i.ParticipantID, Email: i.Email, AskedBy: askedBy, ValidUntil: i.ExpiresAt}
}

// Invitations keeps them.
type Invitations interface {
	// Put makes an invitation the one of its site.
	Put(ctx context.Context, i Invitation) error
	// ByID: error invitation.notFound.
	ByID(ctx context.Context, invitationID id.ID) (Invitation, error)
	// OfSites finds those of sites.
	OfSites(ctx context.Context, participantIDs []id.ID) (map[id.ID]Invitation, error)
	// Pending lists those to an address that wait for an answer, oldest first.
	Pending(ctx context.Context, email party.Email) ([]Invitation, error)
	// Decline marks a pending one; ok is false when there is none any more.
	Decline(ctx context.Context, invitationID id.ID) (ok bool, err error)
	// Delete ends one; ok is false when there is none any more.
	Delete(ctx context.Context, invitationID id.ID) (ok bool, err error)
	// DeleteOf ends that of a site, if it has one.
	DeleteOf(ctx context.Context, participantID id.ID) error
}

// Queue has mails sent when the caller's transaction commits. Error: mail.throttled when the same
// address was written to just before.
type Queue interface {
	SiteMail(ctx context.Context, m invitationmail.Mail) error
}

// Mail writes to the holder of an account about a site that is proposed to it.
// Errors: mail.addressInvalid, mail.rejected, mail.unavailable.
type Mail interface {
	SendInvitation(ctx context.Context, to operation.Account, proposed Proposed) error
	// SendUnfit says that the account at the address cannot take it: it is another role's, or blocked.
	SendUnfit(ctx context.Context, to operation.Account, proposed Proposed) error
}

// Proposed is an invitation with the names that its holder knows it by.
type Proposed struct {
	Invitation
	OperationName, PMOName, SiteName string
}

// Package team is who runs and who observes an operation: full organizers, accountants, readers
// and observers. Nobody becomes one without agreeing, and a full organizer always remains.
package team

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/operation/invitationmail"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// Capacity is what somebody is in an operation (specification section 6).
type Capacity string

// The capacities.
const (
	Organizer  Capacity = "organizer"  // everything
	Accountant Capacity = "accountant" // bills and payments; reads the rest
	Reader     Capacity = "reader"     // reads
	Observer   Capacity = "observer"   // what observers read
)

// Capacities are all of them.
var Capacities = []Capacity{Organizer, Accountant, Reader, Observer}

// role is what account somebody with the capacity has.
func (c Capacity) role() policy.Role {
	if c == Observer {
		return policy.RoleObserver
	}
	return policy.RoleOrganizer
}

// Kept is a capacity as memberships are kept: the role of the account, and what it is narrowed
// to; "" = nothing.
func (c Capacity) Kept() (policy.Role, policy.Capacity) {
	if c == Accountant || c == Reader {
		return policy.RoleOrganizer, policy.Capacity(c)
	}
	return c.role(), ""
}

// CapacityOf is the reverse of Kept.
func CapacityOf(role policy.Role, narrowedTo policy.Capacity) Capacity {
	if narrowedTo != "" {
		return Capacity(narrowedTo)
	}
	return Capacity(role)
}

// Status says how far somebody is on the way into the team.
type Status string

// The statuses.
const (
	IsMember Status = "MEMBER"
	Invited  Status = "INVITED"
	Declined Status = "DECLINED"
	Expired  Status = "EXPIRED" // invited too long ago; it is kept as invited
)

// Member is somebody of an operation, or who is to be.
type Member struct {
	ID        id.ID // of the account, or of the invitation
	Email     string
	FirstName string
	LastName  string
	Structure string
	Capacity  Capacity
	Status    Status
	Account   operation.AccountStatus // of members
	Blocked   bool                    // the account is
	InvitedAt time.Time               // zero for members; so is ExpiresAt
	ExpiresAt time.Time
}

// Invitation proposes a place in an operation to whoever has an account at an address. Who has
// none is opened one.
type Invitation struct {
	ID          id.ID
	OperationID id.ID
	Email       party.Email
	Capacity    Capacity
	Language    string // of an account that is opened
	Status      Status // Invited or Declined
	InvitedBy   id.ID
	InvitedAt   time.Time
	ExpiresAt   time.Time
}

func (i Invitation) member() Member {
	return Member{ID: i.ID, Email: string(i.Email), Capacity: i.Capacity, Status: i.Status, InvitedAt: i.InvitedAt, ExpiresAt: i.ExpiresAt}
}

// At is the invitation as it stands at an instant.
func (i Invitation) At(now time.Time) Invitation {
	if i.Status == Invited && !now.Before(i.ExpiresAt) {
		i.Status = Expired
	}
	return i
}

// mail is one of the journal about the invitation.
func (i Invitation) mail(askedBy id.ID) invitationmail.Mail {
	return invitationmail.Mail{OperationID: i.OperationID, Email: i.Email, AskedBy: askedBy, ValidUntil: i.ExpiresAt}
}

// Proposed is an invitation with the names that its holder knows it by.
type Proposed struct {
	Invitation
	OperationName, PMOName string
}

// Members keeps who runs and who observes an operation.
type Members interface {
	// OfOperation lists them, by name.
	OfOperation(ctx context.Context, operationID id.ID) ([]Member, error)
	// FullOrganizers counts those who are not blocked.
	FullOrganizers(ctx context.Context, operationID id.ID) (int, error)
	// Put makes an account a member, or changes what it is.
	Put(ctx context.Context, operationID, userID id.ID, c Capacity) error
	// Delete ends a membership; ok is false when there is none.
	Delete(ctx context.Context, operationID, userID id.ID) (ok bool, err error)
}

// Invitations keeps them; an address has one at most in an operation.
type Invitations interface {
	// Put stores one in place of that to the same address.
	Put(ctx context.Context, i Invitation) error
	// ByID: error memberInvitation.notFound.
	ByID(ctx context.Context, invitationID id.ID) (Invitation, error)
	// OfOperation lists them, by address.
	OfOperation(ctx context.Context, operationID id.ID) ([]Invitation, error)
	// Pending lists those to an address of an account of a role, oldest first.
	Pending(ctx context.Context, email party.Email, role policy.Role) ([]Invitation, error)
	// Decline marks a pending one; ok is false when there is none any more.
	Decline(ctx context.Context, invitationID id.ID) (ok bool, err error)
	// Delete ends one; ok is false when there is none any more.
	Delete(ctx context.Context, invitationID id.ID) (ok bool, err error)
}

// Operations finds operations.
type Operations interface {
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
	Locked(ctx context.Context, operationID id.ID) (operation.Operation, error)
}

// Queue has mails sent when the caller's transaction commits. Error: mail.throttled when the same
// address was written to just before.
type Queue interface {
	MemberMail(ctx context.Context, m invitationmail.Mail) error
}

// Mail writes to the holder of an account about a place that is proposed to it.
// Errors: mail.addressInvalid, mail.rejected, mail.unavailable.
type Mail interface {
	SendMemberInvitation(ctx context.Context, to operation.Account, proposed Proposed) error
	// SendUnfitMember says that the account at the address cannot take it: it is another role's, or blocked.
	SendUnfitMember(ctx context.Context, to operation.Account, proposed Proposed) error
}

package operationstore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/operationstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/operation/team"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// Team keeps what each member of an operation is.
type Team struct{ db *postgres.DB }

// MemberInvitations keeps the places in operations that are proposed to addresses.
type MemberInvitations struct{ db *postgres.DB }

var (
	_ team.Members     = (*Team)(nil)
	_ team.Invitations = (*MemberInvitations)(nil)
)

// NewTeam is the store over db.
func NewTeam(db *postgres.DB) *Team { return &Team{db} }

// NewMemberInvitations is the store over db.
func NewMemberInvitations(db *postgres.DB) *MemberInvitations { return &MemberInvitations{db} }

// OfOperation lists who runs and who observes an operation, by name.
func (s *Team) OfOperation(ctx context.Context, operationID id.ID) ([]team.Member, error) {
	rows, err := queries(ctx, s.db).ListMembersOfOperation(ctx, operationID)
	out := make([]team.Member, len(rows))
	for i, r := range rows {
		account := operation.Account{ID: r.UserID, Initialized: r.Initialized, ActivationError: r.ActivationError}
		out[i] = team.Member{ID: r.UserID, Email: r.Email, FirstName: r.Firstname, LastName: r.Lastname, Structure: r.Structure,
			Capacity: team.CapacityOf(policy.Role(r.Role), policy.Capacity(r.NarrowedTo)), Status: team.IsMember, Account: account.Status(), Blocked: !r.Active}
	}
	return out, err
}

// FullOrganizers counts those who are not blocked.
func (s *Team) FullOrganizers(ctx context.Context, operationID id.ID) (int, error) {
	n, err := queries(ctx, s.db).CountFullOrganizers(ctx, operationID)
	return int(n), err
}

// Put makes an account a member, or changes what it is.
func (s *Team) Put(ctx context.Context, operationID, userID id.ID, c team.Capacity) error {
	role, to := c.Kept()
	return queries(ctx, s.db).PutMember(ctx, sqlcgen.PutMemberParams{OperationID: operationID, UserID: userID, Role: string(role), NarrowedTo: narrowedTo(to)})
}

// Delete ends a membership; ok is false when there is none.
func (s *Team) Delete(ctx context.Context, operationID, userID id.ID) (bool, error) {
	n, err := queries(ctx, s.db).DeleteMember(ctx, operationID, userID)
	return n > 0, err
}

// narrowedTo is null for who is all that the role gives.
func narrowedTo(c policy.Capacity) *string {
	if c == "" {
		return nil
	}
	text := string(c)
	return &text
}

// Put stores an invitation in place of that to the same address.
func (s *MemberInvitations) Put(ctx context.Context, i team.Invitation) error {
	role, to := i.Capacity.Kept()
	return queries(ctx, s.db).PutMemberInvitation(ctx, sqlcgen.PutMemberInvitationParams{ID: i.ID, OperationID: i.OperationID, Email: string(i.Email),
		Role: string(role), NarrowedTo: narrowedTo(to), Language: i.Language, Status: toDBStatus[i.Status], InvitedBy: postgres.OptionalID(i.InvitedBy), InvitedAt: i.InvitedAt, ExpiresAt: i.ExpiresAt})
}

// ByID finds one. Error: memberInvitation.notFound.
func (s *MemberInvitations) ByID(ctx context.Context, invitationID id.ID) (team.Invitation, error) {
	row, err := queries(ctx, s.db).GetMemberInvitation(ctx, invitationID)
	return fromDBInvitation(row), postgres.OrMissing(err, team.ErrInvitationNotFound)
}

// OfOperation lists them, by address.
func (s *MemberInvitations) OfOperation(ctx context.Context, operationID id.ID) ([]team.Invitation, error) {
	rows, err := queries(ctx, s.db).ListMemberInvitationsOfOperation(ctx, operationID)
	return fromDBInvitations(rows), err
}

// Pending lists those to an address of an account of a role, oldest first.
func (s *MemberInvitations) Pending(ctx context.Context, email party.Email, role policy.Role) ([]team.Invitation, error) {
	rows, err := queries(ctx, s.db).ListPendingMemberInvitations(ctx, string(email), string(role))
	return fromDBInvitations(rows), err
}

// Decline marks a pending one; ok is false when there is none any more.
func (s *MemberInvitations) Decline(ctx context.Context, invitationID id.ID) (bool, error) {
	n, err := queries(ctx, s.db).DeclineMemberInvitation(ctx, invitationID)
	return n > 0, err
}

// Delete ends one; ok is false when there is none any more.
func (s *MemberInvitations) Delete(ctx context.Context, invitationID id.ID) (bool, error) {
	n, err := queries(ctx, s.db).DeleteMemberInvitation(ctx, invitationID)
	return n > 0, err
}

var (
	toDBStatus   = map[team.Status]string{team.Invited: "PENDING", team.Declined: "DECLINED"}
	fromDBStatus = map[string]team.Status{"PENDING": team.Invited, "DECLINED": team.Declined}
)

func fromDBInvitations(rows []sqlcgen.MemberInvitation) []team.Invitation {
	out := make([]team.Invitation, len(rows))
	for i, row := range rows {
		out[i] = fromDBInvitation(row)
	}
	return out
}

func fromDBInvitation(r sqlcgen.MemberInvitation) team.Invitation {
	i := team.Invitation{ID: r.ID, OperationID: r.OperationID, Email: party.Email(r.Email), Capacity: capacityOf(r.Role, r.NarrowedTo),
		Language: r.Language, Status: fromDBStatus[r.Status], InvitedBy: postgres.IDOf(r.InvitedBy), InvitedAt: r.InvitedAt, ExpiresAt: r.ExpiresAt}
	return i
}

// capacityOf is what a stored membership makes of somebody.
func capacityOf(role string, narrowedTo *string) team.Capacity {
	if narrowedTo == nil {
		return team.CapacityOf(policy.Role(role), "")
	}
	return team.CapacityOf(policy.Role(role), policy.Capacity(*narrowedTo))
}

package operationstore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/operationstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

func fromDBMember(r sqlcgen.ListMemberAccountsRow) operation.Account {
	return operation.Account{ID: r.ID, Email: r.Email, Username: r.Username, FirstName: r.Firstname, LastName: r.Lastname,
		Structure: r.Structure, Role: policy.Role(r.Role), Active: r.Active, Initialized: r.Initialized,
		ActivationError: r.ActivationError}
}

// Members keeps who runs and who observes an operation, seen from the
// operation. Seen from the account it is Memberships.
type Members struct{ db *postgres.DB }

var (
	_ operation.Members  = (*Members)(nil)
	_ operation.Accounts = (*Accounts)(nil)
)

// NewMembers is the store over db.
func NewMembers(db *postgres.DB) *Members { return &Members{db} }

var memberConstraints = postgres.Constraints{
	"operation_members_operation_id_fkey": operation.ErrNotFound,
	"operation_members_user_id_fkey":      operation.ErrMember,
}

// Set makes users the only members with this role; who is one already stays what they are.
func (s *Members) Set(ctx context.Context, operationID id.ID, role policy.Role, users []id.ID) error {
	q := queries(ctx, s.db)
	if err := q.DeleteOperationMembersByRole(ctx, sqlcgen.DeleteOperationMembersByRoleParams{OperationID: operationID, Role: string(role), Kept: append([]id.ID{}, users...)}); err != nil {
		return err
	}
	if len(users) == 0 {
		return nil
	}
	return memberConstraints.Translate(q.InsertOperationMembers(ctx, sqlcgen.InsertOperationMembersParams{
		OperationID: operationID, UserIds: users, Role: string(role),
	}))
}

// FullOrganizers counts those who are no accountants or readers, and not blocked.
func (s *Members) FullOrganizers(ctx context.Context, operationID id.ID) (int, error) {
	n, err := queries(ctx, s.db).CountFullOrganizers(ctx, operationID)
	return int(n), err
}

// Of lists the users with this role, by operation.
func (s *Members) Of(ctx context.Context, operationIDs []id.ID, role policy.Role) (map[id.ID][]id.ID, error) {
	rows, err := queries(ctx, s.db).ListOperationMembers(ctx, operationIDs, string(role))
	if err != nil {
		return nil, err
	}
	out := map[id.ID][]id.ID{}
	for _, r := range rows {
		out[r.OperationID] = append(out[r.OperationID], r.UserID)
	}
	return out, nil
}

// OperationsOf lists where a user has this role.
func (s *Members) OperationsOf(ctx context.Context, userID id.ID, role policy.Role) ([]id.ID, error) {
	return queries(ctx, s.db).ListOperationsOfMember(ctx, userID, string(role))
}

// Accounts reads what operations and participants say of accounts.
type Accounts struct{ db *postgres.DB }

// NewAccounts is the reader over db.
func NewAccounts(db *postgres.DB) *Accounts { return &Accounts{db} }

// ByIDs finds accounts by their ids, by name; unknown ones are left out.
func (s *Accounts) ByIDs(ctx context.Context, userIDs []id.ID) ([]operation.Account, error) {
	return s.find(ctx, userIDs, []string{})
}

// ByEmails finds accounts by their addresses in lower case; unknown ones are left out.
func (s *Accounts) ByEmails(ctx context.Context, emails []string) ([]operation.Account, error) {
	return s.find(ctx, []id.ID{}, emails)
}

func (s *Accounts) find(ctx context.Context, ids []id.ID, emails []string) ([]operation.Account, error) {
	if len(ids) == 0 && len(emails) == 0 {
		return nil, nil
	}
	rows, err := queries(ctx, s.db).ListMemberAccounts(ctx, ids, emails)
	if err != nil {
		return nil, err
	}
	out := make([]operation.Account, len(rows))
	for i, r := range rows {
		out[i] = fromDBMember(r)
	}
	return out, nil
}

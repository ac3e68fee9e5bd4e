package postgres

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// OperationMembers keeps who runs and who observes an operation, seen from the
// operation. Seen from the account it is Memberships.
type OperationMembers struct{ db *DB }

var (
	_ operation.Members  = (*OperationMembers)(nil)
	_ operation.Accounts = (*OperationAccounts)(nil)
)

// NewOperationMembers is the store over db.
func NewOperationMembers(db *DB) *OperationMembers { return &OperationMembers{db} }

var memberConstraints = constraints{
	"operation_members_operation_id_fkey": operation.ErrNotFound,
	"operation_members_user_id_fkey":      operation.ErrMember,
}

// Set makes users the only members with this role.
func (s *OperationMembers) Set(ctx context.Context, operationID id.ID, role policy.Role, users []id.ID) error {
	queries := s.db.queries(ctx)
	if err := queries.DeleteOperationMembersByRole(ctx, operationID, string(role)); err != nil {
		return err
	}
	if len(users) == 0 {
		return nil
	}
	return memberConstraints.translate(queries.InsertOperationMembers(ctx, sqlcgen.InsertOperationMembersParams{
		OperationID: operationID, UserIds: users, Role: string(role),
	}))
}

// Of lists the users with this role, by operation.
func (s *OperationMembers) Of(ctx context.Context, operationIDs []id.ID, role policy.Role) (map[id.ID][]id.ID, error) {
	rows, err := s.db.queries(ctx).ListOperationMembers(ctx, operationIDs, string(role))
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
func (s *OperationMembers) OperationsOf(ctx context.Context, userID id.ID, role policy.Role) ([]id.ID, error) {
	return s.db.queries(ctx).ListOperationsOfMember(ctx, userID, string(role))
}

// OperationAccounts reads what operations and participants say of accounts.
type OperationAccounts struct{ db *DB }

// NewOperationAccounts is the reader over db.
func NewOperationAccounts(db *DB) *OperationAccounts { return &OperationAccounts{db} }

// ByIDs finds accounts by their ids, by name; unknown ones are left out.
func (s *OperationAccounts) ByIDs(ctx context.Context, userIDs []id.ID) ([]operation.Account, error) {
	return s.find(ctx, userIDs, []string{})
}

// ByEmails finds accounts by their addresses in lower case; unknown ones are left out.
func (s *OperationAccounts) ByEmails(ctx context.Context, emails []string) ([]operation.Account, error) {
	return s.find(ctx, []id.ID{}, emails)
}

func (s *OperationAccounts) find(ctx context.Context, ids []id.ID, emails []string) ([]operation.Account, error) {
	if len(ids) == 0 && len(emails) == 0 {
		return nil, nil
	}
	rows, err := s.db.queries(ctx).ListMemberAccounts(ctx, ids, emails)
	if err != nil {
		return nil, err
	}
	out := make([]operation.Account, len(rows))
	for i, r := range rows {
		out[i] = fromDBMember(r)
	}
	return out, nil
}

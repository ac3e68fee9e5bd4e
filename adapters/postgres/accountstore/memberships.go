package accountstore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/accountstore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// Memberships ties organizers and observers to their operations, seen from the
// account. Seen from the operation it is the operation store's.
type Memberships struct{ db *postgres.DB }

var _ account.Memberships = (*Memberships)(nil)

// NewMemberships is the store over db.
func NewMemberships(db *postgres.DB) *Memberships { return &Memberships{db} }

var membershipConstraints = postgres.Constraints{
	"operation_members_operation_id_fkey": account.ErrOperation,
}

// SetOperations makes these the only operations of the user.
// Error: user.operationUnknown.
func (s *Memberships) SetOperations(ctx context.Context, userID id.ID, role policy.Role, operationIDs []id.ID) error {
	if operationIDs == nil {
		operationIDs = []id.ID{}
	}
	q := queries(ctx, s.db)
	if err := q.DeleteMembershipsOfUser(ctx, userID, operationIDs); err != nil {
		return err
	}
	return membershipConstraints.Translate(q.InsertMemberships(ctx, sqlcgen.InsertMembershipsParams{
		UserID: userID, Role: string(role), OperationIds: operationIDs,
	}))
}

package policy_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/policy"
)

// listed holds some permissions and is narrowed by others.
type listed struct{ revocable }

func (*listed) Permissions(context.Context, policy.Principal) ([]policy.Permission, error) {
	return []policy.Permission{"invoice:read", "invoice:publish"}, nil
}

// TestWhoIsLessInAnOperationIsTold what it lacks there, and who is the same everywhere nothing.
func TestWhoIsLessInAnOperationIsTold(t *testing.T) {
	t.Parallel()
	g := policy.Guard{Decider: &listed{revocable{revoked: "invoice:publish"}}}
	who := policy.Principal{Narrowed: []policy.Narrowed{{OperationID: "mine"}}}
	lacks, err := g.Withheld(t.Context(), who, "mine")
	require.NoError(t, err)
	require.Equal(t, []policy.Permission{"invoice:publish"}, lacks)
	lacks, err = g.Withheld(t.Context(), who, "other")
	require.NoError(t, err)
	require.Nil(t, lacks)
}

// TestWhoSeesAsAParticipantReadsAndChangesNothing, but for the end of it; the account is the organizer's own.
func TestWhoSeesAsAParticipantReadsAndChangesNothing(t *testing.T) {
	t.Parallel()
	for perm, seen := range map[policy.Permission]bool{
		"dashboard:visit": true, "upload:view": true, "invoice:read": true, "invoice:readOwn": true, "participant:readContact": true, "curve:export": true, "viewing:delete": true,
		"invoice:publish": false, "participant:update": false, "viewing:create": false, "account:read": false, "accountBilling:visit": false, "token:read": false, "job:read": false,
		"data:export": false, "user:read": false, "admin:visit": false, "secondFactor:read": false, "invoice": false,
	} {
		require.Equal(t, seen, policy.Seen(perm), perm)
	}
}

package policy_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// revocable allows everything but one permission.
type revocable struct{ revoked policy.Permission }

func (d *revocable) Decide(_ context.Context, _ policy.Principal, perm policy.Permission, r policy.Resource) (policy.Decision, error) {
	if perm == d.revoked {
		return policy.Decision{Reason: policy.ReasonGrant}, nil
	}
	return policy.Decision{Allow: r.OperationID != "other", Reason: policy.ReasonScope}, nil
}

func (*revocable) Permissions(context.Context, policy.Principal) ([]policy.Permission, error) {
	return nil, nil
}

func TestNothingIsDoneBeforeADutyIs(t *testing.T) {
	g := policy.Guard{Decider: &revocable{}}
	for duty, key := range map[policy.Duty]string{"": "", policy.DutyPassword: "account.passwordDue", policy.DutyTerms: "terms.notAccepted"} {
		who := policy.Principal{Duty: duty}
		for _, perm := range []policy.Permission{"session:read", "account:read", "account:update", "terms:update"} {
			require.NoError(t, g.Global(t.Context(), who, perm), "%s %s", duty, perm)
		}
		for _, perm := range []policy.Permission{"operation:read", "invoice:publish", "token:create", "user:read", "accountBilling:visit", "sessions:read"} {
			err := g.Operation(t.Context(), who, perm, "mine")
			if key == "" {
				require.NoError(t, err, perm)
				continue
			}
			require.Equal(t, key, fault.KeyOf(err), "%s %s", duty, perm)
		}
	}
}

func TestWhatWasAllowedIsAskedAgain(t *testing.T) {
	d := &revocable{}
	g, who := policy.Guard{Decider: d}, policy.Principal{}
	ctx, questions := policy.Collecting(t.Context())
	require.NoError(t, g.Operation(ctx, who, "plan:create", "mine"))
	require.NoError(t, g.Operation(ctx, who, "plan:create", "mine"))
	require.NoError(t, g.Global(ctx, who, "plan:read"))
	require.Error(t, g.Operation(ctx, who, "plan:read", "other"), "what is refused is no part of the answer")
	require.Equal(t, []policy.Question{
		{Permission: "plan:create", Resource: policy.Resource{OperationID: "mine"}}, {Permission: "plan:read"},
	}, questions.All())
	require.NoError(t, g.Ask(t.Context(), who, questions.All()))
	d.revoked = "plan:read"
	require.Equal(t, "forbidden", fault.KeyOf(g.Ask(t.Context(), who, questions.All())))
	d.revoked = ""
	require.Equal(t, "terms.notAccepted", fault.KeyOf(g.Ask(t.Context(), policy.Principal{Duty: policy.DutyTerms}, questions.All())))
}

// located finds one participant; the database fails for another.
type located struct{}

func (located) OperationOf(_ context.Context, participantID id.ID) (id.ID, error) {
	switch participantID {
	case "site":
		return "mine", nil
	case "broken":
		return "", errors.New("no database")
	}
	return "", fault.New(fault.NotFound, "participant.notFound")
}

// TestAParticipantIsAskedAboutInItsOperation: who lacks the permission reads the same of a site
// that exists and of one that does not.
func TestAParticipantIsAskedAboutInItsOperation(t *testing.T) {
	d := &revocable{}
	g, who := policy.Guard{Decider: d, Locator: located{}}, policy.Principal{}
	operationID, err := g.Participant(t.Context(), who, "participant:read", "site")
	require.NoError(t, err)
	require.Equal(t, id.ID("mine"), operationID)
	_, err = g.Participant(t.Context(), who, "participant:read", "none")
	require.ErrorIs(t, err, policy.ErrNotFound)
	_, err = g.Participant(t.Context(), who, "participant:read", "broken")
	require.ErrorContains(t, err, "no database")
	d.revoked = "participant:read"
	for _, site := range []id.ID{"site", "none"} {
		_, err = g.Participant(t.Context(), who, "participant:read", site)
		require.ErrorIs(t, err, policy.ErrForbidden, site)
	}
}

func TestAPrincipalHoldsItsSites(t *testing.T) {
	p := policy.Principal{UserID: "u", Sites: []policy.Site{{ParticipantID: "site"}}}
	require.True(t, p.Holds("site"))
	require.False(t, p.Holds("other"))
	change := p.Change("participant:update", "mine", "participant", "site")
	require.Equal(t, []any{id.ID("u"), id.ID("mine"), id.ID("site")}, []any{change.ActorID, change.OperationID, change.ObjectID})
}

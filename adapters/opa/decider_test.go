package opa

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

var roles = []policy.Role{policy.RoleAdmin, policy.RoleOrganizer, policy.RoleObserver, policy.RoleParticipant}

func decider(tb testing.TB) *Decider {
	tb.Helper()
	d, err := New(context.Background())
	require.NoError(tb, err)
	return d
}

func decide(tb testing.TB, d *Decider, p policy.Principal, perm policy.Permission, r policy.Resource) policy.Decision {
	tb.Helper()
	got, err := d.Decide(context.Background(), p, perm, r)
	require.NoError(tb, err)
	return got
}

func TestDecide(t *testing.T) {
	d := decider(t)
	operation, other, site, neighbour, user := id.New(), id.New(), id.New(), id.New(), id.New()
	organizer := policy.Principal{UserID: user, Role: policy.RoleOrganizer, Operations: []id.ID{id.New(), operation}}
	participant := policy.Principal{UserID: user, Role: policy.RoleParticipant, Operations: []id.ID{operation},
		Sites: []policy.Site{{ParticipantID: site, OperationID: operation, Period: civil.Range{To: civil.Forever}}}}
	observer := policy.Principal{UserID: user, Role: policy.RoleObserver, Operations: []id.ID{operation}}
	admin := policy.Principal{UserID: user, Role: policy.RoleAdmin}
	allowed, noGrant, outOfScope := policy.Decision{Allow: true},
		policy.Decision{Reason: policy.ReasonGrant}, policy.Decision{Reason: policy.ReasonScope}

	for _, c := range []struct {
		name string
		p    policy.Principal
		perm policy.Permission
		r    policy.Resource
		want policy.Decision
	}{
		{"nobody", policy.Principal{}, "session:read", policy.Resource{}, noGrant},
		{"unknown role", policy.Principal{UserID: user, Role: "root"}, "session:read", policy.Resource{}, noGrant},
		{"unknown permission", admin, "plan:burn", policy.Resource{}, noGrant},
		{"no permission", admin, "", policy.Resource{}, noGrant},
		{"admin reads all", admin, "operation:read", policy.Resource{OperationID: other}, allowed},
		{"organizer in its operation", organizer, "plan:create", policy.Resource{OperationID: operation}, allowed},
		{"organizer elsewhere", organizer, "plan:create", policy.Resource{OperationID: other}, outOfScope},
		{"organizer across", organizer, "operation:read", policy.Resource{}, allowed},
		{"observer reads", observer, "curve:read", policy.Resource{OperationID: operation}, allowed},
		{"observer changes nothing", observer, "plan:create", policy.Resource{OperationID: operation}, noGrant},
		{"own site", participant, "curve:read", policy.Resource{OperationID: operation, ParticipantID: site}, allowed},
		{"own site, wrong operation", participant, "curve:read",
			policy.Resource{OperationID: other, ParticipantID: site}, outOfScope},
		{"neighbour", participant, "curve:read",
			policy.Resource{OperationID: operation, ParticipantID: neighbour}, outOfScope},
		{"operation totals", participant, "curve:read", policy.Resource{OperationID: operation}, allowed},
		{"list of others", participant, "participant:read", policy.Resource{OperationID: operation}, noGrant},
		{"contacts of others", participant, "participant:readContact", policy.Resource{OperationID: operation}, outOfScope},
		{"organizer has no list of accounts", organizer, "user:read", policy.Resource{}, noGrant},
		{"own account", participant, "account:read", policy.Resource{UserID: user}, allowed},
		{"account of another", organizer, "account:read", policy.Resource{UserID: id.New()}, outOfScope},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, decide(t, d, c.p, c.perm, c.r))
		})
	}
}

// A nil token narrows nothing, an empty one carries nothing.
func TestToken(t *testing.T) {
	d := decider(t)
	p := policy.Principal{UserID: id.New(), Role: policy.RoleAdmin}
	require.True(t, decide(t, d, p, "admin:read", policy.Resource{}).Allow)
	p.Granted = []policy.Permission{}
	require.Equal(t, policy.ReasonGrant, decide(t, d, p, "admin:read", policy.Resource{}).Reason)
	p.Granted = []policy.Permission{"operation:read"}
	require.Equal(t, policy.ReasonGrant, decide(t, d, p, "admin:read", policy.Resource{}).Reason)
	require.True(t, decide(t, d, p, "operation:read", policy.Resource{}).Allow)
}

// Every permission of the matrix is known to the policy: some role gets past no_grant.
func TestKnown(t *testing.T) {
	d := decider(t)
	known := d.Known()
	require.True(t, slices.IsSorted(known))
	require.Contains(t, known, policy.Permission("dashboard:visit"))
	for _, perm := range known {
		held := slices.ContainsFunc(roles, func(role policy.Role) bool {
			p := policy.Principal{UserID: id.New(), Role: role}
			return decide(t, d, p, perm, policy.Resource{}).Reason != policy.ReasonGrant
		})
		require.True(t, held, "%s: no role holds it", perm)
	}
}

// Permissions, which is computed here, and Decide, which the policy answers, agree
// for every role, permission and token.
func TestPermissionsAgree(t *testing.T) {
	d := decider(t)
	known := append(d.Known(), "plan:burn", "")
	rapid.Check(t, func(t *rapid.T) {
		p := policy.Principal{UserID: id.New(), Role: rapid.SampledFrom(append(roles, "", "root")).Draw(t, "role")}
		for _, to := range rapid.SliceOfN(rapid.SampledFrom([]policy.Capacity{"", policy.Accountant, policy.Reader, "king"}), 0, 3).Draw(t, "capacities") {
			p.Operations = append(p.Operations, id.New())
			if to != "" {
				p.Narrowed = append(p.Narrowed, policy.Narrowed{OperationID: p.Operations[len(p.Operations)-1], To: to})
			}
		}
		if rapid.Bool().Draw(t, "token") {
			p.Granted = rapid.SliceOfDistinct(rapid.SampledFrom(known), rapid.ID[policy.Permission]).Draw(t, "granted")
		}
		got, err := d.Permissions(context.Background(), p)
		require.NoError(t, err)
		require.True(t, slices.IsSorted(got))
		for _, perm := range rapid.SliceOfN(rapid.SampledFrom(known), 1, 20).Draw(t, "asked") {
			answer, err := d.Decide(context.Background(), p, perm, policy.Resource{})
			require.NoError(t, err)
			require.Equal(t, answer.Reason != policy.ReasonGrant, slices.Contains(got, perm), "%s %s", p.Role, perm)
		}
	})
}

// What a caller does with an answer does not reach the next one.
func TestPermissionsAreCopies(t *testing.T) {
	d := decider(t)
	p := policy.Principal{Role: policy.RoleOrganizer}
	first, err := d.Permissions(context.Background(), p)
	require.NoError(t, err)
	require.NotEmpty(t, first)
	first[0] = "changed"
	second, err := d.Permissions(context.Background(), p)
	require.NoError(t, err)
	require.NotEqual(t, first[0], second[0])
}

// A question that nobody waits for is an error and no permission.
func TestCancelled(t *testing.T) {
	d := decider(t)
	p := policy.Principal{UserID: id.New(), Role: policy.RoleAdmin}
	guard := policy.Guard{Decider: d}
	require.NoError(t, guard.Global(context.Background(), p, "operation:create"))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	got, err := d.Decide(ctx, p, "operation:create", policy.Resource{})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, policy.Decision{}, got)
	require.ErrorIs(t, guard.Global(ctx, p, "operation:create"), policy.ErrForbidden)
}

func TestGuard(t *testing.T) {
	ctx := context.Background()
	operation, site := id.New(), id.New()
	guard := policy.Guard{Decider: decider(t), Locator: locator{site: operation}}
	organizer := policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer, Operations: []id.ID{operation}}
	got, err := guard.Participant(ctx, organizer, "participant:update", site)
	require.NoError(t, err)
	require.Equal(t, operation, got)
	_, err = guard.Participant(ctx, organizer, "participant:update", id.New())
	require.ErrorIs(t, err, policy.ErrNotFound)
	require.ErrorIs(t, guard.Operation(ctx, organizer, "plan:create", id.New()), policy.ErrNotFound)
	organizer.Role = policy.RoleObserver
	_, err = guard.Participant(ctx, organizer, "participant:update", id.New())
	require.ErrorIs(t, err, policy.ErrForbidden)
	require.ErrorIs(t, guard.Operation(ctx, organizer, "plan:create", operation), policy.ErrForbidden)
}

// locator knows the operation of some participants.
type locator map[id.ID]id.ID

func (l locator) OperationOf(_ context.Context, participantID id.ID) (id.ID, error) {
	if operationID, ok := l[participantID]; ok {
		return operationID, nil
	}
	return "", fault.New(fault.NotFound, "participant.notFound")
}

// One Decider serves many goroutines, each with its own answer.
func TestConcurrent(t *testing.T) {
	d := decider(t)
	var wg sync.WaitGroup
	wrong := make(chan string, 8)
	for worker := range 8 {
		wg.Go(func() {
			mine, other := id.New(), id.New()
			p := policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer, Operations: []id.ID{mine}}
			for range 50 {
				in, errIn := d.Decide(context.Background(), p, "plan:read", policy.Resource{OperationID: mine})
				out, errOut := d.Decide(context.Background(), p, "plan:read", policy.Resource{OperationID: other})
				if errIn != nil || errOut != nil || !in.Allow || out.Allow {
					wrong <- fmt.Sprint(worker, in, out, errIn, errOut)
					return
				}
			}
		})
	}
	wg.Wait()
	close(wrong)
	require.Empty(t, wrong)
}

func TestReadMatrixRefuses(t *testing.T) {
	for _, data := range []map[string]any{
		nil,
		{"pmo": map[string]any{"permissions": "none"}},
		{"pmo": map[string]any{"permissions": map[string]any{"matrix": map[string]any{}}}},
		{"pmo": map[string]any{"permissions": map[string]any{"matrix": map[string]any{"plan:read": "all"}}}},
	} {
		_, _, err := readMatrix(data)
		require.ErrorIs(t, err, errMatrix)
	}
}

// TestRememberedAnswersAreThoseOfThePolicy: whatever is asked in whatever order, an answer
// that was kept is the one the policy gives.
func TestRememberedAnswersAreThoseOfThePolicy(t *testing.T) {
	d := decider(t)
	ids := []id.ID{"", id.New(), id.New()}
	perms := append(d.Known()[:12:12], "made:up")
	rapid.Check(t, func(t *rapid.T) {
		one := func(name string) id.ID { return rapid.SampledFrom(ids).Draw(t, name) }
		p := policy.Principal{UserID: one("user"), Role: rapid.SampledFrom(append(roles, "")).Draw(t, "role")}
		p.Operations = rapid.SliceOfN(rapid.SampledFrom(ids[1:]), 0, 2).Draw(t, "operations")
		for range rapid.IntRange(0, 2).Draw(t, "sites") {
			p.Sites = append(p.Sites, policy.Site{ParticipantID: one("participant"), OperationID: one("operation")})
		}
		for range rapid.IntRange(0, 2).Draw(t, "narrowed") {
			p.Narrowed = append(p.Narrowed, policy.Narrowed{OperationID: one("in"), To: rapid.SampledFrom([]policy.Capacity{policy.Accountant, policy.Reader}).Draw(t, "to")})
		}
		switch rapid.IntRange(0, 2).Draw(t, "token") {
		case 1:
			p.Granted = []policy.Permission{}
		case 2:
			p.Granted = rapid.SliceOfN(rapid.SampledFrom(perms), 1, 2).Draw(t, "granted")
		}
		perm := rapid.SampledFrom(perms).Draw(t, "permission")
		r := policy.Resource{OperationID: one("of"), ParticipantID: one("site"), UserID: one("whose")}
		want, err := d.eval(context.Background(), p, perm, r)
		require.NoError(t, err)
		for range 2 {
			got, err := d.Decide(context.Background(), p, perm, r)
			require.NoError(t, err)
			require.Equal(t, want, got, "%+v %s %+v", p, perm, r)
		}
	})
	for i := range 2 * mostRemembered { // it is bounded
		d.asked.keep(questionKey{byte(i), byte(i >> 8)}, policy.Decision{})
	}
	require.LessOrEqual(t, len(d.asked.answers), mostRemembered)
}

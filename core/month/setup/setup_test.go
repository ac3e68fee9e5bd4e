package setup_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/month/setup"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// world is one operation with what it has.
type world struct {
	op      operation.Operation
	reached []operation.Operation
	counts  setup.Counts
	denied  policy.Permission
}

func (w *world) ByID(context.Context, id.ID) (operation.Operation, error) { return w.op, nil }

func (w *world) Reached(context.Context, policy.Principal) ([]operation.Operation, error) {
	return w.reached, nil
}

func (w *world) Counts(context.Context, id.ID, civil.Date) (setup.Counts, error) {
	return w.counts, nil
}

func (w *world) Decide(_ context.Context, _ policy.Principal, perm policy.Permission, _ policy.Resource) (policy.Decision, error) {
	return policy.Decision{Allow: perm != w.denied, Reason: policy.ReasonGrant}, nil
}

func (w *world) Permissions(context.Context, policy.Principal) ([]policy.Permission, error) {
	return nil, nil
}

func (w *world) service() *setup.Service {
	return setup.New(setup.Deps{Guard: policy.Guard{Decider: w}, Now: time.Now, Operations: w, Stock: w})
}

// words are the steps of a list: kind, state, and what it waits for.
func words(l setup.List) string {
	var out []string
	for _, s := range l.Steps {
		one := string(s.Kind) + " " + string(s.State)
		if s.WaitsFor != "" {
			one += " " + string(s.WaitsFor)
		}
		out = append(out, one)
	}
	return strings.Join(out, ", ")
}

func pmo() operation.Interlocutor {
	return operation.Interlocutor{LegalName: "Soleil", LegalNumber: "123456789", Address: "1 rue", PostCode: "35300", City: "Fougères"}
}

// An operation is set up one thing after the other.
func TestStepsOfSettingUp(t *testing.T) {
	t.Parallel()
	w := &world{op: operation.Operation{ID: "op", DSO: dso.Enedis, Engine: operation.Engine2025}}
	list := func() setup.List {
		l, err := w.service().OfOperation(t.Context(), policy.Principal{}, "op")
		require.NoError(t, err)
		return l
	}
	for _, c := range []struct {
		change func()
		steps  string
		next   setup.Kind
	}{
		{func() {}, "PMO TODO, SITES TODO, KEY WAITING SITES, CURVES WAITING SITES, ISSUERS WAITING SITES, CLIENTS WAITING SITES, PLANS TODO, SUBSCRIPTIONS WAITING SITES, RUN WAITING CURVES", setup.PMO},
		{func() { w.op.Interlocutor = pmo() }, "PMO DONE, SITES TODO, KEY WAITING SITES, CURVES WAITING SITES, ISSUERS WAITING SITES, CLIENTS WAITING SITES, PLANS TODO, SUBSCRIPTIONS WAITING SITES, RUN WAITING CURVES", setup.Sites},
		{func() {
			w.counts = setup.Counts{Consumers: 2, Producers: 1, SitesOfBothSides: 3, ProducersWithout: 1, ConsumersWithout: 2, ConsumersUnsold: 2}
		}, "PMO DONE, SITES DONE, KEY OPTIONAL, CURVES TODO, ISSUERS TODO, CLIENTS TODO, PLANS TODO, SUBSCRIPTIONS WAITING ISSUERS, RUN WAITING CURVES", setup.Curves},
		{func() { w.counts.Keys, w.counts.SitesWithCurves = 1, 2 }, "PMO DONE, SITES DONE, KEY DONE, CURVES DONE, ISSUERS TODO, CLIENTS TODO, PLANS TODO, SUBSCRIPTIONS WAITING ISSUERS, RUN WAITING SUBSCRIPTIONS", setup.Issuers},
		{func() {
			w.counts.Issuers, w.counts.ProducersWithout, w.counts.Clients, w.counts.ConsumersWithout = 1, 0, 1, 1
		},
			"PMO DONE, SITES DONE, KEY DONE, CURVES DONE, ISSUERS DONE, CLIENTS TODO, PLANS TODO, SUBSCRIPTIONS WAITING CLIENTS, RUN WAITING SUBSCRIPTIONS", setup.Clients},
		{func() { w.counts.ConsumersWithout, w.counts.Plans = 0, 1 },
			"PMO DONE, SITES DONE, KEY DONE, CURVES DONE, ISSUERS DONE, CLIENTS DONE, PLANS DONE, SUBSCRIPTIONS TODO, RUN WAITING SUBSCRIPTIONS", setup.Subscriptions},
		{func() { w.counts.Subscriptions, w.counts.ConsumersUnsold = 1, 1 },
			"PMO DONE, SITES DONE, KEY DONE, CURVES DONE, ISSUERS DONE, CLIENTS DONE, PLANS DONE, SUBSCRIPTIONS DONE, RUN TODO", setup.Run},
	} {
		c.change()
		l := list()
		require.Equal(t, c.steps, words(l))
		require.Equal(t, c.next, l.Next.Kind)
		require.False(t, l.Complete)
		require.Equal(t, 7, l.Fields)
	}
	require.Equal(t, []string{"interlocutor.email", "position"}, []string{list().Lacks[0].Field, list().Lacks[1].Field})
	require.Equal(t, 1, list().Steps[3].Lacking, "a site without curves")
	w.counts.Runs = 1
	require.True(t, list().Complete)
	require.Nil(t, list().Next)
	w.counts.ConsumersWithout = 1
	require.True(t, list().Complete, "who has billed is set up, whatever comes later")
}

func TestStepsThatAnOperationDoesNotHaveAreAbsent(t *testing.T) {
	t.Parallel()
	w := &world{counts: setup.Counts{Consumers: 1, Producers: 1, SitesOfBothSides: 2, ProducersWithout: 1, ConsumersWithout: 1}}
	of := func(o operation.Operation) setup.List {
		w.op, w.op.Interlocutor = o, pmo()
		l, err := w.service().OfOperation(t.Context(), policy.Principal{}, "op")
		require.NoError(t, err)
		return l
	}
	require.Equal(t, "PMO DONE, SITES DONE, CURVES TODO", words(of(operation.Operation{DSO: dso.SRD})), "the old engine bills elsewhere, the operator shares")
	require.Equal(t, "PMO DONE, SITES DONE, KEY OPTIONAL, CURVES TODO", words(of(operation.Operation{DSO: dso.Fake})))
	require.Equal(t, "PMO DONE, SITES DONE, CURVES TODO, ISSUERS TODO, CLIENTS TODO, PLANS TODO, SUBSCRIPTIONS WAITING ISSUERS, RUN WAITING CURVES",
		words(of(operation.Operation{DSO: dso.Sibelga})))
	w.counts.Issuers = 1
	require.Contains(t, words(of(operation.Operation{DSO: dso.Sibelga})), "ISSUERS DONE", "the operation itself sells")
	require.False(t, of(operation.Operation{DSO: dso.SRD}).Complete)
	w.counts.SitesWithCurves = 1
	require.True(t, of(operation.Operation{DSO: dso.Fake}).Complete, "a key of one's own may come later or never")
	w.denied = "operation:update"
	_, err := w.service().OfOperation(t.Context(), policy.Principal{}, "op")
	require.ErrorIs(t, err, policy.ErrForbidden)
}

func TestAServerWithoutOperations(t *testing.T) {
	t.Parallel()
	w := &world{}
	list := func() setup.List {
		l, err := w.service().OfCaller(t.Context(), policy.Principal{})
		require.NoError(t, err)
		return l
	}
	l := list()
	require.Equal(t, "OPERATION TODO, PMO WAITING OPERATION, SITES WAITING OPERATION, CURVES WAITING OPERATION, CLIENTS WAITING OPERATION, PLANS WAITING OPERATION, RUN WAITING OPERATION", words(l))
	require.Equal(t, []any{setup.OperationMade, setup.Admin}, []any{l.Next.Kind, l.Next.Actor})
	w.denied = "operation:create"
	l = list()
	require.Contains(t, words(l), "OPERATION WAITING, ", "others make it")
	require.Nil(t, l.Next)
	w.reached = []operation.Operation{{ID: "op"}}
	require.True(t, list().Complete)
	w.denied = "operation:read"
	_, err := w.service().OfCaller(t.Context(), policy.Principal{})
	require.ErrorIs(t, err, policy.ErrForbidden)
}

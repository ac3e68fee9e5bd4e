package key_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

func TestCreateKeepsEarlierVersions(t *testing.T) {
	w := coretest.NewKeys(t, dso.Enedis)
	first, err := w.Key.Create(t.Context(), w.Organizer, w.Static(333_333, 666_667))
	require.NoError(t, err)
	require.Equal(t, []any{2, w.Today, "Ode Rieu"}, []any{first.Version, first.EffectiveDate, first.Author})
	future := w.Today + 30
	in := w.Static(500_000, 0)
	in.EffectiveDate, in.Reason = &future, "  new panels "
	second, err := w.Key.Create(t.Context(), w.Organizer, in)
	require.NoError(t, err)
	require.Equal(t, "new panels", second.Reason)

	last, err := w.Key.Last(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Equal(t, first, last, "a future version is not in force")
	seen, err := w.Key.Get(t.Context(), w.Organizer, first.ID)
	require.NoError(t, err)
	require.Equal(t, []allocation.Param{{ConsumerID: w.Consumers[0], Value: 333_333}, {ConsumerID: w.Consumers[1], Value: 666_667}}, seen.Params)
	all, err := w.Key.List(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Equal(t, []int{3, 2, 1}, []int{all[0].Version, all[1].Version, all[2].Version})
	spans, err := w.Applied.KeysIn(t.Context(), w.Operation, civil.Range{From: w.Today - 1, To: future + 1})
	require.NoError(t, err)
	require.Len(t, spans, 3)
	require.Equal(t, []int64{333_333, 666_667}, spans[1].Key.Parts(w.Consumers))
	require.Equal(t, first.Hash, spans[1].Key.Hash)
	require.Equal(t, []string{w.Today.String(), future.String()}, w.Noted.Told, "whom energy came from may be others now")
	_, err = w.DB.Pool().Exec(t.Context(), "update allocation_configs set type = 'static'")
	require.Error(t, err, "a version never changes")

	var said map[string]any
	require.NoError(t, w.DB.Pool().QueryRow(t.Context(), "select details from audit_entries where object_kind = 'key' order by at desc limit 1").Scan(&said))
	require.Equal(t, []any{3.0, "static", future.String(), 2.0}, []any{said["version"], said["type"], said["effectiveDate"], said["parameters"]})
}

func TestCreateRefusesAndChangesNothing(t *testing.T) {
	w := coretest.NewKeys(t, dso.Fake)
	_, err := w.Key.Create(t.Context(), w.Organizer, w.Static(333_334, 666_667))
	require.ErrorIs(t, err, allocation.ErrSum)
	in := w.Static(1, 1)
	in.Params[0].ConsumerID = w.Producer
	_, err = w.Key.Create(t.Context(), w.Organizer, in)
	require.ErrorIs(t, err, allocation.ErrConsumer)
	w.Noted.InvoicedMonths["2026-09"] = true
	past := civil.NewDate(2026, 9, 30)
	in = w.Static(1, 1)
	in.EffectiveDate = &past
	_, err = w.Key.Create(t.Context(), w.Organizer, in)
	require.ErrorIs(t, err, allocation.ErrInvoiced)
	require.Equal(t, "2026-10-01", fault.From(err).Params["date"])
	require.Zero(t, w.Count("allocation_configs"))
	require.Zero(t, w.Count("allocation_params"))

	past = civil.NewDate(2026, 10, 1)
	w.Noted.Fail = fault.New(fault.Internal, "internal")
	_, err = w.Key.Create(t.Context(), w.Organizer, in)
	require.Error(t, err)
	require.Zero(t, w.Count("allocation_configs"), "what is shared again fails with it")
	w.Noted.Fail = nil
	_, err = w.Key.Create(t.Context(), w.Organizer, in)
	require.NoError(t, err)
	require.Equal(t, []string{"2026-10-01", "2026-10-01"}, w.Noted.Told)
}

func TestUpdateParamMakesAVersion(t *testing.T) {
	w := coretest.NewKeys(t, dso.Fake)
	change := key.UpdateParamInput{ConsumerID: w.Consumers[0], Value: 250_000}
	_, err := w.Key.UpdateParam(t.Context(), w.Organizer, change)
	require.ErrorIs(t, err, allocation.ErrParameters, "by_default has none")
	first, err := w.Key.Create(t.Context(), w.Organizer, w.Static(400_000, 600_000))
	require.NoError(t, err)
	change.ConfigID = first.ID
	second, err := w.Key.UpdateParam(t.Context(), w.Organizer, change)
	require.NoError(t, err)
	require.Equal(t, first.Version+1, second.Version)
	require.Equal(t, []int64{250_000, 600_000}, second.Key().Parts(w.Consumers))
	_, err = w.Key.UpdateParam(t.Context(), w.Organizer, change)
	require.ErrorIs(t, err, allocation.ErrNotInForce)
	change.ConfigID, change.Value = "", 400_001
	_, err = w.Key.UpdateParam(t.Context(), w.Organizer, change)
	require.ErrorIs(t, err, allocation.ErrSum)
	change.ConsumerID = w.Producer
	_, err = w.Key.UpdateParam(t.Context(), w.Organizer, change)
	require.Error(t, err)
	require.Equal(t, 3, w.Count("allocation_configs"))
}

func TestWhoMaySeeAndSetKeys(t *testing.T) {
	w := coretest.NewKeys(t, dso.Enedis)
	c, err := w.Key.Last(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	stranger := policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}}
	_, err = w.Key.Last(t.Context(), stranger, w.Operation)
	require.Equal(t, "notFound", fault.KeyOf(err))
	_, err = w.Key.Get(t.Context(), stranger, c.ID)
	require.Equal(t, "key.notFound", fault.KeyOf(err))
	_, err = w.Key.Get(t.Context(), w.Organizer, id.New())
	require.Equal(t, fault.NotFound, fault.From(err).Kind)
	observer := policy.Principal{UserID: id.New(), Role: policy.RoleObserver, Operations: []id.ID{w.Operation}}
	_, err = w.Key.List(t.Context(), observer, w.Operation)
	require.NoError(t, err)
	_, err = w.Key.Create(t.Context(), observer, w.Static(1, 1))
	require.Equal(t, "forbidden", fault.KeyOf(err))
	site := policy.Principal{UserID: id.New(), Role: policy.RoleParticipant,
		Sites: []policy.Site{{ParticipantID: w.Consumers[0], OperationID: w.Operation, Period: civil.Range{To: civil.Forever}}}}
	_, err = w.Key.Last(t.Context(), site, w.Operation)
	require.Equal(t, "forbidden", fault.KeyOf(err))
}

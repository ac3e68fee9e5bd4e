package view_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/distribution"
	"github.com/openpmo/pmo/core/metering/drawing"
)

func TestAParticipantSeesOnlyItself(t *testing.T) {
	t.Parallel()
	f := coretest.MeteredTown(t, "ENEDIS")
	ctx := t.Context()
	october := coretest.Days("2026-10-01", "2026-10-31")
	f.Load(coretest.TownMonth(october)...)
	martin := f.SiteAccount("Martin", civil.Range{From: civil.NewDate(2026, 10, 15), To: civil.Forever})

	d, err := f.Distribution.Distribution(ctx, martin, distribution.DistributionInput{OperationID: f.Operation, Days: october})
	require.NoError(t, err)
	require.Len(t, d.Consumers, 2)
	require.Equal(t, "Martin", d.Consumers[0].Name)
	require.Equal(t, 4, d.Consumers[1].Others)
	require.Empty(t, d.Consumers[1].Name)
	require.Empty(t, d.Producers, "one producer is no crowd")
	require.Equal(t, []distribution.Flow{{ConsumerID: f.Sites["Martin"], ProducerID: f.Sites["Commune"], Shared: 465_625_000}}, d.Flows)

	lines, _, _, err := f.Dashboard.Group(ctx, martin, dashboard.GroupInput{OperationID: f.Operation, Side: metering.Consumer, Days: october})
	require.NoError(t, err)
	require.Len(t, lines, 2)
	require.Equal(t, 4, lines[1].Others)

	c, err := f.Drawing.ParticipantCurve(ctx, martin, drawing.CurveInput{ParticipantID: f.Sites["Martin"], Days: october,
		Resolution: drawing.Daily, Natures: []metering.Nature{metering.Conso}})
	require.NoError(t, err)
	require.EqualValues(t, drawing.Gap, c.Series[0].Values[13], "14 October is not its own")
	require.EqualValues(t, 24*energy.KilowattHour, c.Series[0].Values[14])
	_, err = f.Drawing.ParticipantCurve(ctx, martin, drawing.CurveInput{ParticipantID: f.Sites["Martin"], Days: coretest.Days("2026-10-01", "2026-10-14")})
	require.ErrorContains(t, err, "notFound")
}

// TestASiteIsSeenFromAProducer of its operation only; what came from all of them is what it
// received.
func TestASiteIsSeenFromAProducer(t *testing.T) {
	t.Parallel()
	f := coretest.Neighbours(t)
	ctx, october := t.Context(), coretest.October.Range()
	ask := func(site, producer id.ID) (drawing.LoadCurve, error) {
		return f.Drawing.ParticipantCurve(ctx, f.Organizer, drawing.CurveInput{ParticipantID: site, ProducerID: producer, Days: october,
			Natures: []metering.Nature{metering.Autoconso, metering.Surplus}, Resolution: drawing.Monthly})
	}
	all, err := ask(f.Sites["A"], "")
	require.NoError(t, err)
	require.Len(t, all.Series, 1, "a consumer has no surplus")
	sum := int64(0)
	for _, producer := range []string{"P1", "P2", "P3"} {
		part, err := ask(f.Sites["A"], f.Sites[producer])
		require.NoError(t, err)
		sum += int64(*part.Series[0].Energy)
	}
	require.EqualValues(t, *all.Series[0].Energy, sum)
	for _, producer := range []id.ID{f.Sites["B"], id.New()} {
		_, err = ask(f.Sites["A"], producer)
		require.Equal(t, "notFound", fault.KeyOf(err), "who is no producer here")
	}
	_, err = ask(id.New(), "")
	require.Equal(t, "notFound", fault.KeyOf(err))
	ranges, err := f.Dashboard.ParticipantDateRanges(ctx, f.Organizer, f.Sites["D"], nil)
	require.NoError(t, err)
	require.Equal(t, []civil.Range{coretest.Days("2026-10-20", "2026-10-31")}, ranges.Uploaded, "of all its days")
}

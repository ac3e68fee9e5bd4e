package postgres_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/distribution"
	"github.com/openpmo/pmo/core/metering/drawing"
	"github.com/openpmo/pmo/core/policy"
)

// randomCurve is a curve of whole watts; a fifth of the steps are zero.
func randomCurve(rng *rand.Rand, r civil.Range, watts int) curvefile.Run {
	from, to := civil.Paris.Span(r)
	values := make([]energy.MilliWh, to.Sub(from)/(15*time.Minute))
	for t := range values {
		if rng.IntN(5) > 0 {
			values[t] = energy.MilliWh(rng.IntN(watts)) * 250
		}
	}
	return curvefile.Run{Start: from.Unix(), Step: 900, Values: values, Row: 2}
}

func oneRun(dsoID string, n metering.Nature, run curvefile.Run) curvefile.Readings {
	return curvefile.Readings{DsoID: dsoID, Nature: n, Unit: "W", Labels: curvefile.LabelsStart, Status: curvefile.StatusDefinitive, Runs: []curvefile.Run{run}}
}

// fakeOperation is a FAKE operation with three producers, of whom one begins and one ends
// within the month that has curves.
func fakeOperation(t testing.TB) (*meteringFixture, civil.Range) {
	f := fakeTown(t)
	return f, f.fakeOctober(t)
}

// fakeTown is that operation without curves.
func fakeTown(t testing.TB) *meteringFixture {
	return newMeteringFixture(t, pgtest.New(t), "FAKE", curveClock, []fixtureSite{
		{name: "P1", dsoID: "20000000000001", producer: true, from: "2026-09-01", to: ""},
		{name: "P2", dsoID: "20000000000002", producer: true, from: "2026-10-10", to: ""},
		{name: "P3", dsoID: "20000000000003", producer: true, from: "2026-09-01", to: "2026-10-27"},
		{name: "A", dsoID: "10000000000001", producer: false, from: "2026-09-01", to: ""},
		{name: "B", dsoID: "10000000000002", producer: false, from: "2026-10-05", to: ""},
		{name: "C", dsoID: "10000000000003", producer: false, from: "2026-09-01", to: "2026-10-20"},
		{name: "D", dsoID: "10000000000003", producer: false, from: "2026-10-20", to: ""},
	})
}

// fakeOctober loads what its sites drew and made.
func (f *meteringFixture) fakeOctober(t testing.TB) civil.Range {
	rng := rand.New(rand.NewPCG(1, 2))
	october := curveDays(t, "2026-10-01", "2026-10-31")
	set := curvefile.Dataset{FileName: "fake.csv", Format: "ACC_CSV_LONG", History: true}
	for _, dsoID := range []string{"20000000000001", "20000000000002", "20000000000003"} {
		set.Readings = append(set.Readings, oneRun(dsoID, metering.Prod, randomCurve(rng, october, 9000)))
	}
	for _, dsoID := range []string{"10000000000001", "10000000000002", "10000000000003"} {
		set.Readings = append(set.Readings, oneRun(dsoID, metering.Conso, randomCurve(rng, october, 12000)))
	}
	f.load(t, set)
	return october
}

func TestFakeOperatorSharesWithoutLosingAnything(t *testing.T) {
	t.Parallel()
	f, october := fakeOperation(t)
	ctx := t.Context()
	natures := []metering.Nature{metering.Conso, metering.Prod, metering.Autoconso, metering.Surplus}
	c, err := f.service.Drawing.OperationCurve(ctx, f.organizer, drawing.CurveInput{OperationID: f.operationID, Days: october, Natures: natures, Resolution: drawing.Raw})
	require.NoError(t, err)
	require.Len(t, c.Series, 4)
	require.Len(t, c.Series[0].Values, 2980)
	for i, used := range c.Series[0].Values {
		made, shared, surplus := c.Series[1].Values[i], c.Series[2].Values[i], c.Series[3].Values[i]
		require.Equal(t, min(used, made), shared, i)
		require.Equal(t, made, shared+surplus, i)
	}

	pairs, err := f.service.Billable.PairEnergy(ctx, f.operationID, october)
	require.NoError(t, err)
	received, given := f.shared(t, october)
	require.Len(t, received, 4)
	for pair, e := range pairs {
		received[pair.ConsumerID] -= e
		given[pair.ProducerID] -= e
	}
	for participantID, rest := range received {
		require.Zero(t, rest, participantID)
	}
	for participantID, rest := range given {
		require.InDelta(t, 0, int64(rest), 4*2980, participantID) // 1 mWh a consumer and step
	}
}

// shared is what each consumer received and each producer gave, as the distribution has it.
func (f *meteringFixture) shared(t *testing.T, days civil.Range) (received, given map[id.ID]energy.MilliWh) {
	t.Helper()
	d, err := f.service.Distribution.Distribution(t.Context(), f.organizer, distribution.DistributionInput{OperationID: f.operationID, Days: days})
	require.NoError(t, err)
	of := func(lines []distribution.Share) map[id.ID]energy.MilliWh {
		out := map[id.ID]energy.MilliWh{}
		for _, line := range lines {
			out[line.ParticipantID] = line.Shared
		}
		return out
	}
	return of(d.Consumers), of(d.Producers)
}

func TestPairsOfDaysAndCurvesByProducerAgree(t *testing.T) {
	t.Parallel()
	f, october := fakeOperation(t)
	f.pairsAgree(t, october)
}

// pairsAgree adds up what pairs had over pieces of a month, and step by step.
func (f *meteringFixture) pairsAgree(t *testing.T, october civil.Range) {
	t.Helper()
	ctx := t.Context()
	whole, err := f.service.Billable.PairEnergy(ctx, f.operationID, october)
	require.NoError(t, err)
	sums := map[metering.Pair]energy.MilliWh{}
	for _, r := range []civil.Range{curveDays(t, "2026-10-01", "2026-10-09"), curveDays(t, "2026-10-10", "2026-10-25"), curveDays(t, "2026-10-26", "2026-10-31")} {
		part, err := f.service.Billable.PairEnergy(ctx, f.operationID, r)
		require.NoError(t, err)
		for pair, e := range part {
			sums[pair] += e
		}
		d, err := f.service.Distribution.Distribution(ctx, f.organizer, distribution.DistributionInput{OperationID: f.operationID, Days: r, Top: 1})
		require.NoError(t, err)
		for _, flow := range d.Flows {
			require.NotEmpty(t, d.Producers)
			for pair, e := range part {
				if pair.ConsumerID == flow.ConsumerID && pair.ProducerID == flow.ProducerID {
					require.Equal(t, e, flow.Shared)
				}
			}
		}
		var flows energy.MilliWh
		for _, flow := range d.Flows {
			flows += flow.Shared
		}
		require.Equal(t, d.TotalShared, flows)
	}
	require.Equal(t, whole, sums)

	// Most of a month is the month less the rest of it.
	for _, cut := range []struct{ from, to, restFrom, restTo string }{
		{"2026-10-01", "2026-10-26", "2026-10-27", "2026-10-31"}, {"2026-10-08", "2026-10-31", "2026-10-01", "2026-10-07"},
	} {
		most, err := f.service.Billable.PairEnergy(ctx, f.operationID, curveDays(t, cut.from, cut.to))
		require.NoError(t, err)
		rest, err := f.service.Billable.PairEnergy(ctx, f.operationID, curveDays(t, cut.restFrom, cut.restTo))
		require.NoError(t, err)
		for pair, e := range rest {
			most[pair] += e
		}
		require.Equal(t, whole, most)
		received, _ := f.shared(t, curveDays(t, cut.from, cut.to))
		split, err := f.service.Billable.PairEnergy(ctx, f.operationID, curveDays(t, cut.from, cut.to))
		require.NoError(t, err)
		for pair, e := range split {
			received[pair.ConsumerID] -= e
		}
		for participantID, left := range received {
			require.Zero(t, left, participantID)
		}
	}

	for pair, e := range whole {
		c, err := f.service.Drawing.ParticipantCurve(ctx, f.organizer, drawing.CurveInput{ParticipantID: pair.ConsumerID, ProducerID: pair.ProducerID,
			Days: october, Natures: []metering.Nature{metering.Autoconso}, Resolution: drawing.Raw})
		require.NoError(t, err)
		var sum int64
		for _, v := range c.Series[0].Values {
			if v != drawing.Gap {
				sum += v
			}
		}
		require.EqualValues(t, e, sum)
	}
}

func TestChangeOfOccupantMovesNoCurve(t *testing.T) {
	t.Parallel()
	f := curveTown(t, "ENEDIS")
	ctx := t.Context()
	october := curveDays(t, "2026-10-01", "2026-10-31")
	f.load(t, curveTownMonth(october)...)
	_, err := f.db.Pool().Exec(ctx, "update participants set activation = daterange('2026-09-01', '2026-10-15') where id = $1", f.sites["Martin"])
	require.NoError(t, err)
	next := "019a0000-0000-7000-8000-0000000000bb"
	_, err = f.db.Pool().Exec(ctx, `insert into participants (operation_id, id, name, energy_type, dso_id, activation, created_at, updated_at)
		values ($1, $2, 'M. B', 'consumer', '10000000000005', daterange('2026-10-15', null), now(), now())`, f.operationID, next)
	require.NoError(t, err)
	require.NoError(t, f.db.Enclose(ctx, func(ctx contextT) error {
		return f.service.Rollup.Rebuild(ctx, f.operationID, civil.Range{From: civil.NewDate(2026, 10, 15), To: civil.Forever})
	}))
	received, _ := f.shared(t, october)
	require.EqualValues(t, 210_000_000, received[f.sites["Martin"]])
	require.EqualValues(t, 255_625_000, received[idOfText(next)])
	missing, err := f.service.Billable.Readiness(ctx, f.operationID, nil, october)
	require.NoError(t, err)
	require.Empty(t, missing)
	ranges, err := f.service.Dashboard.ParticipantDateRanges(ctx, f.organizer, idOfText(next), "")
	require.NoError(t, err)
	require.Equal(t, []civil.Range{curveDays(t, "2026-10-15", "2026-10-31")}, ranges.Uploaded)
}

func TestAParticipantSeesOnlyItself(t *testing.T) {
	t.Parallel()
	f := curveTown(t, "ENEDIS")
	ctx := t.Context()
	october := curveDays(t, "2026-10-01", "2026-10-31")
	f.load(t, curveTownMonth(october)...)
	martin := policyParticipant(f, "Martin", civil.Range{From: civil.NewDate(2026, 10, 15), To: civil.Forever})

	d, err := f.service.Distribution.Distribution(ctx, martin, distribution.DistributionInput{OperationID: f.operationID, Days: october})
	require.NoError(t, err)
	require.Len(t, d.Consumers, 2)
	require.Equal(t, "Martin", d.Consumers[0].Name)
	require.Equal(t, 4, d.Consumers[1].Others)
	require.Empty(t, d.Consumers[1].Name)
	require.Empty(t, d.Producers, "one producer is no crowd")
	require.Equal(t, []distribution.Flow{{ConsumerID: f.sites["Martin"], ProducerID: f.sites["Commune"], Shared: 465_625_000}}, d.Flows)

	lines, _, _, err := f.service.Dashboard.Group(ctx, martin, dashboard.GroupInput{OperationID: f.operationID, Side: metering.Consumer, Days: october})
	require.NoError(t, err)
	require.Len(t, lines, 2)
	require.Equal(t, 4, lines[1].Others)

	c, err := f.service.Drawing.ParticipantCurve(ctx, martin, drawing.CurveInput{ParticipantID: f.sites["Martin"], Days: october,
		Resolution: drawing.Daily, Natures: []metering.Nature{metering.Conso}})
	require.NoError(t, err)
	require.EqualValues(t, drawing.Gap, c.Series[0].Values[13], "14 October is not its own")
	require.EqualValues(t, 24*kiloWh, c.Series[0].Values[14])
	_, err = f.service.Drawing.ParticipantCurve(ctx, martin, drawing.CurveInput{ParticipantID: f.sites["Martin"], Days: curveDays(t, "2026-10-01", "2026-10-14")})
	require.ErrorContains(t, err, "notFound")
}

// TestASumOfTwoIsNeverAnswered: an account that holds all sites but two reads nothing of
// these two, however few lines it asks for; of three it reads the sum.
func TestASumOfTwoIsNeverAnswered(t *testing.T) {
	t.Parallel()
	f := curveTown(t, "ENEDIS")
	october := curveDays(t, "2026-10-01", "2026-10-31")
	f.load(t, curveTownMonth(october)...)
	all, err := f.service.Distribution.Distribution(t.Context(), f.organizer, distribution.DistributionInput{OperationID: f.operationID, Days: october})
	require.NoError(t, err)
	require.Len(t, all.Consumers, 5)
	for others := 1; others < 5; others++ {
		who, left := policy.Principal{UserID: id.New(), Role: policy.RoleParticipant, Operations: []id.ID{f.operationID}}, energy.MilliWh(0)
		for i, line := range all.Consumers {
			if i < others {
				left += line.Shared
				continue
			}
			who.Sites = append(who.Sites, policy.Site{ParticipantID: line.ParticipantID, OperationID: f.operationID, Period: civil.Range{From: october.From, To: civil.Forever}})
		}
		for top := range 5 {
			d, err := f.service.Distribution.Distribution(t.Context(), who, distribution.DistributionInput{OperationID: f.operationID, Days: october, Top: top})
			require.NoError(t, err)
			var told energy.MilliWh
			for _, line := range d.Consumers {
				told += line.Shared
			}
			want := all.TotalShared
			if others < 3 {
				want -= left
			}
			require.Equal(t, want, told, "%d others, %d lines", others, top)
		}
		lines, _, _, err := f.service.Dashboard.Group(t.Context(), who, dashboard.GroupInput{OperationID: f.operationID, Side: metering.Consumer, Days: october})
		require.NoError(t, err)
		require.Equal(t, others >= 3, slices.ContainsFunc(lines, func(l dashboard.GroupLine) bool { return l.Others > 0 }), "%d others", others)
	}
}

// The state of an answer with names changes with any of them, also one that it sums.
func TestANewNameIsANewAnswer(t *testing.T) {
	t.Parallel()
	f := curveTown(t, "ENEDIS")
	ctx := t.Context()
	october := curveDays(t, "2026-10-01", "2026-10-31")
	f.load(t, curveTownMonth(october)...)
	ask := distribution.DistributionInput{OperationID: f.operationID, Days: october, Top: 1}
	first, err := f.service.Distribution.Distribution(ctx, f.organizer, ask)
	require.NoError(t, err)
	ask.Known = first.Tag
	again, err := f.service.Distribution.Distribution(ctx, f.organizer, ask)
	require.NoError(t, err)
	require.True(t, again.Unchanged)
	_, err = f.db.Pool().Exec(ctx, "update participants set name = 'Martine' where id = $1", f.sites["Martin"])
	require.NoError(t, err)
	again, err = f.service.Distribution.Distribution(ctx, f.organizer, ask)
	require.NoError(t, err)
	require.False(t, again.Unchanged)
	require.NotEqual(t, first.Tag, again.Tag)
}

// A month of one producer has no pairs of its own: what consumers had is what it gave,
// on any of its days.
func TestOneProducerGivesEverythingOnAnyDays(t *testing.T) {
	t.Parallel()
	f := curveTown(t, "ENEDIS")
	ctx := t.Context()
	f.load(t, curveTownMonth(curveDays(t, "2026-09-01", "2026-10-31"))...)
	days := curveDays(t, "2026-09-15", "2026-10-10")
	pairs, err := f.service.Billable.PairEnergy(ctx, f.operationID, days)
	require.NoError(t, err)
	received, _ := f.shared(t, days)
	require.Len(t, pairs, 5)
	for pair, e := range pairs {
		require.Equal(t, f.sites["Commune"], pair.ProducerID)
		require.Equal(t, received[pair.ConsumerID], e)
	}
	d, err := f.service.Distribution.Distribution(ctx, f.organizer, distribution.DistributionInput{OperationID: f.operationID, Days: days, Top: 2})
	require.NoError(t, err)
	var flows energy.MilliWh
	for _, flow := range d.Flows {
		flows += flow.Shared
	}
	require.Equal(t, d.TotalShared, flows)
	require.Len(t, d.Flows, 3)
}

// TestAProsumerIsReadyOnEachSide: what a consumer received says nothing of what it made.
// While the production of a prosumer lacks, no share of several producers is certain, and
// no month is proposed for billing (specification section 5).
func TestAProsumerIsReadyOnEachSide(t *testing.T) {
	t.Parallel()
	f := curveTown(t, "ENEDIS")
	ctx := t.Context()
	october := curveDays(t, "2026-10-01", "2026-10-31")
	f.load(t, curveTownMonth(october)...)
	last, ok, err := f.service.Billable.LastDefinitive(ctx, f.operationID)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, october.Last(), last)

	_, err = f.db.Pool().Exec(ctx, "update participants set is_prosumer = true where id = $1", f.sites["Martin"])
	require.NoError(t, err)
	require.NoError(t, f.db.Enclose(ctx, func(ctx contextT) error { return f.service.Rollup.Rebuild(ctx, f.operationID, october) }))
	lacks, err := f.service.Billable.Readiness(ctx, f.operationID, nil, october)
	require.NoError(t, err)
	require.Len(t, lacks, 1)
	require.Len(t, lacks[billable.Billed{ParticipantID: f.sites["Martin"], Side: metering.Producer}], 31)
	_, ok, err = f.service.Billable.LastDefinitive(ctx, f.operationID)
	require.NoError(t, err)
	require.False(t, ok)

	f.load(t, constantCurve(civil.Paris, metering.Prod, curvefile.StatusDefinitive, october, map[string]int64{"10000000000005": 1000}))
	lacks, err = f.service.Billable.Readiness(ctx, f.operationID, nil, october)
	require.NoError(t, err)
	require.Empty(t, lacks)
}

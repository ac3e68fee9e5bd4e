package rollup

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/meteringtest"
)

// received is the state of a site's derived Autoconso, day by day.
func received(t *testing.T, out Output, number string) metering.Days {
	t.Helper()
	for _, row := range out.Derived {
		if row.Nature == metering.Autoconso && row.Side == metering.Consumer && row.DsoID == number {
			return row.Days
		}
	}
	t.Fatalf("nothing is derived for %s", number)
	return nil
}

// Who has sent nothing is not somebody who uses nothing: as long as a site owes its curve,
// nobody's share of its days is known, whichever side it is on.
func TestASilentSiteIsAGapForAll(t *testing.T) {
	t.Parallel()
	first := meteringtest.BalanceMonth.First()
	late := civil.Range{From: first + 10, To: civil.Forever}
	for name, silent := range map[string]metering.Site{
		"a consumer": {ParticipantID: id.New(), DsoID: "C5", Name: "Cinq", Side: metering.Consumer, Period: late},
		"a producer": {ParticipantID: id.New(), DsoID: "P5", Name: "Cinq", Side: metering.Producer, Period: late},
	} {
		in := gapInput()
		in.Sites = append(in.Sites, silent)
		out, err := Summed(in)
		require.NoError(t, err, name)
		for _, number := range []string{"C1", "C2", "C3", "C4"} {
			days := received(t, out, number)
			require.True(t, days[9].State.Has(metering.HasData|metering.Whole), "%s, %s: before it takes part", name, number)
			for _, day := range days[10:] {
				require.False(t, day.State.Has(metering.HasData), "%s, %s", name, number)
			}
		}
		require.Len(t, out.Warnings, 1, name)
		require.Equal(t, "curve.siteSilent", out.Warnings[0].Key)
		require.Equal(t, "Cinq", out.Warnings[0].Params["names"])
	}
}

// What a prosumer makes besides is not owed: without a curve of it, it makes nothing.
func TestASecondSideIsNotOwed(t *testing.T) {
	t.Parallel()
	in := gapInput()
	in.Sites[0].Prosumer = true
	out, err := Summed(in)
	require.NoError(t, err)
	require.True(t, received(t, out, "C4")[10].State.Has(metering.HasData|metering.Whole))
	require.Empty(t, out.Warnings)
}

// Beside an operator, what a silent site leaves unknown is told to those who compute.
func TestEnergiesHaveAGapWhereASiteIsSilent(t *testing.T) {
	t.Parallel()
	in := gapInput()
	in.Op.Operator = dso.Enedis
	in.Sites = append(in.Sites, metering.Site{ParticipantID: id.New(), DsoID: "P2", Side: metering.Producer,
		Period: civil.Range{From: meteringtest.BalanceMonth.First() + 3, To: civil.Forever}})
	made, err := SiteCurvesOf(in).Energies(madeKind)
	require.NoError(t, err)
	require.Len(t, made.Without, 1)
	require.Equal(t, loadcurve.Definitive, made.Quality.At(3*96-1))
	require.Equal(t, loadcurve.Missing, made.Quality.At(3*96))
}

// Where the operator says what one producer gave, the others gave the rest of what was
// received; elsewhere nothing of theirs changes. What is derived no longer is not left to
// be read.
func TestAnOperatorsCurveStandsForItsSiteOnly(t *testing.T) {
	t.Parallel()
	in := Input{Op: metering.Operation{Operator: dso.Enedis}, Month: meteringtest.BalanceMonth}
	for _, number := range []string{"P1", "P2"} {
		in.Sites = append(in.Sites, metering.Site{ParticipantID: id.New(), DsoID: number, Side: metering.Producer, Period: meteringtest.BalanceMonth.Range()})
		in.Curves = append(in.Curves, meteringtest.BalanceRow(number, metering.Prod, metering.Producer, meteringtest.Steady(400*250), civil.Range{}))
	}
	in.Sites = append(in.Sites, metering.Site{ParticipantID: id.New(), DsoID: "C", Side: metering.Consumer, Period: meteringtest.BalanceMonth.Range()})
	in.Curves = append(in.Curves, meteringtest.BalanceRow("C", metering.Conso, metering.Consumer, meteringtest.Steady(900*250), civil.Range{}),
		meteringtest.BalanceRow("C", metering.Autoconso, metering.Consumer, meteringtest.Steady(600*250), civil.Range{}))
	before, err := Summed(in)
	require.NoError(t, err)
	require.Len(t, before.Derived, 4, "what each gave and kept")

	sent := meteringtest.Holed(meteringtest.BalanceRow("P1", metering.Autoconso, metering.Producer, meteringtest.Steady(250*250), civil.Range{}), 96, len(meteringtest.Steady(0)))
	in.Curves = append(in.Curves, sent)
	for _, row := range before.Derived {
		if row.SeriesKey != sent.SeriesKey { // that one is replaced
			in.Curves = append(in.Curves, row)
		}
	}
	after, err := Summed(in)
	require.NoError(t, err)
	require.Len(t, after.Derived, 3)
	kept, gave, left := after.Derived[0], after.Derived[1], after.Derived[2]
	require.Equal(t, metering.SeriesKey{DsoID: "P1", Nature: metering.Surplus, Side: metering.Producer, Origin: metering.DSO}, kept.SeriesKey)
	require.Equal(t, energy.MilliWh(96*150*250), kept.Days[0].Sum)
	require.False(t, kept.Days[1].State.Has(metering.HasData))
	require.Equal(t, []metering.SeriesKey{{DsoID: "P2", Nature: metering.Autoconso, Side: metering.Producer, Origin: metering.DSO}, {DsoID: "P2", Nature: metering.Surplus, Side: metering.Producer, Origin: metering.DSO}}, []metering.SeriesKey{gave.SeriesKey, left.SeriesKey})
	require.Equal(t, energy.MilliWh(96*350*250), gave.Days[0].Sum, "600 received, 250 of the first")
	require.Equal(t, energy.MilliWh(96*50*250), left.Days[0].Sum)
	require.Equal(t, energy.MilliWh(96*300*250), gave.Days[1].Sum)

	// The consumer's shares are gone: nothing can be derived any more.
	in.Curves = append(in.Curves[:3:3], before.Derived...)
	none, err := Summed(in)
	require.NoError(t, err)
	require.Len(t, none.Derived, 4)
	for i, row := range none.Derived {
		require.Equal(t, row.N, row.Missing)
		require.Equal(t, before.Derived[i].Version+1, row.Version)
		in.Curves[3+i] = row
	}
	again, err := Summed(in)
	require.NoError(t, err)
	require.Empty(t, again.Derived)
}

// What others drew is shown while one site is awaited, and never as final; what producers
// gave follows from it.
func TestASumWithoutASilentSiteIsNotFinal(t *testing.T) {
	t.Parallel()
	in := gapInput()
	in.Op.Operator = dso.Enedis
	in.Curves[1] = meteringtest.BalanceRow("C2", metering.Conso, metering.Consumer, meteringtest.Steady(160*250), civil.Range{})
	in.Curves = append(in.Curves, meteringtest.BalanceRow("C1", metering.Autoconso, metering.Consumer, meteringtest.Steady(80*250), civil.Range{}))
	first := meteringtest.BalanceMonth.First()
	in.Sites = append(in.Sites, metering.Site{ParticipantID: id.New(), DsoID: "C5", Side: metering.Consumer, Period: civil.Range{From: first + 10, To: civil.Forever}})
	out, err := Summed(in)
	require.NoError(t, err)
	for _, sum := range out.Rollup.Sums {
		if sum.Nature != metering.Conso {
			continue
		}
		require.True(t, sum.Days[9].State.Has(metering.HasData|metering.Whole|metering.Final))
		require.True(t, sum.Days[10].State.Has(metering.HasData))
		require.False(t, sum.Days[10].State.Has(metering.Final))
		require.Equal(t, sum.Days[9].Sum, sum.Days[10].Sum)
	}
	for _, row := range out.Derived {
		require.False(t, row.Days[0].State.Has(metering.Final), "C2 to C4 have not been told what they received")
	}
	require.NotEmpty(t, out.Derived)
}

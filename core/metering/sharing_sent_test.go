package metering

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// received is the state of a site's derived Autoconso, day by day.
func received(t *testing.T, out monthOutput, number string) Days {
	t.Helper()
	for _, row := range out.derived {
		if row.Nature == Autoconso && row.Side == Consumer && row.DsoID == number {
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
	first := balanceMonth.First()
	late := civil.Range{From: first + 10, To: civil.Forever}
	for name, silent := range map[string]Site{
		"a consumer": {ParticipantID: id.New(), DsoID: "C5", Name: "Cinq", Side: Consumer, Period: late},
		"a producer": {ParticipantID: id.New(), DsoID: "P5", Name: "Cinq", Side: Producer, Period: late},
	} {
		in := gapFixture()
		in.sites = append(in.sites, silent)
		out, err := buildMonth(in)
		require.NoError(t, err, name)
		for _, number := range []string{"C1", "C2", "C3", "C4"} {
			days := received(t, out, number)
			require.True(t, days[9].State.Has(HasData|Whole), "%s, %s: before it takes part", name, number)
			for _, day := range days[10:] {
				require.False(t, day.State.Has(HasData), "%s, %s", name, number)
			}
		}
		require.Len(t, out.warnings, 1, name)
		require.Equal(t, "curve.siteSilent", out.warnings[0].Key)
		require.Equal(t, "Cinq", out.warnings[0].Params["names"])
	}
}

// What a prosumer makes besides is not owed: without a curve of it, it makes nothing.
func TestASecondSideIsNotOwed(t *testing.T) {
	t.Parallel()
	in := gapFixture()
	in.sites[0].Prosumer = true
	out, err := buildMonth(in)
	require.NoError(t, err)
	require.True(t, received(t, out, "C4")[10].State.Has(HasData|Whole))
	require.Empty(t, out.warnings)
}

// Beside an operator, what a silent site leaves unknown is told to those who compute.
func TestEnergiesHaveAGapWhereASiteIsSilent(t *testing.T) {
	t.Parallel()
	in := gapFixture()
	in.op.Operator = dso.Enedis
	in.sites = append(in.sites, Site{ParticipantID: id.New(), DsoID: "P2", Side: Producer,
		Period: civil.Range{From: balanceMonth.First() + 3, To: civil.Forever}})
	b := newMonthBuild(in)
	var without []Site
	_, made, err := b.energies(sumKey{Prod, Producer}, &without)
	require.NoError(t, err)
	require.Len(t, without, 1)
	require.Equal(t, loadcurve.Definitive, made.At(3*96-1))
	require.Equal(t, loadcurve.Missing, made.At(3*96))
}

func TestSharesThatAreSentAreSentWhole(t *testing.T) {
	t.Parallel()
	in := gapFixture()
	whole := steady(100 * 250)
	row := func(number string, values []energy.MilliWh) SeriesMonth {
		return balanceRow(number, Autoconso, Consumer, values, civil.Range{})
	}
	stored := func(rows ...SeriesMonth) map[SeriesKey]SeriesMonth {
		out := map[SeriesKey]SeriesMonth{}
		for _, row := range append(in.curves, rows...) {
			out[row.SeriesKey] = row
		}
		return out
	}
	derived := row("C3", whole)
	derived.Derived = true
	all := []SeriesMonth{row("C1", whole), row("C2", whole), row("C3", whole), row("C4", whole)}
	for name, c := range map[string]struct {
		operator dso.Operator
		rows     []SeriesMonth
		wrong    []string
	}{
		"none is sent":            {dso.Fake, nil, nil},
		"all are":                 {dso.Fake, all, nil},
		"one is":                  {dso.Fake, all[:1], []string{"C2", "C3", "C4"}},
		"one was computed before": {dso.Fake, []SeriesMonth{all[0], all[1], derived, all[3]}, []string{"C3"}},
		"a day lacks":             {dso.Fake, []SeriesMonth{all[0], all[1], all[2], holed(all[3], 96, 192)}, []string{"C4"}},
		"the operator shares":     {dso.Enedis, all[:1], nil},
	} {
		commit := commit{op: Operation{Operator: c.operator}, sites: in.sites}
		err := commit.sharingSent(balanceMonth, stored(c.rows...))
		var wrong []string
		if refused := fault.From(err); refused != nil {
			for _, item := range refused.Items {
				require.Equal(t, "curve.sharedInPart", item.Key, name)
				wrong = append(wrong, item.Params["value"].(string))
			}
		}
		require.Equal(t, c.wrong, wrong, name)
	}
}

// Where the operator says what one producer gave, the others gave the rest of what was
// received; elsewhere nothing of theirs changes. What is derived no longer is not left to
// be read.
func TestAnOperatorsCurveStandsForItsSiteOnly(t *testing.T) {
	t.Parallel()
	in := monthInput{op: Operation{Operator: dso.Enedis}, month: balanceMonth}
	for _, number := range []string{"P1", "P2"} {
		in.sites = append(in.sites, Site{ParticipantID: id.New(), DsoID: number, Side: Producer, Period: balanceMonth.Range()})
		in.curves = append(in.curves, balanceRow(number, Prod, Producer, steady(400*250), civil.Range{}))
	}
	in.sites = append(in.sites, Site{ParticipantID: id.New(), DsoID: "C", Side: Consumer, Period: balanceMonth.Range()})
	in.curves = append(in.curves, balanceRow("C", Conso, Consumer, steady(900*250), civil.Range{}),
		balanceRow("C", Autoconso, Consumer, steady(600*250), civil.Range{}))
	before, err := buildMonth(in)
	require.NoError(t, err)
	require.Len(t, before.derived, 4, "what each gave and kept")

	sent := holed(balanceRow("P1", Autoconso, Producer, steady(250*250), civil.Range{}), 96, len(steady(0)))
	in.curves = append(in.curves, sent)
	for _, row := range before.derived {
		if row.SeriesKey != sent.SeriesKey { // that one is replaced
			in.curves = append(in.curves, row)
		}
	}
	after, err := buildMonth(in)
	require.NoError(t, err)
	require.Len(t, after.derived, 3)
	kept, gave, left := after.derived[0], after.derived[1], after.derived[2]
	require.Equal(t, SeriesKey{"P1", Surplus, Producer, DSO}, kept.SeriesKey)
	require.Equal(t, energy.MilliWh(96*150*250), kept.Days[0].Sum)
	require.False(t, kept.Days[1].State.Has(HasData))
	require.Equal(t, []SeriesKey{{"P2", Autoconso, Producer, DSO}, {"P2", Surplus, Producer, DSO}}, []SeriesKey{gave.SeriesKey, left.SeriesKey})
	require.Equal(t, energy.MilliWh(96*350*250), gave.Days[0].Sum, "600 received, 250 of the first")
	require.Equal(t, energy.MilliWh(96*50*250), left.Days[0].Sum)
	require.Equal(t, energy.MilliWh(96*300*250), gave.Days[1].Sum)

	// The consumer's shares are gone: nothing can be derived any more.
	in.curves = append(in.curves[:3:3], before.derived...)
	none, err := buildMonth(in)
	require.NoError(t, err)
	require.Len(t, none.derived, 4)
	for i, row := range none.derived {
		require.Equal(t, row.N, row.Missing)
		require.Equal(t, before.derived[i].Version+1, row.Version)
		in.curves[3+i] = row
	}
	again, err := buildMonth(in)
	require.NoError(t, err)
	require.Empty(t, again.derived)
}

// What others drew is shown while one site is awaited, and never as final; what producers
// gave follows from it.
func TestASumWithoutASilentSiteIsNotFinal(t *testing.T) {
	t.Parallel()
	in := gapFixture()
	in.op.Operator = dso.Enedis
	in.curves[1] = balanceRow("C2", Conso, Consumer, steady(160*250), civil.Range{})
	in.curves = append(in.curves, balanceRow("C1", Autoconso, Consumer, steady(80*250), civil.Range{}))
	first := balanceMonth.First()
	in.sites = append(in.sites, Site{ParticipantID: id.New(), DsoID: "C5", Side: Consumer, Period: civil.Range{From: first + 10, To: civil.Forever}})
	out, err := buildMonth(in)
	require.NoError(t, err)
	for _, sum := range out.rollup.Sums {
		if sum.Nature != Conso {
			continue
		}
		require.True(t, sum.Days[9].State.Has(HasData|Whole|Final))
		require.True(t, sum.Days[10].State.Has(HasData))
		require.False(t, sum.Days[10].State.Has(Final))
		require.Equal(t, sum.Days[9].Sum, sum.Days[10].Sum)
	}
	for _, row := range out.derived {
		require.False(t, row.Days[0].State.Has(Final), "C2 to C4 have not been told what they received")
	}
	require.NotEmpty(t, out.derived)
}

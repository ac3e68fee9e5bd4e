package rollup

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
	"github.com/openpmo/pmo/core/metering/meteringtest"
	"github.com/openpmo/pmo/core/metering/pairing"
)

var (
	month = meteringtest.BalanceMonth
	grid  = metering.GridOf(civil.Paris, month, 900)
)

func siteOf(number string, side metering.Side, from, to int) metering.Site {
	return metering.Site{ParticipantID: id.ID(number), DsoID: number, Name: number, Side: side,
		Period: civil.Range{From: month.First() + civil.Date(from), To: month.First() + civil.Date(to)}}
}

func rowOf(number string, k metering.NatureSide, v energy.MilliWh) metering.SeriesMonth {
	return meteringtest.BalanceRow(number, k.Nature, k.Side, meteringtest.Steady(v), civil.Range{})
}

// chunked is a row as the store gives it.
func chunked(row metering.SeriesMonth) metering.SeriesMonth {
	row.Curve = nil
	return row
}

// street is two consumers and two producers; the second of each enters and leaves within the month.
func street() Input {
	return Input{Op: metering.Operation{Operator: dso.Enedis}, Month: month,
		Sites: []metering.Site{siteOf("C1", metering.Consumer, -5, 400), siteOf("C2", metering.Consumer, 10, 20), siteOf("P1", metering.Producer, 0, 31), siteOf("P2", metering.Producer, 3, 31)},
		Curves: []metering.SeriesMonth{rowOf("C1", usedKind, 5000), rowOf("C2", usedKind, 3000), rowOf("C1", receivedKind, 4000), rowOf("C2", receivedKind, 2000),
			rowOf("P1", madeKind, 6000), rowOf("P2", madeKind, 2000)}}
}

func TestSiteCurvesTakePartOnTheirDays(t *testing.T) {
	t.Parallel()
	in := street()
	in.Sites = append(in.Sites, siteOf("LATER", metering.Consumer, 31, 60))
	old := rowOf("P1", keptKind, 1)
	old.Derived = true
	in.Curves = append(in.Curves, old)
	c := SiteCurvesOf(in)
	require.Len(t, c.parts, 4, "who takes part in another month is no part of this one")
	require.Equal(t, []int{0, 31, 0, grid.N}, []int{c.parts[0].FirstDay, c.parts[0].EndDay, c.parts[0].From, c.parts[0].To})
	require.Equal(t, []int{10, 20, 10 * 96, 20 * 96}, []int{c.parts[1].FirstDay, c.parts[1].EndDay, c.parts[1].From, c.parts[1].To})
	require.False(t, c.has(metering.Surplus, metering.NoSide), "what was derived is derived again")
	require.True(t, c.measured())

	more := c.with([]metering.SeriesMonth{rowOf("P1", givenKind, 1)})
	require.True(t, more.has(metering.Autoconso, metering.Producer))
	require.False(t, c.has(metering.Autoconso, metering.Producer), "the month itself is as it was")

	derived := rowOf("C1", receivedKind, 1)
	derived.Derived = true
	require.False(t, SiteCurvesOf(Input{Op: in.Op, Month: month, Curves: in.Curves[:2]}).with([]metering.SeriesMonth{derived}).measured(), "what pmo shares nobody measured")
}

func TestColumnsAreZeroOutsideTheDaysOfASite(t *testing.T) {
	t.Parallel()
	in := street()
	in.Sites[1].Prosumer = true
	in.Sites = append(in.Sites, siteOf("P3", metering.Producer, 30, 31))
	c := SiteCurvesOf(in)
	used, err := c.columns(usedKind)
	require.NoError(t, err)
	require.Equal(t, []energy.MilliWh{0, 3000, 3000, 0}, []energy.MilliWh{used.values[1][959], used.values[1][960], used.values[1][1919], used.values[1][1920]})
	require.False(t, used.parts[0].Gaps)
	made, err := c.columns(madeKind)
	require.NoError(t, err)
	require.Len(t, made.values, 2)
	q := made.together.series().Quality
	require.Equal(t, loadcurve.Definitive, q.At(960), "what a prosumer makes besides is not owed")
	require.Equal(t, loadcurve.Definitive, q.At(grid.Starts[30]-1))
	require.Equal(t, loadcurve.Missing, q.At(grid.Starts[30]), "what a producer makes is")

	e, err := c.Energies(madeKind)
	require.NoError(t, err)
	require.Equal(t, []metering.Site{in.Sites[4]}, e.Without)
	require.Empty(t, e.Gaps)
	in.Curves[4] = meteringtest.Holed(in.Curves[4], 7, 8)
	e, err = SiteCurvesOf(in).Energies(madeKind)
	require.NoError(t, err)
	require.Equal(t, []metering.Site{in.Sites[2]}, e.Gaps)
	none, err := c.Energies(keptKind)
	require.NoError(t, err)
	require.Equal(t, loadcurve.Runs(nil).Add(loadcurve.Missing, grid.N), none.Quality)
	require.Empty(t, none.Columns)
}

func TestDerivedRowsKeepTheVersionOfWhatTheySayAlready(t *testing.T) {
	t.Parallel()
	curve := func(v energy.MilliWh) *loadcurve.Series { return rowOf("P1", keptKind, v).Curve }
	same, other, fresh, left := keyOf("A", keptKind), keyOf("B", keptKind), keyOf("C", keptKind), keyOf("D", keptKind)
	stored := map[metering.SeriesKey]metering.SeriesMonth{}
	for _, key := range []metering.SeriesKey{same, other, left} {
		row := metering.NewSeriesMonth(key, grid, *curve(1))
		row.Derived, row.Version = true, 4
		stored[key] = row
	}
	empty := metering.NewSeriesMonth(keyOf("E", keptKind), grid, loadcurve.NewSeries(grid.Grid))
	stored[empty.SeriesKey] = empty
	rows := derivedRows(grid, map[metering.SeriesKey]*loadcurve.Series{fresh: curve(3), other: curve(2), same: curve(1)}, stored)
	var versions []int
	for _, row := range rows {
		require.True(t, row.Derived)
		versions = append(versions, row.Version)
	}
	require.Equal(t, []int{4, 5, 1}, versions)
	changed := changedRows(grid, rows, stored)
	require.Len(t, changed, 3, "not what says the same, nor what is empty already")
	require.Equal(t, []metering.SeriesKey{other, fresh, left}, []metering.SeriesKey{changed[0].SeriesKey, changed[1].SeriesKey, changed[2].SeriesKey})
	require.Equal(t, []int{5, grid.N}, []int{changed[2].Version, changed[2].Missing}, "what is no longer derived is emptied")
	require.True(t, changed[2].Derived)
	require.Len(t, stored, 4)
}

func TestWithinIsAGapOutsideTheDays(t *testing.T) {
	t.Parallel()
	p := pairing.Part{From: 4, To: 8}
	s := within(grid, p, meteringtest.Steady(9), loadcurve.Runs(nil).Add(loadcurve.Provisional, 6).Add(loadcurve.Missing, grid.N-6))
	require.Equal(t, []energy.MilliWh{0, 9, 9, 0}, []energy.MilliWh{s.Values[3], s.Values[4], s.Values[5], s.Values[6]})
	require.Equal(t, []loadcurve.Quality{loadcurve.Missing, loadcurve.Provisional, loadcurve.Missing}, []loadcurve.Quality{s.Quality.At(3), s.Quality.At(4), s.Quality.At(6)})
	require.NoError(t, s.Check())
}

// fixed shares to each consumer the same at each step.
type fixed energy.MilliWh

func (f fixed) Allocate(dst [][]energy.MilliWh, _ []energy.MilliWh, _ [][]energy.MilliWh) error {
	for _, column := range dst {
		for t := range column {
			column[t] = energy.MilliWh(f)
		}
	}
	return nil
}

func TestEachKeySharesOnItsDays(t *testing.T) {
	t.Parallel()
	in := street()
	c := SiteCurvesOf(in)
	what, ok, err := sharingOf(c)
	require.NoError(t, err)
	require.True(t, ok)
	first := month.First()
	curves, apart, err := allocate(c.Grid, what, []pairing.KeySpan{
		{Days: civil.Range{From: first - 9, To: first}, Allocator: fixed(99)}, {Days: civil.Range{From: first - 9, To: first + 12}, Allocator: fixed(1)}, {Days: civil.Range{From: first + 12, To: first + 90}, Allocator: fixed(2)}})
	require.NoError(t, err)
	require.Nil(t, apart)
	one, two := curves[keyOf("C1", receivedKind)], curves[keyOf("C2", receivedKind)]
	require.Equal(t, []energy.MilliWh{1, 1, 2, 2}, []energy.MilliWh{one.Values[0], one.Values[12*96-1], one.Values[12*96], one.Values[grid.N-1]})
	require.Equal(t, []energy.MilliWh{0, 1, 2, 0}, []energy.MilliWh{two.Values[959], two.Values[960], two.Values[1919], two.Values[1920]}, "nothing outside its days")

	in.Curves = in.Curves[:2] // nobody makes anything
	_, ok, err = sharingOf(SiteCurvesOf(in))
	require.NoError(t, err)
	require.False(t, ok)
	in.Curves = street().Curves[2:] // nobody uses anything
	_, ok, err = sharingOf(SiteCurvesOf(in))
	require.NoError(t, err)
	require.False(t, ok)
}

// byPair is the key of the street that says who has what of whom: C1 of both, C2 of P1.
func byPair(t *testing.T, q pairing.KeyQuery) pairing.Allocator {
	t.Helper()
	key := allocation.Key{Type: allocation.ByUngroupedPriority}
	for _, of := range [][2]id.ID{{"C1", "P1"}, {"C1", "P2"}, {"C2", "P1"}} {
		key.Params = append(key.Params, allocation.Param{ConsumerID: of[0], ProducerID: of[1], Value: allocation.One})
	}
	shares, err := allocation.Span{Key: key}.For(q.Consumers, q.Producers)
	require.NoError(t, err)
	return shares
}

func TestPairsAreFittedOnTheDaysOfAKeyByPair(t *testing.T) {
	t.Parallel()
	c := SiteCurvesOf(street())
	what, ok, err := fittedOf(c)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, energy.MilliWh(5000), what.Used[0][0], "at least what it received")
	with := byPair(t, what.Query(month.Range(), grid.Step, 0))
	none, err := fitPairs(grid, what, []pairing.KeySpan{{Days: month.Range(), Allocator: fixed(1)}, {Days: civil.Range{From: 0, To: 9}, Allocator: with}})
	require.NoError(t, err)
	require.Nil(t, none)
	first := month.First()
	apart, err := fitPairs(grid, what, []pairing.KeySpan{{Days: civil.Range{From: first + 11, To: first + 12}, Allocator: with}})
	require.NoError(t, err)
	require.Equal(t, metering.DayMask(1<<11), apart.Mask)
	require.Equal(t, []energy.MilliWh{96 * 2000, 0}, []energy.MilliWh{apart.Days["C2"][11], apart.Days["C2"][31+11]}, "the key gives it nothing of P2")
	require.Equal(t, energy.MilliWh(96*4000), apart.Days["C1"][11]+apart.Days["C1"][31+11])

	in := street()
	in.Sites, in.Curves = in.Sites[:3], in.Curves[:5]
	_, ok, err = fittedOf(SiteCurvesOf(in))
	require.NoError(t, err)
	require.False(t, ok, "of one producer all is its own")
	in = street()
	in.Curves = append(in.Curves[:2:2], in.Curves[4:]...)
	_, ok, err = fittedOf(SiteCurvesOf(in))
	require.NoError(t, err)
	require.False(t, ok, "nobody received anything")
}

// TestKeysAreAskedWhereTheySay: pmo shares where it is the operator and none was sent; beside an
// operator only pairs are found, and an older arithmetic knew of none.
func TestKeysAreAskedWhereTheySay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*Input)
		asked  bool
		curves int
		apart  bool
	}{
		"beside an operator":          {func(*Input) {}, true, 0, true},
		"an older arithmetic":         {func(in *Input) { in.algorithm = 1 }, false, 0, false},
		"nothing was sent":            {func(in *Input) { in.Curves = append(in.Curves[:2:2], in.Curves[4:]...) }, false, 0, false},
		"pmo is the operator":         {func(in *Input) { in.Op.Operator, in.Curves = dso.Fake, append(in.Curves[:2:2], in.Curves[4:]...) }, true, 2, true},
		"pmo is, Autoconso was sent":  {func(in *Input) { in.Op.Operator = dso.Fake }, true, 0, true},
		"pmo is, nobody made a thing": {func(in *Input) { in.Op.Operator, in.Curves = dso.Fake, in.Curves[:2] }, false, 0, false},
	} {
		in, asked := street(), false
		in.algorithm = 2
		in.keys = func(q pairing.KeyQuery) ([]pairing.KeySpan, error) {
			asked = true
			require.Equal(t, []id.ID{"P1", "P2"}, q.Producers, name)
			require.Equal(t, month.Range(), q.Days, name)
			return []pairing.KeySpan{{Days: month.Range(), Allocator: byPair(t, q)}}, nil
		}
		c.change(&in)
		curves, apart, err := shareOut(in, SiteCurvesOf(in))
		require.NoError(t, err, name)
		require.Equal(t, c.asked, asked, name)
		require.Len(t, curves, c.curves, name)
		require.Equal(t, c.apart, apart != nil, name)
	}
	in := street()
	in.Op.Operator, in.Curves = dso.Fake, append(in.Curves[:2:2], in.Curves[4:]...)
	curves, _, err := shareOut(in, SiteCurvesOf(in))
	require.NoError(t, err)
	require.Equal(t, energy.MilliWh(5000), curves[keyOf("C1", receivedKind)].Values[0], "by_default: all that it uses, of 6000")
	require.Equal(t, energy.MilliWh(3000), curves[keyOf("C2", receivedKind)].Values[960])
}

func TestProducersAreWeighedByWhatTheyGave(t *testing.T) {
	t.Parallel()
	in := street()
	in.Curves = append(in.Curves, chunked(rowOf("P1", keptKind, 3500)))
	c := SiteCurvesOf(in)
	made, err := c.columns(madeKind)
	require.NoError(t, err)
	w, err := weightsOf(c, made, 2)
	require.NoError(t, err)
	// 4000 received outside the days of C2: P1 gave 6000 − 3500, P2 the rest.
	require.Equal(t, []energy.MilliWh{2500, 1500}, []energy.MilliWh{w.by[0][400], w.by[1][400]})
	require.Equal(t, energy.MilliWh(2500), w.given[0][0])
	require.Empty(t, w.orphans, "within 1 Wh a site")
	in.Curves[2] = rowOf("C1", receivedKind, 2500+2000+4001)
	w, err = weightsOf(SiteCurvesOf(in), made, 2)
	require.NoError(t, err)
	require.Contains(t, w.orphans, 400)
	in.Curves[6] = rowOf("P1", keptKind, 6000)
	w, err = weightsOf(SiteCurvesOf(in), made, 2)
	require.NoError(t, err)
	require.Contains(t, w.orphans, 0, "P1 gave nothing, and P2 is not there yet")
	old, err := weightsOf(c, made, 1)
	require.NoError(t, err)
	require.Equal(t, weighting{by: made.values}, old)
}

func TestPairsAreSplitByWeight(t *testing.T) {
	t.Parallel()
	c := SiteCurvesOf(street())
	made, err := c.columns(madeKind)
	require.NoError(t, err)
	w := weighting{by: [][]energy.MilliWh{meteringtest.Steady(3), meteringtest.Steady(1)}, orphans: []int{0, 959, 960, 1919, 1920}}
	pairs, conflicts, err := pairsOf(c, made, w, nil, 7)
	require.NoError(t, err)
	require.Equal(t, []id.ID{"P1", "P2"}, pairs.Producers)
	require.Equal(t, []id.ID{"", "C1", "C2"}, pairs.Consumers)
	require.Equal(t, 7, pairs.Algorithm)
	n := energy.MilliWh(grid.N)
	require.Equal(t, []energy.MilliWh{n*3000 + 960*1500, n*1000 + 960*500, n * 3000, n * 1000, 960 * 1500, 960 * 500}, pairs.Totals)
	require.Equal(t, energy.MilliWh(96*(3000+1500)), pairs.Days[10])
	require.Equal(t, energy.MilliWh(100*1000), pairs.Days[31+24], "a day of 25 hours")
	require.Equal(t, []metering.Finding{
		{DsoID: "C1", Side: metering.Consumer, Kind: metering.PairsContradict, Day: month.First(), Steps: 1, Energy: 4000},
		{DsoID: "C1", Side: metering.Consumer, Kind: metering.PairsContradict, Day: month.First() + 9, Steps: 1, Energy: 4000},
		{DsoID: "C1", Side: metering.Consumer, Kind: metering.PairsContradict, Day: month.First() + 10, Steps: 1, Energy: 4000},
		{DsoID: "C1", Side: metering.Consumer, Kind: metering.PairsContradict, Day: month.First() + 19, Steps: 1, Energy: 4000},
		{DsoID: "C1", Side: metering.Consumer, Kind: metering.PairsContradict, Day: month.First() + 20, Steps: 1, Energy: 4000},
		{DsoID: "C2", Side: metering.Consumer, Kind: metering.PairsContradict, Day: month.First() + 10, Steps: 1, Energy: 2000},
		{DsoID: "C2", Side: metering.Consumer, Kind: metering.PairsContradict, Day: month.First() + 19, Steps: 1, Energy: 2000}}, conflicts)

	apart := pairing.NewByProducer(grid, 2)
	apart.Mask, apart.Days["C1"] = 1<<10, make([]energy.MilliWh, 62)
	apart.Days["C1"][10] = 5
	pairs, conflicts, err = pairsOf(c, made, w, apart, 7)
	require.NoError(t, err)
	require.Equal(t, []energy.MilliWh{5, 0}, []energy.MilliWh{pairs.Days[10], pairs.Days[31+10]}, "that day as the key says")
	require.Equal(t, metering.DayMask(1<<10), pairs.Apart)
	require.Len(t, conflicts, 5, "nor is it in doubt")

	require.Empty(t, addOrphaned(nil, grid, c.parts[0], meteringtest.Steady(SiteTolerance), []int{0}, 0), "a rounding")
	made.parts = made.parts[:1]
	pairs, _, err = pairsOf(c, made, w, nil, 7)
	require.NoError(t, err)
	require.Nil(t, pairs, "of one producer all is its own")
	in := street()
	in.Curves = append(in.Curves[:2:2], in.Curves[4:]...)
	c = SiteCurvesOf(in)
	made, err = c.columns(madeKind)
	require.NoError(t, err)
	pairs, _, err = pairsOf(c, made, w, nil, 7)
	require.NoError(t, err)
	require.Nil(t, pairs, "nobody received anything")
}

// TestProducersGetWhatTheyGaveAndKept from weights, from the operator's own word, and from the
// key on days that it shared apart.
func TestProducersGetWhatTheyGaveAndKept(t *testing.T) {
	t.Parallel()
	in := street()
	c := SiteCurvesOf(in)
	made, err := c.columns(madeKind)
	require.NoError(t, err)
	shared := *rowOf("", receivedKind, 4000).Curve
	apart := pairing.NewByProducer(grid, 2)
	apart.Mask = 1 << 30
	copy(apart.Given[0][grid.Starts[30]:], meteringtest.Steady(1234))
	curves, err := producerCurves(c, made, weighting{by: made.values}, apart, shared)
	require.NoError(t, err)
	require.Len(t, curves, 4)
	gave, kept := curves[keyOf("P1", givenKind)].Values, curves[keyOf("P1", keptKind)].Values
	require.Equal(t, []energy.MilliWh{4000, 3000, 1234}, []energy.MilliWh{gave[0], gave[400], gave[grid.N-1]})
	require.Equal(t, []energy.MilliWh{2000, 3000, 6000 - 1234}, []energy.MilliWh{kept[0], kept[400], kept[grid.N-1]})
	require.Equal(t, loadcurve.Missing, curves[keyOf("P2", givenKind)].Quality.At(3*96-1))
	require.Equal(t, energy.MilliWh(1000), curves[keyOf("P2", givenKind)].Values[3*96])

	// What is known is that, what is not is at most what was made.
	given := [][]energy.MilliWh{meteringtest.Steady(500), pairing.Unknown(grid.N)}
	curves, err = producerCurves(c, made, weighting{by: [][]energy.MilliWh{meteringtest.Steady(0), meteringtest.Steady(1)}, given: given}, nil, shared)
	require.NoError(t, err)
	require.Equal(t, energy.MilliWh(500), curves[keyOf("P1", givenKind)].Values[400])
	require.Equal(t, energy.MilliWh(2000), curves[keyOf("P2", givenKind)].Values[400])

	// What the operator sent stands; beside it, nothing is derived of it. A gap of either of the
	// two is one of the rest, also where the store gave both.
	in.Curves[4] = chunked(meteringtest.Holed(in.Curves[4], 8, 9))
	in.Curves = append(in.Curves, chunked(rowOf("P1", givenKind, 2500)), chunked(rowOf("P2", keptKind, 100)))
	c = SiteCurvesOf(in)
	curves, err = producerCurves(c, made, weighting{by: made.values}, nil, shared)
	require.NoError(t, err)
	require.Len(t, curves, 2)
	require.Equal(t, energy.MilliWh(3500), curves[keyOf("P1", keptKind)].Values[0])
	require.Equal(t, []loadcurve.Quality{loadcurve.Definitive, loadcurve.Missing, loadcurve.Definitive},
		[]loadcurve.Quality{curves[keyOf("P1", keptKind)].Quality.At(7), curves[keyOf("P1", keptKind)].Quality.At(8), curves[keyOf("P1", keptKind)].Quality.At(9)})
	require.Contains(t, curves, keyOf("P2", givenKind))
}

func TestTotalsAreOfAllAndOfEach(t *testing.T) {
	t.Parallel()
	in := street()
	in.Sites = append(in.Sites, siteOf("C3", metering.Consumer, 25, 28))
	c := SiteCurvesOf(in)
	all, err := totalsOf(c, usedKind, keptKind, receivedKind)
	require.NoError(t, err)
	require.Len(t, all, 2, "nothing of Surplus")
	used := all[0]
	require.Equal(t, []id.ID{"C1", "C2", "C3"}, used.Each.Participants)
	n := energy.MilliWh(grid.N)
	require.Equal(t, []energy.MilliWh{n * 5000, 960 * 3000, metering.Absent}, used.Each.Totals)
	require.Equal(t, n*5000+960*3000, used.Sum.Total)
	require.Equal(t, energy.MilliWh(96*8000), used.Sum.Days[10].Sum)
	require.True(t, used.Sum.Days[24].State.Has(metering.Complete|metering.Final))
	require.False(t, used.Sum.Days[25].State.Has(metering.Complete), "C3 has sent nothing")
	require.False(t, used.Sum.Days[25].State.Has(metering.Final))
	require.True(t, used.Sum.Days[28].State.Has(metering.Complete))
	require.Equal(t, metering.Absent, used.Each.Days[31+9])
	require.Equal(t, energy.MilliWh(96*3000), used.Each.Days[31+10])
	_, some := all.curve(keptKind)
	require.False(t, some)
	curve, some := all.curve(receivedKind)
	require.True(t, some)
	require.Equal(t, energy.MilliWh(6000), curve.Values[960])
	require.Equal(t, month.First()+30, *latestDay([]DistributionMonth{all[1].Each, used.Each}))
	require.Nil(t, latestDay(nil))
	some2 := DistributionMonth{Month: month, Days: append([]energy.MilliWh{metering.Absent, 0}, make([]energy.MilliWh, 0)...)}
	require.Equal(t, month.First()+1, *latestDay([]DistributionMonth{some2}), "nothing used is something known")
}

func TestWhatIsLookedForAndFound(t *testing.T) {
	t.Parallel()
	kinds := map[string]metering.NatureSide{"used": usedKind, "received": receivedKind, "made": madeKind, "given": givenKind, "kept": keptKind}
	consumer, producer := metering.Consumer, metering.Producer
	type looked = map[lookedKey]bool
	at := func(side metering.Side, kinds ...metering.FindingKind) looked {
		out := looked{}
		for _, k := range kinds {
			out[lookedKey{"S", side, k}] = true
		}
		return out
	}
	const fresh, old = true, false
	for name, c := range map[string]struct {
		side   metering.Side
		rows   map[string]energy.MilliWh
		fresh  map[string]bool
		looked looked
		found  metering.FindingKind
		energy energy.MilliWh // of a day of 96 steps
	}{
		"nothing came":                 {consumer, map[string]energy.MilliWh{"used": 1, "received": 9000}, map[string]bool{}, looked{}, 0, 0},
		"used came":                    {consumer, map[string]energy.MilliWh{"used": 1}, map[string]bool{"used": fresh}, at(consumer, metering.ConsumptionSplit, metering.AboveContractPower), 0, 0},
		"received came, above":         {consumer, map[string]energy.MilliWh{"used": 1000, "received": 2001}, map[string]bool{"received": fresh}, at(consumer, metering.ConsumptionSplit, metering.ReceivedAboveConsumed), metering.ReceivedAboveConsumed, 96 * 1001},
		"used came, received a little": {consumer, map[string]energy.MilliWh{"used": 1000, "received": 2000}, map[string]bool{"used": fresh}, at(consumer, metering.ConsumptionSplit, metering.AboveContractPower, metering.ReceivedAboveConsumed), 0, 0},
		"a producer's are not these":   {producer, map[string]energy.MilliWh{"used": 1, "received": 9000}, map[string]bool{"used": fresh, "received": fresh}, looked{}, 0, 0},
		"above the contract":           {producer, map[string]energy.MilliWh{"made": 300_001}, map[string]bool{"made": fresh}, at(producer, metering.AboveContractPower), metering.AboveContractPower, 96},
		"given above":                  {producer, map[string]energy.MilliWh{"made": 1000, "given": 3000}, map[string]bool{"given": fresh, "made": old}, at(producer, metering.GivenAboveProduced), metering.GivenAboveProduced, 96 * 2000},
		"kept above":                   {producer, map[string]energy.MilliWh{"made": 1000, "kept": 3000}, map[string]bool{"kept": fresh}, at(producer, metering.SurplusAboveProduced), metering.SurplusAboveProduced, 96 * 2000},
		"kept above, made came":        {producer, map[string]energy.MilliWh{"made": 1000, "kept": 3000}, map[string]bool{"made": fresh}, at(producer, metering.SurplusAboveProduced, metering.AboveContractPower), metering.SurplusAboveProduced, 96 * 2000},
		"both miss it, below":          {producer, map[string]energy.MilliWh{"made": 5000, "kept": 1000, "given": 1000}, map[string]bool{"given": fresh}, at(producer, metering.ProductionSplit), metering.ProductionSplit, 96 * 3000},
		"both miss it, above":          {producer, map[string]energy.MilliWh{"made": 5000, "kept": 4000, "given": 3000}, map[string]bool{"kept": fresh}, at(producer, metering.ProductionSplit), metering.ProductionSplit, 96 * 2000},
		"both fit but for a rounding":  {producer, map[string]energy.MilliWh{"made": 5000, "kept": 3000, "given": 3000}, map[string]bool{"made": fresh}, at(producer, metering.AboveContractPower, metering.ProductionSplit), 0, 0},
		"neither came":                 {producer, map[string]energy.MilliWh{"made": 5000, "kept": 9000, "given": 9000}, map[string]bool{}, looked{}, 0, 0},
		"given and kept, nothing made": {producer, map[string]energy.MilliWh{"kept": 9000, "given": 9000}, map[string]bool{"kept": fresh, "given": fresh}, looked{}, 0, 0},
	} {
		site := siteOf("S", c.side, 2, 3)
		site.ContractPowerW = 1000 // 1.2 kW are 300 Wh in a quarter
		in := Input{Op: metering.Operation{Operator: dso.Enedis}, Month: month, Sites: []metering.Site{site}}
		for what, v := range c.rows {
			row := rowOf("S", kinds[what], v)
			if !c.fresh[what] {
				row = chunked(row)
			}
			in.Curves = append(in.Curves, row)
		}
		curves := SiteCurvesOf(in)
		var memory [3]Scratch
		found, lookedAt, err := siteFindings(curves, curves.parts[0], metering.GridsOf(civil.Paris, month), &memory)
		require.NoError(t, err, name)
		got := looked{}
		for _, l := range lookedAt {
			got[l] = true
		}
		require.Equal(t, c.looked, got, name)
		var want []metering.Finding
		if c.found != 0 {
			want = []metering.Finding{{DsoID: "S", Side: c.side, Kind: c.found, Day: month.First() + 2, Steps: 96, Energy: c.energy}}
		}
		require.Equal(t, want, found, name)
	}
}

func TestSumsOfBothSidesAreCompared(t *testing.T) {
	t.Parallel()
	c := SiteCurvesOf(street()) // four sites: 4 Wh
	total := func(k metering.NatureSide, v energy.MilliWh) Total {
		return Total{Sum: SumMonth{Nature: k.Nature, Side: k.Side}, curve: *rowOf("", k, v).Curve}
	}
	require.Empty(t, sharedFindings(c, totals{total(receivedKind, 9000), total(givenKind, 5000), total(madeKind, 5000)}))
	require.Empty(t, sharedFindings(c, totals{total(givenKind, 9000), total(madeKind, 5000)}), "nobody says what was received")
	found := sharedFindings(c, totals{total(receivedKind, 9001), total(givenKind, 5000), total(madeKind, 5000)})
	require.Len(t, found, 62)
	require.Equal(t, metering.Finding{Kind: metering.SharedSides, Day: month.First(), Steps: 96, Energy: 96 * 4001}, found[0])
	require.Equal(t, metering.Finding{Kind: metering.SharedAboveProduced, Day: month.First() + 24, Steps: 100, Energy: 100 * 4001}, found[31+24])
	below := sharedFindings(c, totals{total(receivedKind, 1000), total(givenKind, 5001), total(madeKind, 9000)})
	require.Len(t, below, 31)
	require.Equal(t, metering.SharedSides, below[0].Kind)

	warnings := balanceWarning(month, found)
	require.Len(t, warnings, 1)
	require.Equal(t, 2980, warnings[0].Params["count"])
	require.Empty(t, balanceWarning(month, below))
}

func TestAMetersOwnUseIsCompared(t *testing.T) {
	t.Parallel()
	in := street()
	in.Op.ACI = true
	ext := metering.NatureSide{Nature: metering.ConsExt, Side: metering.Consumer}
	in.Curves = append(in.Curves, rowOf("C2", ext, 3100))
	found, err := externalFindings(SiteCurvesOf(in))
	require.NoError(t, err)
	require.Len(t, found, 10, "on its days")
	require.Equal(t, metering.Finding{DsoID: "C2", Side: metering.Consumer, Kind: metering.ExternalConsumption, Day: month.First() + 10, Steps: 96, Energy: 96 * 100}, found[0])
	// What it makes and uses itself is part of what it uses.
	in.Curves = append(in.Curves, rowOf("C2", metering.NatureSide{Nature: metering.ProdExt, Side: metering.Consumer}, 100))
	found, err = externalFindings(SiteCurvesOf(in))
	require.NoError(t, err)
	require.Empty(t, found)
	in.Op.ACI = false
	in.Curves = in.Curves[:7]
	found, err = externalFindings(SiteCurvesOf(in))
	require.NoError(t, err)
	require.Empty(t, found, "there are no such curves")
}

func TestFindingsThatStand(t *testing.T) {
	t.Parallel()
	c := SiteCurvesOf(street())
	day := month.First() + 12
	kept := metering.Finding{DsoID: "C2", Side: metering.Consumer, Kind: metering.ReceivedAboveConsumed, Day: day}
	again := metering.Finding{DsoID: "C1", Side: metering.Consumer, Kind: metering.ReceivedAboveConsumed, Day: day}
	left := kept
	left.Day = month.First() + 20
	fresh := metering.Finding{DsoID: "A", Kind: metering.ReceivedAboveConsumed, Day: day}
	looked := map[lookedKey]bool{{"C1", metering.Consumer, metering.ReceivedAboveConsumed}: true}
	require.Equal(t, []metering.Finding{fresh, kept}, standing(c, []metering.Finding{fresh, fresh}, []metering.Finding{again, left, kept, {DsoID: "C2", Kind: metering.SharedSides, Day: day}}, looked))
}

func TestSilentSitesAreNamed(t *testing.T) {
	t.Parallel()
	in := street()
	in.Op.Operator = dso.Fake
	require.Empty(t, silentWarning(SiteCurvesOf(in)))
	for _, number := range []string{"D", "E", "F", "G"} {
		in.Sites = append(in.Sites, siteOf(number, metering.Producer, 0, 31))
	}
	warning := silentWarning(SiteCurvesOf(in))[0]
	require.Equal(t, map[string]any{"month": month.String(), "count": 4, "names": "D, E, F, G"}, warning.Params)
	in.Sites = append(in.Sites, siteOf("H", metering.Consumer, 0, 31))
	require.Equal(t, "D, E, F, G …", silentWarning(SiteCurvesOf(in))[0].Params["names"])
	in.Op.Operator = dso.Enedis
	require.Empty(t, silentWarning(SiteCurvesOf(in)), "another operator shares")
}

func TestParamsOfAStepAreNotChanged(t *testing.T) {
	t.Parallel()
	in := street()
	before, err := Summed(in)
	require.NoError(t, err)
	require.Len(t, before.Derived, 4)
	again, err := Summed(in)
	require.NoError(t, err)
	require.Equal(t, before, again, "of the same values comes the same")
}

// TestWhatStandsAloneIsCounted: what was used where nothing is known of what was received of it,
// and the other way round, by day; a day without any is no day.
func TestWhatStandsAloneIsCounted(t *testing.T) {
	t.Parallel()
	in := street()
	in.Curves[0] = meteringtest.Holed(in.Curves[0], 96, 97)       // C1 used, second day
	in.Curves[2] = meteringtest.Holed(in.Curves[2], 5*96, 5*96+2) // C1 received, sixth day
	c := SiteCurvesOf(in)
	all, err := unmatched(c, usedKind)
	require.NoError(t, err)
	require.Len(t, all, 2)
	alone, shared := all[0], all[1]
	require.Equal(t, []metering.Nature{metering.Unmatched, metering.UnmatchedShared}, []metering.Nature{alone.Sum.Nature, shared.Sum.Nature})
	require.Equal(t, []id.ID{"C1"}, alone.Each.Participants)
	require.Equal(t, []energy.MilliWh{2 * 5000}, alone.Each.Totals)
	require.Len(t, alone.Each.Days, 31)
	require.Equal(t, []energy.MilliWh{metering.Absent, 2 * 5000}, []energy.MilliWh{alone.Each.Days[1], alone.Each.Days[5]})
	require.Equal(t, []energy.MilliWh{4000, metering.Absent}, []energy.MilliWh{shared.Each.Days[1], shared.Each.Days[5]})
	require.Equal(t, energy.MilliWh(4000), shared.Sum.Days[1].Sum)
	require.False(t, shared.Sum.Days[1].State.Has(metering.Complete))

	one := street()
	one.Curves = append(one.Curves[:3], one.Curves[4:]...)
	all, err = unmatched(SiteCurvesOf(one), usedKind)
	require.NoError(t, err)
	require.Equal(t, []id.ID{"C2"}, all[0].Each.Participants, "of a site without any curve of what it received")

	both, err := aloneTotals(c)
	require.NoError(t, err)
	require.Len(t, both, 2, "producers have no Autoconso: their month is in no rate, and there is no ACI")
}

// TestWhatIsUsedOnTheSpotIsSummed, and counted apart where the rest of the site is not known.
func TestWhatIsUsedOnTheSpotIsSummed(t *testing.T) {
	t.Parallel()
	in := street()
	in.Op.ACI = true
	ext := metering.NatureSide{Nature: metering.ProdExt, Side: metering.Producer}
	in.Curves = append(in.Curves, rowOf("P1", ext, 7500), meteringtest.Holed(rowOf("P2", ext, 2100), 9*96, 9*96+1))
	in.Curves[2] = meteringtest.Holed(in.Curves[2], 96, 97)
	c := SiteCurvesOf(in)
	total, some, err := onSpotTotal(c)
	require.NoError(t, err)
	require.True(t, some)
	require.Equal(t, []id.ID{"P1", "P2"}, total.Each.Participants)
	require.Equal(t, energy.MilliWh(1500), total.curve.Values[0], "7500 made, 6000 of it given to the grid")
	require.Equal(t, energy.MilliWh(1600), total.curve.Values[3*96])
	require.Equal(t, []bool{true, false, true}, []bool{total.Sum.Days[8].State.Has(metering.Complete), total.Sum.Days[9].State.Has(metering.Complete), total.Sum.Days[10].State.Has(metering.Complete)})
	_, some, err = onSpotTotal(SiteCurvesOf(street()))
	require.NoError(t, err)
	require.False(t, some)

	in.Sites = append(in.Sites, siteOf("C3", metering.Consumer, 0, 31))
	own := metering.NatureSide{Nature: metering.ProdExt, Side: metering.Consumer}
	in.Curves = append(in.Curves, meteringtest.Holed(rowOf("C1", own, 300), 2*96, 2*96+1), rowOf("C3", own, 100))
	all, err := unmatchedACI(SiteCurvesOf(in), usedKind)
	require.NoError(t, err)
	of := map[metering.Nature]Total{}
	for _, one := range all {
		of[one.Sum.Nature] = one
	}
	require.Equal(t, []id.ID{"C1", "C3"}, of[metering.UnmatchedACI].Each.Participants)
	require.Equal(t, energy.MilliWh(300), of[metering.UnmatchedACI].Each.Totals[0], "a step of which nothing shared is known")
	require.Equal(t, energy.MilliWh(grid.N*100), of[metering.UnmatchedACI].Each.Totals[1], "nothing else is known of C3")
	require.Equal(t, []energy.MilliWh{5000}, of[metering.WithoutACI].Each.Totals)
	require.Equal(t, []energy.MilliWh{4000}, of[metering.WithoutACIShared].Each.Totals)
}

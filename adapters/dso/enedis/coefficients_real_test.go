//go:build real

package enedis_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/enedis"
	"github.com/openpmo/pmo/adapters/dso/text"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
)

// TestRealCoefficientFiles reads the two samples of domain 3.2.
func TestRealCoefficientFiles(t *testing.T) {
	t.Parallel()
	november := civil.MonthOf(civil.NewDate(2024, time.November, 1)).Range()
	read := func(name string) coefficient.Set {
		data, err := os.ReadFile(filepath.Join(realData(t), "dso", "enedis_acc_keys", name))
		require.NoError(t, err)
		set, err := readCoefficients(t, name, string(data))
		require.NoError(t, err)
		require.Equal(t, november, set.Days)
		require.Equal(t, 2, set.Decimals)
		require.Equal(t, 15*time.Minute, set.Step)
		return set
	}
	short := read("ACC00000001_15_01112024_30112024.csv")
	require.Equal(t, "ACC00000001", short.Operation)
	require.Len(t, short.Sites, 2)
	require.Equal(t, int32(5081), short.Values[0][0])
	require.Equal(t, int32(3986), short.Values[1][0])
	require.Equal(t, "ACC00000001_15_01112024_30112024.csv", enedis.DefaultCoefficients.FileName(short))

	month := read("01112024_30_11_2024.csv")
	require.Len(t, month.Sites, 3)
	require.Equal(t, []int32{2320, 0, 1420}, []int32{month.Values[0][0], month.Values[1][0], month.Values[2][0]})
	var sites []coefficient.Site
	for _, number := range month.Sites {
		sites = append(sites, coefficient.Site{Number: number, Days: november})
	}
	require.NoError(t, month.Check(sites), "30 days of 96 quarters, no sum above 100")
}

// realYearFiles are the curves of a real project study, those of consumers first.
// Labels with a year follow the wall's clock, the others UTC+1; all are starts.
var realYearFiles = []struct {
	pattern         string
	producer, legal bool
}{
	{pattern: "Parking_Harmony1_*.csv", legal: true}, {pattern: "Simu_50_particuliers.csv"}, {pattern: "Simu_5Conso.csv"},
	{pattern: "Simu_Azimut.csv"}, {pattern: "Simu_Harmony2.csv"}, {pattern: "Simu_PtiteEchoppe.csv"},
	{pattern: "Simu_Prod.csv", producer: true}, {pattern: "Simu_Prod_Enerev_100.csv", producer: true},
}

// readRealCurve gives mWh by the start of the quarter.
func readRealCurve(t *testing.T, pattern string, legal bool) map[int64]energy.MilliWh {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(realData(t), "dso", "acc_curves_15min", pattern))
	require.NoError(t, err)
	require.Len(t, found, 1, pattern)
	file, err := os.Open(found[0])
	require.NoError(t, err)
	defer func() { _ = file.Close() }()
	curve := map[int64]energy.MilliWh{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		label, value, ok := strings.Cut(strings.TrimSpace(lines.Text()), ";")
		if !ok || value == "" {
			continue
		}
		number, decimals, ok := text.ParseNumber([]byte(value))
		require.True(t, ok, value)
		e, err := energy.FromDecimal(number, decimals, energy.WattHour)
		require.NoError(t, err)
		curve[realStart(t, label, legal, curve)] = e
	}
	require.Len(t, curve, 365*96, pattern)
	return curve
}

func realStart(t *testing.T, label string, legal bool, before map[int64]energy.MilliWh) int64 {
	t.Helper()
	if !legal {
		at, err := time.ParseInLocation("02.01. 15:04 2006", label+" 2024", time.FixedZone("", 3600))
		require.NoError(t, err)
		return at.Unix()
	}
	wall, err := time.Parse("02/01/2006 15:04", label)
	require.NoError(t, err)
	found, n := civil.Paris.Instants(civil.NewDate(wall.Date()), time.Duration(wall.Hour()*60+wall.Minute())*time.Minute)
	require.Positive(t, n, label)
	if _, again := before[found[0].Unix()]; again {
		require.Equal(t, 2, n, label)
		return found[1].Unix()
	}
	return found[0].Unix()
}

// realRules are all keys, for six consumers and two producers.
func realRules() map[string]share.Rule {
	priorities := []int64{1, 2, 2, 3, 1, 2}
	return map[string]share.Rule{
		"by_default":            {Algorithm: share.ByDefault},
		"static":                {Algorithm: share.Static, Parameters: []int64{1000, 3000, 1500, 2000, 1000, 1500}, Whole: 10_000},
		"static by producer":    {Algorithm: share.Static, Couples: [][]int64{{1000, 3000, 1500, 2000, 1000, 1500}, {0, 5000, 0, 2500, 2500, 0}}, Whole: 10_000},
		"by_equality":           {Algorithm: share.ByEquality},
		"by_weight":             {Algorithm: share.ByWeight, Parameters: []int64{1, 4, 2, 3, 1, 0}},
		"by_priority":           {Algorithm: share.ByPriority, Parameters: priorities},
		"by_ungrouped_priority": {Algorithm: share.ByUngroupedPriority, Couples: [][]int64{priorities, {2, 1, 1, 0, 3, 1}}},
		"by_pool": {Algorithm: share.ByPool, Whole: 100, Pools: []share.Pool{
			{Part: 40, Algorithm: share.ByDefault, Members: []int{0, 4}, Destination: 2},
			{Part: 30, Algorithm: share.ByPriority, Members: []int{1, 2}, Parameters: []int64{1, 2}, Destination: share.ToSurplus},
			{Part: 25, Algorithm: share.ByShareWithMinimum, Members: []int{0, 3, 5}, Parameters: []int64{1, 3, 2}, Destination: share.ToSurplus},
		}},
	}
}

// TestRealYearOfCoefficients shares a real year by each key: every one of the 35 040
// steps is conserved; the coefficient files of each month, written, read back and
// applied again, give the same energy within the bound of their rounding.
func TestRealYearOfCoefficients(t *testing.T) {
	t.Parallel()
	var curves []map[int64]energy.MilliWh
	for _, f := range realYearFiles {
		curves = append(curves, readRealCurve(t, f.pattern, f.legal))
	}
	for name, rule := range realRules() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			y := realCoefficients{t: t, rule: rule}
			for _, month := range civil.MonthsOf(civil.Range{From: civil.NewDate(2024, time.January, 1), To: civil.NewDate(2025, time.January, 1)}) {
				days := month.Range()
				if month.Month() == time.February { // the leap day is in none of the files
					days.To--
				}
				y.month(days, curves)
			}
			require.Equal(t, 365*96, y.steps)
			t.Logf("%s: %d kWh shared of %d; coefficients lose %d Wh", name, y.shared/energy.KilowattHour, y.produced/energy.KilowattHour, y.lost/energy.WattHour)
		})
	}
}

type realCoefficients struct {
	t                      *testing.T
	rule                   share.Rule
	steps                  int
	produced, shared, lost energy.MilliWh
}

// month shares days of one month and sends the coefficients round.
func (y *realCoefficients) month(days civil.Range, curves []map[int64]energy.MilliWh) {
	t := y.t
	from, to := civil.Paris.Span(days)
	var production, consumption [][]energy.MilliWh
	for i, f := range realYearFiles {
		var column []energy.MilliWh
		for at := from.Unix(); at < to.Unix(); at += 900 {
			v, ok := curves[i][at]
			require.True(t, ok, "%s lacks %s", f.pattern, time.Unix(at, 0))
			column = append(column, v)
		}
		if f.producer {
			production = append(production, column)
		} else {
			consumption = append(consumption, column)
		}
	}
	pairs, received := y.share(y.rule, production, consumption)
	pot := make([]energy.MilliWh, len(production[0]))
	for s := range pot {
		shared := energy.MilliWh(0)
		for i := range consumption {
			require.True(t, received[i][s] >= 0 && received[i][s] <= consumption[i][s])
			shared += received[i][s]
		}
		pot[s] = production[0][s] + production[1][s]
		require.LessOrEqual(t, shared, pot[s])
		y.steps++
		y.produced, y.shared = y.produced+pot[s], y.shared+shared
	}
	var again share.Rule
	if y.rule.ByProducer() {
		again = y.sent(days, pairs, production)
	} else {
		again = y.sent(days, [][][]energy.MilliWh{received}, [][]energy.MilliWh{pot})
	}
	_, applied := y.share(again, production, consumption)
	for s := range pot {
		bound := coefficient.Bound(pot[s], 2)
		if y.rule.ByProducer() {
			bound = coefficient.Bound(production[0][s], 2) + coefficient.Bound(production[1][s], 2)
		}
		for i := range applied {
			off := applied[i][s] - received[i][s]
			require.True(t, max(off, -off) <= bound, "step %d of %s: %d instead of %d", s, days, applied[i][s], received[i][s])
		}
	}
	lost, err := coefficient.Loss(received, applied)
	require.NoError(t, err)
	y.lost += lost
}

func (y *realCoefficients) share(rule share.Rule, production, consumption [][]energy.MilliWh) (pairs [][][]energy.MilliWh, received [][]energy.MilliWh) {
	columns := func() [][]energy.MilliWh {
		out := make([][]energy.MilliWh, len(consumption))
		for i := range out {
			out[i] = make([]energy.MilliWh, len(production[0]))
		}
		return out
	}
	for range production {
		pairs = append(pairs, columns())
	}
	require.NoError(y.t, new(share.Kernel).ShareByProducer(pairs, production, consumption, rule))
	received = columns()
	require.NoError(y.t, share.Received(received, pairs))
	return pairs, received
}

// sent writes files, one for each production, and reads them back.
func (y *realCoefficients) sent(days civil.Range, shared [][][]energy.MilliWh, production [][]energy.MilliWh) share.Rule {
	t := y.t
	var numbers []string
	var sites []coefficient.Site
	for i := range shared[0] {
		numbers = append(numbers, fmt.Sprintf("997000000001%02d", i+1))
		sites = append(sites, coefficient.Site{Number: numbers[i], Days: days})
	}
	var sets []coefficient.Set
	for p := range production {
		values, err := coefficient.Default.Round(shared[p], production[p])
		require.NoError(t, err)
		set := coefficient.Set{Operation: "ACC00000098", Zone: civil.Paris, Days: days, Step: 15 * time.Minute, Decimals: 2, Sites: numbers, Values: values}
		if len(production) > 1 {
			set.Producer = fmt.Sprintf("997000000002%02d", p+1)
		}
		var file bytes.Buffer
		require.NoError(t, enedis.DefaultCoefficients.Write(&file, set))
		back, err := enedis.ReadCoefficients(context.Background(), enedis.DefaultCoefficients.FileName(set), &file, civil.Paris)
		require.NoError(t, err)
		require.Equal(t, set, back)
		require.NoError(t, back.Check(sites))
		sets = append(sets, back)
	}
	rule, err := coefficient.Rule(sites, sets...)
	require.NoError(t, err)
	return rule
}

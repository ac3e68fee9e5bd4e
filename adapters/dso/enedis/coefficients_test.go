package enedis_test

import (
	"bytes"
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/adapters/dso/enedis"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
)

const coefficientSample = "ACC00000009_15_24102026_25102026.csv"

func readCoefficients(t require.TestingT, name, text string) (coefficient.Set, error) {
	return enedis.ReadCoefficients(context.Background(), name, strings.NewReader(text), civil.Paris)
}

func sampleOfCoefficients(t *testing.T) (string, coefficient.Set) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + coefficientSample)
	require.NoError(t, err)
	set, err := readCoefficients(t, coefficientSample, string(data))
	require.NoError(t, err)
	return string(data), set
}

// TestCoefficientSample reads a file of ours: two days, the second with the hour that
// autumn repeats. Written again it is the same text.
func TestCoefficientSample(t *testing.T) {
	t.Parallel()
	text, set := sampleOfCoefficients(t)
	require.Equal(t, "ACC00000009", set.Operation)
	require.Empty(t, set.Producer)
	require.Equal(t, 15*time.Minute, set.Step)
	require.Equal(t, civil.Range{From: civil.NewDate(2026, time.October, 24), To: civil.NewDate(2026, time.October, 26)}, set.Days)
	require.Equal(t, 2, set.Decimals)
	require.Equal(t, []string{"99000000000001", "99000000000002", "99000000000003"}, set.Sites)
	require.Len(t, set.Values[0], 196)
	require.Equal(t, int32(3184), set.Values[0][32], "08:00 of the first day")
	require.Equal(t, int32(2696), set.Values[1][32])
	everyDay := civil.Range{From: civil.Min, To: civil.Forever}
	var sites []coefficient.Site
	for _, number := range set.Sites {
		sites = append(sites, coefficient.Site{Number: number, Days: everyDay})
	}
	require.NoError(t, set.Check(sites))
	require.Equal(t, coefficientSample, enedis.DefaultCoefficients.FileName(set))
	var out bytes.Buffer
	require.NoError(t, enedis.DefaultCoefficients.Write(&out, set))
	require.Equal(t, text, out.String())
}

// TestCoefficientDialects: the same content as other tools write it.
func TestCoefficientDialects(t *testing.T) {
	t.Parallel()
	text, want := sampleOfCoefficients(t)
	for name, other := range map[string]string{
		"points":           strings.ReplaceAll(text, ",", "."),
		"CRLF and BOM":     "\xef\xbb\xbf" + strings.ReplaceAll(text, "\n", "\r\n"),
		"ends of lines":    strings.ReplaceAll(text, "\n", ";\n"),
		"short zeros":      strings.ReplaceAll(text, ";0,00", ";0"),
		"blank lines":      strings.Replace(text, "\n", "\n\n", 2) + "\n\n",
		"no end of line":   strings.TrimSuffix(text, "\n"),
		"quotes and space": strings.Replace(text, "Horodate;", `"HORODATE" ; `, 1),
		"more zeros":       strings.ReplaceAll(text, ";0,00", ";0,000000"),
	} {
		got, err := readCoefficients(t, "sent/"+strings.Replace(coefficientSample, ".csv", ".txt", 1), other)
		require.NoError(t, err, name)
		require.Equal(t, want, got, name)
	}
	// Without a telling name the lines say step and days.
	got, err := readCoefficients(t, "24102026_25_10_2026.csv", text)
	require.NoError(t, err)
	require.Empty(t, got.Operation)
	got.Operation = want.Operation
	require.Equal(t, want, got)
}

func TestCoefficientLinesThatAreNotThereAreMissing(t *testing.T) {
	t.Parallel()
	text, want := sampleOfCoefficients(t)
	lines := strings.SplitAfter(text, "\n")
	// 00:15 of the first day; the second occurrence of 02:30.
	got, err := readCoefficients(t, coefficientSample, strings.Join(slices.Concat(lines[:2], lines[3:97+14], lines[97+15:]), ""))
	require.NoError(t, err)
	for i := range want.Values {
		want.Values[i][1], want.Values[i][96+14] = coefficient.Missing, coefficient.Missing
	}
	require.Equal(t, want.Values, got.Values)
	require.ErrorIs(t, enedis.DefaultCoefficients.Write(&bytes.Buffer{}, got), coefficient.ErrStepMissing)
	empty, err := readCoefficients(t, coefficientSample, strings.Replace(text, ";0,00;0,00;0,00", ";;0;", 1))
	require.NoError(t, err)
	require.Equal(t, []int32{coefficient.Missing, 0, coefficient.Missing}, []int32{empty.Values[0][0], empty.Values[1][0], empty.Values[2][0]})
}

func TestCoefficientRefusals(t *testing.T) {
	t.Parallel()
	const head, first = "Horodate;99000000000001;99000000000002\n", "24/10/2026 00:00;50,00;50,00\n"
	for name, c := range map[string]struct {
		text, key, field string
		row              int
	}{
		"a letter":                   {head + first + "24/10/2026 00:15;5O,00;1\n", "coefficients.value", "99000000000001", 3},
		"a sign":                     {head + "24/10/2026 00:15;1;-1\n", "coefficients.value", "99000000000002", 2},
		"over 100":                   {head + "24/10/2026 00:15;1;100,01\n", "coefficients.value", "99000000000002", 2},
		"five decimals":              {head + "24/10/2026 00:15;1;1,00001\n", "coefficients.value", "99000000000002", 2},
		"a time off the grid":        {head + first + "24/10/2026 00:20;1;1\n", "curve.offGrid", "Horodate", 3},
		"an American day":            {head + "10/24/2026 00:00;1;1\n", "time.invalid", "Horodate", 2},
		"the same time twice":        {head + first + first, "coefficients.stepTwice", "Horodate", 3},
		"a day out of the name":      {head + "26/10/2026 00:00;1;1\n", "coefficients.outOfPeriod", "Horodate", 2},
		"a field too few":            {head + "24/10/2026 00:00;1\n", "row.fields", "", 2},
		"a field too many":           {head + "24/10/2026 00:00;1;1;1\n", "row.fields", "", 2},
		"a site twice":               {"Horodate;99000000000001;99000000000001\n" + first, "coefficients.siteTwice", "", 1},
		"a number that is no PRM":    {"Horodate;99000000000001;9900000000002\n" + first, "prm.length", "prm", 1},
		"a third time in the autumn": {head + strings.Repeat("25/10/2026 02:00;1;1\n", 3), "coefficients.stepTwice", "Horodate", 4},
	} {
		_, err := readCoefficients(t, coefficientSample, c.text)
		require.Equal(t, "import.rejected", fault.KeyOf(err), "%s: %v", name, err)
		item := fault.From(err).Items[0]
		require.Equal(t, c.key, item.Key, name)
		require.Equal(t, c.field, item.Field, name)
		require.Equal(t, c.row, item.Row, name)
	}
	_, err := readCoefficients(t, "spring.csv", head+"29/03/2026 01:45;1;1\n29/03/2026 02:00;1;1\n")
	require.Equal(t, "time.skipped", fault.From(err).Items[0].Key)
	_, err = readCoefficients(t, coefficientSample, "Date;99000000000001\n")
	require.Equal(t, "MissingColumns", fault.KeyOf(err))
	_, err = readCoefficients(t, coefficientSample, head)
	require.Equal(t, "import.empty", fault.KeyOf(err))
	_, err = readCoefficients(t, coefficientSample, "")
	require.Equal(t, "MissingColumns", fault.KeyOf(err))
	_, err = readCoefficients(t, "x.csv", head+first+"25/12/2027 00:00;1;1\n")
	require.Equal(t, "range.tooLong", fault.From(err).Items[0].Key)
}

// TestCoefficientsComeBack writes and reads sets of any decimals, steps and months.
func TestCoefficientsComeBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		first := civil.NewDate(2026, time.January, 1).AddDays(rapid.IntRange(0, 364).Draw(t, "day"))
		set := coefficient.Set{Operation: "ACC00000001", Zone: civil.Paris, Decimals: rapid.IntRange(2, 4).Draw(t, "decimals"),
			Producer: rapid.SampledFrom([]string{"", "99000000000009"}).Draw(t, "producer"),
			Step:     time.Duration(rapid.SampledFrom([]int{5, 10, 15, 30, 60}).Draw(t, "step")) * time.Minute,
			Days:     civil.Range{From: first, To: first.AddDays(rapid.IntRange(1, 3).Draw(t, "days"))}, Sites: []string{"99000000000001", "99000000000002"}}
		seed := rapid.Uint64().Draw(t, "seed")
		for range set.Sites {
			var column []int32
			for range set.Steps() {
				seed = seed*6364136223846793005 + 1442695040888963407
				column = append(column, int32(seed>>33%uint64(coefficient.Whole(set.Decimals)+1)))
			}
			set.Values = append(set.Values, column)
		}
		set.Values[0][0] = 1 // the last decimal is used
		format := enedis.DefaultCoefficients
		format.CRLF = rapid.Bool().Draw(t, "CRLF")
		format.Mark = rapid.SampledFrom([]byte{',', '.'}).Draw(t, "mark")
		var out bytes.Buffer
		require.NoError(t, format.Write(&out, set))
		got, err := readCoefficients(t, format.FileName(set), out.String())
		require.NoError(t, err)
		require.Equal(t, set, got)
	})
}

func TestCoefficientFormatIsASetting(t *testing.T) {
	t.Parallel()
	_, set := sampleOfCoefficients(t)
	set.Producer = "99000000000009"
	require.Equal(t, "ACC00000009_99000000000009_15_24102026_25102026.csv", enedis.DefaultCoefficients.FileName(set))
	format := enedis.CoefficientFormat{Name: "{operation}.txt", FullName: "{start}-{end}-{producer}.txt", Mark: '.'}
	require.Equal(t, "24102026-25102026-99000000000009.txt", format.FileName(set))
	set.Values[0] = set.Values[0][1:]
	require.ErrorIs(t, format.Write(&bytes.Buffer{}, set), coefficient.ErrSteps)
}

// FuzzReadCoefficients: whatever comes in, an answer comes out, and what was read can be
// checked.
func FuzzReadCoefficients(f *testing.F) {
	f.Add("Horodate;99000000000001\n24/10/2026 00:00;50,81\n24/10/2026 00:15;0.1\n", coefficientSample)
	f.Add("Horodate;99000000000001\n25/10/2026 02:00;1\n25/10/2026 02:00;1\n", "x")
	f.Add("Horodate;1;;\n;;;\n", "_15_00000000_99999999.csv")
	f.Fuzz(func(t *testing.T, text, name string) {
		set, err := readCoefficients(t, name, text)
		if err != nil {
			require.NotEqual(t, "internal", fault.KeyOf(err))
			return
		}
		_ = set.Check(nil)
		require.Len(t, set.Values, len(set.Sites))
	})
}

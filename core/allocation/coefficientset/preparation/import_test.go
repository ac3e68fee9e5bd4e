package preparation_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/coefficientset/preparation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/stretchr/testify/require"
)

// TestImportOfCoefficients: all or nothing, and nothing of a dry run.
func TestImportOfCoefficients(t *testing.T) {
	w := coretest.NewSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByEquality)
	set := w.MakeSet(coretest.March)
	name, text := set.Files[0].Name, w.Text(set, 0)
	require.Equal(t, "ACC90000001_15_01032026_31032026.csv", name)
	lines := strings.SplitAfter(string(text), "\n")
	edited := func(old, new string) []byte { return []byte(strings.Replace(string(text), old, new, 1)) }
	for what, c := range map[string]struct {
		file preparation.NamedFile
		key  string
	}{
		"other operation":    {coretest.Named("ACC90000002_15_01032026_31032026.csv", text), "coefficients.otherOperation"},
		"not a whole month":  {coretest.Named("coefficients.csv", []byte(strings.Join(lines[:1+96], ""))), "coefficients.wholeMonth"},
		"a site nobody has":  {coretest.Named(name, edited(coretest.PRMB, "99100000000077")), "coefficients.siteUnknown"},
		"a site too few":     {coretest.Named(name, withoutColumn(text, 2)), "coefficients.siteMissing"},
		"above a hundred":    {coretest.Named(name, edited("01/03/2026 12:00;", "01/03/2026 12:00;99,")), "import.rejected"},
		"above, in sum":      {coretest.Named(name, edited(lineOf(lines, "01/03/2026 12:00"), "01/03/2026 12:00;60,00;60,00\n")), "coefficients.sumOver100"},
		"a step too few":     {coretest.Named(name, edited(lineOf(lines, "01/03/2026 12:00"), "")), "coefficients.stepMissing"},
		"a producer unknown": {coretest.Named("ACC90000001_99100000000066_15_01032026_31032026.csv", text), "coefficients.producerUnknown"},
		"a producer too few": {coretest.Named("ACC90000001_"+coretest.PRMP1+"_15_01032026_31032026.csv", text), "coefficients.producerMissing"},
	} {
		_, err := w.Import(false, c.file)
		require.Error(t, err, what)
		keys := []string{fault.KeyOf(err)}
		for _, item := range fault.From(err).Items {
			keys = append(keys, item.Key)
		}
		require.Contains(t, keys, c.key, what)
	}
	require.Equal(t, 1, w.Count("allocation_coefficient_sets"))

	seen, err := w.Import(true, coretest.Named(name, text))
	require.NoError(t, err)
	require.Equal(t, []any{coretest.March, coefficientset.SimpleCoefficients, 1, true}, []any{seen[0].Month, seen[0].Mode, len(seen), seen[0].Imported})
	require.Equal(t, 1, w.Count("allocation_coefficient_sets"), "a dry run only looks")
	taken, err := w.Import(false, coretest.Named(name, text))
	require.NoError(t, err)
	require.Equal(t, set.Files[0].SHA256, taken[0].Files[0].SHA256)
	require.Equal(t, text, w.Text(taken[0], 0))
	require.NoError(t, w.Record(taken[0], coefficientset.CoefficientsSent), "it may be sent on")

	both, err := w.Import(false, coretest.Named("ACC90000001_"+coretest.PRMP1+"_15_01032026_31032026.csv", text), coretest.Named("ACC90000001_"+coretest.PRMP2+"_15_01032026_31032026.csv", text))
	require.NoError(t, err)
	require.Equal(t, []any{1, coefficientset.FullCoefficients, 2}, []any{len(both), both[0].Mode, len(both[0].Files)})
}

// TestAnImportOfSeveralMonthsIsOne: a fault in one keeps all out.
func TestAnImportOfSeveralMonthsIsOne(t *testing.T) {
	w := coretest.NewSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByEquality)
	one, two := w.MakeSet(coretest.March), w.MakeSet(coretest.March.Next())
	files := func(second []byte) []preparation.NamedFile {
		return []preparation.NamedFile{coretest.Named(two.Files[0].Name, second), coretest.Named(one.Files[0].Name, w.Text(one, 0))}
	}
	_, err := w.Import(false, files(withoutColumn(w.Text(two, 0), 2))...)
	require.ErrorIs(t, err, coefficient.ErrInvalid)
	require.Equal(t, 2, w.Count("allocation_coefficient_sets"))
	sets, err := w.Import(false, files(w.Text(two, 0))...)
	require.NoError(t, err)
	require.Equal(t, []civil.Month{coretest.March, coretest.March.Next()}, []civil.Month{sets[0].Month, sets[1].Month})
}

func lineOf(lines []string, start string) string {
	for _, line := range lines {
		if strings.HasPrefix(line, start) {
			return line
		}
	}
	return "?"
}

func withoutColumn(text []byte, column int) []byte {
	var out bytes.Buffer
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), ";")
		out.WriteString(strings.Join(append(fields[:column:column], fields[column+1:]...), ";") + "\n")
	}
	return out.Bytes()
}

// TestFilesReadBack: what differs is counted, in cells and in energy.
func TestFilesReadBack(t *testing.T) {
	w := coretest.NewSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByEquality)
	set := w.MakeSet(coretest.March)
	name, text := set.Files[0].Name, w.Text(set, 0)
	check := func(files ...preparation.NamedFile) preparation.Check {
		t.Helper()
		out, err := w.Preparation.Check(t.Context(), w.Observer(), w.Operation, set.ID, files)
		require.NoError(t, err)
		return out
	}
	none := energy.MilliWh(0)
	require.Equal(t, preparation.Check{Rows: 31*96 - 4, Energy: &none}, check(coretest.Named(name, text)))
	require.Equal(t, "coefficients.producerTwice", check(coretest.Named(name, text), coretest.Named(name, text)).Errors[0].Key)

	lines := strings.SplitAfter(string(text), "\n")
	noon := lineOf(lines, "10/03/2026 12:00")
	without := strings.Replace(string(text), noon, "10/03/2026 12:00;0,00;0,00\n", 1)
	out := check(coretest.Named(name, []byte(without)))
	require.Equal(t, []any{2, 0}, []any{out.Differences, len(out.Errors)})
	require.Negative(t, *out.Energy, "the file gives less")
	short := check(coretest.Named(name, []byte(strings.Join(lines[:2000], ""))))
	require.Positive(t, short.Differences, "steps that are not there differ")
	require.Negative(t, *short.Energy)
	require.Equal(t, "MissingColumns", check(coretest.Named(name, []byte("a;b\n"))).Errors[0].Key)
	require.Equal(t, "coefficients.producerUnknown", check(coretest.Named("ACC90000001_"+coretest.PRMP1+"_15_01032026_31032026.csv", text)).Errors[0].Key)
	require.Equal(t, "coefficients.otherOperation", check(coretest.Named("ACC90000002_15_01032026_31032026.csv", text)).Errors[0].Key)
	april := strings.NewReplacer("01032026", "01042026", "31032026", "30042026").Replace(name)
	require.NotEmpty(t, check(coretest.Named(april, text)).Errors)
}

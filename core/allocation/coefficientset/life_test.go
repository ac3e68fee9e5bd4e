package coefficientset_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
)

// TestTheLifeOfCoefficients walks every way through the states, and refuses all others.
func TestTheLifeOfCoefficients(t *testing.T) {
	const sent, acknowledged, refused, applied = coefficientset.CoefficientsSent, coefficientset.CoefficientsAcknowledged, coefficientset.CoefficientsRefused, coefficientset.CoefficientsApplied
	w := newSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByEquality)
	for _, c := range []struct {
		way   []coefficientset.CoefficientStatus
		never []coefficientset.CoefficientStatus // may not follow
	}{
		{nil, []coefficientset.CoefficientStatus{acknowledged, refused, applied, "PREPARED"}},
		{[]coefficientset.CoefficientStatus{sent}, []coefficientset.CoefficientStatus{sent}},
		{[]coefficientset.CoefficientStatus{sent, acknowledged}, []coefficientset.CoefficientStatus{sent, acknowledged}},
		{[]coefficientset.CoefficientStatus{sent, refused}, []coefficientset.CoefficientStatus{acknowledged, refused, applied}},
		{[]coefficientset.CoefficientStatus{sent, refused, sent, applied}, []coefficientset.CoefficientStatus{sent, acknowledged, refused, applied}},
		{[]coefficientset.CoefficientStatus{sent, acknowledged, refused}, []coefficientset.CoefficientStatus{applied}},
		{[]coefficientset.CoefficientStatus{sent, acknowledged, applied}, []coefficientset.CoefficientStatus{refused}},
	} {
		set := w.MakeSet(coretest.March)
		for _, to := range c.way {
			require.NoError(t, w.Record(set, to), "%v", c.way)
		}
		for _, to := range c.never {
			require.ErrorIs(t, w.Record(set, to), allocation.ErrCoefficientState, "%v then %s", c.way, to)
		}
		stored, err := w.CoefficientSet.GetCoefficients(t.Context(), w.Organizer, w.Operation, set.ID)
		require.NoError(t, err)
		require.Len(t, stored.History, 1+len(c.way))
	}
}

func TestAStepSaysWhoWhenAndWhy(t *testing.T) {
	w := newSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByEquality)
	set := w.MakeSet(coretest.March)
	tomorrow, past := w.Today+1, civil.NewDate(2026, 4, 3)
	in := coefficientset.StepInput{OperationID: w.Operation, SetID: set.ID, Status: coefficientset.CoefficientsSent, Day: &tomorrow, Note: " by the portal "}
	_, err := w.CoefficientSet.RecordStep(t.Context(), w.Organizer, in)
	require.ErrorIs(t, err, allocation.ErrFuture)
	in.Day = &past
	stored, err := w.CoefficientSet.RecordStep(t.Context(), w.Organizer, in)
	require.NoError(t, err)
	last := stored.History[1]
	require.Equal(t, []any{coefficientset.CoefficientsSent, past, "Ode Rieu", "by the portal"}, []any{last.Status, last.Day, last.Author, last.Note})
	require.True(t, last.At.Equal(w.Clock))
	_, err = w.DB.Pool().Exec(t.Context(), "update allocation_coefficient_events set note = ''")
	require.Error(t, err, "what was recorded stays")
}

func TestMonthsOfCoefficients(t *testing.T) {
	w := newSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByEquality)
	set, april := w.MakeSet(coretest.March), w.MakeSet(coretest.March.Next())
	require.Equal(t, []any{set.ID, coretest.March}, []any{april.Previous.ID, april.Previous.Month})
	months, err := w.CoefficientSet.CoefficientMonths(t.Context(), w.Observer(), w.Operation, civil.Range{From: coretest.March.First() - 1, To: coretest.March.Next().Next().First()})
	require.NoError(t, err)
	require.Len(t, months, 3)
	require.Equal(t, []any{april.ID, set.ID, true, true, false}, []any{months[0].Current.ID, months[1].Current.ID, months[1].Needed, months[1].Late, months[2].Needed})
	require.Nil(t, months[2].Current)
	require.Equal(t, set.ID, months[0].Current.Previous.ID)
	require.Equal(t, civil.NewDate(2026, 4, 5), months[1].Deadline)
	require.Equal(t, int(months[1].Deadline-w.Today), months[1].DaysLeft)
	require.NoError(t, w.Record(set, coefficientset.CoefficientsSent))
	months, err = w.CoefficientSet.CoefficientMonths(t.Context(), w.Organizer, w.Operation, coretest.March.Range())
	require.NoError(t, err)
	require.False(t, months[0].Late, "it is sent")
	_, err = w.CoefficientSet.CoefficientMonths(t.Context(), w.Organizer, w.Operation, civil.Range{From: coretest.March.First(), To: coretest.March.First()})
	require.ErrorIs(t, err, civil.ErrReversed)
	_, err = w.CoefficientSet.CoefficientMonths(t.Context(), w.Organizer, w.Operation, civil.Range{From: coretest.March.First(), To: coretest.March.Add(13).First()})
	require.ErrorIs(t, err, civil.ErrTooLong)
}

// TestImportOfCoefficients: all or nothing, and nothing of a dry run.
func TestImportOfCoefficients(t *testing.T) {
	w := newSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByEquality)
	set := w.MakeSet(coretest.March)
	name, text := set.Files[0].Name, w.Text(set, 0)
	require.Equal(t, "ACC90000001_15_01032026_31032026.csv", name)
	lines := strings.SplitAfter(string(text), "\n")
	edited := func(old, new string) []byte { return []byte(strings.Replace(string(text), old, new, 1)) }
	for what, c := range map[string]struct {
		file coefficientset.NamedFile
		key  string
	}{
		"other operation":    {named("ACC90000002_15_01032026_31032026.csv", text), "coefficients.otherOperation"},
		"not a whole month":  {named("coefficients.csv", []byte(strings.Join(lines[:1+96], ""))), "coefficients.wholeMonth"},
		"a site nobody has":  {named(name, edited(coretest.PRMB, "99100000000077")), "coefficients.siteUnknown"},
		"a site too few":     {named(name, withoutColumn(text, 2)), "coefficients.siteMissing"},
		"above a hundred":    {named(name, edited("01/03/2026 12:00;", "01/03/2026 12:00;99,")), "import.rejected"},
		"above, in sum":      {named(name, edited(lineOf(lines, "01/03/2026 12:00"), "01/03/2026 12:00;60,00;60,00\n")), "coefficients.sumOver100"},
		"a step too few":     {named(name, edited(lineOf(lines, "01/03/2026 12:00"), "")), "coefficients.stepMissing"},
		"a producer unknown": {named("ACC90000001_99100000000066_15_01032026_31032026.csv", text), "coefficients.producerUnknown"},
		"a producer too few": {named("ACC90000001_"+coretest.PRMP1+"_15_01032026_31032026.csv", text), "coefficients.producerMissing"},
	} {
		_, err := w.imports(false, c.file)
		require.Error(t, err, what)
		keys := []string{fault.KeyOf(err)}
		for _, item := range fault.From(err).Items {
			keys = append(keys, item.Key)
		}
		require.Contains(t, keys, c.key, what)
	}
	require.Equal(t, 1, w.Count("allocation_coefficient_sets"))

	seen, err := w.imports(true, named(name, text))
	require.NoError(t, err)
	require.Equal(t, []any{coretest.March, coefficientset.SimpleCoefficients, 1, true}, []any{seen[0].Month, seen[0].Mode, len(seen), seen[0].Imported})
	require.Equal(t, 1, w.Count("allocation_coefficient_sets"), "a dry run only looks")
	taken, err := w.imports(false, named(name, text))
	require.NoError(t, err)
	require.Equal(t, set.Files[0].SHA256, taken[0].Files[0].SHA256)
	require.Equal(t, text, w.Text(taken[0], 0))
	require.NoError(t, w.Record(taken[0], coefficientset.CoefficientsSent), "it may be sent on")

	both, err := w.imports(false, named("ACC90000001_"+coretest.PRMP1+"_15_01032026_31032026.csv", text), named("ACC90000001_"+coretest.PRMP2+"_15_01032026_31032026.csv", text))
	require.NoError(t, err)
	require.Equal(t, []any{1, coefficientset.FullCoefficients, 2}, []any{len(both), both[0].Mode, len(both[0].Files)})
}

// TestAnImportOfSeveralMonthsIsOne: a fault in one keeps all out.
func TestAnImportOfSeveralMonthsIsOne(t *testing.T) {
	w := newSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByEquality)
	one, two := w.MakeSet(coretest.March), w.MakeSet(coretest.March.Next())
	files := func(second []byte) []coefficientset.NamedFile {
		return []coefficientset.NamedFile{named(two.Files[0].Name, second), named(one.Files[0].Name, w.Text(one, 0))}
	}
	_, err := w.imports(false, files(withoutColumn(w.Text(two, 0), 2))...)
	require.ErrorIs(t, err, coefficient.ErrInvalid)
	require.Equal(t, 2, w.Count("allocation_coefficient_sets"))
	sets, err := w.imports(false, files(w.Text(two, 0))...)
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
	w := newSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByEquality)
	set := w.MakeSet(coretest.March)
	name, text := set.Files[0].Name, w.Text(set, 0)
	check := func(files ...coefficientset.NamedFile) coefficientset.CoefficientCheck {
		t.Helper()
		out, err := w.CoefficientSet.CheckCoefficients(t.Context(), w.Observer(), w.Operation, set.ID, files)
		require.NoError(t, err)
		return out
	}
	none := energy.MilliWh(0)
	require.Equal(t, coefficientset.CoefficientCheck{Rows: 31*96 - 4, Energy: &none}, check(named(name, text)))
	require.Equal(t, "coefficients.producerTwice", check(named(name, text), named(name, text)).Errors[0].Key)

	lines := strings.SplitAfter(string(text), "\n")
	noon := lineOf(lines, "10/03/2026 12:00")
	without := strings.Replace(string(text), noon, "10/03/2026 12:00;0,00;0,00\n", 1)
	out := check(named(name, []byte(without)))
	require.Equal(t, []any{2, 0}, []any{out.Differences, len(out.Errors)})
	require.Negative(t, *out.Energy, "the file gives less")
	short := check(named(name, []byte(strings.Join(lines[:2000], ""))))
	require.Positive(t, short.Differences, "steps that are not there differ")
	require.Negative(t, *short.Energy)
	require.Equal(t, "MissingColumns", check(named(name, []byte("a;b\n"))).Errors[0].Key)
	require.Equal(t, "coefficients.producerUnknown", check(named("ACC90000001_"+coretest.PRMP1+"_15_01032026_31032026.csv", text)).Errors[0].Key)
	require.Equal(t, "coefficients.otherOperation", check(named("ACC90000002_15_01032026_31032026.csv", text)).Errors[0].Key)
	april := strings.NewReplacer("01032026", "01042026", "31032026", "30042026").Replace(name)
	require.NotEmpty(t, check(named(april, text)).Errors)
}

// TestSimpleDynamicSharesByTheImportedSet, and by the rule of the law in months without.
func TestSimpleDynamicSharesByTheImportedSet(t *testing.T) {
	w := newSenders(t, dso.Enedis)
	w.SetKey(coretest.March.First(), allocation.ByWeight, w.Weights()...)
	set := w.MakeSet(coretest.March)
	file := named(set.Files[0].Name, w.Text(set, 0))
	w.SetKey(coretest.March.First(), allocation.SimpleDynamic)
	_, err := w.imports(false, file)
	require.NoError(t, err)
	spans, err := w.CoefficientSet.KeysIn(t.Context(), w.Operation, civil.Range{From: coretest.March.First(), To: coretest.March.Next().Next().First()})
	require.NoError(t, err)
	require.Len(t, spans, 2, "a span for each month")
	require.Equal(t, []any{coretest.March.Range(), 1, 0}, []any{spans[0].Days, len(spans[0].Sets), len(spans[1].Sets)})

	for month, want := range map[civil.Month]allocation.Type{coretest.March: allocation.SimpleDynamic, coretest.March.Next(): allocation.ByDefault} {
		e, err := w.Meters.MonthEnergies(t.Context(), w.Operation, month)
		require.NoError(t, err)
		got := shared(t, spans[month-coretest.March], e)
		byDefault := shared(t, allocation.Span{Days: month.Range(), Key: allocation.Key{Type: allocation.ByDefault}}, e)
		if want == allocation.ByDefault {
			require.Equal(t, byDefault, got)
			continue
		}
		require.NotEqual(t, byDefault, got)
		for step, p := range e.Production[0] {
			total := p + e.Production[1][step]
			percent := energy.MilliWh(set.Files[0].Values[0][step])
			ideal := min(total*percent/10_000, e.Consumption[0][step])
			require.InDelta(t, float64(ideal), float64(got[0][step]), 1, "step %d", step)
		}
	}
	again := w.MakeSet(coretest.March)
	require.Equal(t, set.Files[0].Values, again.Files[0].Values, "made of coefficients they are the same ones")
}

// TestImportIsOpenToPMOsOwnOperator: FAKE shares by imported coefficients.
func TestImportIsOpenToPMOsOwnOperator(t *testing.T) {
	w := newSenders(t, dso.Fake)
	set := coefficient.Set{Zone: civil.Paris, Days: coretest.March.Range(), Step: 15 * time.Minute, Decimals: 2, Sites: []string{coretest.PRMB, coretest.PRMA}, Values: [][]int32{{}, {}}}
	for range set.Steps() {
		set.Values[0], set.Values[1] = append(set.Values[0], 2500), append(set.Values[1], 5000)
	}
	var text bytes.Buffer
	require.NoError(t, w.Format.Write(&text, set))
	taken, err := w.imports(false, named("coefficients.csv", text.Bytes()))
	require.NoError(t, err)
	require.Equal(t, set.Values, taken[0].Files[0].Values)
	require.Equal(t, []string{"2026-03-01"}, w.Noted.Told, "what it published is shared again")

	w.Noted.InvoicedMonths["2026-03"] = true
	_, err = w.imports(false, named("coefficients.csv", text.Bytes()))
	require.NoError(t, err, "another key shares the month")
	w.Noted.InvoicedMonths["2026-03"] = false
	w.SetKey(coretest.March.First(), allocation.SimpleDynamic)
	w.Noted.InvoicedMonths["2026-03"] = true
	_, err = w.imports(false, named("coefficients.csv", text.Bytes()))
	require.ErrorIs(t, err, allocation.ErrCoefficientsInvoiced)
}

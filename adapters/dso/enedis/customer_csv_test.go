package enedis_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/enedis"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

const customerHead = "Identifiant PRM;Type de donnees;Date de debut;Date de fin;Grandeur physique;Grandeur metier;Etape metier;Unite;Pas en minutes\n"

func customer(prm, kind, side, unit, minutes string) string {
	return customerHead + prm + ";" + kind + ";01/06/2026;02/06/2026;Energie active;" + side + ";Comptage Brut;" + unit + ";" + minutes + "\nHorodate;Valeur\n"
}

func aboutSite(minutes string) string {
	return customer(site, "Courbe de charge", "Consommation", "W", minutes)
}

func readCustomer(t testing.TB, text string, answers ...curvefile.FileAnswers) (curvefile.Dataset, error) {
	t.Helper()
	return enedis.CustomerCSV{}.Read(context.Background(), files.Input{Name: "customer.csv", Reader: strings.NewReader(text), Zone: civil.Paris,
		Hints: curvefile.FileHints{Answers: answers}})
}

// ends writes lines for times after the start of 1 June, in minutes, each of 60 W.
func ends(minutes ...int) string {
	var out strings.Builder
	start := civil.Paris.Start(civil.NewDate(2026, time.June, 1)).In(civil.Paris.Location())
	for _, m := range minutes {
		fmt.Fprintf(&out, "%s;60\n", start.Add(time.Duration(m)*time.Minute).Format(time.RFC3339))
	}
	return out.String()
}

func TestCustomerSample(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/customer_sample.csv")
	require.NoError(t, err)
	for name, text := range map[string]string{"as it is": string(data), "CRLF": strings.ReplaceAll(string(data), "\n", "\r\n")} {
		set, err := readCustomer(t, text)
		require.NoError(t, err, name)
		require.Equal(t, "ENEDIS_CUSTOMER_CSV", set.Format)
		require.True(t, set.History)
		require.Len(t, set.Readings, 1)
		r := set.Readings[0]
		require.Equal(t, []any{site, metering.Conso, "W", curvefile.LabelsEnd, curvefile.StatusNone},
			[]any{r.DsoID, r.Nature, r.Unit, r.Labels, r.Status})
		require.Equal(t, []string{"24T23:00 30 100", "24T23:30 30 200", "25T00:00 30 300", "25T00:30 30 400", "25T01:30 30 600"}, labelled(r))
		require.Equal(t, []int{4, 9}, []int{r.Runs[0].Row, r.Runs[1].Row})
		require.Len(t, set.Warnings, 2)
		require.Equal(t, "file.endsEarly", set.Warnings[0].Key, "the file announces data until the 26th")
		require.Equal(t, "curve.emptyValues", set.Warnings[1].Key)
	}
}

// TestCustomerStepIsTold by the distances of the times, where the file does not say it.
func TestCustomerStepIsTold(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		minutes string
		ends    []int
		want    []string // start and step of each run, with its values
	}{
		"said":                       {"30", []int{30, 60, 120}, []string{"0+30×2", "90+30×1"}},
		"said, one value":            {"30", []int{30}, []string{"0+30×1"}},
		"even":                       {"", []int{15, 30, 45}, []string{"0+15×3"}},
		"one is missing":             {"", []int{30, 60, 120, 150}, []string{"0+30×2", "90+30×2"}},
		"the second is missing":      {"", []int{30, 90, 120, 150}, []string{"0+30×1", "60+30×3"}},
		"the last but one":           {"", []int{30, 60, 90, 150}, []string{"0+30×3", "120+30×1"}},
		"half a day is missing":      {"", []int{30, 60, 780, 810}, []string{"0+30×2", "750+30×2"}},
		"half hours, then hours":     {"", []int{30, 60, 120, 180, 240}, []string{"0+30×2", "60+60×3"}},
		"hours, then half hours":     {"", []int{60, 120, 180, 240, 270, 300}, []string{"0+60×4", "240+30×2"}},
		"a hole, then hours":         {"", []int{30, 60, 780, 840, 900, 960}, []string{"0+30×2", "720+60×4"}},
		"a hole, then quarters":      {"", []int{30, 60, 780, 795, 810}, []string{"0+30×2", "765+15×3"}},
		"newest first":               {"", []int{90, 60, 30}, []string{"0+30×3"}},
		"every second one, for once": {"", []int{15, 30, 60, 90, 105, 120}, []string{"0+15×2", "45+15×1", "75+15×3"}},
	} {
		set, err := readCustomer(t, aboutSite(c.minutes)+ends(c.ends...), curvefile.FileAnswers{StepChange: curvefile.StepChanged})
		require.NoError(t, err, name)
		var got []string
		start := civil.Paris.Start(civil.NewDate(2026, time.June, 1)).Unix()
		for _, run := range set.Readings[0].Runs {
			got = append(got, fmt.Sprintf("%d+%d×%d", (run.Start-start)/60, run.Step/60, len(run.Values)))
			for _, v := range run.Values {
				require.EqualValues(t, run.Step/60*1000, v, "60 W")
			}
		}
		require.Equal(t, c.want, got, name)
	}
}

// TestCustomerStepIsAskedWhereItGrows: values further apart for a while are missing, or
// have a wider step.
func TestCustomerStepIsAskedWhereItGrows(t *testing.T) {
	t.Parallel()
	content := aboutSite("") + ends(30, 60, 120, 180, 240)
	set, err := readCustomer(t, content)
	require.NoError(t, err)
	require.Empty(t, set.Readings)
	require.Equal(t, []curvefile.FileQuestion{{Kind: curvefile.AskStepChange, Column: curvefile.NoColumn, Options: []string{"NEW_STEP", "ROWS_MISSING"}}}, set.Understood.Questions)
	require.Equal(t, []any{"file.apart", "2026-06-01", 3}, []any{set.Understood.Notes[0].Key, set.Understood.Notes[0].Params["date"], set.Understood.Notes[0].Params["count"]})
	set, err = readCustomer(t, content, curvefile.FileAnswers{StepChange: curvefile.RowsMissing})
	require.NoError(t, err)
	require.False(t, set.Understood.Open())
	require.Equal(t, "file.rowsMissing", set.Understood.Notes[0].Key)
	require.Len(t, set.Readings[0].Runs, 4, "a gap before each of the last three")
	for _, run := range set.Readings[0].Runs {
		require.EqualValues(t, 1800, run.Step)
	}
	set, err = readCustomer(t, aboutSite("")+ends(30, 60, 120, 150))
	require.NoError(t, err)
	require.Nil(t, set.Understood, "one that is missing asks nothing")
	set, err = readCustomer(t, aboutSite("30")+ends(30, 60, 120, 180, 240))
	require.NoError(t, err)
	require.Nil(t, set.Understood, "neither does a file that says its step")
}

func TestCustomerRefuses(t *testing.T) {
	t.Parallel()
	good := aboutSite("") + ends(30, 60)
	for _, c := range []struct {
		text, key, column string
		value             any
		row               int
	}{
		{customer("123", "Courbe de charge", "Consommation", "W", "30") + ends(30), "prm.length", "Identifiant PRM", "123", 2},
		{customer(site, "Courbe de charge", "Injection", "W", "30") + ends(30), "field.enum", "Grandeur metier", "Injection", 2},
		{customer(site, "Courbe de charge", "Production", "VAr", "30") + ends(30), "field.enum", "Unite", "VAr", 2},
		{aboutSite("20") + ends(20), "curve.step", "Pas en minutes", "20", 2},
		{aboutSite("x") + ends(20), "curve.step", "Pas en minutes", "x", 2},
		{good + "01/06/2026 02:00;4\n", "time.invalid", "Horodate", "01/06/2026 02:00", 6},
		{good + "2026-06-01T01:30:00+02:00;abc\n", "number.invalid", "Valeur", "abc", 6},
		{good + "2026-06-01T01:30:00+02:00;-4\n", "curve.negative", "Valeur", "-4", 6},
		{aboutSite("30") + ends(30, 50), "curve.offGrid", "Horodate", "2026-05-31T22:50:00Z", 5},
		{good + "2026-06-01T01:30:00+02:00\n", "row.fields", "", nil, 6},
		{good + "2026-06-01T01:3", "import.truncated", "", nil, 6},
		{good + "2026-06-01T01:00:00+02:00;61\n", "curve.duplicate", "", site, 6},
	} {
		_, err := readCustomer(t, c.text)
		require.ErrorIs(t, err, metering.ErrRejected, c.text)
		item := fault.From(err).Items[0]
		require.Equal(t, []any{c.key, c.column, c.row}, []any{item.Key, item.Field, item.Row}, c.text)
		require.Equal(t, c.value, item.Params["value"], c.text)
		if c.column != "" {
			require.Equal(t, c.column, item.Params["column"])
		}
	}
	for text, key := range map[string]string{
		customer(site, "Energie quotidienne", "Consommation", "W", "") + ends(30): "UnknownFile",
		aboutSite(""):            "import.empty",
		aboutSite("") + ends(30): "curve.stepUnknown",
		customerHead:             "MissingColumns",
		strings.Replace(aboutSite(""), "Horodate", "Date", 1): "MissingColumns",
	} {
		_, err := readCustomer(t, text)
		require.Equal(t, key, fault.KeyOf(err), text)
	}
}

// TestCustomerEndThatIsCut: a last value without a line end may lack its last digits: it is
// asked, and left out where somebody says so. Fixed decimals tell that it is whole.
func TestCustomerEndThatIsCut(t *testing.T) {
	t.Parallel()
	content := strings.TrimSuffix(aboutSite("30")+ends(30, 60), "60\n") + "6"
	set, err := readCustomer(t, content)
	require.NoError(t, err)
	require.Empty(t, set.Readings)
	require.Equal(t, []curvefile.FileQuestion{{Kind: curvefile.AskLastLine, Column: curvefile.NoColumn, Options: []string{"WHOLE", "CUT"}}}, set.Understood.Questions)
	require.Equal(t, []any{"file.noLineEnd", "6", 5}, []any{set.Understood.Notes[0].Key, set.Understood.Notes[0].Params["value"], set.Understood.Notes[0].Params["row"]})
	set, err = readCustomer(t, content, curvefile.FileAnswers{LastLine: curvefile.LastLineCut})
	require.NoError(t, err)
	require.Len(t, set.Readings[0].Runs[0].Values, 1)
	require.Equal(t, "file.lastLineLeft", set.Understood.Notes[0].Key)
	set, err = readCustomer(t, content, curvefile.FileAnswers{LastLine: curvefile.LastLineWhole})
	require.NoError(t, err)
	require.Len(t, set.Readings[0].Runs[0].Values, 2)
	fixed := strings.ReplaceAll(aboutSite("30")+ends(30, 60), ";60\n", ";60,5\n")
	set, err = readCustomer(t, strings.TrimSuffix(fixed, "\n"))
	require.NoError(t, err)
	require.False(t, set.Understood != nil && set.Understood.Open())
	require.Len(t, set.Readings[0].Runs[0].Values, 2)
}

// TestCustomerReactiveEnergy is no load curve.
func TestCustomerReactiveEnergy(t *testing.T) {
	t.Parallel()
	content := strings.Replace(aboutSite("30")+ends(30, 60), "Energie active", "Energie reactive", 1)
	_, err := readCustomer(t, content)
	item := fault.From(err).Items[0]
	require.Equal(t, []any{"field.enum", "Grandeur physique", 2, "Energie reactive"}, []any{item.Key, item.Field, item.Row, item.Params["value"]})
}

// FuzzCustomerCSV looks for panics and for runs that overlap.
func FuzzCustomerCSV(f *testing.F) {
	data, err := os.ReadFile("testdata/customer_sample.csv")
	require.NoError(f, err)
	f.Add(string(data))
	f.Add(aboutSite("30") + ends(30, 60, 30, 90))
	f.Add(aboutSite("") + ends(30, 60, 120, 180, 240))
	f.Fuzz(func(t *testing.T, text string) {
		if _, missing := (enedis.CustomerCSV{}).Recognise([]byte(text)); len(missing) > 0 {
			return
		}
		set, err := readCustomer(t, text)
		requireSound(t, set, err)
	})
}

// requireSound wants a keyed refusal, or runs that ascend and lie on their grid.
func requireSound(t *testing.T, set curvefile.Dataset, err error) {
	if err != nil {
		require.NotNil(t, fault.From(err), err)
		return
	}
	for _, r := range set.Readings {
		end := int64(-1 << 62)
		for _, run := range r.Runs {
			require.NotEmpty(t, run.Values)
			require.Zero(t, run.Start%int64(run.Step))
			require.GreaterOrEqual(t, run.Start, end)
			end = run.Start + int64(run.Step)*int64(len(run.Values))
		}
	}
}

package table_test

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/acccsv"
	"github.com/openpmo/pmo/adapters/dso/enedis"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/table"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

const site, other = "99100000000017", "99100000000024"

// answered fill in what the small files of these tests leave open.
var answered = curvefile.FileAnswers{Nature: metering.Conso, Unit: curvefile.WattHour, Columns: []curvefile.ColumnAnswer{{Index: 1, DsoID: site}}}

// read says that the times are those of the legal clock, which few of these files tell.
func read(t *testing.T, name, content string, answers ...curvefile.FileAnswers) (curvefile.Dataset, error) {
	t.Helper()
	return readAsIs(t, name, content, append([]curvefile.FileAnswers{{Zone: curvefile.ZoneLegal}}, answers...)...)
}

func readAsIs(t *testing.T, name, content string, answers ...curvefile.FileAnswers) (curvefile.Dataset, error) {
	t.Helper()
	reader := files.New(files.DefaultLimits()).Otherwise(table.Format{}).With(curvefile.FileHints{Answers: answers,
		Sites: []metering.Site{{DsoID: site, Name: "École des Tilleuls", Side: metering.Consumer}, {DsoID: other, Name: "Gymnase", Side: metering.Producer},
			{DsoID: other, Name: "Mairie"}, {DsoID: site, Name: "Mairie"}}})
	open := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil }
	sets, err := reader.Read(context.Background(), name, int64(len(content)), open, civil.Paris)
	if err != nil {
		require.Empty(t, sets)
		return curvefile.Dataset{}, err
	}
	require.Len(t, sets, 1)
	require.NotNil(t, sets[0].Understood)
	return sets[0], nil
}

func understood(t *testing.T, name, content string, answers ...curvefile.FileAnswers) curvefile.FileUnderstanding {
	t.Helper()
	set, err := readAsIs(t, name, content, answers...)
	require.NoError(t, err)
	return *set.Understood
}

// kinds are the open questions, with their columns.
func kinds(u curvefile.FileUnderstanding) (all []string) {
	for _, q := range u.Questions {
		text := string(q.Kind)
		if q.Column != curvefile.NoColumn {
			text += fmt.Sprint(" ", q.Column)
		}
		all = append(all, text)
	}
	return all
}

func keys(notes []*fault.Error) (all []string) {
	for _, n := range notes {
		all = append(all, n.Key)
	}
	return all
}

// rows writes a file of n steps from a time on, with the value of each line its number;
// two at a time change places, so that it is no index of a meter.
func rows(header, layout string, from time.Time, step time.Duration, n int) string {
	var out strings.Builder
	out.WriteString(header)
	for i := range n {
		value := i + 1
		switch {
		case i%2 == 1:
			value = i
		case i+1 < n:
			value = i + 2
		}
		fmt.Fprintf(&out, "%s;%d\n", from.Add(time.Duration(i)*step).Format(layout), value)
	}
	return out.String()
}

func at(y, m, d int) time.Time { return time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC) }

const quarter = 15 * time.Minute

func total(set curvefile.Dataset) (sum energy.MilliWh, values int) {
	for _, r := range set.Readings {
		for _, run := range r.Runs {
			for _, v := range run.Values {
				sum += v
			}
			values += len(run.Values)
		}
	}
	return sum, values
}

func TestTimesAreReadAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	begin := civil.Paris.Start(civil.NewDate(2024, 11, 1)).Unix()
	for name, c := range map[string]struct {
		content, format string
		start           int64
		answers         curvefile.FileAnswers
	}{
		"d/m/y":        {rows("Horodate;\n", "02/01/2006 15:04", at(2024, 11, 1), quarter, 192), "DD/MM/YYYY hh:mm", begin, curvefile.FileAnswers{}},
		"short":        {rows("Date;Wh\n", "2/1/2006 3:04 PM", at(2024, 11, 1), quarter, 192), "DD/MM/YYYY hh:mm", begin, curvefile.FileAnswers{}},
		"two digits":   {rows("Date;Wh\n", "02/01/06 15:04:05", at(2024, 11, 1), quarter, 192), "DD/MM/YYYY hh:mm", begin, curvefile.FileAnswers{}},
		"m/d/y":        {rows("Date;Wh\n", "1/2/2006 15:04", at(2024, 11, 1), quarter, 96*20), "MM/DD/YYYY hh:mm", begin, curvefile.FileAnswers{}},
		"ISO":          {rows("Date;Wh\n", "2006-01-02T15:04:05", at(2024, 11, 1), quarter, 192), "YYYY-MM-DD hh:mm", begin, curvefile.FileAnswers{}},
		"year first":   {rows("Date;Wh\n", "2006/01/02 15h04", at(2024, 11, 1), quarter, 192), "YYYY/MM/DD hh:mm", begin, curvefile.FileAnswers{}},
		"UTC":          {rows("time;P\n", "20060102:1504", at(2024, 11, 1), time.Hour, 48), "YYYYMMDD:hhmm", at(2024, 11, 1).Unix(), curvefile.FileAnswers{}},
		"UTC heading":  {rows("Date (UTC);Wh\n", "02/01/2006 15:04", at(2024, 11, 1), quarter, 192), "DD/MM/YYYY hh:mm", at(2024, 11, 1).Unix(), curvefile.FileAnswers{}},
		"offset":       {rows("Date;Wh\n", "2006-01-02T15:04:05-07:00", at(2024, 11, 1), quarter, 192), "YYYY-MM-DD hh:mm", at(2024, 11, 1).Unix(), curvefile.FileAnswers{}},
		"no year":      {rows("Horodate;\n", "02.01. 15:04", at(2024, 11, 1), quarter, 192), "DD.MM hh:mm", begin, curvefile.FileAnswers{Year: 2024}},
		"no year, m/d": {rows("Horodate;\n", "02/01 15:04", at(2024, 11, 1), quarter, 192), "DD/MM hh:mm", begin, curvefile.FileAnswers{Year: 2024}},
		"said winter":  {rows("Horodate;\n", "02/01/2006 15:04", at(2024, 7, 1), quarter, 192), "DD/MM/YYYY hh:mm", at(2024, 7, 1).Unix() - 3600, curvefile.FileAnswers{Zone: curvefile.ZoneWinter}},
		"blanks":       {strings.ReplaceAll(rows("Date heure Wh\n", "02/01/2006 15:04", at(2024, 11, 1), quarter, 192), ";", "   "), "DD/MM/YYYY hh:mm", begin, curvefile.FileAnswers{Columns: []curvefile.ColumnAnswer{{Index: 2, DsoID: site}}}},
	} {
		all := answered.Over(c.answers)
		if name == "blanks" {
			all.Columns = c.answers.Columns
		}
		if all.Zone == "" && !strings.HasPrefix(name, "UTC") && name != "offset" {
			all.Zone = curvefile.ZoneLegal
		}
		set, err := readAsIs(t, "releve.csv", c.content, all)
		require.NoError(t, err, name)
		u := set.Understood
		require.Empty(t, kinds(*u), name)
		require.Equal(t, c.format, u.DateFormat, name)
		require.Len(t, set.Readings, 1, name)
		require.Len(t, set.Readings[0].Runs, 1, name)
		run := set.Readings[0].Runs[0]
		require.Equal(t, c.start, run.Start, name)
		require.Equal(t, u.Step, run.Step, name)
		require.Equal(t, []int64{c.start, c.start + int64(len(run.Values))*int64(run.Step)}, []int64{u.From, u.To}, name)
		n := energy.MilliWh(len(run.Values))
		sum, _ := total(set)
		require.Equal(t, n*(n+1)/2*1000, sum, name)
		require.True(t, set.History, name)
	}
}

func TestAsksForWhatAFileDoesNotSay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file, content string
		want          []string
	}{
		"nothing known":    {"a.csv", rows("Horodate;\n", "02/01/2006 15:04", at(2024, 11, 20), quarter, 96), []string{"ZONE", "SITE 1", "NATURE 1", "UNIT 1"}},
		"unit in heading":  {"a.csv", rows("Horodate;Valeur (en kW)\n", "02/01/2006 15:04", at(2024, 11, 20), quarter, 96), []string{"ZONE", "SITE 1", "NATURE 1"}},
		"all in heading":   {"a.csv", rows("Horodate;Conso "+site+" [kWh]\n", "02/01/2006 15:04", at(2024, 11, 20), quarter, 96), []string{"ZONE"}},
		"all above":        {"a.csv", rows("PRM : "+site+"\nType;Consommation\nUnité;W\n\nHorodate;Valeur\n", "02/01/2006 15:04", at(2024, 11, 20), quarter, 96), []string{"ZONE"}},
		"site in the name": {"export_" + site + ".csv", rows("Horodate;Conso_Wh\n", "02/01/2006 15:04", at(2024, 11, 20), quarter, 96), []string{"ZONE"}},
		"unknown in name":  {"export_12345678901234.csv", rows("Horodate;Conso_Wh\n", "02/01/2006 15:04", at(2024, 11, 20), quarter, 96), []string{"ZONE", "SITE 1"}},
		"no year":          {"a.csv", rows("H;Conso Wh "+site+"\n", "02.01. 15:04", at(2024, 11, 20), quarter, 96), []string{"YEAR"}},
		"no whole days":    {"a.csv", rows("H;Conso Wh "+site+"\n", "02/01/2006 15:04", at(2024, 11, 20).Add(time.Hour), quarter, 40), []string{"ZONE", "LABELS"}},
		"start said":       {"a.csv", rows("Début;Conso Wh "+site+"\n", "02/01/2006 15:04", at(2024, 11, 20).Add(time.Hour), quarter, 40), []string{"ZONE"}},
		"one day, d or m":  {"a.csv", rows("H;Conso Wh "+site+"\n", "02/01/2006 15:04", at(2024, 11, 10), quarter, 96), []string{"DATE_ORDER", "ZONE"}},
		"summer time":      {"a.csv", rows("H;Conso Wh "+site+"\n", "02/01/2006 15:04", at(2024, 3, 30), quarter, 96*3), []string{"ZONE"}},
		"two columns":      {"a.csv", strings.ReplaceAll(rows("H;P1 (W);P2 (W)\n", "02/01/2006 15:04", at(2024, 11, 20), quarter, 96), "\n", ";5\n"), []string{"COLUMNS", "ZONE"}},
		"named columns":    {"a.csv", strings.ReplaceAll(rows("H;Gymnase Est (W);P2 (W)\n", "02/01/2006 15:04", at(2024, 11, 20), quarter, 96), "\n", ";5\n"), []string{"COLUMNS", "ZONE", "SITE 1"}},
		"two natures":      {"a.csv", strings.ReplaceAll(rows("PRM;"+site+"\nH;Conso (W);Prod (W)\n", "02/01/2006 15:04", at(2024, 11, 20), quarter, 96), "\n", ";5\n"), []string{"ZONE"}},
		"weather beside":   {"a.csv", strings.ReplaceAll(rows("H;P (W);Température (°C)\n", "02/01/2006 15:04", at(2024, 11, 20), quarter, 96), "\n", ";5\n"), []string{"ZONE", "SITE 1", "NATURE 1"}},
	} {
		u := understood(t, c.file, c.content)
		require.Equal(t, c.want, kinds(u), "%s: %+v", name, u.Columns)
		require.Len(t, u.Fingerprint, 32, name)
	}
}

func TestSuggestsButDoesNotTake(t *testing.T) {
	t.Parallel()
	u := understood(t, "Production_Gymnase.csv", rows("Horodate;\n", "02/01/2006 15:04", at(2024, 11, 20), quarter, 96))
	require.Equal(t, []string{"ZONE", "SITE 1", "NATURE 1", "UNIT 1"}, kinds(u))
	require.Equal(t, []string{"LEGAL", other, "Prod"}, []string{u.Questions[0].Suggested, u.Questions[1].Suggested, u.Questions[2].Suggested})
	require.Empty(t, u.Columns[1].DsoID)
}

func TestAColumnPerSite(t *testing.T) {
	t.Parallel()
	content := strings.ReplaceAll(rows("Horodate;"+site+" (kW);"+other+" (kW);Total\n", "02/01/2006 15:04", at(2024, 11, 20), quarter, 96), "\n", ";0,25;9\n")
	content = strings.Replace(content, "Total;0,25;9", "Total", 1)
	set, err := read(t, "parc.csv", content, curvefile.FileAnswers{Nature: metering.Conso})
	require.NoError(t, err)
	require.Empty(t, kinds(*set.Understood))
	require.Len(t, set.Readings, 2)
	require.Equal(t, []string{site, other}, []string{set.Readings[0].DsoID, set.Readings[1].DsoID})
	require.EqualValues(t, 250_000, set.Readings[0].Runs[0].Values[1], "1 kW over a quarter of an hour")
	require.EqualValues(t, 62_500, set.Readings[1].Runs[0].Values[0])
	require.Equal(t, []string{"file.columnsLeft"}, keys(set.Understood.Notes))
}

func TestALineForEachSite(t *testing.T) {
	t.Parallel()
	var content strings.Builder
	content.WriteString("PRM;Date;Consommation (Wh)\n")
	for _, s := range []string{site, other} {
		for i := range 96 {
			fmt.Fprintf(&content, "%s;%s;%d\n", s, at(2024, 11, 20).Add(time.Duration(i)*quarter).Format("02/01/2006 15:04"), i*7%60)
		}
	}
	set, err := read(t, "long.csv", content.String())
	require.NoError(t, err)
	require.Empty(t, kinds(*set.Understood))
	require.Len(t, set.Readings, 2)
	require.Equal(t, curvefile.RoleSite, set.Understood.Columns[0].Role)
	for _, r := range set.Readings {
		require.Len(t, r.Runs[0].Values, 96)
	}
}

func TestDateAndTimeInTwoColumnsWithBlanks(t *testing.T) {
	t.Parallel()
	var content strings.Builder
	content.WriteString("Jour;Heure;Puissance (W)\n")
	for d := range 3 {
		for i := range 48 {
			date := ""
			if i == 0 {
				date = at(2024, 11, 20+d).Format("02/01/2006")
			}
			fmt.Fprintf(&content, "%s ; %02d:%02d ; \"1 200,5\"\n", date, i/2, i%2*30)
		}
		content.WriteString(" ; ; \n\n")
	}
	content.WriteString("Total;;99999\n")
	set, err := read(t, "jours.csv", content.String(), curvefile.FileAnswers{Nature: metering.Prod, Columns: []curvefile.ColumnAnswer{{Index: 2, DsoID: other}}})
	require.NoError(t, err)
	u := set.Understood
	require.Empty(t, kinds(*u))
	require.Equal(t, []curvefile.ColumnRole{curvefile.RoleDate, curvefile.RoleTime, curvefile.RoleValue}, []curvefile.ColumnRole{u.Columns[0].Role, u.Columns[1].Role, u.Columns[2].Role})
	require.Equal(t, []string{"file.dateCarried", "file.footer"}, keys(u.Notes))
	require.Equal(t, 141, u.Notes[0].Params["count"])
	sum, n := total(set)
	require.Equal(t, 144, n)
	require.EqualValues(t, 144*600_250, sum)
	require.Equal(t, curvefile.LabelsStart, u.Labels)
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	good := rows("H;Conso (Wh) "+site+"\n", "02/01/2006 15:04", at(2024, 11, 20), quarter, 96)
	for name, c := range map[string]struct{ content, key, item string }{
		"no number":   {strings.Replace(good, ";5\n", ";abc\n", 1), "import.rejected", "number.invalid"},
		"negative":    {strings.Replace(good, ";5\n", ";-5\n", 1), "import.rejected", "curve.negative"},
		"no time":     {strings.Replace(good, "20/11/2024 01:00", "hier", 1), "import.rejected", "time.invalid"},
		"no such day": {strings.Replace(good, "20/11/2024 01:00", "31/11/2024 01:00", 1), "import.rejected", "time.invalid"},
		"twice":       {good + "20/11/2024 01:00;99\n", "import.rejected", "curve.duplicate"},
		"months":      {"H;Conso (Wh) " + site + "\n31.01. 23:45;5\n28.02. 23:45;6\n31.03. 23:45;7\n", "import.rejected", "curve.step"},
		"prose":       {"Bonjour,\nvoici les courbes.\n", "UnknownFile", ""},
		"no times":    {"a;b\n1;2\n3;4\n", "UnknownFile", ""},
	} {
		_, err := read(t, "a.csv", c.content)
		require.Error(t, err, name)
		f := fault.From(err)
		require.Equal(t, c.key, f.Key, name)
		if c.item != "" {
			require.Equal(t, c.item, f.Items[0].Key, name)
			require.Positive(t, f.Items[0].Row, name)
			require.Equal(t, "a.csv", f.Items[0].Params["fileName"], name)
		}
	}
	_, err := read(t, "a.csv", good, curvefile.FileAnswers{Columns: []curvefile.ColumnAnswer{{Index: 7, Role: curvefile.RoleValue}}})
	require.Equal(t, "fileMapping.column", fault.KeyOf(err))
}

// TestAMappingIsForWhatWasUnderstood: not for a file with the same headings that has
// another step, whose dates are written otherwise, or that names another site. Whose a
// column is, it says only where the heading does so too.
func TestAMappingIsForWhatWasUnderstood(t *testing.T) {
	t.Parallel()
	sites := []metering.Site{{DsoID: site, Name: "Gymnase", Side: metering.Consumer}, {DsoID: other, Name: "Mairie", Side: metering.Producer}}
	file := func(header, layout string, step time.Duration) string {
		return rows(header, layout, at(2024, 11, 20), step, int(48*time.Hour/step))
	}
	const header, layout = "Horodate;Onduleur\n", "02/01/2006 15:04"
	look := func(name, content string, mappings ...curvefile.FileMapping) curvefile.FileUnderstanding {
		reader := files.New(files.DefaultLimits()).Otherwise(table.Format{}).With(curvefile.FileHints{Sites: sites, Mappings: mappings})
		sets, err := reader.Read(context.Background(), name, 1, func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil }, civil.Paris)
		require.NoError(t, err)
		return *sets[0].Understood
	}
	saved := func(u curvefile.FileUnderstanding, dsoID string) curvefile.FileMapping {
		return curvefile.FileMapping{ID: "0199b0aa-0000-7000-8000-000000000001", Name: "Onduleur", Fingerprint: u.Fingerprint, Answers: curvefile.FileAnswers{
			Zone: curvefile.ZoneLegal, Nature: metering.Prod, Unit: curvefile.Watt, Columns: []curvefile.ColumnAnswer{{Index: 1, DsoID: dsoID}}}}
	}
	mapping := saved(look("a.csv", file(header, layout, quarter)), other)
	for name, c := range map[string]struct {
		file, content string
		used          bool
	}{
		"the same":             {"b.csv", file("horodate;ONDULEUR\n", layout, quarter), true},
		"another heading":      {"b.csv", file("Horodate;Autre\n", layout, quarter), false},
		"another step":         {"b.csv", file(header, layout, 30*time.Minute), false},
		"other dates":          {"b.csv", file(header, "2006-01-02 15:04", quarter), false},
		"a site in its name":   {"export_" + site + ".csv", file(header, layout, quarter), false},
		"a name in its name":   {"gymnase.csv", file(header, layout, quarter), false},
		"a site above":         {"b.csv", "PRM : " + site + "\n\n" + file(header, layout, quarter), false},
		"an operation's name":  {"b.csv", file("Horodate;Gymnase\n", layout, quarter), false},
		"a unit in its column": {"b.csv", file("Horodate;Onduleur (kWh)\n", layout, quarter), false},
	} {
		u := look(c.file, c.content, mapping)
		require.Equal(t, c.used, u.MappingName == "Onduleur", name)
		if c.used {
			require.Equal(t, []string{"SITE 1"}, kinds(u), "the heading does not say whose it is")
		}
	}
	named := look("a.csv", file("Horodate;PV Mairie (kW)\n", layout, quarter))
	require.Equal(t, other, named.Columns[1].Names)
	require.Empty(t, kinds(look("b.csv", file("Horodate;PV Mairie (kW)\n", layout, quarter), saved(named, other))))
	require.Equal(t, []string{"SITE 1"}, kinds(look("b.csv", file("Horodate;PV Mairie (kW)\n", layout, quarter), saved(named, site))), "another one than the heading says")
}

func TestOldWesternAlphabet(t *testing.T) {
	t.Parallel()
	content := rows("Date;\xc9nergie consomm\xe9e (kWh)\n", "02/01/2006 15:04", at(2024, 11, 20), quarter, 96)
	u := understood(t, "a.csv", content)
	require.Equal(t, "WINDOWS-1252", u.Encoding)
	require.Equal(t, "Énergie consommée (kWh)", u.Columns[1].Header)
	require.Equal(t, []string{"ZONE", "SITE 1"}, kinds(u))
	bom := understood(t, "a.csv", "\xef\xbb\xbf"+strings.ReplaceAll(rows("Date;Conso (kWh)\n", "02/01/2006 15:04", at(2024, 11, 20), quarter, 96), ";", ","))
	require.Equal(t, "Date", bom.Columns[0].Header)
	require.Equal(t, "UTF-8", bom.Encoding)
}

func TestKnownLayoutsComeFirst(t *testing.T) {
	t.Parallel()
	reader := files.New(files.DefaultLimits(), enedis.R63{}, enedis.CustomerCSV{}, acccsv.Long{}, acccsv.Wide{}).Otherwise(table.Format{})
	format := func(name, content string) (string, error) {
		sets, err := reader.Read(context.Background(), name, 1, func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil }, civil.Paris)
		if err != nil {
			return "", err
		}
		return sets[0].Format, nil
	}
	wide := strings.ReplaceAll(rows("Horodate;"+site+"\n", "02/01/2006 15:04", at(2024, 11, 1), quarter, 96*2), "\n", ";1\n")
	wide = strings.Replace(wide, site+";1", site+";"+other, 1)
	long := "prm;nature;horodate;pas;valeur;unite;statut\n" + site + ";CONSO;2026-06-01T00:00:00+02:00;PT15M;1;W;D\n"
	for name, content := range map[string]string{"ACC00000001_CONSO_15_01112024_02112024.csv": wide, "long.csv": long} {
		got, err := format(name, content)
		require.NoError(t, err, name)
		require.NotEqual(t, table.Name, got, name)
	}
	for _, content := range []string{wide, rows("Horodate;Valeur\n", "2006-01-02 15:04", at(2024, 11, 1), quarter, 96)} {
		got, err := format("etude.csv", content)
		require.NoError(t, err)
		require.Equal(t, table.Name, got)
	}
	_, err := format("long.csv", strings.Replace(long, "unite", "u", 1))
	require.Equal(t, "MissingColumns", fault.KeyOf(err), "a layout that is nearly there is not guessed at")
}

// TestNumbersThatASpreadsheetShortened: what it wrote with an exponent has lost digits.
func TestNumbersThatASpreadsheetShortened(t *testing.T) {
	t.Parallel()
	content := "Date;PRM;Conso (Wh)\n01/06/2024 00:00;9,91E+13;1\n01/06/2024 00:15;9,91E+13;2\n01/06/2024 00:30;9,91E+13;3\n"
	_, err := read(t, "a.csv", content)
	require.Equal(t, "import.rejected", fault.KeyOf(err))
	item := fault.From(err).Items[0]
	require.Equal(t, []any{"prm.scientific", "PRM", "9,91E+13"}, []any{item.Key, item.Field, item.Params["value"]})
}

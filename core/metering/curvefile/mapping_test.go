package curvefile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
)

func TestAnswersOfAnImportGoOverThoseOfItsMapping(t *testing.T) {
	t.Parallel()
	saved := FileMapping{Name: "Onduleur", Fingerprint: "f", Answers: FileAnswers{Zone: ZoneUTC, Unit: Watt,
		Columns: []ColumnAnswer{{Index: 1, Role: RoleValue, DsoID: "1"}, {Index: 2, Role: RoleIgnored}}}}
	hints := FileHints{Mappings: []FileMapping{saved}, Answers: []FileAnswers{
		{Unit: Kilowatt, Columns: []ColumnAnswer{{Index: 1, DsoID: "2", Nature: metering.Prod}, {Index: 3, Unit: WattHour}}},
		{FileName: "b.csv", Year: 2025}}}
	answers, mapping := hints.Of("a.csv", "", "f", func(int, string) bool { return true })
	require.Equal(t, "Onduleur", mapping.Name)
	require.Equal(t, FileAnswers{Zone: ZoneUTC, Unit: Kilowatt, Columns: []ColumnAnswer{{1, RoleValue, "2", metering.Prod, ""},
		{Index: 2, Role: RoleIgnored}, {Index: 3, Unit: WattHour}}}, answers)
	require.Equal(t, "1", saved.Answers.Columns[0].DsoID, "the mapping stays as it is")
	answers, mapping = hints.Of("b.csv", "", "other", nil)
	require.Nil(t, mapping)
	require.Equal(t, 2025, answers.Year)
	require.Empty(t, answers.Zone)
}

func TestAnswersThatCannotBeMeant(t *testing.T) {
	t.Parallel()
	require.NoError(t, FileAnswers{}.check())
	for field, c := range map[string]struct {
		answers FileAnswers
		key     string
	}{
		"year":            {FileAnswers{Year: 25}, "fileMapping.year"},
		"zone":            {FileAnswers{Zone: "CET"}, "fileMapping.word"},
		"labels":          {FileAnswers{Labels: "MIDDLE"}, "fileMapping.word"},
		"dateOrder":       {FileAnswers{DateOrder: "DYM"}, "fileMapping.word"},
		"nature":          {FileAnswers{Nature: metering.Complement}, "fileMapping.word"},
		"unit":            {FileAnswers{Unit: "GW"}, "fileMapping.word"},
		"columns.1.index": {FileAnswers{Columns: []ColumnAnswer{{Index: 1}, {Index: 1}}}, "fileMapping.column"},
		"columns.0.index": {FileAnswers{Columns: []ColumnAnswer{{Index: -1}}}, "fileMapping.column"},
		"columns.0":       {FileAnswers{Columns: []ColumnAnswer{{Role: "SOME"}}}, "fileMapping.word"},
	} {
		f := fault.From(c.answers.check())
		require.NotNil(t, f, field)
		require.Equal(t, []string{c.key, field}, []string{f.Key, f.Field})
	}
}

func TestASiteIsSuggestedByItsName(t *testing.T) {
	t.Parallel()
	hints := FileHints{Sites: []metering.Site{{DsoID: "1", Name: "École"}, {DsoID: "2", Name: "École maternelle"}, {DsoID: "3", Name: "Gymnase"}, {DsoID: "4", Name: "A"}}}
	for text, want := range map[string]string{"gymnase_2025.csv": "3", "École maternelle": "", "école": "1", "mairie": "", "a": ""} {
		require.Equal(t, want, hints.SiteNamed(text), text)
	}
}

func TestFilesOfKnownLayoutsAreUnderstoodFromTheirReadings(t *testing.T) {
	t.Parallel()
	quarter := Run{Start: 900, Step: 900, Values: make([]energy.MilliWh, 8)}
	hour := Run{Start: 36_000, Step: 3600, Values: make([]energy.MilliWh, 2)}
	u := Dataset{FileName: "a.csv", Format: "R63", Readings: []Readings{{Unit: "W", Labels: LabelsEnd, Runs: []Run{quarter, hour}}}}.AsUnderstood()
	require.Equal(t, FileUnderstanding{FileName: "a.csv", Format: "R63", Unit: Watt, Labels: LabelsEnd, Step: 900, From: 900, To: 43_200,
		Curves: []FileCurve{{Values: 10}}, CurveCount: 1}, u)
	require.False(t, u.Open())
	two := Dataset{Readings: []Readings{{Unit: "W"}, {Unit: "KWH"}}}.AsUnderstood()
	require.Empty(t, two.Unit, "more than one")
	open := Dataset{FileName: "b.csv", Format: "TABLE", Understood: &FileUnderstanding{Questions: []FileQuestion{{Kind: AskYear}, {Kind: AskSite, Column: 1}, {Kind: AskSite, Column: 2}}}}.AsUnderstood()
	require.True(t, open.Open())
	require.Equal(t, []string{"YEAR", "SITE"}, open.Asked())
	require.Equal(t, []string{"b.csv", "TABLE"}, []string{open.FileName, open.Format})
}

// TestTheFirstWrongWordIsTold: of several the same one each time.
func TestTheFirstWrongWordIsTold(t *testing.T) {
	t.Parallel()
	for range 20 {
		err := FileAnswers{Zone: "MOON", Labels: "MIDDLE", Unit: "horse", Decimal: "COLON"}.check()
		require.Equal(t, "zone", fault.From(err).Field)
	}
}

// TestAMappingSaysWhoseAColumnIsOnlyWhereTheFileDoes: files of another site may be
// understood alike.
func TestAMappingSaysWhoseAColumnIsOnlyWhereTheFileDoes(t *testing.T) {
	t.Parallel()
	hints := FileHints{Mappings: []FileMapping{{Fingerprint: "f", Answers: FileAnswers{Columns: []ColumnAnswer{
		{Index: 1, DsoID: "1"}, {Index: 2, DsoID: "2"}, {Index: 3, Role: RoleIgnored, DsoID: "3"}}}}}}
	answers, _ := hints.Of("a.csv", "", "f", func(column int, _ string) bool { return column == 1 })
	require.Equal(t, []ColumnAnswer{{Index: 1, DsoID: "1"}, {Index: 2, Role: RoleValue}, {Index: 3, Role: RoleIgnored}}, answers.Columns)
	answers, _ = hints.Of("a.csv", "", "f", nil)
	require.Equal(t, []ColumnAnswer{{Index: 1, Role: RoleValue}, {Index: 2, Role: RoleValue}, {Index: 3, Role: RoleIgnored}}, answers.Columns)
	require.Equal(t, RoleIgnored, answers.Column(3).Role)
	require.Equal(t, ColumnAnswer{Index: 7}, answers.Column(7), "nothing was said of it")
}

// TestAnswersForAnImportNameTheirPart: the field is that of the part mapping of the request.
func TestAnswersForAnImportNameTheirPart(t *testing.T) {
	t.Parallel()
	require.NoError(t, CheckAnswers([]FileAnswers{{}, {Year: 2026}}))
	f := fault.From(CheckAnswers([]FileAnswers{{}, {Year: 3000}}))
	require.Equal(t, []string{"fileMapping.year", "mapping.year"}, []string{f.Key, f.Field})
}

// TestMonthsOfAFile are those of its values and of its lines, in the operator's zone.
func TestMonthsOfAFile(t *testing.T) {
	t.Parallel()
	october := civil.NewMonth(2026, 10)
	from := civil.Paris.Start(october.First()).Unix()
	file := Dataset{Registers: []metering.RegisterVolume{{Days: (october - 3).Range()}},
		Readings: []Readings{{Runs: []Run{{Start: from - 900, Step: 900, Values: make([]energy.MilliWh, 1)}}}}}
	require.Equal(t, []civil.Month{october - 3, october - 1}, file.Months(civil.Paris), "the last quarter of September")
	file.Readings[0].Runs[0].Values = make([]energy.MilliWh, 2)
	require.Equal(t, []civil.Month{october - 3, october - 1, october}, file.Months(civil.Paris))
}

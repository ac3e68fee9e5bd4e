package perimeterfile_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/adapters/dso/fake"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/folder"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
	"github.com/openpmo/pmo/core/participant/site"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

const (
	head, fileName, line1 = coretest.PerimeterHead, coretest.PerimeterFileName, coretest.PerimeterLine

	line2 = "99100000000018;0123456789;P;Toit du gymnase;2 rue du Val;35300;Fougères;P4 en surplus;2026-02-01;2026-12-31;EN_VIGUEUR;CREATION\n"
)

// counts are the rows created, updated, unchanged and rejected.
func counts(r perimeterfile.ImportReport) []int {
	return []int{r.Created, r.Updated, r.Unchanged, r.Rejected}
}

func TestImportAddsUpdatesAndRepeats(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	o := w.AddOperation(t, "ACC00000001", dso.SRD)
	report, err := w.Load(t, o.ID, coretest.PerimeterFileName, coretest.PerimeterHead+coretest.PerimeterLine+line2, true)
	require.NoError(t, err)
	require.Equal(t, []int{2, 0, 0, 0}, counts(report))
	require.True(t, report.DryRun)
	roster, err := w.Site.Roster(t.Context(), o.ID)
	require.NoError(t, err)
	require.Empty(t, roster, "a check writes nothing")

	report, err = w.Load(t, o.ID, coretest.PerimeterFileName, "\uFEFF"+coretest.PerimeterHead+coretest.PerimeterLine+"\n"+line2, false)
	require.NoError(t, err)
	require.Equal(t, 2, report.Created)
	require.Equal(t, []string{"2026-01-01..9999-12-31"}, w.Followed.Moved, "days that touch are rebuilt once")
	report, err = w.Load(t, o.ID, coretest.PerimeterFileName, coretest.PerimeterHead+coretest.PerimeterLine+line2, false)
	require.NoError(t, err)
	require.Equal(t, []int{0, 0, 2, 0}, counts(report), "the same file again changes nothing")

	// The occupant of the first meter leaves and another takes it over, in one file.
	ended := strings.Replace(coretest.PerimeterLine, "2026-01-01;;", "2026-01-01;2026-06-30;", 1)
	next := strings.Replace(strings.Replace(coretest.PerimeterLine, "2026-01-01;;", "2026-07-01;;", 1), "École Jules-Ferry", "Médiathèque", 1)
	report, err = w.Load(t, o.ID, coretest.PerimeterFileName, coretest.PerimeterHead+next+ended, false)
	require.NoError(t, err)
	require.Equal(t, []int{1, 1, 0, 0}, counts(report))
	views, err := w.Site.List(t.Context(), coretest.Admin, site.ListInput{OperationID: o.ID, Q: "99100000000017"})
	require.NoError(t, err)
	require.Equal(t, "Médiathèque", views[0].Name)
	require.Equal(t, "2026-06-30", views[1].Exit().String())
	require.Equal(t, folder.Deleted, views[1].Status)
	producer, err := w.Site.List(t.Context(), coretest.Admin, site.ListInput{OperationID: o.ID, EnergyType: participant.Producer})
	require.NoError(t, err)
	require.Equal(t, participant.SegmentP4Surplus, producer[0].Segment)
	require.Equal(t, "0123456789", producer[0].PADT)
}

// The day on which one occupant follows another moves: neither can be written first
// alone.
func TestImportMovesNeighbours(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	o := w.AddOperation(t, "ACC00000001", dso.SRD)
	file := func(last, first string) string {
		return coretest.PerimeterHead + strings.Replace(coretest.PerimeterLine, "2026-01-01;;", "2026-01-01;"+last+";", 1) +
			strings.Replace(coretest.PerimeterLine, "2026-01-01;;", first+";;", 1)
	}
	_, err := w.Load(t, o.ID, coretest.PerimeterFileName, file("2026-06-30", "2026-07-01"), false)
	require.NoError(t, err)
	report, err := w.Load(t, o.ID, coretest.PerimeterFileName, file("2026-07-14", "2026-07-15"), false)
	require.NoError(t, err)
	require.Equal(t, []int{0, 2, 0, 0}, counts(report))
	report, err = w.Load(t, o.ID, coretest.PerimeterFileName, file("2026-06-14", "2026-06-15"), false)
	require.NoError(t, err)
	require.Equal(t, []int{0, 2, 0, 0}, counts(report))
}

func TestImportRejectsRows(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	other := w.AddOperation(t, "ACC00000002", dso.SRD)
	w.AddSite(t, coretest.Consumer(other.ID, "99100000000055", coretest.Day("2026-01-01"), nil))
	o := w.AddOperation(t, "ACC00000001", dso.SRD)
	w.AddSite(t, coretest.Consumer(o.ID, "99100000000066", coretest.Day("2026-01-01"), nil))
	rows := []string{
		"123;;C;A;1 rue;35300;F;;2026-01-01;;;",                      // 2
		"99100000000019;;X;A;1 rue;35300;F;;2026-01-01;;;",           // 3
		"99100000000020;;C;;1 rue;35300;F;;2026-01-01;;;",            // 4
		"99100000000021;;C;A;1 rue;35300;F;;2026-02-30;;;",           // 5
		"99100000000022;;C;A;1 rue;35300;F;;01/03/2026;2026-01-01;;", // 6
		"99100000000023;;C;A;1 rue;353;F;P1;2026-01-01;;;",           // 7: two things
		"99100000000024;;C;A;1 rue;35300;F;;2026-01-01;;;",           // 8: good
		"99100000000024;;C;B;1 rue;35300;F;;2026-05-01;;;",           // 9: twice
		"99100000000055;;C;A;1 rue;35300;F;;2026-01-01;;;",           // 10: elsewhere
		"99100000000066;;P;A;1 rue;35300;F;;2026-01-01;;;",           // 11: other type
		"99100000000025;;P;A;1 rue;35300;F;;;;;",                     // 12: not commissioned
		"99100000000026;12;C;A;;35300;F;;2026-01-01;;;",              // 13: padt and address
	}
	_, err := w.Load(t, o.ID, coretest.PerimeterFileName, coretest.PerimeterHead+strings.Join(rows, "\n")+"\n", false)
	require.ErrorIs(t, err, perimeterfile.ErrImportRejected)
	f := fault.From(err)
	require.Equal(t, coretest.PerimeterFileName, f.Params["fileName"])
	var got []string
	for _, item := range f.Items {
		got = append(got, fmt.Sprintf("%d %s %s", item.Row, item.Field, item.Key))
	}
	require.ElementsMatch(t, []string{
		"2 prm prm.length", "3 type import.type", "4 nom field.required", "5 date_entree date.invalid",
		"6 date_sortie activation.reversed", "7 code_postal postCode.invalid", "7 segment segment.otherEnergyType",
		"9 prm import.duplicate", "10 prm prm.alreadyUsed", "11 type import.typeChanged",
		"12 date_entree producer.notCommissioned", "13 padt padt.length", "13 adresse address.required",
	}, got)
	roster, err := w.Site.Roster(t.Context(), o.ID)
	require.NoError(t, err)
	require.Len(t, roster, 1, "all rows or none")
	report, err := w.Load(t, o.ID, coretest.PerimeterFileName, coretest.PerimeterHead+strings.Join(rows, "\n")+"\n", true)
	require.NoError(t, err)
	require.Equal(t, f.Items, report.Errors, "a check finds the same")
	require.Equal(t, []int{1, 0, 0, 11}, counts(report))
	require.Len(t, report.Rows, len(rows))
	for i, row := range report.Rows {
		require.Equal(t, i+2, row.Row)
		require.Equal(t, row.Row == 8, row.Outcome == perimeterfile.RowCreated, "row %d", row.Row)
	}
}

// A check names what every row would do, and what of a site it would change.
func TestACheckNamesWhatItWouldChange(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	o := w.AddOperation(t, "ACC00000001", dso.SRD)
	_, err := w.Load(t, o.ID, coretest.PerimeterFileName, coretest.PerimeterHead+coretest.PerimeterLine+line2, false)
	require.NoError(t, err)
	changed := "99100000000017;;C;École Jules-Ferry;3 rue du Val;35300;Fougères;C4;2026-01-01;2026-12-31;en_cours;SUPPRESSION\n"
	odd := "99100000000019;;C;Crèche;1 rue;35300;F;;2026-01-01;;BIZARRE;CREATION\n" +
		"9910000000002;;C;Halle;1 rue;35300;F;;2026-01-01;;;\n" + // cut at the end, or at the front: asked
		"99100000000021;;C;Kiosque;1 rue;35300;F;;2026-01-01;;;BOUGER\n" +
		"991000000000;;C;Lavoir;1 rue;35300;F;;2026-01-01;;;\n"
	fresh := "99100000000022;;C;Moulin;1 rue;35300;F;;2026-01-01;;;modification\n"
	report, err := w.Load(t, o.ID, coretest.PerimeterFileName, coretest.PerimeterHead+changed+line2+odd+fresh, true)
	require.NoError(t, err)
	require.Equal(t, []perimeterfile.ImportRow{
		{Row: 2, Outcome: perimeterfile.RowUpdated, DsoID: "99100000000017", Name: "École Jules-Ferry", Changes: []perimeterfile.Change{
			{Field: "address", Before: "1 rue du Val", After: "3 rue du Val"}, {Field: "segment", Before: "C5", After: "C4"},
			{Field: "exit", Before: "", After: "2026-12-31"}, {Field: "dsoStatus", Before: "EN_VIGUEUR", After: "EN_COURS"},
			{Field: "dsoAction", Before: "CREATION", After: "SUPPRESSION"}}},
		{Row: 3, Outcome: perimeterfile.RowUnchanged, DsoID: "99100000000018", Name: "Toit du gymnase"},
		{Row: 4, Outcome: perimeterfile.RowRejected, DsoID: "99100000000019", Name: "Crèche"},
		{Row: 5, Outcome: perimeterfile.RowRejected, DsoID: "9910000000002", Name: "Halle"},
		{Row: 6, Outcome: perimeterfile.RowRejected, DsoID: "99100000000021", Name: "Kiosque"},
		{Row: 7, Outcome: perimeterfile.RowRejected, DsoID: "991000000000", Name: "Lavoir"},
		{Row: 8, Outcome: perimeterfile.RowCreated, DsoID: "99100000000022", Name: "Moulin"},
	}, report.Rows)
	var why []string
	for _, f := range report.Errors {
		why = append(why, fmt.Sprintf("%d %s %s %v", f.Row, f.Field, f.Key, f.Params["value"]))
	}
	require.Equal(t, []string{"4 statut dsoStatus.unknown BIZARRE", "5 prm import.zeroMissing <nil>", "6 action dsoAction.unknown BOUGER", "7 prm prm.length <nil>"}, why)
	_, err = w.Load(t, o.ID, coretest.PerimeterFileName, coretest.PerimeterHead+changed+line2+odd+fresh, false)
	require.ErrorIs(t, err, perimeterfile.ErrImportRejected)
	require.Equal(t, report.Errors, fault.From(err).Items)
	report, err = w.Load(t, o.ID, coretest.PerimeterFileName, coretest.PerimeterHead+changed+line2+fresh, false)
	require.NoError(t, err)
	require.Equal(t, []int{1, 1, 1, 0}, counts(report))
	roster, err := w.Site.Roster(t.Context(), o.ID)
	require.NoError(t, err)
	for _, p := range roster {
		require.Contains(t, []string{"EN_VIGUEUR", "EN_COURS"}, p.DsoStatus)
		require.Contains(t, []string{"CREATION", "SUPPRESSION", "MODIFICATION"}, p.DsoAction)
	}
}

// The screen and the API know the same words as the file.
func TestUnknownWordsOfAFolderAreRefused(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	o := w.AddOperation(t, "ACC00000001", dso.SRD)
	in := coretest.Consumer(o.ID, "99100000000017", coretest.Day("2026-01-01"), nil)
	in.DsoStatus = "BIZARRE"
	_, err := w.Site.Create(t.Context(), coretest.Admin, in)
	require.Equal(t, "dsoStatus.unknown", fault.KeyOf(err))
	in.DsoStatus = "en_vigueur"
	v, err := w.Site.Create(t.Context(), coretest.Admin, in)
	require.NoError(t, err)
	require.Equal(t, "EN_VIGUEUR", v.DsoStatus)
	in.DsoID, in.DsoStatus, in.DsoAction = "99100000000025", "EN_COURS", "BOUGER"
	_, err = w.Site.Create(t.Context(), coretest.Admin, in)
	require.Equal(t, "dsoAction.unknown", fault.KeyOf(err))
	// A word that is stored, of an operator's answer, does not keep the rest from changing.
	_, err = w.DB.Pool().Exec(t.Context(), "update participants set dso_status = 'ATTENTE_TRAVAUX'")
	require.NoError(t, err)
	name := "Autre"
	v, err = w.Site.Update(t.Context(), coretest.Admin, site.UpdateInput{ParticipantID: v.ID, Name: &name})
	require.NoError(t, err)
	require.Equal(t, "ATTENTE_TRAVAUX", v.DsoStatus)
}

// A line is about the occupant that entered on its day, else about one of its days, else
// about the last one, whichever the file names first.
func TestALineIsAboutItsOccupant(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	o := w.AddOperation(t, "ACC00000001", dso.SRD)
	row := func(name, entry, exit string) string {
		return "99100000000017;;C;" + name + ";1 rue;35300;F;;" + entry + ";" + exit + ";;\n"
	}
	three := row("Un", "2024-01-01", "2024-12-31") + row("Deux", "2025-01-01", "2025-12-31") + row("Trois", "2026-01-01", "")
	_, err := w.Load(t, o.ID, coretest.PerimeterFileName, coretest.PerimeterHead+three, false)
	require.NoError(t, err)
	for _, c := range []struct{ line, before, field string }{
		{row("Neuf", "2024-01-01", "2024-12-31"), "Un", "name"},
		{row("Neuf", "2025-01-01", "2025-12-31"), "Deux", "name"},
		{row("Neuf", "2026-01-01", ""), "Trois", "name"},
		{row("Neuf", "2025-02-01", "2025-11-30"), "Deux", "name"}, // days in common
		{row("Neuf", "2024-03-01", "2024-10-31"), "Un", "name"},
		{row("Neuf", "", ""), "Trois", "name"}, // the last one
	} {
		report, err := w.Load(t, o.ID, coretest.PerimeterFileName, coretest.PerimeterHead+c.line, true)
		require.NoError(t, err)
		require.Equal(t, []int{0, 1, 0, 0}, counts(report), c.line)
		require.Equal(t, perimeterfile.Change{Field: "name", Before: c.before, After: "Neuf"}, report.Rows[0].Changes[0], c.line)
	}
	// Two lines are about two occupants, never twice about one.
	report, err := w.Load(t, o.ID, coretest.PerimeterFileName, coretest.PerimeterHead+row("Neuf", "2025-02-01", "2025-11-30")+row("Deux", "2025-01-01", "2025-01-31"), true)
	require.NoError(t, err)
	require.Equal(t, 1, report.Rejected+report.Created, "%v", report)
}

func TestImportRefusesFiles(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	o := w.AddOperation(t, "ACC00000001", dso.SRD)
	good := coretest.PerimeterHead + coretest.PerimeterLine
	for _, c := range []struct{ name, content, key string }{
		{"", good, "import.fileRequired"},
		{"sites.ods", good, "import.fileType"},
		{"sites", good, "import.fileType"},
		{"sites.csv", good, "import.fileName"},
		{"PERIM_ACC00000002_20261120.csv", good, "import.otherOperation"},
		{"PERIM_ACC00000002_20261120.xlsx", good, "import.otherOperation"},
		{coretest.PerimeterFileName, "", "import.empty"},
		{coretest.PerimeterFileName, "\n \n", "import.empty"},
		{coretest.PerimeterFileName, coretest.PerimeterHead, "import.empty"},
		{coretest.PerimeterFileName, "prm;type;nom\n1;C;A\n", "import.columnsMissing"},
		{coretest.PerimeterFileName, "prm;" + coretest.PerimeterHead + ";" + coretest.PerimeterLine, "import.columnTwice"},
		{coretest.PerimeterFileName, coretest.PerimeterHead + coretest.PerimeterLine + line2[:40], "import.truncated"},
		{coretest.PerimeterFileName, coretest.PerimeterHead + line2[:40] + "\n" + coretest.PerimeterLine, "import.rejected"},
		{coretest.PerimeterFileName, "PK\x00\x01", "import.notText"},
		{coretest.PerimeterFileName, strings.Repeat("x", perimeterfile.MaxFileBytes+1), "import.tooLarge"},
		{coretest.PerimeterFileName, coretest.PerimeterHead + strings.Repeat(coretest.PerimeterLine, perimeterfile.MaxFileRows+1), "import.tooManyRows"},
		{"sites.xlsx", good, "import.notSpreadsheet"},
	} {
		_, err := w.Load(t, o.ID, c.name, c.content, false)
		require.Equal(t, c.key, fault.KeyOf(err), c.name)
	}
	observer := policy.Principal{UserID: id.New(), Role: policy.RoleObserver, Operations: []id.ID{o.ID}}
	_, err := w.PerimeterFile.Import(t.Context(), observer, perimeterfile.ImportInput{OperationID: o.ID, FileName: coretest.PerimeterFileName, Content: []byte(good)})
	require.Equal(t, "forbidden", fault.KeyOf(err))
}

func TestImportWorkbook(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	o := w.AddOperation(t, "ACC00000001", dso.Enedis)
	book := excelize.NewFile()
	date, err := book.NewStyle(&excelize.Style{NumFmt: 14})
	require.NoError(t, err)
	for i, row := range [][]any{
		{"PRM", "PADT", "Type", "Nom", "Adresse", "Code postal", "Ville", "Date entrée", "Date sortie", "Remarque"},
		{16401220101758, "", "C", "Mairie", "1 place", 1000, "Bourg", coretest.Noon.Truncate(24 * 3600e9), "31/12/2026", "x"},
		{},
		{"01640122010175", "", "c", "École", "2 place", "01000", "Bourg", "2026-01-01", "", ""},
		{9410000000017, "", "C", "Gymnase", "3 place", "01000", "Bourg", "2026-01-01", "", ""},
	} {
		require.NoError(t, book.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+3), &row))
	}
	require.NoError(t, book.SetCellStyle("Sheet1", "H4", "H4", date))
	var content bytes.Buffer
	require.NoError(t, book.Write(&content))

	_, err = w.Load(t, o.ID, "sites.xlsx", content.String(), false)
	require.ErrorIs(t, err, perimeterfile.ErrImportRejected)
	var asked []string
	for _, f := range fault.From(err).Items {
		asked = append(asked, fmt.Sprintf("%d %s %s %v", f.Row, f.Field, f.Key, f.Params["to"]))
	}
	require.Equal(t, []string{"4 code_postal import.zeroMissing 01000", "7 prm import.zeroMissing 09410000000017"}, asked)
	withZeros := func() (perimeterfile.ImportReport, error) {
		return w.PerimeterFile.Import(t.Context(), coretest.Admin, perimeterfile.ImportInput{OperationID: o.ID, FileName: "sites.xlsx", Content: content.Bytes(), AddZeros: true})
	}
	report, err := withZeros()
	require.NoError(t, err)
	require.Equal(t, 3, report.Created)
	var warned []string
	for _, f := range report.Warnings {
		warned = append(warned, fmt.Sprintf("%d %s %s", f.Row, f.Field, f.Key))
	}
	require.ElementsMatch(t, []string{"3  import.columnIgnored", "4 code_postal import.zeroAdded", "7 prm import.zeroAdded"}, warned)
	roster, err := w.Site.Roster(t.Context(), o.ID)
	require.NoError(t, err)
	require.Equal(t, "École", roster[0].Name)
	mairie := roster[2]
	require.Equal(t, "16401220101758", mairie.DsoID)
	require.Equal(t, "01000", mairie.PostCode)
	require.Equal(t, civil.Range{From: civil.NewDate(2026, 11, 20), To: civil.NewDate(2027, 1, 1)}, *mairie.Activation)
	report, err = withZeros()
	require.NoError(t, err)
	require.Equal(t, 3, report.Unchanged)

	_, err = w.Load(t, o.ID, "sites.xlsx", content.String()[:content.Len()/2], false)
	require.ErrorIs(t, err, perimeterfile.ErrTruncated)
}

func TestImportTakesPositions(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	o := w.AddOperation(t, "ACC00000001", dso.SRD)
	with := func(north, east string) string {
		return strings.Replace(coretest.PerimeterHead, "\n", ";Latitude;longitude\n", 1) + strings.Replace(coretest.PerimeterLine, "\n", ";"+north+";"+east+"\n", 1)
	}
	_, err := w.Load(t, o.ID, coretest.PerimeterFileName, with("48,3517", "-1.2044"), false)
	require.NoError(t, err)
	stored := func() *party.Position {
		views, err := w.Site.List(t.Context(), coretest.Admin, site.ListInput{OperationID: o.ID})
		require.NoError(t, err)
		return views[0].Position
	}
	require.Equal(t, &party.Position{Latitude: 48.3517, Longitude: -1.2044}, stored())
	report, err := w.Load(t, o.ID, coretest.PerimeterFileName, with("", ""), false)
	require.NoError(t, err)
	require.Equal(t, 1, report.Unchanged, "empty cells leave the place alone")
	for key, content := range map[string]string{"latitude.invalid": with("north", "2"), "longitude.invalid": with("48", "200")} {
		_, err := w.Load(t, o.ID, coretest.PerimeterFileName, content, false)
		item := fault.From(err).Items[0]
		require.Equal(t, key, item.Key)
		require.Equal(t, 2, item.Row)
		require.Equal(t, strings.TrimSuffix(key, ".invalid"), item.Field)
	}
	require.Equal(t, &party.Position{Latitude: 48.3517, Longitude: -1.2044}, stored(), "a refused file changes nothing")
}

// TestALineThatMovesInvoicedDaysIsRefused where pmo shares itself, with its row and column,
// checked or not.
func TestALineThatMovesInvoicedDaysIsRefused(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	fake := w.AddOperation(t, "ACC00000002", dso.Fake)
	w.AddSite(t, coretest.Consumer(fake.ID, "99100000000017", coretest.Day("2026-01-01"), nil))
	w.Followed.LastDay = coretest.Day("2026-09-30")
	name := strings.ReplaceAll(fileName, "ACC00000001", "ACC00000002")
	left := strings.Replace(line1, "2026-01-01;;", "2026-01-01;2026-09-10;", 1)
	for _, dryRun := range []bool{true, false} {
		report, err := w.Load(t, fake.ID, name, head+"\n"+left, dryRun)
		wrong := report.Errors
		if !dryRun {
			require.ErrorIs(t, err, perimeterfile.ErrImportRejected)
			wrong = fault.From(err).Items
		}
		item := wrong[0]
		require.Equal(t, []any{"participant.daysInvoiced", "date_sortie", 3, "2026-09-30"}, []any{item.Key, item.Field, item.Row, item.Params["date"]})
	}
}

// TestAllThatIsKnownOfASiteIsImported: beside the operator's columns those that it does not know;
// what cannot be is said at its column; the template filled with what stands changes nothing.
func TestAllThatIsKnownOfASiteIsImported(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	o := w.AddOperation(t, "ACC00000001", dso.SRD)
	head := strings.TrimSpace(coretest.PerimeterHead) + ";type_entite;production;puissance_kw;prosommateur;departement;code_insee;titulaire;email;telephone;siret;tresorerie;reference;etiquettes;facture_jusqu_au\n"
	line := func(rest string) string { return head + strings.TrimSpace(coretest.PerimeterLine) + ";" + rest + "\n" }
	_, err := w.Load(t, o.ID, coretest.PerimeterFileName, line("proOther;3;36,5;oui;35;35115;Camille;c@ex.org;0299;44460844213631;Trésorerie;S-1;Centre, 2026;30/09/2026"), false)
	require.NoError(t, err)
	views, err := w.Site.List(t.Context(), coretest.Admin, site.ListInput{OperationID: o.ID})
	require.NoError(t, err)
	one := views[0]
	require.Equal(t, int64(36_500), *one.ContractPower)
	require.Equal(t, []string{"proOther", "35", "35115", "Camille", "c@ex.org", "0299", "44460844213631", "Trésorerie", "S-1"}, []string{string(one.EntityType),
		one.DepartmentCode, one.INSEECode, one.Identity, one.Email, one.Phone, one.SIRET, one.Treasury, one.ExternalID})
	require.Equal(t, participant.Solar, one.ProductionType)
	require.True(t, one.IsProsumer)
	require.Equal(t, "2026-09-30", one.BilledUntil.String())

	template, err := w.PerimeterFile.Template(t.Context(), coretest.Admin, o.ID)
	require.NoError(t, err)
	lines := []string{strings.Join(template.Header, ";")}
	for _, row := range template.Rows {
		lines = append(lines, strings.Join(row, ";"))
	}
	report, err := w.Load(t, o.ID, coretest.PerimeterFileName, strings.Join(lines, "\n")+"\n", false)
	require.NoError(t, err)
	require.Equal(t, []int{0, 0, 1, 0}, counts(report))

	for rest, want := range map[string]string{
		"proNothing;;;;;;;;;;;;;": "entityType.unknown at type_entite", ";four;;;;;;;;;;;;": "productionType.unknown at production", ";;-1;;;;;;;;;;;": "contractPower.invalid at puissance_kw",
		";;;peut-être;;;;;;;;;;": "import.yesNo at prosommateur", ";;;;0035;;;;;;;;;": "departmentCode.invalid at departement", ";;;;;351150;;;;;;;;": "inseeCode.invalid at code_insee",
		";;;;;;;nobody;;;;;;": "email.invalid at email", ";;;;;;;;;123;;;;": "siret.invalid at siret", ";;;;;;;;;;;;;31/13/2026": "date.invalid at facture_jusqu_au",
	} {
		report, err := w.Load(t, o.ID, coretest.PerimeterFileName, line(rest), true)
		require.NoError(t, err)
		require.Len(t, report.Errors, 1, rest)
		require.Equal(t, want, report.Errors[0].Key+" at "+report.Errors[0].Field)
		require.Equal(t, 2, report.Errors[0].Row)
	}
}

// TestAChangeOfOccupantByFile: the predecessor ends on the day before, the successor has what
// belongs to the place; the same file again changes nothing.
func TestAChangeOfOccupantByFile(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	o := w.AddOperation(t, "ACC00000001", dso.SRD)
	_, err := w.Load(t, o.ID, coretest.PerimeterFileName, coretest.PerimeterHead+coretest.PerimeterLine, false)
	require.NoError(t, err)
	before, err := w.Site.List(t.Context(), coretest.Admin, site.ListInput{OperationID: o.ID})
	require.NoError(t, err)
	const head = "prm;type;nom;adresse;code_postal;ville;date_entree;date_sortie;succession\n"
	line := func(number, entry string) string {
		return head + number + ";C;M. B;;;;" + entry + ";;oui\n"
	}
	number := before[0].DsoID
	dry, err := w.Load(t, o.ID, coretest.PerimeterFileName, line(number, "2026-10-15"), true)
	require.NoError(t, err)
	require.Equal(t, []int{1, 1, 0, 0}, counts(dry), "%v", dry.Errors)
	for _, want := range [][]int{{1, 1, 0, 0}, {0, 0, 1, 0}} {
		report, err := w.Load(t, o.ID, coretest.PerimeterFileName, line(number, "2026-10-15"), false)
		require.NoError(t, err)
		require.Equal(t, want, counts(report))
	}
	after, err := w.Site.List(t.Context(), coretest.Admin, site.ListInput{OperationID: o.ID})
	require.NoError(t, err)
	require.Len(t, after, 2)
	for _, one := range after {
		if one.ID == before[0].ID {
			require.Equal(t, "2026-10-14", one.Exit().String())
			require.Equal(t, folder.ActionRemove, one.DsoAction)
			continue
		}
		require.Equal(t, []string{"M. B", before[0].Address, "2026-10-15"}, []string{one.Name, one.Address, one.Entry().String()})
	}
	for rest, want := range map[string]string{line("99100000000024", "2026-10-15"): "import.noPredecessor", line(number, ""): "field.required"} {
		report, err := w.Load(t, o.ID, coretest.PerimeterFileName, rest, true)
		require.NoError(t, err)
		require.Equal(t, want, report.Errors[0].Key)
		require.Equal(t, 1, report.Rejected)
	}
}

// asked is an operator that answers what a test tells it to.
type asked struct {
	answer   string
	fails    error
	standing perimeterfile.Table
}

func (a *asked) Perimeter(_ context.Context, _ operation.Operation, standing perimeterfile.Table, _ civil.Date) ([]byte, error) {
	a.standing = standing
	return []byte(a.answer), a.fails
}

// TestAPerimeterIsSynchronized: the operator's answer is taken in as a file of it, once; operators
// that cannot be asked say so.
func TestAPerimeterIsSynchronized(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	enedis := &asked{answer: coretest.PerimeterHead + coretest.PerimeterLine}
	w.PerimeterFile.Sources = map[dso.Operator]perimeterfile.Source{dso.Enedis: enedis, dso.Fake: fake.Perimeter{}}
	o, srd := w.AddOperation(t, "ACC00000001", dso.Enedis), w.AddOperation(t, "ACC00000002", dso.SRD)
	sync := func(operationID id.ID, dryRun bool) (perimeterfile.ImportReport, error) {
		return w.PerimeterFile.Synchronize(t.Context(), coretest.Admin, perimeterfile.ImportInput{OperationID: operationID, DryRun: dryRun})
	}
	report, err := sync(o.ID, true)
	require.NoError(t, err)
	require.Equal(t, 1, report.Created)
	roster, err := w.Site.Roster(t.Context(), o.ID)
	require.NoError(t, err)
	require.Empty(t, roster, "a check stores nothing")
	report, err = sync(o.ID, false)
	require.NoError(t, err)
	require.Equal(t, 1, report.Created)
	report, err = sync(o.ID, false)
	require.NoError(t, err)
	require.Equal(t, []int{0, 0, 1}, []int{report.Created, report.Updated, report.Unchanged}, "the same answer again changes nothing")
	require.Len(t, enedis.standing.Rows, 1, "the operator is told what stands")
	enedis.answer = coretest.PerimeterHead + strings.Replace(coretest.PerimeterLine, "99100000000017", "1", 1)
	_, err = sync(o.ID, false)
	require.Equal(t, "import.rejected", fault.KeyOf(err))
	enedis.fails = perimeterfile.ErrUnavailable
	_, err = sync(o.ID, false)
	require.ErrorIs(t, err, perimeterfile.ErrUnavailable)
	_, err = sync(srd.ID, false)
	require.ErrorIs(t, err, perimeterfile.ErrNoConnection)
	observer := policy.Principal{UserID: id.New(), Role: policy.RoleObserver, Operations: []id.ID{o.ID}}
	_, err = w.PerimeterFile.Synchronize(t.Context(), observer, perimeterfile.ImportInput{OperationID: o.ID})
	require.Equal(t, "forbidden", fault.KeyOf(err))
}

// TestTheFictitiousOperatorAnswers: who asked to come in is in, who asked to leave is out once the
// last day is past, and nobody else is touched.
func TestTheFictitiousOperatorAnswers(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	w.PerimeterFile.Sources = map[dso.Operator]perimeterfile.Source{dso.Fake: fake.Perimeter{}}
	o := w.AddOperation(t, "ACC00000001", dso.Fake)
	empty, err := w.PerimeterFile.Synchronize(t.Context(), coretest.Admin, perimeterfile.ImportInput{OperationID: o.ID})
	require.NoError(t, err)
	require.Zero(t, empty)
	add := func(n, entry string, exit *civil.Date, status, action string) {
		in := coretest.Consumer(o.ID, "991000000000"+n, coretest.Day(entry), exit)
		in.DsoStatus, in.DsoAction = status, action
		w.AddSite(t, in)
	}
	add("17", "2026-12-01", nil, "EN_COURS", "CREATION")
	add("24", "2026-01-01", coretest.Day("2026-11-19"), "EN_COURS", "SUPPRESSION")
	add("31", "2026-01-01", coretest.Day("2026-11-20"), "EN_COURS", "SUPPRESSION")
	add("48", "2026-01-01", nil, "NO_TRAIL_ERR", "CREATION")
	add("55", "2026-01-01", nil, "EN_VIGUEUR", "CREATION")
	report, err := w.PerimeterFile.Synchronize(t.Context(), coretest.Admin, perimeterfile.ImportInput{OperationID: o.ID})
	require.NoError(t, err)
	require.Equal(t, []int{0, 2, 3}, []int{report.Created, report.Updated, report.Unchanged})
	roster, err := w.Site.Roster(t.Context(), o.ID)
	require.NoError(t, err)
	said := map[string]string{}
	for _, one := range roster {
		said[one.DsoID[12:]] = one.DsoStatus + " " + one.DsoAction
	}
	require.Equal(t, map[string]string{"17": "EN_VIGUEUR CREATION", "24": "EN_VIGUEUR SUPPRESSION", "31": "EN_COURS SUPPRESSION",
		"48": "NO_TRAIL_ERR CREATION", "55": "EN_VIGUEUR CREATION"}, said)
}

package perimeterfile_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/xlsx"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
)

// columns are those that every file has.
const columns = "prm;type;nom;adresse;code_postal;ville;date_entree;date_sortie\n"

// key is the words of a refusal for a test.
func key(f *fault.Error) string { return f.Key }

// written is the annotated workbook, read again.
func written(t *testing.T, a perimeterfile.Annotation) perimeterfile.Sheet {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, xlsx.WriteAnnotated(&file, "Participants", a, key))
	sheet, err := xlsx.Reader{}.ReadSheet(t.Context(), file.Bytes(), 20_000)
	require.NoError(t, err)
	return sheet
}

// TestAFileComesBackWithWhatIsWrong: each wrong row says why and marks its cells, right ones say
// nothing; rows stand in their lines, and nothing is stored. Mended, the same workbook is taken in,
// and what was said of it is no column.
func TestAFileComesBackWithWhatIsWrong(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	o := w.AddOperation(t, "ACC1", dso.Fake)
	content := columns + "99100000000017;C;École;1 rue Haute;35300;Fougères;2026-11-01;\n\n" +
		"991;C;;1 rue Haute;35300;Fougères;2026-13-01;\n"
	in := perimeterfile.ImportInput{OperationID: o.ID, FileName: "PERIM_ACC1_20261101.csv", Content: []byte(content)}
	a, err := w.PerimeterFile.Annotate(t.Context(), coretest.Admin, in)
	require.NoError(t, err)
	require.Equal(t, "a_corriger_PERIM_ACC1_20261101.xlsx", a.Name)
	sheet := written(t, a)
	require.Equal(t, []string{"prm", "type", "nom", "adresse", "code_postal", "ville", "date_entree", "date_sortie", "a_corriger"}, sheet.Header)
	require.Equal(t, []int{2, 4}, []int{sheet.Rows[0].Line, sheet.Rows[1].Line}, "each in its line")
	require.Len(t, sheet.Rows[0].Cells, 7, "nothing is wrong with it")
	said := sheet.Rows[1].Cells[8].Text
	for _, wanted := range []string{"prm : prm.length", "date_entree : date.invalid"} {
		require.Contains(t, said, wanted)
	}
	require.Equal(t, []int{0, 6}, a.Rows[1].Marked)
	roster, err := w.Site.Roster(t.Context(), o.ID)
	require.NoError(t, err)
	require.Empty(t, roster)

	a.Rows[1].Cells[0], a.Rows[1].Cells[2], a.Rows[1].Cells[6] = "99100000000024", "Mairie", "2026-11-01"
	var file bytes.Buffer
	require.NoError(t, xlsx.WriteAnnotated(&file, "Participants", a, key))
	again := perimeterfile.ImportInput{OperationID: o.ID, FileName: a.Name, Content: file.Bytes()}
	second, err := w.PerimeterFile.Annotate(t.Context(), coretest.Admin, again)
	require.NoError(t, err)
	require.Equal(t, a.Name, second.Name, "one word before its name, not two")
	require.Equal(t, a.Header, second.Header, "one column of remarks, not two")
	require.Empty(t, second.Rows[1].Wrong)
	require.Len(t, written(t, second).Rows[1].Cells, 7, "what was said before is gone")
	report, err := w.PerimeterFile.Import(t.Context(), coretest.Admin, again)
	require.NoError(t, err)
	require.Equal(t, []int{2, 0}, []int{report.Created, len(report.Warnings)})
}

// TestEveryWrongRowIsAnnotated: answers list the first refusals, the workbook has all of them.
func TestEveryWrongRowIsAnnotated(t *testing.T) {
	t.Parallel()
	w := coretest.NewPerimeter(t)
	o := w.AddOperation(t, "ACC1", dso.Fake)
	var b strings.Builder
	b.WriteString(columns)
	const rows = 700
	for i := range rows {
		fmt.Fprintf(&b, "%d;C;Site %d;1 rue Haute;35300;Fougères;2026-11-01;\n", i, i)
	}
	in := perimeterfile.ImportInput{OperationID: o.ID, FileName: "PERIM_ACC1_20261101.csv", Content: []byte(b.String()), DryRun: true}
	report, err := w.PerimeterFile.Import(t.Context(), coretest.Admin, in)
	require.NoError(t, err)
	require.Len(t, report.Errors, 501)
	a, err := w.PerimeterFile.Annotate(t.Context(), coretest.Admin, in)
	require.NoError(t, err)
	for _, row := range a.Rows {
		require.NotEmpty(t, row.Wrong, row.Line)
	}
	_, err = w.PerimeterFile.Annotate(t.Context(), w.AddAccount(t, "observer", "o@ex.org", true), in)
	require.Equal(t, "forbidden", fault.KeyOf(err))
}

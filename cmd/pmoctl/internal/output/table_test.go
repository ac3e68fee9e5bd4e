package output

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/sdk/go/pmo"
)

func printed(t *testing.T, p Printer, raw string, table *Table) string {
	t.Helper()
	var b bytes.Buffer
	p.Out = &b
	require.NoError(t, p.Print([]byte(raw), table))
	return b.String()
}

func TestTableAlignsAndKeepsTheTerminalSafe(t *testing.T) {
	table := NewTable("name", ">amount_eur").Add("École", "5.00").Add("a\x1b[31m\nb", "1234.50")
	require.Equal(t, "NAME      AMOUNT EUR\nÉcole           5.00\na [31m b     1234.50\n", printed(t, Printer{Format: FormatTable}, "[]", table))
	require.Contains(t, printed(t, Printer{Format: FormatTable, Colour: true}, "", table), "\x1b[1mNAME      AMOUNT EUR\x1b[0m\n")
}

func TestOneObjectIsALineForEachValueThereIs(t *testing.T) {
	table := One("id", "siret", "name").Add("1", "", "École")
	require.Equal(t, "ID    1\nNAME  École\n", printed(t, Printer{Format: FormatTable}, "{}", table))
}

func TestCSVHasColumnNamesAndQuotes(t *testing.T) {
	table := NewTable("name", ">amount_eur").Add("a;b,\"c\"", "5.00")
	require.Equal(t, "name,amount_eur\n\"a;b,\"\"c\"\"\",5.00\n", printed(t, Printer{Format: FormatCSV}, "[]", table))
	require.Equal(t, "name\n", printed(t, Printer{Format: FormatCSV}, "[]", NewTable("name")))
}

func TestJSONIsAsItCame(t *testing.T) {
	raw := `{"energyMilliWh":9007199254740993,"x":1.0}`
	require.Equal(t, raw+"\n", printed(t, Printer{Format: FormatJSON}, raw, nil))
	require.Equal(t, "{\n  \"energyMilliWh\": 9007199254740993,\n  \"x\": 1.0\n}\n", printed(t, Printer{Format: FormatJSON, Terminal: true}, raw, nil))
}

func TestItemsTellFileRowAndField(t *testing.T) {
	params := pmo.ProblemParams{"fileName": "sites.xlsx"}
	item := pmo.ProblemItem{Key: "prm.length", Row: new(14), Field: new("prm"), Params: &params, Detail: new("Le PRM doit contenir 14 caractères")}
	require.Equal(t, "sites.xlsx, row 14, prm: Le PRM doit contenir 14 caractères", Item(item))
	require.Equal(t, "prm.unknown", Item(pmo.ProblemItem{Key: "prm.unknown"}))
}

func TestProgressIsSilentWithoutATerminal(t *testing.T) {
	var b bytes.Buffer
	p := NewProgress(&b, false, "job 1")
	p.Each(pmo.JobStatusPENDING, pmo.Progress{Total: 3})
	p.End()
	require.Empty(t, b.String())

	p = NewProgress(&b, true, "job 1")
	p.Each(pmo.JobStatusPENDING, pmo.Progress{Success: 1, Failure: 1, Total: 3})
	p.Each(pmo.JobStatusPENDING, pmo.Progress{Success: 1, Failure: 1, Total: 3})
	p.End()
	require.Equal(t, "\r\x1b[Kjob 1: 2 of 3, 1 failed\r\x1b[K", b.String())
}

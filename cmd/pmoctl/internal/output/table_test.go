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

func TestCSVIsNoFormula(t *testing.T) {
	table := NewTable("name", ">amount_eur")
	for _, name := range []string{`=HYPERLINK("http://x")`, "+33 1 23", "-cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "-", "École = mairie", "1=1"} {
		table.Add(name, "-5.00")
	}
	require.Equal(t, "name,amount_eur\n\"'=HYPERLINK(\"\"http://x\"\")\",-5.00\n'+33 1 23,-5.00\n'-cmd|' /C calc'!A0,-5.00\n'@SUM(A1),-5.00\n'\t=1,-5.00\n\"'\r=1\",-5.00\n\"'\n=1\",-5.00\n'-,-5.00\nÉcole = mairie,-5.00\n1=1,-5.00\n",
		printed(t, Printer{Format: FormatCSV}, "[]", table))
	for _, number := range []string{"-5.00", "+1", "-0,25", "-12"} {
		require.Equal(t, number, inert(number))
	}
	for _, formula := range []string{"-1+1", "+1e9", "-1|x", "--1"} {
		require.Equal(t, "'"+formula, inert(formula))
	}
}

func TestATerminalIsNotSteered(t *testing.T) {
	table := NewTable("name").Add("a\x1b]0;owned\x07\u009b31m\u202eb")
	for _, format := range []string{FormatTable, FormatCSV} {
		require.NotRegexp(t, "[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x{9f}\\x{202e}]", printed(t, Printer{Format: format, Terminal: true}, "[]", table), format)
	}
	raw := "{\"name\":\"a\u009b31m\u202e\\u001b[0m\"}"
	require.Equal(t, "{\n  \"name\": \"a\\u009b31m\\u202e\\u001b[0m\"\n}\n", printed(t, Printer{Format: FormatJSON, Terminal: true}, raw, nil))
	require.Equal(t, raw+"\n", printed(t, Printer{Format: FormatJSON}, raw, nil), "a program gets what the server sent")
	filter, err := NewFilter(t.Context(), ".name")
	require.NoError(t, err)
	require.Equal(t, "a 31m  [0m\n", printed(t, Printer{Filter: filter, Terminal: true}, raw, nil))
}

func TestFilterKeepsDigitsAndPrintsTextsAsTheyAre(t *testing.T) {
	raw := `{"e":9007199254740993,"x":1.0,"list":[{"name":"École"},{"name":"Mairie"}],"none":null}`
	for expression, want := range map[string]string{
		".e": "9007199254740993\n", ".list[].name": "École\nMairie\n", ".list|length": "2\n", ".none": "null\n", ".list[0]": "{\"name\":\"École\"}\n", "empty": "",
	} {
		filter, err := NewFilter(t.Context(), expression)
		require.NoError(t, err)
		require.Equal(t, want, printed(t, Printer{Filter: filter}, raw, nil), expression)
	}
	filter, err := NewFilter(t.Context(), ".e.x")
	require.NoError(t, err)
	require.ErrorContains(t, Printer{Filter: filter, Out: &bytes.Buffer{}}.Print([]byte(raw), nil), "--jq: ")
	filter, err = NewFilter(t.Context(), "env|length")
	require.NoError(t, err)
	require.Equal(t, "0\n", printed(t, Printer{Filter: filter}, raw, nil), "it sees no variables of the person")
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

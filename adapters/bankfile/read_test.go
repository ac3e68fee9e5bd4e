package bankfile_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"

	"github.com/openpmo/pmo/adapters/bankfile/camt053"
	"github.com/openpmo/pmo/adapters/bankfile/coda"
	"github.com/openpmo/pmo/adapters/bankfile/csv"
	"github.com/openpmo/pmo/adapters/bankfile/fake"
	"github.com/openpmo/pmo/adapters/bankfile/pain002"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/payment/bankfile"
)

var readers = bankfile.Readers{Formats: []bankfile.Reader{camt053.Reader{}, pain002.Reader{}, coda.Reader{}}, Table: csv.Table{}}

func sample(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	return content
}

func read(content []byte) (bankfile.File, error) {
	r := readers.Of(content)
	if r == nil {
		return bankfile.File{}, bankfile.ErrUnknown
	}
	return r.Read(content)
}

func said(f bankfile.File) (out []string) {
	for _, s := range f.Statements {
		for _, l := range s.Lines {
			out = append(out, fmt.Sprintf("%s %s %s|%s|%s|%s|%s|%s|%t %s", s.Account, l.BookedOn, l.Amount, l.EndToEndID, l.Communication, l.Text, l.Counterparty, l.CounterpartyIBAN, l.Returned, l.ReturnReason))
		}
	}
	return out
}

// TestSamplesAreRead: of each version what it says of each line, those of a batch one by one.
func TestSamplesAreRead(t *testing.T) {
	t.Parallel()
	const fr, be = "FR1420041010050500013M02606", "BE71096123456769"
	for name, want := range map[string][]string{
		"camt.053.001.08.xml": {
			fr + " 2026-12-03 84.20||RF18539007547034|Facture COM-2026-00012|MARTIN Anne|FR7630006000011234567890189|false ",
			fr + " 2026-12-04 50.00|SOLEIL-COM-2026-00013||COM-2026-00013|PETIT|DE89370400440532013000|false ",
			fr + " 2026-12-04 20.00|SOLEIL-COM-2026-00014||||DE89370400440532013000|false ",
			fr + " 2026-12-09 -50.00|SOLEIL-COM-2026-00013||COM-2026-00013|PETIT|DE89370400440532013000|true MD06",
			fr + " 2026-12-10 -4.50|||FRAIS DE TENUE DE COMPTE|||false ",
		},
		"camt.053.001.02.xml": {
			be + " 2026-12-03 84.20||000000000101||MARTIN Anne|BE71096123456769|false ",
			be + " 2026-12-04 50.00|SOLEIL-COM-2026-00013|||||false ",
			be + " 2026-12-04 20.00|SOLEIL-COM-2026-00014|||||false ",
			be + " 2026-12-09 -50.00|SOLEIL-COM-2026-00013|||PETIT||true AM04",
		},
		"statement.coda": {
			be + " 2026-12-03 84.20||000000000101||MARTIN ANNE|BE71096123456769|false ",
			be + " 2026-12-04 50.00|SOLEIL-COM-2026-00013||COM-2026-00013|PETIT|DE89370400440532013000|false ",
			be + " 2026-12-04 20.00|SOLEIL-COM-2026-00014||COM-2026-00014|ROUX||false ",
			be + " 2026-12-09 -50.00|SOLEIL-COM-2026-00013||COM-2026-00013|PETIT|DE89370400440532013000|true MD06",
			be + " 2026-12-31 -4.50|||FRAIS|||false ",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, err := read(sample(t, name))
			require.NoError(t, err)
			require.Equal(t, want, said(f))
		})
	}
}

// TestAnswersAreRead: of transactions, of a batch, and of all.
func TestAnswersAreRead(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"pain.002.001.03.xml", "pain.002.001.10.xml"} {
		f, err := read(sample(t, name))
		require.NoError(t, err)
		var got []string
		for _, a := range f.Answers {
			got = append(got, fmt.Sprintf("%s %s|%s|%s|%d|%s|%s|%s", a.On, a.MessageID, a.BatchID, a.EndToEndID, a.Number, a.Status, a.Reason, a.Text))
		}
		const m = "0199b0aa00007000800000000000abcd"
		require.Equal(t, []string{"2026-12-02 " + m + "|||3|PART||", "2026-12-02 " + m + "|" + m + "001||3|ACSP||",
			"2026-12-02 " + m + "|" + m + "001|SOLEIL-COM-2026-00013|3|RJCT|AC04|Compte clos", "2026-12-02 " + m + "|" + m + "002||3|RJCT|DNOR|"}, got, name)
	}
}

// TestWhatIsMadeUpIsReadBack: each movement, in each format, with the same amounts and references.
func TestWhatIsMadeUpIsReadBack(t *testing.T) {
	t.Parallel()
	due := civil.NewDate(2026, 11, 20)
	var invoices []fake.Invoice
	for n := range 60 {
		i := fake.Invoice{Number: fmt.Sprintf("COM-2026-%05d", n), Client: "Élise <& Roux>", ClientIBAN: "DE89370400440532013000", Amount: money.Cents(1000 + n), Issued: due - 30, Due: due + civil.Date(n%3)}
		switch n % 3 {
		case 0:
			i.EndToEndID = "X-" + i.Number
		case 1:
			i.Communication = "+++000/0000/00101+++"
		}
		invoices = append(invoices, i)
	}
	all := fake.Year{Seed: 3, Invoices: invoices, Until: due + 90}.Movements()
	require.Equal(t, all, fake.Year{Seed: 3, Invoices: invoices, Until: due + 90}.Movements())
	for name, content := range map[string][]byte{"08": fake.Camt053("08", "BE71096123456769", due+90, -12345, all), "02": fake.Camt053("02", "BE71096123456769", due+90, 0, all),
		"coda": fake.Coda(1, "BE71096123456769", due+90, 500, all)} {
		f, err := read(content)
		require.NoError(t, err, name)
		require.Len(t, f.Statements[0].Lines, len(all))
		for n, l := range f.Statements[0].Lines {
			m := all[n]
			require.Equal(t, []any{m.Amount, m.On, m.Reference, m.EndToEndID, m.Communication, m.Return, m.Return != ""},
				[]any{l.Amount, l.BookedOn, l.BankReference, l.EndToEndID, l.Communication, l.ReturnReason, l.Returned}, "%s %+v", name, m)
		}
	}
}

// TestWhatIsNoFileOfABankIsRefused: each with its key; none takes long or much memory.
func TestWhatIsNoFileOfABankIsRefused(t *testing.T) {
	t.Parallel()
	good := string(sample(t, "camt.053.001.08.xml"))
	answer := string(sample(t, "pain.002.001.03.xml"))
	belgian := string(sample(t, "statement.coda"))
	bomb := "<?xml version=\"1.0\"?><!DOCTYPE lolz [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>" + strings.TrimPrefix(good, `<?xml version="1.0" encoding="UTF-8"?>`)
	replaced := func(text, old, fresh string) string {
		require.Contains(t, text, old)
		return strings.Replace(text, old, fresh, 1)
	}
	latin, err := charmap.ISO8859_1.NewEncoder().String(replaced(replaced(good, "UTF-8", "ISO-8859-1"), "MARTIN Anne", "LEFÈVRE"))
	require.NoError(t, err)
	for name, c := range map[string]struct{ content, key string }{
		"nothing":                     {"", "bankFile.unknown"},
		"another text":                {"hello", "bankFile.unknown"},
		"a later version":             {strings.ReplaceAll(good, "camt.053.001.08", "camt.053.001.13"), "bankFile.version"},
		"an entity bomb":              {bomb, "bankFile.dtd"},
		"an entity of nobody":         {replaced(good, "MARTIN Anne", "&b;"), "bankFile.xml"},
		"levels without end":          {replaced(good, "<Stmt>", strings.Repeat("<X>", 100_000)), "bankFile.depth"},
		"cut in the middle":           {good[:len(good)/2], "bankFile.xml"},
		"two documents":               {good + good[strings.Index(good, "<Document"):], "bankFile.xml"},
		"letters of another encoding": {strings.Replace(latin, "ISO-8859-1", "UTF-8", 1), "bankFile.encoding"},
		"an encoding of nobody":       {replaced(good, "UTF-8", "EBCDIC-FR"), "bankFile.encoding"},
		"dollars":                     {replaced(good, `<Amt Ccy="EUR">84.20`, `<Amt Ccy="USD">84.20`), "bankFile.currency"},
		"thousandths":                 {replaced(good, `<Amt Ccy="EUR">84.20`, `<Amt Ccy="EUR">84.205`), "bankFile.amount"},
		"an amount of letters":        {replaced(good, `<Amt Ccy="EUR">84.20`, `<Amt Ccy="EUR">1e9`), "bankFile.amount"},
		"a day that is none":          {replaced(good, "<BookgDt><Dt>2026-12-03", "<BookgDt><Dt>2026-02-30"), "bankFile.element"},
		"no account":                  {replaced(good, "FR1420041010050500013M02606", "FR1420041010050500013M02607"), "bankFile.element"},
		"details of another sum":      {replaced(good, `<Amt Ccy="EUR">20.00</Amt><CdtDbtInd>CRDT`, `<Amt Ccy="EUR">21.00</Amt><CdtDbtInd>CRDT`), "bankFile.details"},
		"a line that is missing":      {replaced(good, `<Amt Ccy="EUR">4.50</Amt>`, `<Amt Ccy="EUR">4.60</Amt>`), "bankFile.balance"},
		"a text without end":          {replaced(good, "COM-2026-00012", strings.Repeat("x", 3000)), "bankFile.textTooLong"},
		"an answer to a reversal":     {replaced(answer, "pain.008.001.08", "pain.007.001.09"), "bankFile.element"},
		"an answer of no status":      {replaced(answer, "<TxSts>RJCT", "<TxSts>WHAT"), "bankFile.element"},
		"an answer to nothing":        {replaced(answer, "<OrgnlMsgId>0199b0aa00007000800000000000abcd</OrgnlMsgId>", ""), "bankFile.element"},
		"CODA that is cut":            {belgian[:130*8], "bankFile.element"},
		"CODA with a short line":      {belgian[:130*5] + "21\r\n" + belgian[130*5:], "bankFile.record"},
		"CODA of another balance":     {replaced(belgian, "000000000084200", "000000000084300"), "bankFile.balance"},
		"CODA without an account":     {replaced(belgian, "BE71096123456769", "BE71096123456760"), "bankFile.element"},
		"CODA of version 1":           {belgian[:127] + "1" + belgian[128:], "bankFile.version"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := read([]byte(c.content))
			require.Equal(t, c.key, fault.KeyOf(err), "%v", err)
		})
	}
	f, err := read([]byte(latin))
	require.NoError(t, err)
	require.Contains(t, said(f)[0], "LEFÈVRE")
}

// TestPendingMovementsAreNotTaken: they are counted.
func TestPendingMovementsAreNotTaken(t *testing.T) {
	t.Parallel()
	pending := strings.Replace(string(sample(t, "camt.053.001.08.xml")), "<Sts><Cd>BOOK", "<Sts><Cd>PDNG", 1)
	pending = strings.Replace(pending, `<Amt Ccy="EUR">199.70</Amt>`, `<Amt Ccy="EUR">115.50</Amt>`, 1)
	f, err := read([]byte(pending))
	require.NoError(t, err)
	require.Equal(t, []int{1, 4}, []int{f.Statements[0].Unbooked, len(f.Statements[0].Lines)})
}

var mapping = bankfile.Mapping{Day: "Date", Amount: "Montant", Texts: []string{"Libellé", "Détail"}, Counterparty: "Tiers", Decimal: bankfile.Comma, Dates: bankfile.DayFirst}

// TestTablesAreRead: below whatever a bank writes first, in the letters of the web pages of before.
func TestTablesAreRead(t *testing.T) {
	t.Parallel()
	text := "Compte;FR14;;;\nSolde au 31/12/2026;1 234,56;;;\n\nDate;Montant;Libellé;Détail;Tiers\n03/12/2026;+84,20;VIR;COM-2026-00012;\"LEFÈVRE; Anne\"\n04/12/26;-1 234,5;FRAIS;;\n;;;;\n05.12.2026;1.234,00 €;A;B;C\n"
	old, err := charmap.Windows1252.NewEncoder().String(text)
	require.NoError(t, err)
	for _, content := range []string{text, old, "\xef\xbb\xbf" + text} {
		columns, err := csv.Table{}.Columns([]byte(content))
		require.NoError(t, err)
		require.Equal(t, []string{"Date", "Montant", "Libellé", "Détail", "Tiers"}, columns)
		f, err := csv.Table{}.Read([]byte(content), mapping)
		require.NoError(t, err)
		require.Equal(t, []string{" 2026-12-03 84.20|||VIR COM-2026-00012|LEFÈVRE; Anne||false ", " 2026-12-04 -1234.50|||FRAIS|||false ", " 2026-12-05 1234.00|||A B|C||false "}, said(f))
	}
	sides := bankfile.Mapping{Day: "Day", Debit: "Out", Credit: "In", Decimal: bankfile.Point, Dates: bankfile.YearFirst}
	f, err := csv.Table{}.Read([]byte("Day,Out,In\n2026-12-03,\"1,234.50\",\n20261204,,7\n2026-12-05,-3.00,\n"), sides)
	require.NoError(t, err)
	require.Equal(t, []string{" 2026-12-03 -1234.50||||||false ", " 2026-12-04 7.00||||||false ", " 2026-12-05 -3.00||||||false "}, said(f))
}

// TestTablesThatAreNone: rows are told with their line and column.
func TestTablesThatAreNone(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{"nothing": "", "no names": "1;2;3\n4;5;6\n", "two columns": "Date;Montant\n", "zeros": "Date;Montant;Libellé\x00\n"} {
		_, err := csv.Table{}.Columns([]byte(content))
		require.Equal(t, "bankFile.table", fault.KeyOf(err), name)
	}
	_, err := csv.Table{}.Read([]byte("Date;Montant;Libellé;Détail;Tiers\n31/02/2026;12.50;a;b;c\n03/12/2026;1;a\n"), mapping)
	f := fault.From(err)
	require.Equal(t, "bankFile.rows", f.Key)
	var got []string
	for _, i := range f.Items {
		got = append(got, fmt.Sprint(i.Key, " ", i.Row, " ", i.Field))
	}
	require.Equal(t, []string{"date.invalid 2 Date", "bankFile.amount 2 Montant", "row.fields 3 "}, got)
	sides := bankfile.Mapping{Day: "Day", Debit: "Out", Credit: "In", Decimal: bankfile.Point, Dates: bankfile.YearFirst}
	_, err = csv.Table{}.Read([]byte("Day,Out,In\n2026-12-03,1,2\n"), sides)
	require.Equal(t, "bankFile.twoSides", fault.From(err).Items[0].Key)
}

// FuzzFiles: whatever the bytes, a file or a fault, and what is read keeps its bounds.
func FuzzFiles(f *testing.F) {
	for _, name := range []string{"camt.053.001.08.xml", "camt.053.001.02.xml", "pain.002.001.03.xml", "statement.coda"} {
		f.Add(sample(f, name))
	}
	f.Add([]byte("Date;Montant;Libellé;Détail;Tiers\n03/12/2026;+84,20;VIR;COM;X\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		file, err := read(content)
		if readers.Of(content) == nil {
			file, err = csv.Table{}.Read(content, mapping)
		}
		if err != nil {
			require.NotNil(t, fault.From(err), "%v", err)
			return
		}
		for _, s := range file.Statements {
			for _, l := range s.Lines {
				require.NotZero(t, int64(l.Amount))
				require.LessOrEqual(t, len([]rune(l.Counterparty)), bankfile.MostOfName)
				require.False(t, bytes.ContainsRune([]byte(l.BankReference), 0))
			}
		}
	})
}

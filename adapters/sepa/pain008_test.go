package sepa_test

import (
	"encoding/xml"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/sepa"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment"
	"github.com/openpmo/pmo/core/payment/collection"
)

var update = flag.Bool("update", false, "write the files of testdata anew")

func day(t testing.TB, text string) civil.Date {
	t.Helper()
	d, err := civil.ParseDate(text)
	require.NoError(t, err)
	return d
}

// order is of two days, both schemes, with and without BIC, an amendment, a Belgian reference and
// names that the SEPA set does not spell.
func order(t testing.TB, v payment.MessageVersion, n int) collection.Order {
	t.Helper()
	o := collection.Order{MessageID: "0199b0aa00007000800000000000abcd", At: time.Date(2026, 11, 23, 9, 30, 0, 0, time.UTC),
		Creditor: payment.Creditor{Name: "Commune de Fougères & Cie «Énergie»", ICS: "FR72ZZZ123456", Message: v, LeadDays: 3,
			Account: payment.Account{IBAN: "FR1420041010050500013M02606", BIC: "PSSTFRPPSCE"}}}
	names := []string{"Anne Müller-Łódź", "Œuvre & Cœur", "日本", strings.Repeat("Straße ", 12)}
	for b, on := range []string{"2026-12-22", "2026-12-28"} {
		batch := collection.Batch{On: day(t, on), Sequence: collection.Recurrent, Scheme: []payment.Scheme{payment.Core, payment.B2B}[b]}
		for k := range n {
			one := collection.Transaction{
				Invoice:    collection.Invoice{ID: id.ID(fmt.Sprint(b, k)), Amount: money.Cents(1_05 + 7*k)},
				EndToEndID: fmt.Sprintf("COM-2026-%05d", b*n+k+1), Remittance: fmt.Sprintf("COM-2026-%05d 2026-10-01 2026-10-31", b*n+k+1),
				Mandate: collection.Mandate{Mandate: payment.Mandate{RUM: party.RUM(fmt.Sprintf("SOLEIL-%d-%d", b, k)), DebtorName: names[k%len(names)], SignedOn: day(t, "2026-10-01"),
					Account: payment.Account{IBAN: "FR7630006000011234567890189"}}},
			}
			switch k % 4 {
			case 1:
				one.Mandate.BIC, one.Mandate.FormerIBAN = "AGRIFRPP", "BE71096123456769"
			case 2:
				one.Invoice.Reference = "+++000/0000/00101+++"
			}
			batch.Transactions = append(batch.Transactions, one)
		}
		o.Batches = append(o.Batches, batch)
	}
	return o
}

// TestFilesAreWhatBanksTake compares with files that were checked by the schemas of ISO 20022, which
// are not ours to give (`make test-real` checks them by those).
func TestFilesAreWhatBanksTake(t *testing.T) {
	t.Parallel()
	for v, name := range map[payment.MessageVersion]string{payment.Pain00800108: "pain.008.001.08.xml", payment.Pain00800102: "pain.008.001.02.xml"} {
		got, err := sepa.Writer{}.Write(order(t, v, 4))
		require.NoError(t, err)
		if *update {
			require.NoError(t, os.WriteFile("testdata/"+name, got, 0o600))
		}
		want, err := os.ReadFile("testdata/" + name)
		require.NoError(t, err)
		require.Equal(t, string(want), string(got), name)
		again, err := sepa.Writer{}.Write(order(t, v, 4))
		require.NoError(t, err)
		require.Equal(t, got, again)
	}
}

// read is what a bank reads of a file.
type read struct {
	Number  int    `xml:"CstmrDrctDbtInitn>GrpHdr>NbOfTxs"`
	Sum     string `xml:"CstmrDrctDbtInitn>GrpHdr>CtrlSum"`
	Batches []struct {
		ID     string `xml:"PmtInfId"`
		Number int    `xml:"NbOfTxs"`
		Sum    string `xml:"CtrlSum"`
		One    []struct {
			EndToEnd string   `xml:"PmtId>EndToEndId"`
			Amount   string   `xml:"InstdAmt"`
			Name     string   `xml:"Dbtr>Nm"`
			Text     []string `xml:"RmtInf>Ustrd"`
			Ref      string   `xml:"RmtInf>Strd>CdtrRefInf>Ref"`
		} `xml:"DrctDbtTxInf"`
	} `xml:"CstmrDrctDbtInitn>PmtInf"`
}

var sepaText = regexp.MustCompile(`^[A-Za-z0-9/\-?:().,'+ ]*$`)

// TestSumsAndTextsOfAFile: what the scheme asks beyond the schema (domain 8.7).
func TestSumsAndTextsOfAFile(t *testing.T) {
	t.Parallel()
	o := order(t, payment.Pain00800108, 500)
	content, err := sepa.Writer{}.Write(o)
	require.NoError(t, err)
	var r read
	require.NoError(t, xml.Unmarshal(content, &r))
	cents := func(text string) (c int64) {
		_, err := fmt.Sscan(strings.Replace(text, ".", "", 1), &c)
		require.NoError(t, err)
		return c
	}
	all, sum, names := 0, int64(0), map[string]bool{}
	for _, b := range r.Batches {
		of := int64(0)
		require.LessOrEqual(t, len(b.ID), 35)
		for _, one := range b.One {
			of += cents(one.Amount)
			require.LessOrEqual(t, len(one.Name), 70)
			require.NotEmpty(t, one.Name)
			require.LessOrEqual(t, len(one.Text), 1)
			require.NotEqual(t, len(one.Text) == 1, one.Ref != "", "one of both")
			for _, text := range append(one.Text, one.Name, one.EndToEnd, one.Ref) {
				require.Regexp(t, sepaText, text)
				require.NotRegexp(t, `^/|/$|//`, text)
			}
			names[one.Name] = true
		}
		require.Equal(t, []any{len(b.One), of}, []any{b.Number, cents(b.Sum)})
		all, sum = all+len(b.One), sum+of
	}
	require.Equal(t, []any{all, sum}, []any{r.Number, cents(r.Sum)})
	total, n := o.Total()
	require.Equal(t, []any{n, int64(total)}, []any{all, sum})
	require.True(t, names["Anne Muller-Lodz"] && names["OEuvre + Coeur"] && names["??"], "%v", names)
}

// TestIdentifiersAreNeverMadeToFit: a file with another name for a transaction could not be matched.
func TestIdentifiersAreNeverMadeToFit(t *testing.T) {
	t.Parallel()
	for _, wrong := range []string{"", "A_1", "/A", "A//B", "É", " A", strings.Repeat("A", 36)} {
		o := order(t, payment.Pain00800108, 1)
		o.Batches[0].Transactions[0].EndToEndID = wrong
		_, err := sepa.Writer{}.Write(o)
		require.Error(t, err, wrong)
	}
	o := order(t, "PAIN_008_001_99", 1)
	_, err := sepa.Writer{}.Write(o)
	require.Error(t, err)
}

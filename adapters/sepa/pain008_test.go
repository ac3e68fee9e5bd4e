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
		ID       string `xml:"PmtInfId"`
		Method   string `xml:"PmtMtd"`
		Level    string `xml:"PmtTpInf>SvcLvl>Cd"`
		Scheme   string `xml:"PmtTpInf>LclInstrm>Cd"`
		Sequence string `xml:"PmtTpInf>SeqTp"`
		Charges  string `xml:"ChrgBr"`
		ICS      string `xml:"CdtrSchmeId>Id>PrvtId>Othr>Id"`
		Number   int    `xml:"NbOfTxs"`
		Sum      string `xml:"CtrlSum"`
		One      []struct {
			EndToEnd string   `xml:"PmtId>EndToEndId"`
			Amount   string   `xml:"InstdAmt"`
			RUM      string   `xml:"DrctDbtTx>MndtRltdInf>MndtId"`
			Signed   string   `xml:"DrctDbtTx>MndtRltdInf>DtOfSgntr"`
			Amended  string   `xml:"DrctDbtTx>MndtRltdInf>AmdmntInd"`
			IBAN     string   `xml:"DbtrAcct>Id>IBAN"`
			Name     string   `xml:"Dbtr>Nm"`
			Text     []string `xml:"RmtInf>Ustrd"`
			Ref      string   `xml:"RmtInf>Strd>CdtrRefInf>Ref"`
		} `xml:"DrctDbtTxInf"`
	} `xml:"CstmrDrctDbtInitn>PmtInf"`
}

var sepaText = regexp.MustCompile(`^[A-Za-z0-9/\-?:().,'+ ]*$`)

// TestSumsAndTextsOfAFile: what the scheme asks beyond the schema (domain 8.7), of as many mandates as one
// file may hold and in both versions.
func TestSumsAndTextsOfAFile(t *testing.T) {
	t.Parallel()
	for _, v := range []payment.MessageVersion{payment.Pain00800108, payment.Pain00800102} {
		o := order(t, v, collection.MaxInvoices/2)
		content, err := sepa.Writer{}.Write(o)
		require.NoError(t, err)
		require.Equal(t, collection.MaxInvoices, strings.Count(string(content), `<InstdAmt Ccy="EUR">`))
		var r read
		require.NoError(t, xml.Unmarshal(content, &r))
		cents := func(text string) (c int64) {
			_, err := fmt.Sscan(strings.Replace(text, ".", "", 1), &c)
			require.NoError(t, err)
			return c
		}
		all, sum := 0, int64(0)
		names, ends, mandates := map[string]bool{}, map[string]bool{}, map[string]bool{}
		for n, b := range r.Batches {
			of := int64(0)
			require.LessOrEqual(t, len(b.ID), 35)
			require.Equal(t, []string{"DD", "SEPA", string(o.Batches[n].Scheme), "RCUR", "SLEV", "FR72ZZZ123456"}, []string{b.Method, b.Level, b.Scheme, b.Sequence, b.Charges, b.ICS})
			for k, one := range b.One {
				of += cents(one.Amount)
				asked := o.Batches[n].Transactions[k].Mandate
				if one.RUM != string(asked.RUM) || one.Signed != asked.SignedOn.String() || one.IBAN != string(asked.IBAN) || (one.Amended == "true") != (asked.FormerIBAN != "") {
					t.Fatalf("%+v is not %+v", one, asked)
				}
				texts := append(one.Text, one.Name, one.EndToEnd, one.Ref, one.RUM)
				if len(one.Name) == 0 || len(one.Name) > 70 || len(one.EndToEnd) > 35 || len(one.RUM) > 35 || len(one.Text) > 1 || (len(one.Text) == 1) == (one.Ref != "") {
					t.Fatalf("lengths of %+v", one)
				}
				for _, text := range texts {
					if len(text) > 140 || !sepaText.MatchString(text) || strings.HasPrefix(text, "/") || strings.HasSuffix(text, "/") || strings.Contains(text, "//") {
						t.Fatalf("%q of %+v", text, one)
					}
				}
				names[one.Name], ends[one.EndToEnd], mandates[one.RUM] = true, true, true
			}
			require.Equal(t, []any{len(b.One), of}, []any{b.Number, cents(b.Sum)})
			all, sum = all+len(b.One), sum+of
		}
		require.Equal(t, []any{all, sum}, []any{r.Number, cents(r.Sum)})
		total, n := o.Total()
		require.Equal(t, []any{n, int64(total)}, []any{all, sum})
		require.Equal(t, []int{collection.MaxInvoices, collection.MaxInvoices}, []int{len(ends), len(mandates)}, "each once")
		require.True(t, names["Anne Muller-Lodz"] && names["OEuvre + Coeur"] && names["??"], "%v", names)
	}
}

// BenchmarkFileOf10000 is a file of as many mandates as one may hold: time, and memory in bytes a mandate.
func BenchmarkFileOf10000(b *testing.B) {
	o := order(b, payment.Pain00800108, collection.MaxInvoices/2)
	b.ReportAllocs()
	for b.Loop() {
		content, err := sepa.Writer{}.Write(o)
		require.NoError(b, err)
		b.ReportMetric(float64(len(content))/collection.MaxInvoices, "file-bytes/mandate")
	}
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

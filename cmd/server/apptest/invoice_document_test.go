package apptest_test

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/internal/pdftest"
)

// printed is a number as documents write it: 1 234,56, with so many decimals, of which keep stay when they are zero.
func printed(v float64, decimals, keep int) string {
	text := strconv.FormatFloat(math.Abs(v), 'f', decimals, 64)
	whole, part, _ := strings.Cut(text, ".")
	for len(part) > keep && strings.HasSuffix(part, "0") {
		part = part[:len(part)-1]
	}
	var grouped strings.Builder
	for i := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			grouped.WriteByte(' ')
		}
		grouped.WriteByte(whole[i])
	}
	out := grouped.String()
	if part != "" {
		out += "," + part
	}
	if v < 0 {
		out = "−" + out
	}
	return out
}

func euros(cents any) string { return printed(cents.(float64)/100, 2, 2) + " €" }

// saysItsFigures compares a document with the reply that it is of, to the printed digit: number, lines with
// quantity, price and amount, and the three sums. It gives the reply and the file.
func saysItsFigures(t *testing.T, who *apptest.Client, base, invoiceID string) (map[string]any, []byte, string) {
	t.Helper()
	one := who.Get(base + "/" + invoiceID)
	require.Equal(t, 200, one.Status, "%s", one.Body)
	reply := one.Map()
	file := who.Get(base + "/" + invoiceID + "/download")
	require.Equal(t, 200, file.Status, "%s", file.Body)
	said := pdftest.Text(pdftest.Read(t, file.Body))
	name := fmt.Sprintf("%s of %s", reply["number"], base)
	require.Contains(t, said, reply["number"], name)
	for _, sum := range []string{"netCents", "vatCents", "amountCents"} {
		require.Contains(t, said, euros(reply[sum]), "%s: %s", name, sum)
	}
	lines := reply["lines"].([]any)
	require.NotEmpty(t, lines, name)
	for _, one := range lines {
		line := one.(map[string]any)
		keep := map[string]int{"KWH": 3, "MONTH": 4}[line["unit"].(string)]
		require.Contains(t, said, printed(line["quantity"].(float64), 4, keep), "%s: quantity of %s", name, line["label"])
		require.Contains(t, said, printed(line["priceMicroEuro"].(float64)/1_000_000, 6, 2), "%s: price of %s", name, line["label"])
		require.Contains(t, said, euros(line["netCents"]), "%s: amount of %s", name, line["label"])
	}
	return reply, file.Body, said
}

// written are the figures of an e-invoice, in cents; rates are those of its breakdown.
type written struct {
	number, kind     string
	net, tax, amount int
	lines            int // their sum
	rates            map[string][2]int
	document         []byte // that is within (Peppol)
}

func figure(t *testing.T, s string) int {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	require.NoError(t, err)
	return int(math.Round(100 * v))
}

// readFacturX reads an e-invoice of France.
func readFacturX(t *testing.T, content []byte) (w written) {
	t.Helper()
	var x struct {
		Number string `xml:"ExchangedDocument>ID"`
		Kind   string `xml:"ExchangedDocument>TypeCode"`
		Trade  struct {
			Lines []string `xml:"IncludedSupplyChainTradeLineItem>SpecifiedLineTradeSettlement>SpecifiedTradeSettlementLineMonetarySummation>LineTotalAmount"`
			Sums  struct {
				Rates []struct {
					Tax  string `xml:"CalculatedAmount"`
					Net  string `xml:"BasisAmount"`
					Rate string `xml:"RateApplicablePercent"`
				} `xml:"ApplicableTradeTax"`
				Net    string `xml:"SpecifiedTradeSettlementHeaderMonetarySummation>TaxBasisTotalAmount"`
				Tax    string `xml:"SpecifiedTradeSettlementHeaderMonetarySummation>TaxTotalAmount"`
				Amount string `xml:"SpecifiedTradeSettlementHeaderMonetarySummation>GrandTotalAmount"`
			} `xml:"ApplicableHeaderTradeSettlement"`
		} `xml:"SupplyChainTradeTransaction"`
	}
	require.NoError(t, xml.Unmarshal(content, &x))
	w = written{number: x.Number, kind: x.Kind, net: figure(t, x.Trade.Sums.Net), amount: figure(t, x.Trade.Sums.Amount), rates: map[string][2]int{}}
	if x.Trade.Sums.Tax != "" { // outside VAT there is none
		w.tax = figure(t, x.Trade.Sums.Tax)
	}
	for _, r := range x.Trade.Sums.Rates {
		w.rates[rateOf(r.Rate)] = [2]int{figure(t, r.Net), figure(t, r.Tax)}
	}
	for _, l := range x.Trade.Lines {
		w.lines += figure(t, l)
	}
	return w
}

// readPeppol reads an e-invoice of Belgium, with the document that it holds.
func readPeppol(t *testing.T, content []byte) (w written) {
	t.Helper()
	var x struct {
		XMLName xml.Name
		Number  string `xml:"ID"`
		Kind    string `xml:"InvoiceTypeCode"`
		Note    string `xml:"CreditNoteTypeCode"`
		Rates   []struct {
			Net  string `xml:"TaxableAmount"`
			Tax  string `xml:"TaxAmount"`
			Rate string `xml:"TaxCategory>Percent"`
		} `xml:"TaxTotal>TaxSubtotal"`
		Tax      string   `xml:"TaxTotal>TaxAmount"`
		Net      string   `xml:"LegalMonetaryTotal>TaxExclusiveAmount"`
		Amount   string   `xml:"LegalMonetaryTotal>TaxInclusiveAmount"`
		Lines    []string `xml:"InvoiceLine>LineExtensionAmount"`
		Credited []string `xml:"CreditNoteLine>LineExtensionAmount"`
		Document string   `xml:"AdditionalDocumentReference>Attachment>EmbeddedDocumentBinaryObject"`
	}
	require.NoError(t, xml.Unmarshal(content, &x))
	w = written{number: x.Number, kind: x.Kind + x.Note, net: figure(t, x.Net), tax: figure(t, x.Tax), amount: figure(t, x.Amount), rates: map[string][2]int{}}
	for _, r := range x.Rates {
		w.rates[rateOf(r.Rate)] = [2]int{figure(t, r.Net), figure(t, r.Tax)}
	}
	for _, l := range append(x.Lines, x.Credited...) {
		w.lines += figure(t, l)
	}
	var err error
	w.document, err = base64.StdEncoding.DecodeString(strings.TrimSpace(x.Document))
	require.NoError(t, err)
	return w
}

// rateOf is a rate in one writing; outside VAT there is none.
func rateOf(s string) string {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		v = 0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// attached is the XML within a PDF; nil where there is none.
func attached(t *testing.T, document []byte) []byte {
	t.Helper()
	api.DisableConfigDir()
	if !bytes.Contains(document, []byte("/EmbeddedFiles")) {
		return nil
	}
	within, err := api.ExtractAttachmentsRaw(bytes.NewReader(document), "", nil, nil)
	require.NoError(t, err)
	require.Len(t, within, 1)
	content, err := io.ReadAll(within[0])
	require.NoError(t, err)
	return content
}

// entry is what a journal books of a number, in cents: income or charges, the rest, and what is owed.
type entry struct{ net, tax, amount int }

// booked reads a journal by numbers. A piece that takes another back has the figures of an invoice.
func booked(t *testing.T, c *apptest.Client, path string) map[string]entry {
	t.Helper()
	file := c.Get(path)
	require.Equal(t, 200, file.Status, "%s", file.Body)
	out := map[string]entry{}
	parties := map[string]bool{"411000": true, "400000": true, "401000": true, "440000": true}
	for _, row := range strings.Split(strings.TrimRight(string(file.Body), "\r\n"), "\n")[1:] {
		cells := strings.Split(strings.TrimSuffix(row, "\r"), "\t")
		require.Len(t, cells, 18)
		cents := figure(t, strings.ReplaceAll(cells[11], ",", ".")) + figure(t, strings.ReplaceAll(cells[12], ",", ".")) // one of them is nothing
		e, account := out[cells[2]], cells[4]
		switch sales := cells[0] == "VE"; {
		case account[0] == '7' || account[0] == '6':
			e.net += cents
		case parties[account] && (sales || account[:2] != "41"): // in Belgium 411 is VAT to be recovered
			e.amount += cents
		default:
			e.tax += cents
		}
		out[cells[2]] = e
	}
	return out
}

// TestListDocumentXMLAndJournalSayTheSame: of every invoice and credit note that the operations of the demo
// issued, and every statement to their producers, the list, the page, the text of the PDF, the XML that is
// stored, and the journal of the seller say the same to the cent: net, VAT by rate, and total. What
// participants receive says it too.
func TestListDocumentXMLAndJournalSayTheSame(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	count := map[string]int{}
	for _, op := range operationsOf(s, "organizer@demo.pmo", "organizer-be@demo.pmo") {
		o, operation := op.organizer, "/operations/"+op.said["id"].(string)
		base := operation + "/billing/invoices"
		listed := o.Get(base + "?type=INVOICE,CREDIT_NOTE&limit=1000")
		if listed.Status != 200 {
			continue // billed by the old engine
		}
		if one := o.Get(base + "?type=INVOICE&status=FINALIZED&limit=1").List(); len(one) > 0 { // so that there is a credit note
			taken := o.Do("POST", base+"/cancel", map[string]any{"ids": []any{one[0]["id"]}})
			require.Contains(t, string(taken.Body), "SUCCESS")
			listed = o.Get(base + "?type=INVOICE,CREDIT_NOTE&limit=1000")
		}
		journals := map[string]map[string]entry{}
		journal := func(issuer string) map[string]entry {
			if journals[issuer] == nil {
				journals[issuer] = booked(t, o, operation+"/billing/billing-entities/"+issuer+"/journal?dateFrom=2026-01-01&dateTo=2026-12-31")
			}
			return journals[issuer]
		}
		for _, row := range listed.List() {
			number, issued := row["number"].(string)
			if !issued {
				continue
			}
			reply, document, said := saysItsFigures(t, o, base, row["id"].(string))
			sums := entry{}
			for at, key := range []string{"netCents", "vatCents", "amountCents"} {
				require.Equal(t, row[key], reply[key], "%s: list and page", number)
				*[]*int{&sums.net, &sums.tax, &sums.amount}[at] = int(reply[key].(float64))
			}
			require.Equal(t, sums, journal(row["billingEntity"].(map[string]any)["id"].(string))[number], "%s in the journal", number)
			count[row["type"].(string)]++

			stored := o.Get(base + "/" + row["id"].(string) + "/e-invoice")
			electronic := reply["eInvoice"].(map[string]any)
			require.Equal(t, electronic["available"], stored.Status == 200, "%s: %s", number, stored.Body)
			if electronic["available"] != true {
				count[fmt.Sprint(electronic["problem"].(map[string]any)["key"])]++
				require.Nil(t, attached(t, document), number)
				continue
			}
			var w written
			if electronic["withinDocument"] == true {
				require.Equal(t, string(stored.Body), string(attached(t, document)), "%s: what is within is what is stored", number)
				w = readFacturX(t, stored.Body)
				count["Factur-X"]++
			} else {
				w = readPeppol(t, stored.Body)
				require.True(t, bytes.Equal(document, w.document), "%s: the document within is the one that is stored", number)
				count["Peppol"]++
			}
			require.Equal(t, []any{number, map[any]string{"INVOICE": "380", "CREDIT_NOTE": "381"}[row["type"]], sums}, []any{w.number, w.kind, entry{w.net, w.tax, w.amount}})
			require.Equal(t, w.net, w.lines, number)
			rates := map[string][2]int{}
			for _, one := range reply["lines"].([]any) {
				line := one.(map[string]any)
				rate := "0"
				if percent, charged := line["vatPercentage"].(float64); charged {
					rate = strconv.FormatFloat(percent, 'f', -1, 64)
				}
				rates[rate] = [2]int{rates[rate][0] + int(line["netCents"].(float64)), w.rates[rate][1]}
			}
			require.Equal(t, rates, w.rates, "%s by rate", number)
			for rate, figures := range w.rates {
				percent, err := strconv.ParseFloat(rate, 64)
				require.NoError(t, err)
				require.Equal(t, int(math.Round(float64(figures[0])*percent/100)), figures[1], "%s: VAT of %s %%", number, rate)
				require.Contains(t, said, euros(float64(figures[1])), "%s: VAT of %s %% in print", number, rate)
			}
		}
		if !slices.Contains(op.said["features"].([]any), any("statements")) {
			continue
		}
		for _, row := range o.Get(operation + "/statements?limit=1000").List() {
			number, published := row["number"].(string)
			if !published {
				continue
			}
			at := operation + "/statements/" + row["id"].(string)
			sums := entry{int(row["netCents"].(float64)), int(row["vatCents"].(float64)), int(row["amountCents"].(float64))}
			file := o.Get(at + "/file")
			require.Equal(t, 200, file.Status, "%s", file.Body)
			said := pdftest.Text(pdftest.Read(t, file.Body))
			for _, sum := range []string{"netCents", "vatCents", "amountCents"} {
				require.Contains(t, said, euros(row[sum]), "%s: %s", number, sum)
			}
			book := journal(row["payerId"].(string))[number]
			require.Equal(t, sums.amount, book.amount, "%s in the journal", number)
			require.Equal(t, sums.net+sums.tax, book.net+book.tax, "who recovers no VAT buys with it")
			count["statement"]++
			if stored := o.Get(at + "/electronic"); stored.Status == 200 {
				w := readPeppol(t, stored.Body)
				require.Equal(t, []any{number, "389", sums}, []any{w.number, w.kind, entry{w.net, w.tax, w.amount}})
				require.True(t, bytes.Equal(file.Body, w.document), number)
				count["self-billed"]++
			}
		}
	}
	p := s.As("participant@demo.pmo")
	for _, one := range p.Get("/participants/by-jwt").List() {
		base := "/participants/" + one["participant"].(map[string]any)["id"].(string) + "/billing/invoices"
		listed := p.Get(base)
		if listed.Status != 200 {
			continue
		}
		for _, invoice := range listed.List() {
			saysItsFigures(t, p, base, invoice["id"].(string))
			count["received"]++
		}
	}
	t.Log(count)
	for _, kind := range []string{"INVOICE", "CREDIT_NOTE", "Factur-X", "Peppol", "statement", "received"} {
		require.Positive(t, count[kind], kind)
	}
}

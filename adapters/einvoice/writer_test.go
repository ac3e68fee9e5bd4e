package einvoice_test

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	writer "github.com/openpmo/pmo/adapters/einvoice"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/einvoice"
	"github.com/openpmo/pmo/core/money"
)

var update = flag.Bool("update", false, "write the files of testdata anew; TestFilesPassTheRules says whether they are valid")

// printed stands for the PDF that an e-invoice of Belgium holds.
const printed = "%PDF-1.7\n"

func written(t *testing.T, d billing.Document) []byte {
	t.Helper()
	i, err := einvoice.Of(d)
	require.NoError(t, err)
	return writtenOf(t, i)
}

func writtenOf(t *testing.T, i einvoice.Invoice) []byte {
	t.Helper()
	if i.Syntax == einvoice.UBL {
		i.Printed = []byte(printed)
	}
	content, err := writer.Writer{}.Write(i)
	require.NoError(t, err)
	again, err := writer.Writer{}.Write(i)
	require.NoError(t, err)
	require.Equal(t, content, again, "the same invoice gives the same bytes")
	return content
}

// TestFilesAreThoseThatPassedTheRules: the files of testdata were checked by the official rules.
func TestFilesAreThoseThatPassedTheRules(t *testing.T) {
	t.Parallel()
	for name, d := range samples() {
		file := filepath.Join("testdata", name+".xml")
		content := written(t, d)
		if *update {
			require.NoError(t, os.WriteFile(file, content, 0o600))
			continue
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err, "-update makes it")
		require.Equal(t, string(want), string(content), name)
	}
}

// valuesOf lists the texts of an element, by its name with prefix.
func valuesOf(t *testing.T, content []byte, element string) []string {
	t.Helper()
	var out []string
	decoder := xml.NewDecoder(bytes.NewReader(content))
	inside := false
	for {
		token, err := decoder.RawToken()
		if errors.Is(err, io.EOF) {
			return out
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			inside = token.Name.Space+":"+token.Name.Local == element
		case xml.CharData:
			if inside {
				out = append(out, string(token))
			}
		case xml.EndElement:
			inside = false
		}
	}
}

// TestAmountsAreThoseOfTheDocument: to the cent, each line and each sum.
func TestAmountsAreThoseOfTheDocument(t *testing.T) {
	t.Parallel()
	for name, d := range samples() {
		content := written(t, d)
		var lines []string
		for _, l := range d.Lines {
			lines = append(lines, cents(l.Net))
		}
		lined := money.Cents(0) // what the lines come to, before amounts of the whole
		for _, l := range d.Lines {
			lined += l.Net
		}
		net, total := "ram:LineTotalAmount", "ram:GrandTotalAmount"
		if strings.HasPrefix(name, "be-") {
			net, total = "cbc:LineExtensionAmount", "cbc:TaxInclusiveAmount"
			require.Equal(t, append([]string{cents(lined)}, lines...), valuesOf(t, content, net), name)
		} else {
			require.Equal(t, append(lines, cents(lined)), valuesOf(t, content, net), name)
		}
		require.Equal(t, []string{cents(d.Total)}, valuesOf(t, content, total), name)
	}
}

// TestWhatWasPaidBeforeAndWhatIsRounded are said where there is some: what is left to pay is less the one and more
// the other. No document has them today.
func TestWhatWasPaidBeforeAndWhatIsRounded(t *testing.T) {
	t.Parallel()
	for country, names := range map[string][4]string{"FR": {"ram:TotalPrepaidAmount", "ram:RoundingAmount", "ram:DuePayableAmount", "ram:GrandTotalAmount"},
		"BE": {"cbc:PrepaidAmount", "cbc:PayableRoundingAmount", "cbc:PayableAmount", "cbc:TaxInclusiveAmount"}} {
		i, err := einvoice.Of(sample(country, true, map[string]money.VATRate{"FR": 2000, "BE": 2100}[country]))
		require.NoError(t, err)
		without, err := writer.Writer{}.Write(i)
		require.NoError(t, err)
		require.Empty(t, valuesOf(t, without, names[0]))
		require.Empty(t, valuesOf(t, without, names[1]))
		require.Equal(t, []string{cents(i.Total)}, valuesOf(t, without, names[2]))
		i.Prepaid, i.Rounding = 1_000, -2
		with, err := writer.Writer{}.Write(i)
		require.NoError(t, err)
		require.Equal(t, []string{"10.00"}, valuesOf(t, with, names[0]))
		require.Equal(t, []string{"-0.02"}, valuesOf(t, with, names[1]))
		require.Equal(t, []string{cents(i.Total - 1_002)}, valuesOf(t, with, names[2]))
		require.Equal(t, []string{cents(i.Total)}, valuesOf(t, with, names[3]))
	}
}

// TestADiscountAndAmountsOfTheWhole are said with their reasons, bases and sums, and add up.
func TestADiscountAndAmountsOfTheWhole(t *testing.T) {
	t.Parallel()
	for _, country := range []string{"fr", "be"} {
		d := samples()[country+"-pro-adjusted"]
		content := written(t, d)
		amounts, reasons, contract, sums := "ram:ActualAmount", "ram:Reason", "ram:IssuerAssignedID", [3]string{"ram:AllowanceTotalAmount", "ram:ChargeTotalAmount", "ram:TaxBasisTotalAmount"}
		if country == "be" {
			amounts, reasons, contract, sums = "cbc:Amount", "cbc:AllowanceChargeReason", "cbc:ID", [3]string{"cbc:AllowanceTotalAmount", "cbc:ChargeTotalAmount", "cbc:TaxExclusiveAmount"}
		}
		want := []string{"Offre de bienvenue", "Offre de bienvenue", "Offre de bienvenue", "Geste commercial", "Frais de mise en service"}
		require.ElementsMatch(t, want, valuesOf(t, content, reasons))
		require.ElementsMatch(t, []string{cents(d.Lines[0].Discount.Amount), cents(d.Lines[1].Discount.Amount), cents(d.Lines[2].Discount.Amount), "5.00", "12.50"}, valuesOf(t, content, amounts))
		require.Contains(t, valuesOf(t, content, contract), "2026-MARCHE-17")
		require.Equal(t, []string{"5.00"}, valuesOf(t, content, sums[0]))
		require.Equal(t, []string{"12.50"}, valuesOf(t, content, sums[1]))
		require.Equal(t, []string{cents(d.Net)}, valuesOf(t, content, sums[2]))
	}
}

func cents(c money.Cents) string { return c.String() }

// TestABelgianEInvoiceHoldsItsDocument: it comes out as it went in; a French one is in the document instead.
func TestABelgianEInvoiceHoldsItsDocument(t *testing.T) {
	t.Parallel()
	for name, d := range samples() {
		held := valuesOf(t, written(t, d), "cbc:EmbeddedDocumentBinaryObject")
		if !strings.HasPrefix(name, "be-") {
			require.Empty(t, held, name)
			continue
		}
		require.Len(t, held, 1, name)
		content, err := base64.StdEncoding.DecodeString(held[0])
		require.NoError(t, err)
		require.Equal(t, printed, string(content), name)
	}
}

// TestTextsCannotBreakOut: names with signs of XML come back as they are.
func TestTextsCannotBreakOut(t *testing.T) {
	t.Parallel()
	d := sample("FR", true, 2000)
	d.Buyer.Name = `</ram:Name><x a="1">&amp; ]]>`
	require.Contains(t, valuesOf(t, written(t, d), "ram:Name"), d.Buyer.Name)
}

func TestAnUnknownSyntaxIsRefused(t *testing.T) {
	t.Parallel()
	_, err := writer.Writer{}.Write(einvoice.Invoice{Syntax: "EDIFACT"})
	require.ErrorContains(t, err, "EDIFACT")
}

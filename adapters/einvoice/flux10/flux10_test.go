package flux10_test

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/einvoice/flux10"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/einvoicing/ereporting"
	"github.com/openpmo/pmo/core/party"
)

var update = flag.Bool("update", false, "write the files of testdata anew")

// file is a report of two months: sales to persons of both categories, one taken back, and an invoice with
// its credit note to an enterprise abroad.
func file() ereporting.File {
	settings := ereporting.Settings{Seller: "732829320", Regime: ereporting.Franchise, Untaxed: ereporting.Untaxed, DayOf: ereporting.PeriodEnd, Since: civil.NewDate(2027, 9, 1), PlatformCode: "0999"}
	seller := billing.DocumentParty{VATRegime: party.VATNormal, TaxID: "FR44732829320"}
	taxed := []billing.DocumentVAT{{Category: billing.VATStandard, Rate: 2000, Net: 18432, Tax: 3686}, {Category: billing.VATStandard, Rate: 550, Net: 500, Tax: 28}}
	person := billing.Document{First: civil.NewDate(2027, 9, 1), Last: civil.NewDate(2027, 9, 30), Net: 18932, Tax: 3714, Seller: seller, Buyer: billing.DocumentParty{Country: "FR"}, VAT: taxed}
	free := person
	free.Last, free.Net, free.Tax, free.VAT = civil.NewDate(2027, 10, 31), 1000, 0, []billing.DocumentVAT{{Category: billing.VATExempt, Net: 1000, ReasonCode: "VATEX-FR-FRANCHISE"}}
	abroad := person
	abroad.DueDate = civil.NewDate(2027, 11, 4)
	abroad.Buyer = billing.DocumentParty{Country: "BE", Professional: true, LegalNumber: "0123456749", TaxID: "BE0123456749"}
	back := abroad
	back.Credits = &billing.DocumentCredit{Number: "A-3", IssueDate: civil.NewDate(2027, 10, 5)}
	issued := civil.NewDate(2027, 10, 5)
	content := settings.Build(civil.Range{From: civil.NewDate(2027, 9, 1), To: civil.NewDate(2027, 11, 1)}, []ereporting.Sale{
		{ID: "1", Number: "A-1", Type: billing.TypeInvoice, IssuedOn: issued, Document: person}, {ID: "2", Number: "A-2", Type: billing.TypeInvoice, IssuedOn: issued, Document: free},
		{ID: "3", Number: "A-3", Type: billing.TypeInvoice, IssuedOn: issued, Document: abroad}, {ID: "4", Number: "A-4", Type: billing.TypeCreditNote, IssuedOn: issued + 2, Document: back},
		{ID: "5", Number: "A-5", Type: billing.TypeCreditNote, IssuedOn: issued + 3, Document: person}})
	return ereporting.File{Number: "E732829320-20270901-1", Name: "E-reporting", At: time.Date(2027, 11, 15, 8, 30, 0, 0, time.UTC), Kind: ereporting.Initial, Settings: settings,
		SellerName: "SOLEIL & FILS", Content: content}
}

// TestAReportIsPinned: the same report gives the same bytes, those of testdata.
func TestAReportIsPinned(t *testing.T) {
	t.Parallel()
	content, err := flux10.Writer{}.Write(file())
	require.NoError(t, err)
	again, err := flux10.Writer{}.Write(file())
	require.NoError(t, err)
	require.Equal(t, content, again, "the same report gives the same bytes")
	golden := filepath.Join("testdata", "report.xml")
	if *update {
		require.NoError(t, os.WriteFile(golden, content, 0o600))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err, "-update makes it")
	require.Equal(t, string(want), string(content))
}

// order is that of the schema of the administration (version 3.2), as far as reports use it, by the path of the parent.
var order = map[string]string{
	"": "Report", "Report": "ReportDocument TransactionsReport", "Report/ReportDocument": "Id Name IssueDateTime TypeCode Sender Issuer",
	"Report/ReportDocument/IssueDateTime": "DateTimeString", "Report/ReportDocument/Sender": "Id Name RoleCode", "Report/ReportDocument/Issuer": "Id Name RoleCode",
	"Report/TransactionsReport": "ReportPeriod Invoice Transactions", "Report/TransactionsReport/ReportPeriod": "StartDate EndDate",
	"Report/TransactionsReport/Transactions":             "Date TransactionsCurrency TaxDueDateTypeCode CategoryCode TaxExclusiveAmount TaxTotal TransactionsCount TaxSubtotal",
	"Report/TransactionsReport/Transactions/TaxSubtotal": "TaxPercent TaxableAmount TaxTotal",
	"Report/TransactionsReport/Invoice": "ID IssueDate TypeCode CurrencyCode DueDate TaxDueDateTypeCode IncludedNote BusinessProcess ReferencedDocument Seller Buyer SellerTaxRepresentative " +
		"Delivery InvoicePeriod AllowanceCharge MonetaryTotal TaxSubTotal Line",
	"Report/TransactionsReport/Invoice/BusinessProcess": "ID TypeID", "Report/TransactionsReport/Invoice/ReferencedDocument": "ID IssueDate",
	"Report/TransactionsReport/Invoice/Seller": "CompanyId TaxRegistrationId PostalAddress", "Report/TransactionsReport/Invoice/Buyer": "CompanyId TaxRegistrationId PostalAddress",
	"Report/TransactionsReport/Invoice/Seller/PostalAddress": "CountryId", "Report/TransactionsReport/Invoice/Buyer/PostalAddress": "CountryId",
	"Report/TransactionsReport/Invoice/InvoicePeriod": "StartDate EndDate", "Report/TransactionsReport/Invoice/MonetaryTotal": "TaxExclusiveAmount TaxAmount",
	"Report/TransactionsReport/Invoice/TaxSubTotal":             "TaxableAmount TaxAmount TaxCategory",
	"Report/TransactionsReport/Invoice/TaxSubTotal/TaxCategory": "Code Percent TaxExemptionReason TaxExemptionReasonCode",
}

// wrong lists what a report has in another place or form than the administration wants.
func wrong(t *testing.T, content string) (out []string) {
	t.Helper()
	type level struct {
		path string
		at   int
	}
	stack := []level{{"", -1}}
	text := ""
	for decoder := xml.NewDecoder(strings.NewReader(content)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			parent := &stack[len(stack)-1]
			at := slices.Index(strings.Fields(order[parent.path]), token.Name.Local)
			if at < parent.at || at < 0 {
				out = append(out, "place of "+token.Name.Local)
			}
			parent.at, text = at, ""
			stack = append(stack, level{strings.TrimPrefix(parent.path+"/"+token.Name.Local, "/"), -1})
		case xml.CharData:
			text += string(token)
		case xml.EndElement:
			for name, form := range map[string]string{"Date": `^20\d{6}$`, "Percent": `^\d+\.\d\d$`, "Amount": `^-?\d+\.\d\d$`, "DateTimeString": `^20\d{12}$`} {
				if strings.HasSuffix(token.Name.Local, name) && !regexp.MustCompile(form).MatchString(text) {
					out = append(out, "form of "+token.Name.Local)
				}
			}
			stack = stack[:len(stack)-1]
		}
	}
	return out
}

// TestElementsStandWhereTheSchemaHasThem, and each fault is seen.
func TestElementsStandWhereTheSchemaHasThem(t *testing.T) {
	t.Parallel()
	content, err := flux10.Writer{}.Write(file())
	require.NoError(t, err)
	require.Empty(t, wrong(t, string(content)))
	for old, changed := range map[string]string{"<TaxPercent>20.00<": "<TaxPercent>20<", "<Date>20270930<": "<Date>2027-09-30<",
		"<CategoryCode>TLB1</CategoryCode>": "<Category>TLB1</Category>"} {
		broken := strings.Replace(string(content), old, changed, 1)
		require.NotEqual(t, string(content), broken)
		require.NotEmpty(t, wrong(t, broken), old)
	}
	require.Contains(t, string(content), "<Name>SOLEIL &amp; FILS</Name>")
	require.Contains(t, string(content), "<DateTimeString>20271115093000</DateTimeString>", "of the French clock")
	require.Contains(t, string(content), "<TaxExclusiveAmount>-189.32</TaxExclusiveAmount><TaxTotal>-37.14</TaxTotal>", "what is taken back")
}

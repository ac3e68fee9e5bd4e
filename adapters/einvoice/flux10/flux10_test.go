package flux10_test

import (
	"flag"
	"os"
	"path/filepath"
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

// TestAReportSaysWhatItIsMadeOf: names are escaped, the instant is of the French clock, what is taken back
// is negative.
func TestAReportSaysWhatItIsMadeOf(t *testing.T) {
	t.Parallel()
	content, err := flux10.Writer{}.Write(file())
	require.NoError(t, err)
	require.Contains(t, string(content), "<Name>SOLEIL &amp; FILS</Name>")
	require.Contains(t, string(content), "<DateTimeString>20271115093000</DateTimeString>", "of the French clock")
	require.Contains(t, string(content), "<TaxExclusiveAmount>-189.32</TaxExclusiveAmount><TaxTotal>-37.14</TaxTotal>", "what is taken back")
}

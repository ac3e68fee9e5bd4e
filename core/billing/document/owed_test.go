package document_test

import (
	"context"
	"encoding/base64"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/document"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// TestWhatABuyerWritesIsKept: what a producer is owed is drawn, kept and read as it was; a copy in another language says
// that it is one, and a statement is no e-invoice.
func TestWhatABuyerWritesIsKept(t *testing.T) {
	t.Parallel()
	b := coretest.NewBrussels(t)
	ctx, s := t.Context(), document.ByBuyer{Service: b.Documents}
	op, err := operationstore.NewOperations(b.DB).ByID(ctx, b.Operation)
	require.NoError(t, err)
	own, err := b.Entities.EnsureOwnIssuer(ctx, b.Organizer, b.Operation)
	require.NoError(t, err)
	owed := document.Owed{Op: op, Kind: billing.TypeStatement, Language: "fr", Number: "TAN-R-2026-00001", Issue: coretest.Date("2026-11-05"), TermDays: 30,
		Days: coretest.Days("2026-10-01", "2026-10-31"), Seller: b.Seller[b.Lambert], Own: own,
		Lines:  []billing.Line{{Label: "Énergie partagée", Days: coretest.Days("2026-10-01", "2026-10-31"), Quantity: 6_807_500, Unit: billing.UnitKWh, Price: 80_000, Net: 5446}},
		Totals: money.Totals{Net: 5446, Gross: 5446, Groups: []money.VATGroup{{Net: 5446}}}}
	doc, err := s.Document(ctx, owed)
	require.NoError(t, err)
	require.Equal(t, []any{"Jean Lambert", own.Name, coretest.Date("2026-12-05"), money.Cents(5446)}, []any{doc.Seller.Name, doc.Buyer.Name, doc.DueDate, doc.Total})
	require.Equal(t, []string{"stated"}, mentioned(doc))
	require.Len(t, doc.VAT, 1)
	require.Error(t, document.WhyNoInvoice(doc), "it is a statement")

	files, err := s.Draw(ctx, b.Operation, doc, "")
	require.NoError(t, err)
	require.NotEmpty(t, files.Printed)
	require.Empty(t, files.Electronic)
	_, err = s.Draw(ctx, b.Operation, doc, "nl")
	require.NoError(t, err)
	require.Equal(t, []any{true, "nl"}, []any{b.Printed.Translation, b.Printed.Language})

	var kept billing.StoredFiles
	require.NoError(t, s.Keep(ctx, b.Operation, files, func(_ context.Context, stored billing.StoredFiles) error { kept = stored; return nil }))
	require.True(t, kept.ElectronicID.IsZero())
	require.Equal(t, files.Printed, s.Read(ctx, b.Operation, document.OwedKind, kept.PrintedID))
	require.Nil(t, s.Read(ctx, b.Operation, document.OwedKind, id.New()), "what is lost is drawn again")
	require.Nil(t, s.Read(ctx, b.Operation, document.OwedKind, ""))

	files.Electronic = []byte("<Invoice/>")
	require.NoError(t, s.Keep(ctx, b.Operation, files, func(_ context.Context, stored billing.StoredFiles) error { kept = stored; return nil }))
	require.Equal(t, []any{files.Printed, files.Electronic},
		[]any{s.Read(ctx, b.Operation, document.OwedKind, kept.PrintedID), s.Read(ctx, b.Operation, document.OwedElectronicKind, kept.ElectronicID)}, "an e-invoice stands beside what is printed")

	// A company that is liable for VAT has an invoice written, which holds what is printed.
	owed.Kind, owed.Seller, owed.Number = billing.TypeSelfBilled, b.Seller[b.Toits], "TOI-A-2026-00001"
	owed.Lines[0].Rate, owed.Totals = 2100, money.Totals{Net: 5446, VAT: 1144, Gross: 6590, Groups: []money.VATGroup{{Rate: 2100, Net: 5446, VAT: 1144}}}
	invoice, err := s.Document(ctx, owed)
	require.NoError(t, err)
	require.NoError(t, document.WhyNoInvoice(invoice))
	drawn, err := s.Draw(ctx, b.Operation, invoice, "")
	require.NoError(t, err)
	require.Contains(t, string(drawn.Electronic), base64.StdEncoding.EncodeToString(drawn.Printed))
	drawn, err = s.Draw(ctx, b.Operation, invoice, "nl")
	require.NoError(t, err)
	require.Empty(t, drawn.Electronic, "a copy is no invoice")

	owed.Kind, owed.Seller = billing.TypeStatement, b.Seller[b.Lambert]
	owed.Lines, owed.Totals = nil, money.Totals{}
	nothing, err := s.Document(ctx, owed)
	require.NoError(t, err)
	require.Len(t, nothing.VAT, 1, "a month in which nothing was shared")
}

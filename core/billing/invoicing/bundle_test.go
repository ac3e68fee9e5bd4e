package invoicing_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/billing/invoicing"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// TestABundleIsWhole: of published invoices only, each of them there and of the family, or none is given.
func TestABundleIsWhole(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	drafts := b.Listed(billing.InvoiceFilter{})
	martin, other := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0], b.Listed(billing.InvoiceFilter{Query: "CCAS"})[0]
	bundle := func(p policy.Principal, scope billing.Scope, sel billing.Selection) (invoicing.Bundle, []string, error) {
		found, err := b.Invoices.Bundle(t.Context(), p, scope, sel)
		var numbers []string
		if err == nil {
			for file, err := range found.Files {
				require.NoError(t, err)
				require.NotEmpty(t, file.Content)
				numbers = append(numbers, file.Number)
			}
		}
		return found, numbers, err
	}
	of := func(ids ...id.ID) billing.Selection { return billing.Selection{IDs: ids} }
	_, _, err := bundle(b.Organizer, b.Scope, of(drafts[0].ID))
	require.ErrorIs(t, err, billing.ErrInvoiceNoDocument)
	_, _, err = bundle(b.Organizer, b.Scope, billing.Selection{RunID: martin.RunID})
	require.ErrorIs(t, err, billing.ErrInvoiceNotFound, "nothing of the run is published")
	_, _, err = bundle(b.Organizer, b.Scope, billing.Selection{})
	require.ErrorIs(t, err, billing.ErrSelectionRequired)
	_, _, err = bundle(b.Organizer, b.Scope, billing.Selection{IDs: []id.ID{martin.ID}, RunID: martin.RunID})
	require.ErrorIs(t, err, billing.ErrSelectionTwice)

	for _, published := range b.Publish(martin.ID, other.ID) {
		require.Nil(t, published.Refused)
	}
	whole, numbers, err := bundle(b.Organizer, b.Scope, of(other.ID, martin.ID, other.ID))
	require.NoError(t, err)
	require.Equal(t, []string{"COM-2026-00001", "COM-2026-00002"}, numbers)
	require.Equal(t, coretest.Date("2026-10-31"), whole.Last)
	_, numbers, err = bundle(b.Organizer, b.Scope, billing.Selection{RunID: martin.RunID})
	require.NoError(t, err)
	require.Equal(t, []string{"COM-2026-00001", "COM-2026-00002"}, numbers, "the drafts of the run stay out")
	_, _, err = bundle(b.Organizer, b.Scope, of(martin.ID, id.New()))
	require.ErrorIs(t, err, billing.ErrInvoiceNotFound)

	tenant := policy.Principal{UserID: id.New(), Role: policy.RoleParticipant, Sites: []policy.Site{{ParticipantID: b.Sites["Martin"], OperationID: b.Operation}}}
	own := billing.Scope{ParticipantID: b.Sites["Martin"]}
	found, numbers, err := bundle(tenant, own, of(martin.ID))
	require.NoError(t, err)
	require.Equal(t, "Martin", found.Name)
	require.Len(t, numbers, 1)
	_, _, err = bundle(tenant, own, of(martin.ID, other.ID))
	require.ErrorIs(t, err, billing.ErrInvoiceNotFound, "another's invoice is nobody's")
	_, _, err = bundle(tenant, b.Scope, of(martin.ID))
	require.Error(t, err)

	many := make([]id.ID, invoicing.MaxBundled+1)
	for i := range many {
		many[i] = id.New()
	}
	_, _, err = bundle(b.Organizer, b.Scope, of(many...))
	require.ErrorIs(t, err, billing.ErrTooManyDocuments)
}

// TestTwoThousandFiveHundredDocumentsAreOneBundle: asked for by their run or by their ids, each once and by number;
// they are read one by one, so that who stops early has read no more.
func TestTwoThousandFiveHundredDocumentsAreOneBundle(t *testing.T) {
	t.Parallel()
	const n = 2_500
	b := coretest.Many(t, n)
	run, err := b.Runs.StartRun(t.Context(), b.Organizer, b.Scope, billrun.RunInput{BillUpTo: coretest.Ptr(coretest.Date("2026-10-31"))})
	require.NoError(t, err)
	for _, part := range b.Parts(billing.RunJob) {
		require.NoError(t, b.Runs.BillBatch(t.Context(), b.Operation, run.ID, part))
	}
	published, err := b.Publication.PublishInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{RunID: run.ID, ConfirmUnpriced: true})
	require.NoError(t, err)
	require.Len(t, published, n)
	var ids []id.ID
	for _, r := range published {
		require.Nil(t, r.Refused)
		ids = append(ids, r.ID)
	}
	for _, sel := range []billing.Selection{{RunID: run.ID}, {IDs: ids}} {
		found, err := b.Invoices.Bundle(t.Context(), b.Organizer, b.Scope, sel)
		require.NoError(t, err)
		count := 0
		for file, err := range found.Files {
			require.NoError(t, err)
			count++
			require.Equal(t, fmt.Sprintf("COM-2026-%05d", count), file.Number)
			if sel.RunID.IsZero() && count == 3 {
				break
			}
		}
		if !sel.RunID.IsZero() {
			require.Equal(t, n, count)
		}
	}
}

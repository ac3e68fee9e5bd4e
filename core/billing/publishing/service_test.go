package publishing_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

func TestDraftsAreOverwrittenAndStaleOnesRefused(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	first := b.Listed(billing.InvoiceFilter{})
	b.Run("2026-10-31")
	second := b.Listed(billing.InvoiceFilter{})
	require.Len(t, second, 3)
	for _, d := range second {
		require.False(t, slices.ContainsFunc(first, func(o billing.Invoice) bool { return o.ID == d.ID }))
	}

	b.Meter.Extra = map[civil.Month]energy.MilliWh{civil.MonthOf(coretest.Date("2026-10-01")): 1_000_000}
	for _, r := range b.Publish(second[0].ID, first[0].ID) {
		if r.ID == first[0].ID {
			require.Equal(t, "invoice.notFound", r.Refused.Key)
			continue
		}
		require.Equal(t, "invoice.stale", r.Refused.Key)
		require.NotEqual(t, r.Refused.Params["amountBefore"], r.Refused.Params["amountAfter"])
	}
	b.Meter.Extra = nil
	require.Nil(t, b.Publish(second[0].ID)[0].Refused)
}

// Several publishers at once, over the same drafts: each is published once, and the
// numbers have no gap.
func TestParallelPublishersLeaveNoGap(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	ids := []id.ID{}
	for _, d := range b.Listed(billing.InvoiceFilter{}) {
		ids = append(ids, d.ID)
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	published := 0
	for n := range 6 {
		wg.Go(func() {
			for k := range ids {
				results, err := b.Publication.PublishInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: []id.ID{ids[(k+n)%len(ids)]}})
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				if results[0].Refused == nil {
					published++
				}
				mu.Unlock()
			}
		})
	}
	for range 3 { // and runs meanwhile: what is published stays published
		wg.Go(func() {
			_, err := b.Runs.StartRun(t.Context(), b.Organizer, b.Scope, billrun.RunInput{BillUpTo: coretest.Ptr(coretest.Date("2026-10-31")), Mode: billing.Sync})
			if err != nil && fault.KeyOf(err) != "run.inProgress" {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	var count, top int
	require.NoError(t, b.DB.Pool().QueryRow(t.Context(), "select count(*), coalesce(max(sequence), 0) from invoices where number is not null").Scan(&count, &top))
	require.Equal(t, count, top)
	require.Equal(t, published, count)
	var next int
	require.NoError(t, b.DB.Pool().QueryRow(t.Context(), "select coalesce(max(next), 1) from numberings").Scan(&next))
	require.Equal(t, top+1, next)
}

// TestWhatToPublishIsNamedOnce: a run that does not exist is told, and invoices named in
// two ways are refused instead of guessed at.
func TestWhatToPublishIsNamedOnce(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	run := b.Run("2026-10-31")
	drafts := b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}})
	one, two := []id.ID{drafts[0].ID}, []id.ID{drafts[1].ID}
	for _, c := range []struct {
		sel billing.Selection
		key string
	}{
		{billing.Selection{RunID: id.New()}, "run.notFound"},
		{billing.Selection{}, "invoice.selectionRequired"},
		{billing.Selection{Query: one, IDs: two}, "invoice.selectionTwice"},
		{billing.Selection{Query: one, RunID: run.ID}, "invoice.selectionTwice"},
		{billing.Selection{IDs: one, RunID: run.ID}, "invoice.selectionTwice"},
	} {
		_, err := b.Publication.PublishInvoices(t.Context(), b.Organizer, b.Scope, c.sel)
		require.Equal(t, c.key, fault.KeyOf(err), "%+v", c.sel)
	}
	require.Len(t, b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}}), 3, "nothing was published")
	results, err := b.Publication.PublishInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{Query: one})
	require.NoError(t, err)
	require.Nil(t, results[0].Refused)
	require.Equal(t, "FINALIZED", b.Publish(drafts[0].ID)[0].Refused.Params["status"], "said to whoever comes second")
}

// TestNumbersFollowTheNames in the order of the language, not of bytes: École between
// CCAS and Martin. What the public accountant collects has no due date.
func TestNumbersFollowTheNames(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	run := b.Run("2026-10-31")
	for _, c := range b.Listed(billing.InvoiceFilter{Query: "Boulangerie"}) {
		name := "École de musique"
		_, err := b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, b.Scope, c.ClientID, entity.BillableEntityChange{IdentityChange: entity.IdentityChange{Name: &name}})
		require.NoError(t, err)
	}
	_, err := b.Publication.PublishInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{RunID: run.ID})
	require.NoError(t, err)
	numbers := map[string]string{}
	for _, inv := range b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Finalized}}) {
		numbers[inv.ClientName] = inv.Number
		require.NotNil(t, inv.DueDate)
		require.Nil(t, inv.Due())
	}
	require.Equal(t, map[string]string{"CCAS": "COM-2026-00001", "École de musique": "COM-2026-00002", "Martin": "COM-2026-00003"}, numbers)
}

func TestNumbersBelongToTheLegalPerson(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	entities, _, err := b.Entities.ListBillingEntities(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	change := entity.BillingEntityChange{SeriesCode: coretest.Ptr("NEW")}
	_, err = b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, entities[0].ID, change)
	require.NoError(t, err)
	b.Run("2026-10-31")
	drafts := b.Listed(billing.InvoiceFilter{})
	b.Clock = time.Date(2026, 12, 31, 23, 30, 0, 0, time.UTC) // the first of January in Paris
	require.Nil(t, b.Publish(drafts[0].ID)[0].Refused)
	b.Clock = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC) // a clock that went back
	require.Nil(t, b.Publish(drafts[1].ID)[0].Refused)
	var numbers []string
	for _, i := range b.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Finalized}}) {
		numbers = append(numbers, i.Number+" "+i.IssueDate.String())
	}
	require.ElementsMatch(t, []string{"NEW-2027-00001 2027-01-01", "NEW-2027-00002 2027-01-01"}, numbers)
	change.SeriesCode = coretest.Ptr("OLD")
	_, err = b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, entities[0].ID, change)
	require.Equal(t, "billingEntity.alreadyInvoiced", fault.KeyOf(err))

	var plain int
	require.NoError(t, b.DB.Pool().QueryRow(t.Context(), "select count(*) from billing_entities where encode(iban_sealed, 'escape') like '%FR14%'").Scan(&plain))
	require.Zero(t, plain)
}

// TestOneAccountNeverSeesOneReferenceTwice: two Belgian issuers of one bank account, whose
// numbers both begin with 1, print different structured communications.
func TestOneAccountNeverSeesOneReferenceTwice(t *testing.T) {
	t.Parallel()
	b := coretest.TwoSellers(t)
	b.Exec("update operations set dso = 'SIBELGA'")
	b.Run("2026-10-31")
	seen := map[string]id.ID{}
	for _, inv := range b.Listed(billing.InvoiceFilter{}) {
		require.Nil(t, b.Publish(inv.ID)[0].Refused)
		_, err := b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "")
		require.NoError(t, err)
		reference := b.Printed.Payment.Reference
		require.Regexp(t, `^\+\+\+\d{3}/\d{4}/\d{5}\+\+\+$`, reference)
		require.Empty(t, seen[reference], reference)
		seen[reference] = inv.ID
	}
	require.Len(t, seen, 4)
	_, err := b.DB.Pool().Exec(t.Context(), "insert into payment_references select account, reference, gen_random_uuid() from payment_references")
	require.ErrorContains(t, err, "payment_references_pkey")
}

// TestAClientThatWantsItsOrderNamed gets no invoice without one (journey 1, step 5); with one it
// stands on the document, beside the service and the words for public bodies.
func TestAClientThatWantsItsOrderNamed(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "CCAS"})[0]
	change := func(c entity.BillableEntityChange) {
		t.Helper()
		_, err := b.Entities.UpdateBillableEntity(t.Context(), b.Organizer, b.Scope, inv.ClientID, c)
		require.NoError(t, err)
	}
	change(entity.BillableEntityChange{PublicBody: coretest.Ptr(true), ServiceCode: coretest.Ptr(" ACHATS "), CommitmentRequired: coretest.Ptr(true)})
	refused := b.Publish(inv.ID)[0].Refused
	require.NotNil(t, refused)
	require.Equal(t, "billableEntity.commitmentRequired", refused.Key)
	require.Equal(t, "CCAS", refused.Params["name"])

	change(entity.BillableEntityChange{Commitment: coretest.Ptr("2026-ENG-42")})
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	_, err := b.Invoices.Download(t.Context(), b.Organizer, b.Scope, inv.ID, "nl")
	require.NoError(t, err)
	require.Equal(t, "2026-ENG-42", b.Printed.Commitment)
	require.Equal(t, "ACHATS", b.Printed.Service)
	var keys []string
	for _, m := range b.Printed.Mentions {
		keys = append(keys, m.Key)
	}
	require.Contains(t, keys, "latePublic")
	require.NotContains(t, keys, "late")
}

// TestATakeOverGoesOnWhereAnotherToolStopped: the first number is set once, by who may issue and
// before any is taken, and the next invoice has it; days that another tool billed are neither billed
// nor told as unpriced, whatever subscription begins, and no new one begins on them.
func TestATakeOverGoesOnWhereAnotherToolStopped(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	issuers, _, err := b.Entities.ListBillingEntities(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	issuer := issuers[0]
	begin := func(first int) (billing.BillingEntity, error) {
		return b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, issuer.ID, entity.BillingEntityChange{FirstNumber: &first})
	}
	for _, first := range []int{1, 0, -4, entity.MaxFirstNumber + 1} {
		_, err = begin(first)
		require.Equal(t, "billingEntity.firstNumberInvalid at firstNumber", fault.KeyOf(err)+" at "+fault.From(err).Field)
	}
	b.Exec("update seller_claims set status = 'REQUESTED', decided_at = null")
	_, err = begin(42)
	require.Equal(t, "billingEntity.unconfirmed", fault.KeyOf(err), "a series is not everybody's")
	b.Confirm()
	begun, err := begin(42)
	require.NoError(t, err)
	require.Equal(t, []int{2026, 42}, []int{begun.NumberYear, begun.NextNumber})
	_, err = begin(50)
	require.Equal(t, "billingEntity.firstNumberFixed", fault.KeyOf(err))

	b.Exec("update participants set billed_until = '2026-10-14' where id = $1", b.Sites["Martin"])
	require.Empty(t, b.Check("2026-10-31").Unpriced.Pairs)
	require.Equal(t, "subscription.startNotAfterLastInvoice", fault.KeyOf(b.TrySubscribe(b.MakePlan("Autre", 90_000).ID, b.Sites["Martin"], b.Sites["Commune"], "2026-10-14")))
	b.Run("2026-10-31")
	var ids []id.ID
	for _, d := range b.Listed(billing.InvoiceFilter{}) {
		ids = append(ids, d.ID)
		if d.ClientName == "Martin" {
			require.Equal(t, []string{"2026-10-15", "2026-10-31"}, []string{d.Days.From.String(), d.Days.Last().String()})
		}
	}
	for _, r := range b.Publish(ids...) {
		require.Nil(t, r.Refused)
	}
	var numbers []string
	for _, inv := range b.Listed(billing.InvoiceFilter{}) {
		if inv.Number != "" {
			numbers = append(numbers, inv.Number)
		}
	}
	slices.Sort(numbers)
	require.Equal(t, "COM-2026-00042", numbers[0])
	require.Equal(t, "COM-2026-00044", numbers[len(numbers)-1])
	issuers, _, err = b.Entities.ListBillingEntities(t.Context(), b.Organizer, b.Scope)
	require.NoError(t, err)
	require.Equal(t, 45, issuers[0].NextNumber)
}

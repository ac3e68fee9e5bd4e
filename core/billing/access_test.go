package billing_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// TestAUseCaseBeginsWithItsPermission, then finds the operation, then asks whether it bills.
func TestAUseCaseBeginsWithItsPermission(t *testing.T) {
	t.Parallel()
	w := coretest.New(t)
	site := w.Site("Commune", "producer", "")
	a := billing.Access{Guard: w.Guard, Operations: operationstore.NewOperations(w.DB), Tx: w.DB, Now: w.Now}
	for _, scope := range []billing.Scope{{OperationID: w.Operation}, {ParticipantID: site}} {
		op, err := a.Enter(t.Context(), w.Organizer, "plan:create", scope)
		require.NoError(t, err)
		require.Equal(t, w.Operation, op.ID)
		require.Equal(t, "2026-11-06", a.Today(op).String())
		_, err = a.Enter(t.Context(), w.Observer(), "plan:create", scope)
		require.ErrorIs(t, err, policy.ErrForbidden)
		stranger := policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}}
		_, err = a.Enter(t.Context(), stranger, "plan:create", scope)
		require.ErrorIs(t, err, policy.ErrNotFound)
	}
	w.Exec("update operations set billing_engine = null")
	_, err := a.Enter(t.Context(), w.Organizer, "plan:create", billing.Scope{OperationID: w.Operation})
	require.ErrorIs(t, err, operation.ErrFeature)
}

// TestIdentitiesAreCheckedAndCompact.
func TestIdentitiesAreCheckedAndCompact(t *testing.T) {
	t.Parallel()
	ok, err := billing.Identity{Name: " Toit ", Country: dso.France, LegalNumber: "444 608 442", TaxID: "FR 66 444608442", Email: "a@ex.org", PostCode: "35300"}.Check()
	require.NoError(t, err)
	require.Equal(t, []string{"Toit", "444608442", "FR66444608442"}, []string{ok.Name, ok.LegalNumber, ok.TaxID})
	for field, i := range map[string]billing.Identity{
		"name": {}, "legalNumber": {Name: "T", Country: dso.France, LegalNumber: "123"}, "taxId": {Name: "T", Country: dso.France, TaxID: "X"},
		"email": {Name: "T", Country: dso.France, Email: "nobody"}, "postCode": {Name: "T", Country: dso.France, PostCode: "1"},
	} {
		_, err := i.Check()
		require.Equal(t, field, fault.From(err).Field)
	}
}

// TestWhoMayIssue: who has no legal number, or was let in.
func TestWhoMayIssue(t *testing.T) {
	t.Parallel()
	numbered := billing.BillingEntity{ID: "i", Identity: billing.Identity{Name: "Toit", LegalNumber: "44460844213631", VATRegime: party.VATNormal}}
	require.Equal(t, "444608442", numbered.NumberingOwner())
	require.Equal(t, "billingEntity.unconfirmed", numbered.MayIssue().Key)
	numbered.HeldElsewhere = true
	require.Equal(t, "billingEntity.legalNumberTaken", numbered.MayIssue().Key)
	numbered.Claim = billing.ClaimConfirmed
	require.Nil(t, numbered.MayIssue())
	own := billing.BillingEntity{ID: "i"}
	require.Nil(t, own.MayIssue())
	require.Equal(t, "i", own.NumberingOwner())
}

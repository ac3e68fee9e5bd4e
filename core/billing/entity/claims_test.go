package entity_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// sale makes a producer of a legal person with an issuer, a client and a draft.
func sale(b *coretest.Billing, name, legal string) (billing.BillingEntity, id.ID) {
	producer, consumer := b.Site(name, "producer", ""), b.Site("Client de "+name, "consumer", "")
	e := b.Issuer(name, legal, producer)
	b.Client("Client de "+name, "", party.Individual, consumer)
	b.Plan = b.MakePlan("Plan de "+name, 100_000)
	b.Subscribe(consumer, producer, "2026-10-01")
	b.Meter.Hourly[billing.Pair{ConsumerID: consumer, ProducerID: producer}] = 1_000_000
	b.Run("2026-10-31")
	return e, b.Listed(billing.InvoiceFilter{Query: "Client de " + name})[0].ID
}

// TestNobodyIssuesForAnother: the numbers of a legal person are taken by those whom the
// back-office let in, and by nobody else, in any operation or series.
func TestNobodyIssuesForAnother(t *testing.T) {
	t.Parallel()
	b := coretest.NewBilling(t)
	b.Waits = true
	admin := b.Admin()
	publish := func(b *coretest.Billing, draft id.ID) string {
		results, err := b.Publication.PublishInvoices(t.Context(), b.Organizer, b.Scope, billing.Selection{IDs: []id.ID{draft}, ConfirmUnpriced: true})
		require.NoError(t, err)
		return fault.KeyOf(asError(results[0].Refused))
	}
	claim := func(b *coretest.Billing) id.ID {
		var i id.ID
		require.NoError(t, b.DB.Pool().QueryRow(t.Context(), "select id from seller_claims where operation_id = $1 and status <> 'CONFIRMED'", b.Operation).Scan(&i))
		return i
	}
	issuer := func(b *coretest.Billing, e billing.BillingEntity) billing.BillingEntity {
		got, _, err := b.Entities.BillingEntity(t.Context(), b.Organizer, b.Scope, e.ID)
		require.NoError(t, err)
		return got
	}

	mine, draft := sale(b, "Commune", coretest.Commune)
	require.Equal(t, billing.ClaimRequested, mine.Claim)
	require.Equal(t, "billingEntity.unconfirmed", publish(b, draft))
	require.Equal(t, "billingEntity.unconfirmed", b.Check("2026-10-31").Clients[0].Problems[0].Key, "a check says so before")
	require.NoError(t, b.Entities.DecideClaim(t.Context(), admin, claim(b), entity.ClaimDecision{Status: billing.ClaimConfirmed, Remark: "mandat"}))
	require.Equal(t, billing.ClaimConfirmed, issuer(b, mine).Claim)
	require.Equal(t, "", publish(b, draft))

	// Another organizer, the same legal person, by its SIRET and in the same series.
	thief := b.Elsewhere(policy.Principal{UserID: b.User(policy.RoleOrganizer), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}})
	stolen, theirs := sale(thief, "Voleur", "44460844213631")
	require.Equal(t, billing.ClaimRequested, stolen.Claim)
	require.Equal(t, "billingEntity.legalNumberTaken", publish(thief, theirs))
	_, err := thief.Entities.UpdateBillingEntity(t.Context(), thief.Organizer, thief.Scope, stolen.ID, entity.BillingEntityChange{SeriesCode: coretest.Ptr("VOL")})
	require.NoError(t, err)
	require.Equal(t, "billingEntity.legalNumberTaken", publish(thief, theirs), "nor in a series of its own")
	require.NoError(t, thief.Entities.DecideClaim(t.Context(), admin, claim(thief), entity.ClaimDecision{Status: billing.ClaimRefused}))
	require.Equal(t, "billingEntity.legalNumberTaken", publish(thief, theirs))

	// The one who was let in goes on in another operation of his, and in another series.
	friend := b.Elsewhere(policy.Principal{UserID: b.Organizer.UserID, Role: policy.RoleOrganizer, Operations: []id.ID{b.Operation, id.New()}})
	same, second := sale(friend, "Annexe", coretest.Commune)
	require.Equal(t, billing.ClaimConfirmed, same.Claim)
	require.Equal(t, "", publish(friend, second))
	require.Equal(t, "COM-2026-00002", friend.Listed(billing.InvoiceFilter{IDs: []id.ID{second}})[0].Number)

	// What the code might forget the database holds.
	b.Exec("delete from billed_spans where invoice_id = $1", theirs)
	_, err = b.DB.Pool().Exec(t.Context(), `update invoices i set status = 'FINALIZED', number = 'COM-2026-00003', number_owner = $2, series = 'COM', year = 2026,
		sequence = 3, issue_date = '2026-11-06', due_date = '2026-12-06', snapshot = '{}', published_at = now() where id = $1`, theirs, coretest.Commune)
	require.ErrorContains(t, err, "may not issue for")
}

// asError keeps a nil fault nil.
func asError(f *fault.Error) error {
	if f == nil {
		return fault.New(fault.Invalid, "")
	}
	return f
}

func TestAClaimIsAnsweredYesOrNo(t *testing.T) {
	t.Parallel()
	b := coretest.NewBilling(t)
	b.Waits = true
	admin := policy.Principal{UserID: id.New(), Role: policy.RoleAdmin}
	require.ErrorIs(t, b.Entities.DecideClaim(t.Context(), admin, id.New(), entity.ClaimDecision{Status: billing.ClaimConfirmed}), billing.ErrClaimNotFound)
	require.ErrorIs(t, b.Entities.DecideClaim(t.Context(), admin, id.New(), entity.ClaimDecision{Status: billing.ClaimRequested}), billing.ErrClaimStatus)
	// A number that an issuer no longer has is no claim any more.
	e := b.Issuer("Commune", coretest.Commune, b.Site("Commune", "producer", ""))
	count := func() (n int) {
		require.NoError(t, b.DB.Pool().QueryRow(t.Context(), "select count(*) from seller_claims").Scan(&n))
		return n
	}
	require.Equal(t, 1, count())
	_, err := b.Entities.UpdateBillingEntity(t.Context(), b.Organizer, b.Scope, e.ID, entity.BillingEntityChange{IdentityChange: entity.IdentityChange{LegalNumber: coretest.Ptr("732829320")}})
	require.NoError(t, err)
	require.Equal(t, 1, count())
}

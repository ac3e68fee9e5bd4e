package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// elsewhere is a second operation of the same database.
func (b *billed) elsewhere(p policy.Principal) *billed {
	other := *b
	other.op, other.p, other.sites = p.Operations[len(p.Operations)-1], p, map[string]id.ID{"a": "", "b": "", "c": "", "d": "", "e": "", "f": "", "g": "", "h": ""}
	other.scope = billing.Scope{OperationID: other.op}
	b.exec(`insert into operations (id, external_id, name, type, dso, billing_engine, pmo_legal_name, pmo_country, created_at)
		values ($1, $2, 'AUTRE', 'OPEN', 'ENEDIS', 'ENGINE_2025', 'PMO AUTRE', 'FR', now())`, other.op, string(other.op))
	return &other
}

// sale makes a producer of a legal person with an issuer, a client and a draft.
func (b *billed) sale(name, legal string) (billing.BillingEntity, id.ID) {
	producer, consumer := b.site(name, "producer", ""), b.site("Client de "+name, "consumer", "")
	e := b.issuer(name, legal, producer)
	b.client("Client de "+name, "", party.Individual, consumer)
	b.plan = b.makePlan("Plan de "+name, 100_000)
	b.subscribe(consumer, producer, "2026-10-01")
	b.meter.daily[billing.Pair{ConsumerID: consumer, ProducerID: producer}] = 1_000_000
	b.run("2026-10-31")
	return e, b.invoices(billing.InvoiceFilter{Query: "Client de " + name})[0].ID
}

// TestNobodyIssuesForAnother: the numbers of a legal person are taken by those whom the
// back-office let in, and by nobody else, in any operation or series.
func TestNobodyIssuesForAnother(t *testing.T) {
	t.Parallel()
	b := newBilled(t)
	b.waits = true
	admin := policy.Principal{UserID: id.New(), Role: policy.RoleAdmin}
	publish := func(b *billed, draft id.ID) string {
		results, err := b.svc.PublishInvoices(t.Context(), b.p, b.scope, billing.Selection{IDs: []id.ID{draft}, ConfirmUnpriced: true})
		require.NoError(t, err)
		return fault.KeyOf(asError(results[0].Refused))
	}
	claim := func(b *billed) id.ID {
		var i id.ID
		require.NoError(t, b.db.Pool().QueryRow(t.Context(), "select id from seller_claims where operation_id = $1 and status <> 'CONFIRMED'", b.op).Scan(&i))
		return i
	}
	issuer := func(b *billed, e billing.BillingEntity) billing.BillingEntity {
		got, _, err := b.svc.BillingEntity(t.Context(), b.p, b.scope, e.ID)
		require.NoError(t, err)
		return got
	}

	mine, draft := b.sale("Commune", commune)
	require.Equal(t, billing.ClaimRequested, mine.Claim)
	require.Equal(t, "billingEntity.unconfirmed", publish(b, draft))
	require.Equal(t, "billingEntity.unconfirmed", b.check("2026-10-31").Clients[0].Problems[0].Key, "a check says so before")
	require.NoError(t, b.svc.DecideClaim(t.Context(), admin, claim(b), billing.ClaimDecision{Status: billing.ClaimConfirmed, Remark: "mandat"}))
	require.Equal(t, billing.ClaimConfirmed, issuer(b, mine).Claim)
	require.Equal(t, "", publish(b, draft))

	// Another organizer, the same legal person, by its SIRET and in the same series.
	thief := b.elsewhere(policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}})
	stolen, theirs := thief.sale("Voleur", "44460844213631")
	require.Equal(t, billing.ClaimRequested, stolen.Claim)
	require.Equal(t, "billingEntity.legalNumberTaken", publish(thief, theirs))
	_, err := thief.svc.UpdateBillingEntity(t.Context(), thief.p, thief.scope, stolen.ID, billing.BillingEntityChange{SeriesCode: ptr("VOL")})
	require.NoError(t, err)
	require.Equal(t, "billingEntity.legalNumberTaken", publish(thief, theirs), "nor in a series of its own")
	require.NoError(t, thief.svc.DecideClaim(t.Context(), admin, claim(thief), billing.ClaimDecision{Status: billing.ClaimRefused}))
	require.Equal(t, "billingEntity.legalNumberTaken", publish(thief, theirs))

	// The one who was let in goes on in another operation of his, and in another series.
	friend := b.elsewhere(policy.Principal{UserID: b.p.UserID, Role: policy.RoleOrganizer, Operations: []id.ID{b.op, id.New()}})
	same, second := friend.sale("Annexe", commune)
	require.Equal(t, billing.ClaimConfirmed, same.Claim)
	require.Equal(t, "", publish(friend, second))
	require.Equal(t, "COM-2026-00002", friend.invoices(billing.InvoiceFilter{IDs: []id.ID{second}})[0].Number)

	// What the code might forget the database holds.
	b.exec("delete from billed_spans where invoice_id = $1", theirs)
	_, err = b.db.Pool().Exec(t.Context(), `update invoices i set status = 'FINALIZED', number = 'COM-2026-00003', number_owner = $2, series = 'COM', year = 2026,
		sequence = 3, issue_date = '2026-11-06', due_date = '2026-12-06', snapshot = '{}', published_at = now() where id = $1`, theirs, commune)
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
	b := newBilled(t)
	b.waits = true
	admin := policy.Principal{UserID: id.New(), Role: policy.RoleAdmin}
	require.ErrorIs(t, b.svc.DecideClaim(t.Context(), admin, id.New(), billing.ClaimDecision{Status: billing.ClaimConfirmed}), billing.ErrClaimNotFound)
	require.ErrorIs(t, b.svc.DecideClaim(t.Context(), admin, id.New(), billing.ClaimDecision{Status: billing.ClaimRequested}), billing.ErrClaimStatus)
	// A number that an issuer no longer has is no claim any more.
	e := b.issuer("Commune", commune, b.site("Commune", "producer", ""))
	count := func() (n int) {
		require.NoError(t, b.db.Pool().QueryRow(t.Context(), "select count(*) from seller_claims").Scan(&n))
		return n
	}
	require.Equal(t, 1, count())
	_, err := b.svc.UpdateBillingEntity(t.Context(), b.p, b.scope, e.ID, billing.BillingEntityChange{IdentityChange: billing.IdentityChange{LegalNumber: ptr("732829320")}})
	require.NoError(t, err)
	require.Equal(t, 1, count())
}

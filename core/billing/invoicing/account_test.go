package invoicing_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/invoicing"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// TestHowAnAccountIsBilled: a client with two sites and two addresses, its last published invoice
// and no draft; a site without client waits for the organizer; who sells, runs or looks.
func TestHowAnAccountIsBilled(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	client, producer := b.Account("Martin"), b.Account("Commune")
	client.Sites = append(client.Sites, policy.Site{ParticipantID: b.Sites["CCAS"], OperationID: b.Operation})
	b.Site("Cave", "consumer", "")
	b.Exec("update participants set user_id = $1 where name in ('Martin', 'CCAS', 'Cave')", client.UserID)
	b.Exec("update participants set user_id = $1 where name = 'Commune'", producer.UserID)
	b.Exec("insert into operation_members (operation_id, user_id, role) values ($1, $2, 'organizer') on conflict do nothing", b.Operation, b.Organizer.UserID)
	of := func(p policy.Principal) invoicing.AccountBilling {
		list, err := b.Invoices.OperationBillings(t.Context(), p, p.UserID)
		require.NoError(t, err)
		require.Len(t, list, 1)
		return list[0]
	}
	own := of(client)
	require.Equal(t, []invoicing.BilledParty{
		{Role: invoicing.AsClient, Sites: []string{"Cave"}},
		{Role: invoicing.AsClient, Addressee: address(own.Parties[1], "CCAS"), Sites: []string{"CCAS"}},
		{Role: invoicing.AsClient, Addressee: address(own.Parties[2], "Martin"), Sites: []string{"Martin"}},
	}, own.Parties)
	require.Nil(t, own.Last, "a draft is nobody's yet")
	require.Equal(t, "/pmo/operations/"+string(b.Operation)+"/my-invoices", own.Path)
	require.Nil(t, of(b.Organizer).Last)

	martin := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	require.Nil(t, b.Publish(martin.ID)[0].Refused)
	own = of(client)
	require.Equal(t, martin.ID, own.Last.ID)
	require.NotEmpty(t, own.Last.Number)
	require.Equal(t, b.Sites["Martin"], own.LastSite)
	seller := of(producer)
	require.Equal(t, []invoicing.BilledParty{{Role: invoicing.AsIssuer, Addressee: address(seller.Parties[0], "Commune de Fougères"), Sites: []string{"Commune"}}}, seller.Parties)
	require.Equal(t, martin.ID, seller.Last.ID)
	pmo := of(b.Organizer)
	require.Equal(t, []any{invoicing.AsPMO, martin.ID, id.ID("")}, []any{pmo.Parties[0].Role, pmo.Last.ID, pmo.LastSite})
	require.Equal(t, "/pmo/operations/"+string(b.Operation)+"/billing/invoices", pmo.Path)

	// A token that carries no invoices reads of none, and who only looks is no party.
	narrow := client
	narrow.Agent, narrow.Granted = "token", []policy.Permission{"account:read"}
	require.Nil(t, of(narrow).Last)
	observer := b.Observer()
	b.Exec("insert into operation_members (operation_id, user_id, role) values ($1, $2, 'observer')", b.Operation, observer.UserID)
	seen := of(observer)
	require.Empty(t, seen.Parties)
	require.Nil(t, seen.Last)

	// Another's is nobody's but the back-office's, who is told of an account that is none.
	_, err := b.Invoices.OperationBillings(t.Context(), client, producer.UserID)
	require.ErrorIs(t, err, policy.ErrNotFound)
	theirs, err := b.Invoices.OperationBillings(t.Context(), b.Admin(), client.UserID)
	require.NoError(t, err)
	require.Equal(t, martin.ID, theirs[0].Last.ID)
	_, err = b.Invoices.OperationBillings(t.Context(), b.Admin(), id.New())
	require.ErrorIs(t, err, account.ErrNotFound)
}

// address is that of coretest, under a name.
func address(of invoicing.BilledParty, name string) billing.Addressee {
	a := billing.Addressee{ID: of.ID, Name: name, Street: "2 rue du Four", PostCode: "35300", City: "Fougères"}
	if of.Role == invoicing.AsIssuer {
		a.Street = "1 place de la Mairie"
	}
	return a
}

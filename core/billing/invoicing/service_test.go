package invoicing_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/document"
	"github.com/openpmo/pmo/core/billing/invoicing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
)

func TestAnIssuedInvoiceNeverChanges(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{})[0]
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	for _, sql := range []string{
		"update invoices set amount_cents = amount_cents + 1, net_cents = net_cents + 1 where id = $1",
		"update invoices set number = 'X' where id = $1", "update invoices set status = 'DRAFT' where id = $1",
		"delete from invoices where id = $1", "update invoice_lines set net_cents = 0 where invoice_id = $1",
		"delete from invoice_lines where invoice_id = $1",
		"insert into invoice_lines select operation_id, invoice_id, 99, subscription_id, consumer_id, site_name, dso_id, label, from_date, to_date, unit, quantity_e4, price_micro_euro, net_cents, vat_rate, energy_milli_wh from invoice_lines where invoice_id = $1 and position = 0",
	} {
		_, err := b.DB.Pool().Exec(t.Context(), sql, inv.ID)
		require.Error(t, err, sql)
	}
	b.Exec("update invoices set payment_status = 'SUCCEEDED' where id = $1", inv.ID)
	b.Exec("update invoices set status = 'CANCELLED' where id = $1", inv.ID)
	require.Equal(t, "invoice.notDraft", deleteOne(b, inv.ID).Key)
}

func deleteOne(b *coretest.Billing, i id.ID) *fault.Error {
	results, err := b.Invoices.DeleteInvoices(b.T.Context(), b.Organizer, b.Scope, billing.Selection{IDs: []id.ID{i}})
	require.NoError(b.T, err)
	return results[0].Refused
}

// TestAnAccountSeesWhatWasIssuedOnly: neither the drafts of its producer nor what is not
// charged, in lists, by id and to download; the organizer sees both.
func TestAnAccountSeesWhatWasIssuedOnly(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	producer, scope := b.Account("Commune"), billing.Scope{ParticipantID: b.Sites["Commune"]}
	all := billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeInvoice, billing.TypeStatement}}
	list := func(p policy.Principal) []invoicing.View {
		rows, total, err := b.Invoices.ListInvoices(t.Context(), p, scope, all)
		require.NoError(t, err)
		require.Len(t, rows, total)
		return rows
	}
	require.Len(t, list(b.Organizer), 5, "three drafts and two statements")
	require.Empty(t, list(producer))
	martin, ccas := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0], b.Listed(billing.InvoiceFilter{Query: "CCAS"})[0]
	require.Nil(t, b.Publish(martin.ID)[0].Refused)
	require.Len(t, list(producer), 1)
	_, err := b.Invoices.Invoice(t.Context(), producer, scope, martin.ID)
	require.NoError(t, err)
	_, err = b.Invoices.Invoice(t.Context(), producer, scope, ccas.ID)
	require.ErrorIs(t, err, billing.ErrInvoiceNotFound, "a draft")
	_, err = b.Invoices.Download(t.Context(), producer, scope, ccas.ID, "")
	require.ErrorIs(t, err, billing.ErrInvoiceNotFound)
	_, err = b.Invoices.Invoice(t.Context(), b.Organizer, scope, ccas.ID)
	require.NoError(t, err)
}

func TestAFamilyAnswersByTheParticipantsSide(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	martin := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	other := b.Listed(billing.InvoiceFilter{Query: "CCAS"})[0]
	of := func(site string) billing.Scope { return billing.Scope{ParticipantID: b.Sites[site]} }
	list := func(p policy.Principal, site string) []invoicing.View {
		rows, _, err := b.Invoices.ListInvoices(t.Context(), p, of(site), billing.InvoiceFilter{})
		require.NoError(t, err)
		return rows
	}
	tenant := policy.Principal{UserID: id.New(), Role: policy.RoleParticipant, Sites: []policy.Site{{ParticipantID: b.Sites["Martin"], OperationID: b.Operation}}}
	require.Empty(t, list(tenant, "Martin"), "a draft is nobody's yet")
	require.Len(t, list(b.Organizer, "Commune"), 3, "what the producer issues, drafts too")
	require.Nil(t, b.Publish(martin.ID, other.ID)[0].Refused)
	require.Len(t, list(tenant, "Martin"), 1)
	got, err := b.Invoices.Invoice(t.Context(), tenant, of("Martin"), martin.ID)
	require.NoError(t, err)
	require.Equal(t, []any{invoicing.Received, true}, []any{got.Side, got.Holds()})
	issued, err := b.Invoices.Invoice(t.Context(), b.Organizer, of("Commune"), martin.ID)
	require.NoError(t, err)
	require.Equal(t, invoicing.Issued, issued.Side)
	whole, err := b.Invoices.Invoice(t.Context(), b.Organizer, b.Scope, martin.ID)
	require.NoError(t, err)
	require.Empty(t, whole.Side, "an operation is at both ends")
	_, err = b.Invoices.Invoice(t.Context(), tenant, of("Martin"), other.ID)
	require.ErrorIs(t, err, billing.ErrInvoiceNotFound)
	_, err = b.Invoices.Download(t.Context(), tenant, of("Martin"), other.ID, "")
	require.ErrorIs(t, err, billing.ErrInvoiceNotFound)
	views, err := b.Contracts.ListSubscriptions(t.Context(), tenant, of("Martin"), "")
	require.NoError(t, err)
	require.Len(t, views, 1)
	require.Equal(t, "Martin", views[0].ConsumerName)
}

// TestAMonthIsInvoicedWhenAnInvoiceWasIssued: a draft invoices nothing, nor does what was
// not charged; this is what keeps a declared month from being revoked.
func TestAMonthIsInvoicedWhenAnInvoiceWasIssued(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	october := coretest.Date("2026-10-15")
	invoiced := func() []bool {
		month, err := b.Use.Invoiced(t.Context(), b.Operation, civil.MonthOf(october))
		require.NoError(t, err)
		next, err := b.Use.Invoiced(t.Context(), b.Operation, civil.MonthOf(october)+1)
		require.NoError(t, err)
		nothing, err := b.Use.NotCharged(t.Context(), b.Operation, civil.MonthOf(october))
		require.NoError(t, err)
		return []bool{month, next, nothing}
	}
	require.Equal(t, []bool{false, false, false}, invoiced())
	b.Run("2026-10-31")
	require.Equal(t, []bool{false, false, true}, invoiced(), "drafts, and statements")
	require.Nil(t, b.Publish(b.Listed(billing.InvoiceFilter{})[0].ID)[0].Refused)
	require.Equal(t, []bool{true, false, true}, invoiced())
	last, err := b.Use.LastInvoiced(t.Context(), b.Operation, civil.MonthOf(october).Range())
	require.NoError(t, err)
	require.Equal(t, "2026-10-31", last.String())
}

// TestInvoicesOfAPlan: those with a line by it, in the list and in the totals, and nobody else's.
func TestInvoicesOfAPlan(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.CompleteInterlocutor()
	fee := b.MakeFee("Abonnement")
	require.NoError(t, b.TrySubscribe(fee.ID, b.Sites["Martin"], "", "2026-10-01"))
	b.Run("2026-10-31")
	of := func(plan id.ID) (out []string) {
		f := billing.InvoiceFilter{PlanID: plan}
		for _, one := range b.Listed(f) {
			out = append(out, one.ClientName)
		}
		totals, err := b.Invoices.TotalInvoices(t.Context(), b.Organizer, b.Operation, f)
		require.NoError(t, err)
		require.Len(t, out, totals.Drafts.Number)
		return out
	}
	require.ElementsMatch(t, []string{"CCAS", "Boulangerie", "Martin"}, of(b.Plan.ID))
	require.Equal(t, []string{"Martin"}, of(fee.ID))
	require.Empty(t, of(id.New()))
}

// TestAListHasABound: beyond it a limit is asked for, so that no answer grows with the years.
func TestAListHasABound(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	more := func(n int) {
		b.Exec(`insert into invoices select r.* from (select * from invoices where type = 'INVOICE' limit 1) i, generate_series(1, $1::int) g,
			lateral jsonb_populate_record(null::invoices, to_jsonb(i) || jsonb_build_object('id', md5(format('%s of %s', g, $1))::uuid)) r`, n)
	}
	more(invoicing.MaxListed - 3)
	list := func(f billing.InvoiceFilter) (int, int, error) {
		rows, total, err := b.Invoices.ListInvoices(t.Context(), b.Organizer, b.Scope, f)
		return len(rows), total, err
	}
	rows, total, err := list(billing.InvoiceFilter{})
	require.NoError(t, err)
	require.Equal(t, []int{invoicing.MaxListed, invoicing.MaxListed}, []int{rows, total})
	more(1)
	_, _, err = list(billing.InvoiceFilter{})
	require.ErrorIs(t, err, billing.ErrListTooLong)
	rows, total, err = list(billing.InvoiceFilter{Limit: 7})
	require.NoError(t, err)
	require.Equal(t, []int{7, invoicing.MaxListed + 1}, []int{rows, total})
}

// TestTheLastInvoiceDateIsOfSomebody: an issuer or a client that is not there is told, and is
// not a pair without invoices.
func TestTheLastInvoiceDateIsOfSomebody(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	draft := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	last, err := b.Services.Invoices.LastInvoiceDate(t.Context(), b.Organizer, b.Scope, draft.IssuerID, draft.ClientID)
	require.NoError(t, err)
	require.Nil(t, last, "nothing was issued yet")
	_, err = b.Services.Invoices.LastInvoiceDate(t.Context(), b.Organizer, b.Scope, id.New(), draft.ClientID)
	require.ErrorIs(t, err, billing.ErrIssuerNotFound)
	_, err = b.Services.Invoices.LastInvoiceDate(t.Context(), b.Organizer, b.Scope, draft.IssuerID, id.New())
	require.ErrorIs(t, err, billing.ErrClientNotFound)
}

// TestADocumentIsThatOfTheFamily: a draft's, a published one's, in its language or another.
func TestADocumentIsThatOfTheFamily(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	inv := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	get := func(scope billing.Scope, language string) (document.File, error) {
		file, err := b.Services.Invoices.Download(t.Context(), b.Organizer, scope, inv.ID, language)
		file.Content = nil
		return file, err
	}
	got, err := get(b.Scope, "")
	require.NoError(t, err)
	require.Equal(t, document.File{InvoiceID: inv.ID, From: coretest.Date("2026-10-01")}, got)
	require.Nil(t, b.Publish(inv.ID)[0].Refused)
	got, err = get(billing.Scope{ParticipantID: b.Sites["Martin"]}, "")
	require.NoError(t, err)
	require.Equal(t, document.File{Number: "COM-2026-00001"}, got)
	got, err = get(b.Scope, "nl")
	require.NoError(t, err)
	require.Equal(t, document.File{Number: "COM-2026-00001", Translation: "nl"}, got)
	_, err = get(billing.Scope{ParticipantID: b.Sites["CCAS"]}, "")
	require.ErrorIs(t, err, billing.ErrInvoiceNotFound)
	statement := b.Listed(billing.InvoiceFilter{Types: []billing.InvoiceType{billing.TypeStatement}})[0]
	_, err = b.Services.Invoices.Download(t.Context(), b.Organizer, b.Scope, statement.ID, "")
	require.ErrorIs(t, err, billing.ErrInvoiceNoDocument)
}

// TestASiteThatLeavesTakesItsLaterDraftsAlong, and published invoices stay to be named.
func TestASiteThatLeavesTakesItsLaterDraftsAlong(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	ccas := b.Listed(billing.InvoiceFilter{Query: "CCAS"})[0]
	require.Nil(t, b.Publish(ccas.ID)[0].Refused)
	b.Leave("Martin", "2026-10-20")
	b.Leave("CCAS", "2026-10-20")
	require.Empty(t, b.Listed(billing.InvoiceFilter{Query: "Martin"}))
	require.Len(t, b.Listed(billing.InvoiceFilter{Query: "CCAS"}), 1)
	found, err := b.Use.Touching(t.Context(), b.Operation, []participant.SiteDays{{ParticipantID: b.Sites["CCAS"], Days: ccas.Days}})
	require.NoError(t, err)
	require.Len(t, found, 1)
}

// TestAFamilyAsksForItsOwnLastDate: as the issuer, or as the client, and deletes its own drafts.
func TestAFamilyAsksForItsOwnLastDate(t *testing.T) {
	t.Parallel()
	b := coretest.TwoSellers(t)
	b.Run("2026-10-31")
	martin, garage := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0], b.Listed(billing.InvoiceFilter{Query: "Garage"})[0]
	require.Nil(t, b.Publish(martin.ID)[0].Refused)
	for site, key := range map[string]string{"Commune": "", "Martin": "", "Ferme": billing.ErrIssuerNotFound.Key} {
		last, err := b.Services.Invoices.LastInvoiceDate(t.Context(), b.Organizer, billing.Scope{ParticipantID: b.Sites[site]}, martin.IssuerID, martin.ClientID)
		if key != "" {
			require.ErrorIs(t, err, billing.ErrIssuerNotFound, site)
			continue
		}
		require.NoError(t, err, site)
		require.Equal(t, "2026-10-31", last.String(), site)
	}
	_, err := b.Services.Invoices.LastInvoiceDate(t.Context(), b.Organizer, billing.Scope{ParticipantID: b.Sites["Ferme"]}, garage.IssuerID, martin.ClientID)
	require.ErrorIs(t, err, billing.ErrClientNotFound, "a client of the other seller")
	results, err := b.Services.Invoices.DeleteInvoices(t.Context(), b.Organizer, billing.Scope{ParticipantID: b.Sites["Ferme"]}, billing.Selection{IDs: []id.ID{garage.ID, martin.ID}})
	require.NoError(t, err)
	require.Nil(t, results[0].Refused)
	require.Equal(t, billing.ErrInvoiceNotFound.Key, results[1].Refused.Key)
	require.Equal(t, billing.ErrInvoiceNotDraft.Key, deleteOne(b, martin.ID).Key)
}

// TestInvoicesAreTotalledByWhereTheyStand: what is overdue is published too, statements are no
// invoices, and each total is that of the list of the same words.
func TestInvoicesAreTotalledByWhereTheyStand(t *testing.T) {
	t.Parallel()
	b := coretest.TwoSellers(t)
	b.Exec("update plans set payment_method = 'transfer'")
	b.Run("2026-10-31")
	total := func(f billing.InvoiceFilter) invoicing.Totals {
		got, err := b.Invoices.TotalInvoices(t.Context(), b.Organizer, b.Operation, f)
		require.NoError(t, err)
		return got
	}
	sum := func(f billing.InvoiceFilter) (out billing.InvoiceTotal) {
		for _, inv := range b.Listed(f) {
			out = out.Plus(billing.InvoiceTotal{Number: 1, Energy: inv.Energy, Net: inv.Net, VAT: inv.VAT, Amount: inv.Amount})
		}
		return out
	}
	garage := b.Listed(billing.InvoiceFilter{Query: "Garage"})[0]
	require.Nil(t, b.Publish(garage.ID)[0].Refused)
	got := total(billing.InvoiceFilter{})
	require.Equal(t, []int{3, 1, 0, 0, 2}, []int{got.Drafts.Number, got.Published.Number, got.Overdue.Number, got.Cancelled.Number, got.Statements.Number})
	require.Equal(t, sum(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}}), got.Drafts)
	require.Equal(t, sum(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Finalized}}), got.Published)
	require.Positive(t, got.Published.Amount)
	require.Equal(t, sum(billing.InvoiceFilter{Deliveries: []billing.DeliveryFilter{billing.ToDeliver}}), got.ToDeliver, "what waits for its way is summed like its list")
	require.Equal(t, got.Published, got.ToDeliver, "it went nowhere yet")
	require.Zero(t, total(billing.InvoiceFilter{Query: "Garage"}).Drafts)

	late := true
	require.Zero(t, got.Paid)
	require.Empty(t, b.Listed(billing.InvoiceFilter{Overdue: &late}))
	b.Clock = b.Clock.AddDate(0, 6, 0)
	require.Equal(t, got.Published, total(billing.InvoiceFilter{}).Overdue)
	require.Equal(t, garage.ID, b.Listed(billing.InvoiceFilter{Overdue: &late})[0].ID)
	late = false
	require.Len(t, b.Listed(billing.InvoiceFilter{Overdue: &late}), 3, "drafts never are")
	late = true
	b.Exec("update invoices set payment_status = 'SUCCEEDED' where id = $1", garage.ID)
	require.Empty(t, b.Listed(billing.InvoiceFilter{Overdue: &late}))
	require.Equal(t, []billing.InvoiceTotal{got.Published, {}}, []billing.InvoiceTotal{total(billing.InvoiceFilter{}).Paid, total(billing.InvoiceFilter{}).Overdue})
	paid := true
	require.Equal(t, garage.ID, b.Listed(billing.InvoiceFilter{Paid: &paid})[0].ID)
	paid = false
	require.Len(t, b.Listed(billing.InvoiceFilter{Paid: &paid}), 3)
	b.Exec("update invoices set status = 'CANCELLED' where id = $1", garage.ID)
	require.Equal(t, 1, total(billing.InvoiceFilter{}).Cancelled.Number)

	_, err := b.Invoices.TotalInvoices(t.Context(), b.Account("Commune"), b.Operation, billing.InvoiceFilter{})
	require.Error(t, err, "the sums of an operation are no participant's")
}

// TestWhatThePublicAccountantCollectsIsNeverLate: nobody pays before his notice.
func TestWhatThePublicAccountantCollectsIsNeverLate(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	require.Nil(t, b.Publish(b.Listed(billing.InvoiceFilter{})[0].ID)[0].Refused)
	b.Clock = b.Clock.AddDate(0, 6, 0)
	late := true
	require.Empty(t, b.Listed(billing.InvoiceFilter{Overdue: &late}))
	got, err := b.Invoices.TotalInvoices(t.Context(), b.Organizer, b.Operation, billing.InvoiceFilter{})
	require.NoError(t, err)
	require.Equal(t, []int{1, 0}, []int{got.Published.Number, got.Overdue.Number})
}

// TestADraftIsComparedWithTheMonthBefore: all that its pair is drafted for the month with all that
// it was billed before; who was not billed then is not compared.
func TestADraftIsComparedWithTheMonthBefore(t *testing.T) {
	t.Parallel()
	b := coretest.Town(t)
	b.Run("2026-10-31")
	of := func(query string) *billing.MonthAmounts {
		rows, _, err := b.Invoices.ListInvoices(t.Context(), b.Organizer, b.Scope, billing.InvoiceFilter{Query: query, Statuses: []billing.InvoiceStatus{billing.Draft}})
		require.NoError(t, err)
		return rows[0].Months
	}
	require.Nil(t, of("Martin"), "nothing was billed for September")
	draft := b.Listed(billing.InvoiceFilter{Query: "Martin"})[0]
	before := func(from, to, status string, cents int) {
		b.Exec(`insert into invoices select r.* from invoices i, lateral jsonb_populate_record(null::invoices, to_jsonb(i) || jsonb_build_object('id', $2::uuid,
			'period_from', $3::text, 'period_to', $4::text, 'status', $5::text, 'net_cents', $6::int, 'vat_cents', 0, 'amount_cents', $6::int)) r where i.id = $1`,
			draft.ID, id.New(), from, to, status, cents)
	}
	before("2026-09-01", "2026-10-01", "DRAFT", int(draft.Amount))
	before("2026-07-01", "2026-09-01", "DRAFT", 77) // ends in August
	require.Equal(t, &billing.MonthAmounts{Now: draft.Amount, Before: draft.Amount}, of("Martin"))
	require.False(t, of("Martin").Unusual())
	before("2026-10-11", "2026-10-21", "DRAFT", int(draft.Amount))
	require.Equal(t, &billing.MonthAmounts{Now: 2 * draft.Amount, Before: draft.Amount}, of("Martin"), "of the month, not of the invoice")
	require.True(t, of("Martin").Unusual())
	require.InDelta(t, 1, of("Martin").ChangeRate(), 1e-9)
	require.Nil(t, of("CCAS"))
	rows, _, err := b.Invoices.ListInvoices(t.Context(), b.Organizer, billing.Scope{ParticipantID: b.Sites["Commune"]}, billing.InvoiceFilter{})
	require.NoError(t, err)
	for _, row := range rows {
		require.Nil(t, row.Months, "in the calls of an operation only")
	}
}

package enrolment_test

import (
	"bytes"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/perim"
	"github.com/openpmo/pmo/adapters/postgres/billingstore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/adapters/xlsx"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/enrolment"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/assembly"
	"github.com/openpmo/pmo/core/participant/site"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// world is the town with the service of enrolments.
type world struct {
	*coretest.Billing
	S *enrolment.Service
}

func newWorld(t *testing.T) world {
	t.Helper()
	b := coretest.Town(t)
	b.Exec("update participants set address = '1 rue du Val', entity_type = 'partOther', dso_status = 'EN_VIGUEUR', dso_action = 'CREATION'")
	store, accounts := participantstore.NewParticipants(b.DB), operationstore.NewAccounts(b.DB)
	operations := operation.New(operation.Deps{Guard: b.Guard, Tx: b.DB, Now: b.Now, Operations: operationstore.NewOperations(b.DB),
		Members: operationstore.NewMembers(b.DB), Accounts: accounts, Sites: store})
	sites := assembly.Assemble(assembly.Parts{Guard: b.Guard, Tx: b.DB, Now: b.Now, Participants: store, Operations: operations, Accounts: accounts, Billing: billingstore.NewSites(b.DB),
		Invitations: participantstore.NewSiteInvitations(b.DB), Workbooks: xlsx.Reader{}, Texts: perim.Reader{}})
	cipher, err := seal.New(bytes.Repeat([]byte{2}, 32), "draft")
	require.NoError(t, err)
	return world{b, enrolment.New(enrolment.Deps{Guard: b.Guard, Tx: b.DB, Now: b.Now, Operations: operations, Sites: sites.Site,
		Entities: b.Entities, Contracts: b.Contracts, Drafts: participantstore.NewEnrolmentDrafts(b.DB, cipher), Files: sites.PerimeterFile})}
}

// newcomer is a consumer with a client of its own and the plan of the town.
func (w world) newcomer() enrolment.Input {
	return enrolment.Input{
		Site: site.CreateInput{OperationID: w.Operation, Name: "Gare", EnergyType: participant.Consumer, DsoID: "99100000000017", EntityType: party.ProOther,
			Address: "1 place de la Gare", PostCode: "35300", City: "Fougères", Entry: coretest.Ptr(coretest.Date("2026-11-01")), UserEmail: "gare@example.org"},
		Client: enrolment.Client{Action: enrolment.Create, Change: entity.BillableEntityChange{IdentityChange: entity.IdentityChange{
			Name: coretest.Ptr("Gare"), Street: coretest.Ptr("1 place de la Gare"), PostCode: coretest.Ptr("35300"), City: coretest.Ptr("Fougères")}}},
		Plan: &enrolment.Plan{PlanID: w.Plan.ID, Start: coretest.Date("2026-11-01"), With: []id.ID{w.Sites["Commune"]}},
	}
}

// stored counts what an enrolment stores.
func (w world) stored(t *testing.T) map[string]int {
	t.Helper()
	out := map[string]int{}
	for _, table := range []string{"participants", "billable_entities", "billing_entities", "subscriptions", "site_invitations", "site_occupancies", "audit_entries"} {
		var n int
		require.NoError(t, w.DB.Pool().QueryRow(t.Context(), "select count(*) from "+table).Scan(&n))
		out[table] = n
	}
	return out
}

// TestAnEnrolmentStoresAllItsPartsOrNothing: site, client, invitation and subscription come in one
// change; whichever part is refused, at its field, nothing of the others is there; a check stores
// nothing, and lets pass what passes.
func TestAnEnrolmentStoresAllItsPartsOrNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	before := w.stored(t)
	for name, c := range map[string]struct {
		change func(*enrolment.Input)
		want   string // key at field
	}{
		"number too short":    {func(in *enrolment.Input) { in.Site.DsoID = "123" }, "prm.length at site.dsoId"},
		"e-mail of nobody":    {func(in *enrolment.Input) { in.Site.UserEmail = "nobody" }, "email.invalid at site.userEmail"},
		"client without name": {func(in *enrolment.Input) { in.Client.Change.Name = nil }, "billingEntity.nameRequired at client.name"},
		"IBAN":                {func(in *enrolment.Input) { in.Client.Change.IBAN = coretest.Ptr("FR14") }, "iban.invalid at client.iban"},
		"no client to attach": {func(in *enrolment.Input) { in.Client = enrolment.Client{Action: enrolment.Attach} }, "field.required at client.billableEntityId"},
		"other sites of a client": {func(in *enrolment.Input) { in.Client.Change.ConsumerIDs = []id.ID{w.Sites["Mairie"]} },
			"field.unused at client.consumerIds"},
		"unknown client": {func(in *enrolment.Input) { in.Client = enrolment.Client{Action: enrolment.Attach, ID: id.New()} }, "billableEntity.notFound at client"},
		"issuer of a consumer": {func(in *enrolment.Input) { in.Issuer = enrolment.Issuer{Action: enrolment.Create} },
			"enrolment.issuerOfConsumer at issuer"},
		"no plan":       {func(in *enrolment.Input) { in.Plan = nil }, "plan.required at plan.planId"},
		"unknown plan":  {func(in *enrolment.Input) { in.Plan.PlanID = id.New() }, "plan.notFound at plan.planId"},
		"nobody's plan": {func(in *enrolment.Input) { in.Client = enrolment.Client{} }, "subscription.clientMissing at plan.consumerId"},
	} {
		for _, dryRun := range []bool{true, false} {
			in := w.newcomer()
			in.DryRun = dryRun
			c.change(&in)
			_, err := w.S.Enrol(t.Context(), w.Organizer, in)
			f := fault.From(err)
			require.NotNil(t, f, "%s: %v", name, err)
			require.Equal(t, c.want, f.Key+" at "+f.Field, name)
			require.Equal(t, before, w.stored(t), name)
		}
	}
	checked := w.newcomer()
	checked.DryRun = true
	r, err := w.S.Enrol(t.Context(), w.Organizer, checked)
	require.NoError(t, err)
	require.Equal(t, "Gare", r.Site.Name)
	require.Len(t, r.Subscriptions, 1)
	require.Equal(t, before, w.stored(t))

	r, err = w.S.Enrol(t.Context(), w.Organizer, w.newcomer())
	require.NoError(t, err)
	require.Equal(t, "gare@example.org", string(r.Site.Invited.Email))
	require.Equal(t, []id.ID{r.Site.ID}, r.Client.ConsumerIDs)
	require.Equal(t, billing.Pair{ConsumerID: r.Site.ID, ProducerID: w.Sites["Commune"]}, r.Subscriptions[0].Pair)
	after := maps.Clone(before)
	for table, more := range map[string]int{"participants": 1, "billable_entities": 1, "subscriptions": 1, "site_invitations": 1, "site_occupancies": 1} {
		after[table] += more
	}
	got := w.stored(t)
	require.Greater(t, got["audit_entries"], before["audit_entries"])
	after["audit_entries"] = got["audit_entries"]
	require.Equal(t, after, got)
}

// TestAPlanIsDemandedWherePlansBill: not of the first producer, whom nobody could buy from, and
// not where the old engine bills.
func TestAPlanIsDemandedWherePlansBill(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	producer := w.newcomer()
	producer.Site.EnergyType, producer.Client, producer.Plan = participant.Producer, enrolment.Client{}, nil
	_, err := w.S.Enrol(t.Context(), w.Organizer, producer)
	require.ErrorIs(t, err, enrolment.ErrPlanRequired)
	w.Exec("update operations set billing_engine = null")
	consumer := w.newcomer()
	consumer.Client, consumer.Plan = enrolment.Client{}, nil
	_, err = w.S.Enrol(t.Context(), w.Organizer, consumer)
	require.NoError(t, err)

	first := newWorldOfNobody(t)
	producer.Site.OperationID = first.Operation
	_, err = first.S.Enrol(t.Context(), first.Organizer, producer)
	require.NoError(t, err)
}

// newWorldOfNobody is an operation without sites.
func newWorldOfNobody(t *testing.T) world {
	t.Helper()
	w := newWorld(t)
	w.Exec("delete from subscriptions")
	w.Exec("delete from participants")
	return w
}

// TestASiteIsTiedToAClientThatIsThere: attached it is one more of its sites; modified, the client
// changes for all of them; and the client it had before loses it, with its subscriptions.
func TestASiteIsTiedToAClientThatIsThere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	clients, err := w.Entities.ListBillableEntities(t.Context(), w.Organizer, w.Scope)
	require.NoError(t, err)
	of := map[string]billing.BillableEntity{}
	for _, e := range clients {
		of[e.Name] = e
	}
	in := w.newcomer()
	in.Client = enrolment.Client{Action: enrolment.Attach, ID: of["Mairie"].ID}
	r, err := w.S.Enrol(t.Context(), w.Organizer, in)
	require.NoError(t, err)
	require.ElementsMatch(t, []id.ID{w.Sites["Mairie"], r.Site.ID}, r.Client.ConsumerIDs)

	changed, err := w.S.Change(t.Context(), w.Organizer, enrolment.ChangeInput{
		Site:   site.UpdateInput{ParticipantID: r.Site.ID, Name: coretest.Ptr("Gare routière")},
		Client: enrolment.Client{Action: enrolment.Modify, ID: of["École"].ID, Change: entity.BillableEntityChange{IdentityChange: entity.IdentityChange{City: coretest.Ptr("Rennes")}}},
	})
	require.NoError(t, err)
	require.Equal(t, "Gare routière", changed.Site.Name)
	require.Equal(t, "Rennes", changed.Client.City)
	require.ElementsMatch(t, []id.ID{w.Sites["École"], r.Site.ID}, changed.Client.ConsumerIDs)
	mairie, err := w.Entities.BillableEntity(t.Context(), w.Organizer, w.Scope, of["Mairie"].ID)
	require.NoError(t, err)
	require.Equal(t, []id.ID{w.Sites["Mairie"]}, mairie.ConsumerIDs)
	subscriptions, err := w.Contracts.ListSubscriptions(t.Context(), w.Organizer, billing.Scope{ParticipantID: r.Site.ID}, "")
	require.NoError(t, err)
	require.Empty(t, subscriptions, "they were of the client before, and never invoiced")

	_, err = w.S.Change(t.Context(), w.Organizer, enrolment.ChangeInput{Site: site.UpdateInput{ParticipantID: r.Site.ID, IfVersion: 1, Name: coretest.Ptr("X")}})
	require.Equal(t, "object.changed", fault.KeyOf(err))
}

// TestWhoMayNotEnrol: an observer, a participant, an organizer of elsewhere; nobody checks either.
func TestWhoMayNotEnrol(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	stranger := policy.Principal{UserID: id.New(), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}}
	for _, p := range []policy.Principal{w.Observer(), w.Account("Martin"), stranger} {
		for _, dryRun := range []bool{true, false} {
			in := w.newcomer()
			in.DryRun = dryRun
			_, err := w.S.Enrol(t.Context(), p, in)
			require.Error(t, err)
			require.Contains(t, []string{"forbidden", "notFound"}, fault.KeyOf(err))
			_, err = w.S.Succeed(t.Context(), p, enrolment.SuccessionInput{ParticipantID: w.Sites["Martin"], Date: coretest.Date("2026-10-15"), DryRun: dryRun})
			require.Error(t, err)
		}
		_, _, err := w.S.Draft(t.Context(), p, w.Operation)
		require.Error(t, err)
	}
}

// TestADraftIsItsWritersOwn: one a person and operation, replaced by the next, thrown away by its
// writer or by the enrolment it was for, forgotten after 90 days, and bounded.
func TestADraftIsItsWritersOwn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, ok, err := w.S.Draft(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.False(t, ok)
	_, err = w.S.SaveDraft(t.Context(), w.Organizer, w.Operation, "site", map[string]string{"site.name": "Ga"})
	require.NoError(t, err)
	_, err = w.S.SaveDraft(t.Context(), w.Organizer, w.Operation, "billing", map[string]string{"site.name": "Gare"})
	require.NoError(t, err)
	colleague := policy.Principal{UserID: w.User(policy.RoleOrganizer), Role: policy.RoleOrganizer, Operations: []id.ID{w.Operation}}
	_, ok, err = w.S.Draft(t.Context(), colleague, w.Operation)
	require.NoError(t, err)
	require.False(t, ok)
	d, ok, err := w.S.Draft(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, "billing", d.Step)
	require.Equal(t, map[string]string{"site.name": "Gare"}, d.Fields)
	var sealed []byte
	require.NoError(t, w.DB.Pool().QueryRow(t.Context(), "select fields_sealed from enrolment_drafts").Scan(&sealed))
	require.NotContains(t, string(sealed), "Gare")

	_, err = w.S.SaveDraft(t.Context(), w.Organizer, w.Operation, "site", map[string]string{"site.name": strings.Repeat("x", enrolment.MaxDraftBytes)})
	require.Equal(t, "draft.tooLarge", fault.KeyOf(err))
	in := w.newcomer()
	in.EndsDraft = true
	_, err = w.S.Enrol(t.Context(), w.Organizer, in)
	require.NoError(t, err)
	_, ok, err = w.S.Draft(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.False(t, ok)

	_, err = w.S.SaveDraft(t.Context(), w.Organizer, w.Operation, "site", nil)
	require.NoError(t, err)
	w.Clock = w.Clock.Add(enrolment.DraftLife + time.Second)
	_, ok, err = w.S.Draft(t.Context(), w.Organizer, w.Operation)
	require.NoError(t, err)
	require.False(t, ok)
	require.NoError(t, w.S.DropDraft(t.Context(), w.Organizer, w.Operation))
}

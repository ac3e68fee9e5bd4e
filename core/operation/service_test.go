package operation_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/opa"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

var admin = policy.Principal{UserID: id.New(), Role: policy.RoleAdmin}

type world struct {
	db    *postgres.DB
	s     *operation.Service
	sites *participantstore.Participants
}

func newWorld(t *testing.T, latest operation.Data) world {
	t.Helper()
	db := pgtest.New(t)
	decider, err := opa.New(t.Context())
	require.NoError(t, err)
	w := world{db: db, sites: participantstore.NewParticipants(db)}
	w.s = operation.New(operation.Deps{
		Guard: policy.Guard{Decider: decider, Locator: w.sites}, Tx: db, Now: func() time.Time { return noon },
		Operations: operationstore.NewOperations(db), Members: operationstore.NewMembers(db),
		Accounts: operationstore.NewAccounts(db), Sites: w.sites, Data: latest,
	})
	return w
}

// user adds an account and says who it is to the policy.
func (w world) user(t *testing.T, role policy.Role, email string) policy.Principal {
	t.Helper()
	p := policy.Principal{UserID: id.New(), Role: role}
	_, err := w.db.Pool().Exec(t.Context(), `insert into users (id, email, role, language, initialized, active, created_at)
		values ($1, $2, $3, 'fr', true, true, now())`, p.UserID, email, string(role))
	require.NoError(t, err)
	return p
}

func (w world) create(t *testing.T, in operation.CreateInput) operation.Detail {
	t.Helper()
	if in.DSO == "" {
		in.DSO = dso.Fake
	}
	d, err := w.s.Create(t.Context(), admin, in)
	require.NoError(t, err)
	return d
}

func (w world) site(t *testing.T, operationID id.ID, name string, e participant.EnergyType, days *civil.Range) id.ID {
	t.Helper()
	p := participant.Participant{OperationID: operationID, ID: id.New(), EntityTypeOpen: true, Name: name, EnergyType: e, DsoID: "x" + name,
		Activation: days, Version: 1, CreatedAt: noon, UpdatedAt: noon}
	require.NoError(t, w.sites.Add(t.Context(), p))
	return p.ID
}

func degrees(v float64) party.Coordinate { return party.Coordinate{Given: true, Value: &v} }

func open(y, m, d int) *civil.Range {
	return &civil.Range{From: civil.NewDate(y, time.Month(m), d), To: civil.Forever}
}

func TestCreateDefaultsAndChecks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	organizer := w.user(t, policy.RoleOrganizer, "o@ex.org")
	d := w.create(t, operation.CreateInput{Name: " Soleil ", ExternalID: "ACC00000042", OrganizerEmails: []string{"O@ex.org"},
		Functionalities: []operation.Functionality{"GES_KPI", "ACI", "ACI"}})
	require.Equal(t, "Soleil", d.Name)
	require.Equal(t, operation.TypeOpen, d.Type)
	require.Equal(t, operation.EngineOld, d.Engine)
	require.Equal(t, "2020-01-01", d.AnniversaryDate.String())
	require.Equal(t, operation.DefaultTheme, d.Theme)
	require.Equal(t, dso.France, d.Interlocutor.Country)
	require.Equal(t, []operation.Functionality{"ACI", "GES_KPI"}, d.Functionalities)
	organizer.Operations = []id.ID{d.ID}
	mine, err := w.s.ListOfOrganizer(t.Context(), organizer, organizer.UserID, operation.ListInput{})
	require.NoError(t, err)
	require.Len(t, mine, 1)

	bad := "444608443"
	for key, in := range map[string]operation.CreateInput{
		"operation.externalIdForm":           {Name: "B", ExternalID: "AC:1", DSO: dso.Fake},
		"operation.externalIdUsed":           {Name: "B", ExternalID: "ACC00000042", DSO: dso.Fake},
		"dso.unknown":                        {Name: "B", ExternalID: "B", DSO: "FLUVIUS", Interlocutor: operation.InterlocutorChange{Country: text("FR")}},
		"field.required":                     {Name: "  ", ExternalID: "B", DSO: dso.Fake},
		"siren.invalid":                      {Name: "B", ExternalID: "B", DSO: dso.Fake, Interlocutor: operation.InterlocutorChange{LegalNumber: &bad}},
		"postCode.invalid":                   {Name: "B", ExternalID: "B", DSO: dso.Sibelga, Interlocutor: operation.InterlocutorChange{PostCode: text("75001")}},
		"user.email_not_found_for_organizer": {Name: "B", ExternalID: "B", DSO: dso.Fake, OrganizerEmails: []string{"nobody@ex.org"}},
		"member.notFound":                    {Name: "B", ExternalID: "B", DSO: dso.Fake, Observers: []id.ID{organizer.UserID}},
		"position.incomplete":                {Name: "B", ExternalID: "B", DSO: dso.Fake, Position: party.PositionChange{Latitude: degrees(48)}},
		"latitude.invalid":                   {Name: "B", ExternalID: "B", DSO: dso.Fake, Position: party.PositionChange{Latitude: degrees(91), Longitude: degrees(0)}},
		"operationType.unknown":              {Name: "B", ExternalID: "B", DSO: dso.Fake, Type: "CLOSED"},
		"billingEngine.unknown":              {Name: "B", ExternalID: "B", DSO: dso.Fake, Engine: "ENGINE_2019"},
		"functionality.unknown":              {Name: "B", ExternalID: "B", DSO: dso.Fake, Functionalities: []operation.Functionality{"ACI", "MOON"}},
		"operation.invalid":                  {ExternalID: "B", DSO: dso.Fake, Type: "CLOSED"},
	} {
		_, err := w.s.Create(t.Context(), admin, in)
		require.Equal(t, key, fault.KeyOf(err))
	}
	all, err := w.s.List(t.Context(), admin, operation.ListInput{})
	require.NoError(t, err)
	require.Len(t, all, 1, "refusals change nothing")
	_, err = w.s.Create(t.Context(), organizer, operation.CreateInput{Name: "B", ExternalID: "B", DSO: dso.Fake})
	require.Equal(t, "forbidden", fault.KeyOf(err))
}

func TestWhoSeesWhat(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	organizer, observer := w.user(t, policy.RoleOrganizer, "o@ex.org"), w.user(t, policy.RoleObserver, "v@ex.org")
	member := w.user(t, policy.RoleParticipant, "p@ex.org")
	d := w.create(t, operation.CreateInput{Name: "Été", ExternalID: "A", Organizers: []id.ID{organizer.UserID}, Observers: []id.ID{observer.UserID}})
	other := w.create(t, operation.CreateInput{Name: "Eau", ExternalID: "B"})
	consumer := w.site(t, d.ID, "Mairie", participant.Consumer, open(2026, 1, 1))
	w.site(t, d.ID, "Toit", participant.Producer, open(2026, 1, 1))
	w.site(t, d.ID, "Parti", participant.Consumer, &civil.Range{From: civil.NewDate(2025, 1, 1), To: civil.NewDate(2026, 11, 20)})
	w.site(t, d.ID, "À venir", participant.Consumer, nil)
	both := w.site(t, d.ID, "Xavier", participant.Consumer, open(2026, 1, 1))
	_, err := w.db.Pool().Exec(t.Context(), "update participants set is_prosumer = true where id = $1", both)
	require.NoError(t, err)
	organizer.Operations, observer.Operations = []id.ID{d.ID}, []id.ID{d.ID}
	member.Sites = []policy.Site{{ParticipantID: consumer, OperationID: d.ID, Period: *open(2026, 1, 1)}}
	member.Operations = []id.ID{d.ID}

	all, err := w.s.List(t.Context(), admin, operation.ListInput{})
	require.NoError(t, err)
	require.Equal(t, []string{"Eau", "Été"}, []string{all[0].Name, all[1].Name}, "French order")
	require.Nil(t, all[1].Producers, "not asked for")
	require.Equal(t, []int{4, 3, 2, 0}, []int{all[1].SitesNumber, all[1].ConsumersNumber, all[1].ProducersNumber, all[0].SitesNumber})

	got, err := w.s.Get(t.Context(), organizer, d.ID)
	require.NoError(t, err)
	require.Equal(t, []int{4, 3, 2}, []int{got.SitesNumber, got.ConsumersNumber, got.ProducersNumber}, "who has left does not count, a prosumer does on both sides")
	require.Equal(t, []string{"À venir", "Mairie", "Xavier"}, siteNames(got.Consumers))
	require.Equal(t, []string{"Toit", "Xavier"}, siteNames(got.Producers))
	require.Equal(t, "v@ex.org", got.Observers[0].Email)

	got, err = w.s.Get(t.Context(), observer, d.ID)
	require.NoError(t, err)
	require.Nil(t, got.Observers)
	require.Len(t, got.Consumers, 3)
	_, err = w.s.Observers(t.Context(), observer, d.ID)
	require.Equal(t, "forbidden", fault.KeyOf(err))

	list, err := w.s.List(t.Context(), member, operation.ListInput{Detailed: true})
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Equal(t, []string{"", ""}, siteNames(list[0].Producers), "it knows nobody but who sells to it")
	require.ElementsMatch(t, []int{1, 2}, []int{list[0].Producers[0].Unnamed, list[0].Producers[1].Unnamed})
	require.False(t, list[0].Producers[0].Own)
	require.Nil(t, list[0].Consumers, "a participant never sees the consumers")
	require.Equal(t, list[0].Producers[0].ID, list[0].ActiveProducerID)

	for _, p := range []policy.Principal{organizer, observer, member} {
		_, err = w.s.Get(t.Context(), p, other.ID)
		require.Equal(t, "notFound", fault.KeyOf(err), p.Role)
	}
	_, err = w.s.ListOfOrganizer(t.Context(), observer, organizer.UserID, operation.ListInput{})
	require.Equal(t, "notFound", fault.KeyOf(err))
	seen, err := w.s.ListOfObserver(t.Context(), observer, operation.ListInput{})
	require.NoError(t, err)
	require.Len(t, seen, 1)
	me, err := w.s.OwnOrganizer(t.Context(), organizer)
	require.NoError(t, err)
	require.Equal(t, "o@ex.org", me.Email)
	_, err = w.s.OwnOrganizer(t.Context(), observer)
	require.ErrorIs(t, err, operation.ErrOrganizerNotFound)
}

type days map[id.ID]civil.Date

func (d days) LatestDays(context.Context, []id.ID) (map[id.ID]civil.Date, error) { return nil, nil }

func (d days) LatestDaysOfSites(context.Context, []id.ID) (map[id.ID]civil.Date, error) {
	return d, nil
}

func TestActiveProducerHasTheLatestData(t *testing.T) {
	t.Parallel()
	data := days{}
	w := newWorld(t, data)
	d := w.create(t, operation.CreateInput{Name: "A", ExternalID: "A"})
	first := w.site(t, d.ID, "A", participant.Producer, open(2026, 1, 1))
	second := w.site(t, d.ID, "B", participant.Producer, open(2026, 1, 1))
	third := w.site(t, d.ID, "C", participant.Producer, open(2026, 1, 1))
	for _, c := range []struct {
		data days
		want id.ID
	}{
		{days{}, first},
		{days{second: 10}, second},
		{days{first: 9, second: 10, third: 10}, second},
		{days{first: 11, third: 10}, first},
	} {
		clear(data)
		for k, v := range c.data {
			data[k] = v
		}
		got, err := w.s.Get(t.Context(), admin, d.ID)
		require.NoError(t, err)
		require.Equal(t, c.want, got.ActiveProducerID, "%v", c.data)
	}
}

func TestUpdate(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	organizer, observer := w.user(t, policy.RoleOrganizer, "o@ex.org"), w.user(t, policy.RoleObserver, "v@ex.org")
	d := w.create(t, operation.CreateInput{Name: "A", ExternalID: "A", Organizers: []id.ID{organizer.UserID}})
	organizer.Operations, observer.Operations = []id.ID{d.ID}, []id.ID{d.ID}
	yes := true
	in := operation.UpdateInput{OperationID: d.ID, IfVersion: 1, JdbToggle: &yes, Interlocutor: operation.InterlocutorChange{
		LegalName: text("PMO du Val"), LegalNumber: text("444 608 442"), TaxID: text("FR66444608442"), Email: text("PMO@Ex.org")}}
	got, err := w.s.Update(t.Context(), organizer, in)
	require.NoError(t, err)
	require.True(t, got.JdbToggle)
	require.Equal(t, "444608442", got.Interlocutor.LegalNumber)
	require.Equal(t, "pmo@ex.org", got.Interlocutor.Email)
	require.Equal(t, 2, got.Version)
	_, err = w.s.Update(t.Context(), organizer, in)
	require.ErrorIs(t, err, operation.ErrChanged, "the version has moved on")
	in.IfVersion = 0
	got, err = w.s.Update(t.Context(), organizer, in)
	require.NoError(t, err)
	require.Equal(t, 2, got.Version, "nothing changed, nothing written")
	place := operation.UpdateInput{OperationID: d.ID, Position: party.PositionChange{Latitude: degrees(48.35), Longitude: degrees(-1.2)}}
	for range 2 {
		got, err = w.s.Update(t.Context(), organizer, place)
		require.NoError(t, err)
		require.Equal(t, &party.Position{Latitude: 48.35, Longitude: -1.2}, got.Position)
		require.Equal(t, 3, got.Version, "the same place again is no change")
	}
	_, err = w.s.Update(t.Context(), observer, in)
	require.Equal(t, "forbidden", fault.KeyOf(err))

	engine := operation.Engine2025
	update := operation.AdminUpdateInput{UpdateInput: operation.UpdateInput{OperationID: d.ID}, Engine: &engine,
		Organizers: &[]id.ID{}, Observers: &[]id.ID{observer.UserID}}
	_, err = w.s.AdminUpdate(t.Context(), organizer, update)
	require.Equal(t, "forbidden", fault.KeyOf(err))
	got, err = w.s.AdminUpdate(t.Context(), admin, update)
	require.NoError(t, err)
	require.Equal(t, engine, got.Engine)
	require.Len(t, got.Observers, 1)
	update.Organizers = &[]id.ID{observer.UserID}
	_, err = w.s.AdminUpdate(t.Context(), admin, update)
	require.ErrorIs(t, err, operation.ErrMember, "an account has one role")
	var audited int
	require.NoError(t, w.db.Pool().QueryRow(t.Context(), "select count(*) from audit_entries where operation_id = $1", d.ID).Scan(&audited))
	require.Equal(t, 6, audited, "create, four updates, one by an admin; refusals leave no line")
}

func siteNames(sites []operation.Site) []string {
	out := make([]string, len(sites))
	for i, s := range sites {
		out[i] = s.Name
	}
	return out
}

func text(s string) *string { return &s }

// TestAnOperationIsOfTheDayItIsMade: by the clock that the service is given, and by that of the machine where it
// is given none.
func TestAnOperationIsOfTheDayItIsMade(t *testing.T) {
	w := newWorld(t, nil)
	require.Equal(t, noon, w.create(t, operation.CreateInput{Name: "Val", ExternalID: "ACC00000001"}).CreatedAt.UTC())
	decider, err := opa.New(t.Context())
	require.NoError(t, err)
	w.s = operation.New(operation.Deps{Guard: policy.Guard{Decider: decider, Locator: w.sites}, Tx: w.db,
		Operations: operationstore.NewOperations(w.db), Members: operationstore.NewMembers(w.db), Accounts: operationstore.NewAccounts(w.db), Sites: w.sites})
	before := time.Now()
	made := w.create(t, operation.CreateInput{Name: "Mont", ExternalID: "ACC00000002"}).CreatedAt
	require.False(t, made.Before(before.Truncate(time.Millisecond)) || made.After(time.Now()), "%s", made)
}

// TestExternalIDsHaveAForm: files, folders and sheets are named by them. Those from before
// keep theirs, and their operations can be changed.
func TestExternalIDsHaveAForm(t *testing.T) {
	w := newWorld(t, nil)
	insert := func(externalID string) error {
		_, err := w.db.Pool().Exec(t.Context(), `insert into operations (id, external_id, name, type, dso, pmo_country, created_at)
			values ($1, $2, 'Val', 'OPEN', 'FAKE', 'FR', now())`, id.New(), externalID)
		return err
	}
	for _, good := range []string{"ACC00000077", "Val 2.1_b-c", "7", strings.Repeat("a", 40)} {
		_, err := w.s.Create(t.Context(), admin, operation.CreateInput{Name: "Val", ExternalID: good, DSO: dso.Fake})
		require.NoError(t, err, good)
		require.NoError(t, insert(good[:len(good)-1]+"z"), good)
	}
	for _, bad := range []string{"a:b", `a\b`, "a/b", "../a", "a?", "a*", "a[1]", "a]", "-a", ".a", "é", "a\nb", "a\x00", "a'b", "a%b", "\u202ea"} {
		_, err := w.s.Create(t.Context(), admin, operation.CreateInput{Name: "Val", ExternalID: bad, DSO: dso.Fake})
		f := fault.From(err)
		require.Equal(t, []any{"operation.externalIdForm", "externalId", bad}, []any{f.Key, f.Field, f.Params["value"]}, bad)
		require.Error(t, insert(bad), "%q: the database refuses it too", bad)
	}
	_, err := w.s.Create(t.Context(), admin, operation.CreateInput{Name: "Val", ExternalID: strings.Repeat("a", 41), DSO: dso.Fake})
	require.Equal(t, "field.tooLong", fault.KeyOf(err))
	require.Error(t, insert(strings.Repeat("a", 41)))
	require.Error(t, insert(""))

	w.create(t, operation.CreateInput{Name: "Old", ExternalID: "OLD"})
	_, err = w.db.Pool().Exec(t.Context(), "update operations set external_id = 'c/d' where external_id = 'OLD'")
	require.Error(t, err)
}

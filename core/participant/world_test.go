package participant_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/perim"
	"github.com/openpmo/pmo/adapters/opa"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/adapters/xlsx"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

var admin = policy.Principal{UserID: id.New(), Role: policy.RoleAdmin}

// rebuilt keeps what the totals were told to rebuild, and who left.
type rebuilt struct {
	days  []string
	lefts []string
	fail  error
	last  *civil.Date // invoiced
}

// LastInvoiced bills every day up to the last one.
func (r *rebuilt) LastInvoiced(_ context.Context, _ id.ID, days civil.Range) (*civil.Date, error) {
	if r.last == nil || days.From > *r.last {
		return nil, nil
	}
	return r.last, nil
}

// Touching bills each of these sites, or all of them, on every day up to the last one.
func (r *rebuilt) Touching(_ context.Context, _ id.ID, asked []participant.SiteDays) ([]participant.Touch, error) {
	var out []participant.Touch
	for _, one := range asked {
		if r.last == nil || one.Days.From > *r.last {
			continue
		}
		days := civil.Range{From: civil.MonthOf(*r.last).First(), To: *r.last + 1}
		out = append(out, participant.Touch{Moved: one.Days, TouchedInvoice: participant.TouchedInvoice{
			ID: "i" + one.ParticipantID, Number: "F-" + string(one.ParticipantID), ClientName: "Client", Days: days}})
	}
	return out, nil
}

// Publish of event.Publisher.
func (r *rebuilt) Publish(_ context.Context, e event.Event) error {
	switch e := e.(type) {
	case participant.PerimeterChanged:
		r.days = append(r.days, e.Days.String())
		return r.fail
	case participant.Left:
		r.lefts = append(r.lefts, e.LastDay.String())
	}
	return nil
}

type world struct {
	db         *postgres.DB
	s          *participant.Service
	operations *operation.Service
	rebuilt    *rebuilt
}

func newWorld(t *testing.T) world {
	t.Helper()
	db := pgtest.New(t)
	decider, err := opa.New(t.Context())
	require.NoError(t, err)
	store := participantstore.NewParticipants(db)
	guard := policy.Guard{Decider: decider, Locator: store}
	now := func() time.Time { return noon }
	accounts := operationstore.NewAccounts(db)
	w := world{db: db, rebuilt: &rebuilt{}}
	w.operations = operation.New(operation.Deps{Guard: guard, Tx: db, Now: now, Operations: operationstore.NewOperations(db),
		Members: operationstore.NewMembers(db), Accounts: accounts, Sites: store})
	w.s = participant.New(participant.Deps{Guard: guard, Tx: db, Now: now, Participants: store, Operations: w.operations,
		Accounts: accounts, Workbooks: xlsx.Reader{}, Texts: perim.Reader{}, Events: w.rebuilt, Invoices: w.rebuilt})
	return w
}

func (w world) operation(t *testing.T, externalID string, o dso.Operator) operation.Detail {
	t.Helper()
	d, err := w.operations.Create(t.Context(), admin, operation.CreateInput{Name: externalID, ExternalID: externalID, DSO: o})
	require.NoError(t, err)
	return d
}

func (w world) user(t *testing.T, role policy.Role, email string, initialized bool) policy.Principal {
	t.Helper()
	p := policy.Principal{UserID: id.New(), Role: role}
	_, err := w.db.Pool().Exec(t.Context(), `insert into users (id, email, role, language, initialized, active, created_at)
		values ($1, $2, $3, 'fr', $4, true, now())`, p.UserID, email, string(role), initialized)
	require.NoError(t, err)
	return p
}

// consumer is a site with all that must be there.
func consumer(operationID id.ID, prm string, entry, exit *civil.Date) participant.CreateInput {
	return participant.CreateInput{OperationID: operationID, Name: "Site " + prm, EnergyType: participant.Consumer, EntityType: party.PartOther,
		DsoID: prm, Address: "1 rue du Val", PostCode: "35300", City: "Fougères", Entry: entry, Exit: exit,
		DsoStatus: "EN_VIGUEUR", DsoAction: "CREATION"}
}

func (w world) create(t *testing.T, in participant.CreateInput) participant.View {
	t.Helper()
	v, err := w.s.Create(t.Context(), admin, in)
	require.NoError(t, err)
	return v
}

func day(s string) *civil.Date {
	d, err := civil.ParseDate(s)
	if err != nil {
		panic(err)
	}
	return &d
}

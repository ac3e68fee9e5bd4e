package coretest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/perim"
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
	"github.com/openpmo/pmo/core/operation/invitationmail"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/assembly"
	"github.com/openpmo/pmo/core/participant/invitation"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
	"github.com/openpmo/pmo/core/participant/site"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// Noon of 20 November 2026 is now in Perimeter.
var Noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Admin is of the back-office, without an account.
var Admin = policy.Principal{UserID: id.New(), Role: policy.RoleAdmin}

// A perimeter file of ACC00000001: its name, its columns, and a line of a consumer.
const (
	PerimeterFileName = "PERIM_ACC00000001_20261120.csv"
	PerimeterHead     = "prm;padt;type;nom;adresse;code_postal;ville;segment;date_entree;date_sortie;statut;action\n"
	PerimeterLine     = "99100000000017;;C;École Jules-Ferry;1 rue du Val;35300;Fougères;C5;2026-01-01;;EN_VIGUEUR;CREATION\n"
)

// Perimeter is the services of participants on a database of its own, without any operation.
type Perimeter struct {
	DB         *postgres.DB
	Operations *operation.Service
	Followed   *Followed
	Later      time.Duration // that now is after Noon, in an inviting one
	parts      assembly.Parts
	*assembly.Services
}

// Followed stands for what metering and billing say to participants and hear from them.
type Followed struct {
	Moved   []string    // days on which other sites take part
	Left    []string    // last days
	Fail    error       // of Publish
	LastDay *civil.Date // invoiced; nil = none
}

// LastInvoiced bills every day up to the last one.
func (b *Followed) LastInvoiced(_ context.Context, _ id.ID, days civil.Range) (*civil.Date, error) {
	if b.LastDay == nil || days.From > *b.LastDay {
		return nil, nil
	}
	return b.LastDay, nil
}

// Touching bills each of these sites, or all of them, on every day up to the last one.
func (b *Followed) Touching(_ context.Context, _ id.ID, asked []participant.SiteDays) ([]participant.Touch, error) {
	var out []participant.Touch
	for _, one := range asked {
		if b.LastDay == nil || one.Days.From > *b.LastDay {
			continue
		}
		days := civil.Range{From: civil.MonthOf(*b.LastDay).First(), To: *b.LastDay + 1}
		out = append(out, participant.Touch{Moved: one.Days, TouchedInvoice: participant.TouchedInvoice{
			ID: "i" + one.ParticipantID, Number: "F-" + string(one.ParticipantID), ClientName: "Client", Days: days}})
	}
	return out, nil
}

// Bills says that nothing bills a site: who asks for more takes the store.
func (b *Followed) Bills(context.Context, id.ID, id.ID) (bool, error) { return false, nil }

// FirstOf has none.
func (b *Followed) FirstOf(context.Context, id.ID, id.ID) (*participant.FirstInvoice, error) {
	return nil, nil
}

// Publish of event.Publisher.
func (b *Followed) Publish(_ context.Context, e event.Event) error {
	switch e := e.(type) {
	case participant.PerimeterChanged:
		b.Moved = append(b.Moved, e.Days.String())
		return b.Fail
	case participant.Left:
		b.Left = append(b.Left, e.LastDay.String())
	}
	return nil
}

// NewPerimeter makes the services. Without invitations accounts are attached at once.
func NewPerimeter(t *testing.T) *Perimeter {
	t.Helper()
	db := pgtest.New(t)
	decider, err := policyOf()
	require.NoError(t, err)
	store, accounts := participantstore.NewParticipants(db), operationstore.NewAccounts(db)
	guard := policy.Guard{Decider: decider, Locator: store}
	now := func() time.Time { return Noon }
	w := &Perimeter{DB: db, Followed: &Followed{}, Operations: operation.New(operation.Deps{Guard: guard, Tx: db, Now: now,
		Operations: operationstore.NewOperations(db), Members: operationstore.NewMembers(db), Accounts: accounts, Sites: store})}
	w.parts = assembly.Parts{Guard: guard, Tx: db, Now: now, Participants: store, Operations: w.Operations,
		Accounts: accounts, Workbooks: xlsx.Reader{}, Texts: perim.Reader{}, Events: w.Followed, Invoices: w.Followed}
	w.Services = assembly.Assemble(w.parts)
	return w
}

// Letters keeps what is mailed to those who are invited.
type Letters struct {
	Asked     []invitationmail.Mail
	Opened    []string // address, role, language
	Activated []id.ID
	Sent      []string // address, operation, site
	Unfit     []string // address
	Fails     error    // of what is sent
	Throttled error    // of what is asked
	open      func(email string, role policy.Role) id.ID
}

// SiteMail of invitation.Queue.
func (l *Letters) SiteMail(_ context.Context, m invitationmail.Mail) error {
	l.Asked = append(l.Asked, m)
	return l.Throttled
}

// Open of invitationmail.Openings.
func (l *Letters) Open(_ context.Context, email party.Email, role policy.Role, language string) (id.ID, error) {
	l.Opened = append(l.Opened, string(email)+" "+string(role)+" "+language)
	return l.open(string(email), role), nil
}

// Activate of invitationmail.Openings.
func (l *Letters) Activate(_ context.Context, userID id.ID) error {
	l.Activated = append(l.Activated, userID)
	return l.Fails
}

// SendUnfit of invitation.Mail.
func (l *Letters) SendUnfit(_ context.Context, to operation.Account, _ invitation.Proposed) error {
	l.Unfit = append(l.Unfit, to.Email)
	return l.Fails
}

// SendInvitation of invitation.Mail.
func (l *Letters) SendInvitation(_ context.Context, to operation.Account, p invitation.Proposed) error {
	l.Sent = append(l.Sent, to.Email+" "+p.OperationName+" "+p.SiteName)
	return l.Fails
}

// clients bills every site to a client with an address of its own.
type clients struct{}

func (clients) BilledAs(_ context.Context, _ id.ID, sites []id.ID) (map[id.ID]participant.BilledAs, error) {
	out := map[id.ID]participant.BilledAs{}
	for _, one := range sites {
		out[one] = participant.BilledAs{BillableEntity: &participant.Entity{ID: one, Name: "Client"},
			Detail: participant.BillingDetail{Name: "Client", Email: "client@ex.org", PhoneNumber: "0299000000"}}
	}
	return out, nil
}

// NewInvitingPerimeter is NewPerimeter with invitations, mails and clients, and nothing billed.
func NewInvitingPerimeter(t *testing.T) (*Perimeter, *Letters) {
	t.Helper()
	w, l := NewPerimeter(t), &Letters{}
	w.parts.Events, w.parts.Invoices, w.parts.Billing = nil, nil, clients{}
	l.open = func(email string, role policy.Role) id.ID { return w.AddAccount(t, role, email, false).UserID }
	w.parts.Invitations, w.parts.Journal = participantstore.NewSiteInvitations(w.DB), invitationmail.Journal{Mails: operationstore.NewInvitationMails(w.DB), Openings: l}
	w.parts.Queue, w.parts.InvitationMail = l, l
	w.parts.Now = func() time.Time { return Noon.Add(w.Later) }
	w.Services = assembly.Assemble(w.parts)
	return w, l
}

// AddOperation makes an operation that is named like its number.
func (w *Perimeter) AddOperation(t *testing.T, externalID string, o dso.Operator) operation.Detail {
	t.Helper()
	d, err := w.Operations.Create(t.Context(), Admin, operation.CreateInput{Name: externalID, ExternalID: externalID, DSO: o})
	require.NoError(t, err)
	return d
}

// AddAccount adds an account without a password.
func (w *Perimeter) AddAccount(t *testing.T, role policy.Role, email string, initialized bool) policy.Principal {
	t.Helper()
	p := policy.Principal{UserID: id.New(), Role: role}
	_, err := w.DB.Pool().Exec(t.Context(), `insert into users (id, email, role, language, initialized, active, created_at)
		values ($1, $2, $3, 'fr', $4, true, now())`, p.UserID, email, string(role), initialized)
	require.NoError(t, err)
	return p
}

// Consumer is a site with all that must be there.
func Consumer(operationID id.ID, prm string, entry, exit *civil.Date) site.CreateInput {
	return site.CreateInput{OperationID: operationID, Name: "Site " + prm, EnergyType: participant.Consumer, EntityType: party.PartOther,
		DsoID: prm, Address: "1 rue du Val", PostCode: "35300", City: "Fougères", Entry: entry, Exit: exit,
		DsoStatus: "EN_VIGUEUR", DsoAction: "CREATION"}
}

// AddSite makes a site.
func (w *Perimeter) AddSite(t *testing.T, in site.CreateInput) site.View {
	t.Helper()
	v, err := w.Site.Create(t.Context(), Admin, in)
	require.NoError(t, err)
	return v
}

// Load imports a perimeter file, or checks it.
func (w *Perimeter) Load(t *testing.T, operationID id.ID, name, content string, dryRun bool) (perimeterfile.ImportReport, error) {
	t.Helper()
	return w.PerimeterFile.Import(t.Context(), Admin, perimeterfile.ImportInput{OperationID: operationID, FileName: name, Content: []byte(content), DryRun: dryRun})
}

// Day reads YYYY-MM-DD, for fields that may be left out.
func Day(s string) *civil.Date { return Ptr(Date(s)) }

// Package demo makes the demo data, by use cases only and the same each time, and plays the
// operators and the weather of its operations.
package demo

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/openpmo/pmo/adapters/httpapi"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/meteringstore"
	"github.com/openpmo/pmo/cmd/server/app/demo/paperwork"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// Password is that of every demo account (docs/operations.md).
const Password = "demo-pmo-2026"

// Account is a person of the demo.
type Account struct {
	Email, Hint string
	Role        policy.Role
	person      account.Person
	ready       bool // initialized, terms accepted
}

// Accounts are all of them.
var Accounts = []Account{
	{"organizer@demo.pmo", "runs the operations", policy.RoleOrganizer, account.Person{Firstname: "Camille", Lastname: "Leroy", Structure: "Fougères Énergie Partagée"}, true},
	{sibelgaOrganizer, "runs the operation in Brussels, in Belgian French", policy.RoleOrganizer, account.Person{Firstname: "Lotte", Lastname: "Peeters", Structure: "Tanneurs Énergie ASBL"}, true},
	{"participant@demo.pmo", "a consumer, sees its own site", policy.RoleParticipant, account.Person{Firstname: "Yann", Lastname: "Le Goff", Structure: "Boulangerie du Château"}, true},
	{"observer@demo.pmo", "looks, changes nothing", policy.RoleObserver, account.Person{Firstname: "Inès", Lastname: "Morel"}, true},
	{"newcomer@demo.pmo", "has to set a password and accept the terms", policy.RoleOrganizer, account.Person{Firstname: "Noé", Lastname: "Petit"}, false},
	{"admin@demo.pmo", "the back-office", policy.RoleAdmin, account.Person{Firstname: "Alix", Lastname: "Durand"}, true},
}

// demoMonths is how much history the demo begins with.
const demoMonths = 14

// operations of the demo, as big as this server wants them.
func (a *Demo) operations() []demoOperation {
	all := slices.Clone(demoOperations)
	if !a.Small {
		return all
	}
	for i := range all {
		all[i].consumers, all[i].producers = min(all[i].consumers, 6), min(all[i].producers, 3)
		all[i].months = min(all[i].months, 4)
	}
	return all
}

// Demo makes the demo of a server, and plays its operators and its sky.
type Demo struct {
	Services *httpapi.Services
	DB       *postgres.DB
	Clock    *Clock
	Until    string // last day of data, YYYY-MM-DD; "" = yesterday
	Working  bool   // somebody works on jobs
	Small    bool   // of fewer sites and months, for tests
}

// seeding is the state of one.
type seeding struct {
	*Demo
	today       civil.Date // the day after the last day of data
	organizer   policy.Principal
	participant id.ID
	admin       policy.Principal
}

// Load seeds an empty database, or brings the curves of a seeded one up to
// yesterday (or demo-until). It goes through use cases only and refuses a database
// that has users of its own. It reports whether it seeded.
func (a *Demo) Load(ctx context.Context) (made bool, err error) {
	d := &seeding{Demo: a, today: civil.Paris.DateOf(a.Clock.Now())}
	if a.Until != "" {
		last, err := civil.ParseDate(a.Until)
		if err != nil {
			return false, err
		}
		d.today = min(d.today, last.AddDays(1))
	}
	var users, ours int
	row := a.DB.Pool().QueryRow(ctx, "select count(*), count(*) filter (where email = $1) from users", Accounts[0].Email)
	if err := row.Scan(&users, &ours); err != nil {
		return false, err
	}
	switch {
	case users == 0:
		return true, d.seed(ctx)
	case ours == 0:
		return false, errors.New("this database has accounts that are not the demo's; start without --demo")
	default:
		return false, d.catchUp(ctx)
	}
}

func (d *seeding) seed(ctx context.Context) error {
	people := map[string]id.ID{}
	for _, one := range Accounts {
		username, _, _ := strings.Cut(one.Email, "@")
		created, err := d.Services.Account.CreateUser(ctx, account.System, account.CreateUserInput{Email: one.Email, Username: username, Role: one.Role,
			Person: one.person, Password: Password, Initialized: one.ready})
		if err != nil {
			return plain(err)
		}
		people[one.Email] = created.ID
		if !one.ready {
			continue
		}
		p, err := d.as(ctx, created.ID)
		if err != nil {
			return err
		}
		if _, err := d.Services.Account.AcceptTerms(ctx, p, created.ID); err != nil {
			return plain(err)
		}
	}
	admin, err := d.as(ctx, people["admin@demo.pmo"])
	if err != nil {
		return err
	}
	d.admin = admin
	for _, o := range d.operations() {
		if err := d.seedOperation(ctx, o, people); err != nil {
			return fmt.Errorf("%s: %w", o.externalID, plain(err))
		}
	}
	if err := d.seedSibelga(ctx, people); err != nil {
		return fmt.Errorf("%s: %w", sibelgaID, plain(err))
	}
	return nil
}

// as is the principal of a person, acted for by the server.
func (d *seeding) as(ctx context.Context, userID id.ID) (policy.Principal, error) {
	p, err := d.Services.Account.Principal(ctx, userID)
	p.Agent = "system"
	return p, err
}

func (d *seeding) seedOperation(ctx context.Context, o demoOperation, people map[string]id.ID) error {
	in := o.creation()
	in.Organizers = []id.ID{people["organizer@demo.pmo"]}
	in.Observers = []id.ID{people["observer@demo.pmo"]}
	d.participant = people["participant@demo.pmo"]
	made, err := d.Services.Operation.Create(ctx, account.System, in)
	if err != nil {
		return err
	}
	if d.organizer, err = d.as(ctx, people["organizer@demo.pmo"]); err != nil {
		return err
	}
	sites, err := d.seedSites(ctx, made.ID, o)
	if err != nil {
		return err
	}
	if err := d.seedKey(ctx, made.ID, o, sites); err != nil {
		return err
	}
	if err := d.importHistory(ctx, made.ID, o); err != nil {
		return err
	}
	if err := d.seedCoefficients(ctx, made.ID, o); err != nil {
		return err
	}
	switch {
	case o.oldBills:
		err = d.seedOldBilling(ctx, made.ID, sites)
	case o.bills():
		err = d.seedBilling(ctx, made.ID, o, sites)
	}
	if err != nil {
		return err
	}
	if o.papers && !d.Small {
		day := civil.MonthOf(d.today).Add(-2).First() + 4
		office := paperwork.Office{Services: d.Services, Organizer: d.organizer}
		if err := d.Clock.on(day, func() error { return office.Seed(ctx, made.ID, sites.consumers, day) }); err != nil {
			return err
		}
	}
	return d.Services.Alerts.Evaluate(ctx, made.ID) // what was seen while it was made is no news
}

// importHistory stores all days before today. Where things go wrong the last full month
// is stored as it was known on its last day first, so that it has been corrected since.
func (d *seeding) importHistory(ctx context.Context, operationID id.ID, o demoOperation) error {
	month := civil.MonthOf(d.today)
	all := civil.Range{From: month.Add(-o.months).First(), To: d.today}
	if o.troubled {
		before := civil.Range{From: all.From, To: month.First() - 1}
		if err := d.importCurves(ctx, operationID, o, before, before.To); err != nil {
			return err
		}
		all.From = month.Add(-1).First()
	}
	return d.importCurves(ctx, operationID, o, all, d.today)
}

// importCurves stores the days of r, as the operator knows them on a day.
func (d *seeding) importCurves(ctx context.Context, operationID id.ID, o demoOperation, r civil.Range, known civil.Date) error {
	grid, err := d.gridOperator(ctx, operationID, o, r)
	if err != nil {
		return err
	}
	operator := o.reader(grid.seeded)
	grid.slip = o.slipOf(grid.seeded)
	for _, month := range civil.MonthsOf(r) {
		days := month.Range().Intersect(r)
		sets := operator.Datasets(days, known)
		if o.allocates() {
			for i := range sets {
				if err := grid.shareOut(&sets[i], days); err != nil {
					return err
				}
			}
		}
		if _, err := d.Services.Metering.Ingest.ImportDatasets(ctx, d.organizer, operationID, sets); err != nil {
			return err
		}
	}
	return nil
}

// settledDays is how far back the operator still changes values: what was provisional
// at the last start is definitive now.
const settledDays = 45

func (d *seeding) catchUp(ctx context.Context) error {
	var organizerID id.ID
	if err := d.DB.Pool().QueryRow(ctx, "select id from users where email = $1", Accounts[0].Email).Scan(&organizerID); err != nil {
		return err
	}
	var err error
	if d.organizer, err = d.as(ctx, organizerID); err != nil {
		return err
	}
	for _, o := range d.operations() {
		var operationID id.ID
		if err := d.DB.Pool().QueryRow(ctx, "select id from operations where external_id = $1", o.externalID).Scan(&operationID); err != nil {
			continue // somebody took it out of their demo
		}
		if err := d.catchUpOperation(ctx, operationID, o); err != nil {
			return fmt.Errorf("%s: %w", o.externalID, plain(err))
		}
	}
	if err := d.catchUpSibelga(ctx); err != nil {
		return fmt.Errorf("%s: %w", sibelgaID, plain(err))
	}
	return nil
}

func (d *seeding) catchUpOperation(ctx context.Context, operationID id.ID, o demoOperation) error {
	latest, err := meteringstore.NewRollups(d.DB).LatestDays(ctx, []id.ID{operationID})
	if err != nil {
		return err
	}
	last, ok := latest[operationID]
	if !ok || last.AddDays(1) >= d.today {
		return nil
	}
	return d.importCurves(ctx, operationID, o, civil.Range{From: last.AddDays(-settledDays), To: d.today}, d.today)
}

// plain is an error for a terminal: the key and its parameters.
func plain(err error) error {
	if f := fault.From(err); f != nil {
		return errors.New(f.Error())
	}
	return err
}

// Clock is the clock of a server with a demo. While the demo tells of a day that is over, it stands at
// the morning of that day, so that what is issued, sent and paid has the dates of its story.
type Clock struct {
	real func() time.Time
	told atomic.Pointer[time.Time]
}

// NewClock tells the time of real.
func NewClock(real func() time.Time) *Clock { return &Clock{real: real} }

// Now is the time of the story, else the real one.
func (c *Clock) Now() time.Time {
	if told := c.told.Load(); told != nil {
		return *told
	}
	return c.real()
}

// on does something as on a day, and never later than it is: of a demo that is made in the night no act is
// of the morning to come.
func (c *Clock) on(day civil.Date, do func() error) error {
	const morning = 9 * time.Hour
	at := civil.Paris.Start(day).Add(morning)
	if now := c.real(); at.After(now) {
		at = now
	}
	c.told.Store(&at)
	defer c.told.Store(nil)
	return do()
}

package alert_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/alertstore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/core/alert"
	"github.com/openpmo/pmo/core/alert/digest"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// world is an operation of two sites, a rule about sites that finds what the test says, and a rule
// of billing, as contexts above add some.
type world struct {
	*coretest.World
	*alert.Service
	digests *digest.Service
	facts   []alert.Fact
	asked   []int // thresholds
	fails   error
	queued  []id.ID
	mailed  []digest.Text
}

type operations struct{ *operationstore.Operations }

func (o operations) Reached(ctx context.Context, p policy.Principal) (out []operation.Operation, _ error) {
	for _, one := range p.Operations {
		op, err := o.ByID(ctx, one)
		if err != nil {
			return nil, err
		}
		out = append(out, op)
	}
	return out, nil
}

func (w *world) Digest(_ context.Context, digestID id.ID) error {
	w.queued = append(w.queued, digestID)
	return nil
}

func (w *world) SendDigest(_ context.Context, t digest.Text) error {
	w.mailed = append(w.mailed, t)
	return nil
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: coretest.New(t)}
	w.Site("École", "consumer", "")
	w.Site("Mairie", "producer", "")
	w.Exec("insert into operation_members (operation_id, user_id, role) values ($1, $2, 'organizer')", w.Operation, w.Organizer.UserID)
	known := operations{operationstore.NewOperations(w.DB)}
	w.Service = alert.New(alert.Deps{Guard: w.Guard, Tx: w.DB, Now: w.Now, Alerts: alertstore.NewAlerts(w.DB), Settings: alertstore.NewSettings(w.DB),
		Looks: alertstore.NewLooks(w.DB), Operations: known})
	days := alert.Threshold{Unit: alert.Days, Default: 7, Least: 1, Most: 30}
	w.Register(
		alert.Rule{Key: alert.SiteSilent, About: alert.OfSite, Threshold: days, Find: func(_ context.Context, q alert.Question) ([]alert.Fact, error) {
			w.asked = append(w.asked, q.Threshold)
			return w.facts, w.fails
		}},
		alert.Rule{Key: alert.MonthUnbilled, About: alert.OfMonth, Threshold: days, Feature: operation.FeatureBilling, Find: func(context.Context, alert.Question) ([]alert.Fact, error) {
			return nil, nil
		}},
		alert.Rule{Key: "OF_BRUSSELS", About: alert.OfMonth, Threshold: days, Feature: operation.FeatureMonthlyFiles, Find: func(context.Context, alert.Question) ([]alert.Fact, error) {
			return []alert.Fact{{Severity: alert.Urgent, Action: alert.SeeSite}}, nil
		}})
	w.digests = digest.New(digest.Deps{Now: w.Now, Tx: w.DB, Digests: alertstore.NewDigests(w.DB), Operations: known, Queue: w, Mail: w})
	return w
}

func (w *world) silent(name string, days int) alert.Fact {
	lost := energy.MilliWh(days) * 1_000_000
	return alert.Fact{Subject: alert.Subject{SiteID: w.Sites[name]}, Severity: alert.Warning, Figures: alert.Figures{Days: days, Day: coretest.Ptr(coretest.Date("2026-10-20"))},
		Energy: &lost, Action: alert.SeeSite}
}

func (w *world) look() {
	w.T.Helper()
	require.NoError(w.T, w.Evaluate(w.T.Context(), w.Operation))
}

func (w *world) list(f alert.Filter) []alert.Alert {
	w.T.Helper()
	found, err := w.List(w.T.Context(), w.Organizer, w.Operation, f)
	require.NoError(w.T, err)
	return found
}

func TestAnAlertOpensOnceAndEndsByItself(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.facts = []alert.Fact{w.silent("École", 10)}
	w.look()
	w.Clock = w.Clock.Add(time.Hour)
	w.facts = []alert.Fact{w.silent("École", 11)}
	w.look()
	w.look()
	found := w.list(alert.Filter{})
	require.Len(t, found, 1, "the rule that the operation does not have finds nothing")
	one := found[0]
	require.Equal(t, 11, one.Figures.Days, "as it is now")
	require.Equal(t, coretest.Date("2026-10-20"), *one.Figures.Day)
	require.Equal(t, energy.MilliWh(11_000_000), *one.Energy)
	require.Nil(t, one.Amount)
	require.Equal(t, "École", one.SiteName)
	require.Equal(t, w.Clock.Add(-time.Hour), one.OpenedAt)
	require.Equal(t, w.Clock, one.SeenAt)

	w.fails = errors.New("the weather is away")
	w.facts = nil
	require.ErrorIs(t, w.Evaluate(t.Context(), w.Operation), w.fails)
	require.Len(t, w.list(alert.Filter{}), 1, "nobody knows: nothing ends")

	w.fails = nil
	w.look()
	require.Empty(t, w.list(alert.Filter{}))
	ended := w.list(alert.Filter{Status: alert.Ended})
	require.Len(t, ended, 1)
	require.Equal(t, one.ID, ended[0].ID)
	w.facts = []alert.Fact{w.silent("École", 3)}
	w.look()
	require.NotEqual(t, one.ID, w.list(alert.Filter{})[0].ID, "another one")
	var lines int
	require.NoError(t, w.DB.Pool().QueryRow(t.Context(), "select count(*) from audit_entries where object_kind = 'alert'").Scan(&lines))
	require.Equal(t, 3, lines, "looks that change nothing write no line")
}

func TestLooksAtOnceOpenOneAlert(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	store, all := alertstore.NewAlerts(w.DB), sync.WaitGroup{}
	for range 8 {
		all.Go(func() {
			one := alert.Alert{ID: id.New(), OperationID: w.Operation, Rule: alert.SiteSilent, Fact: w.silent("École", 5), OpenedAt: w.Clock, SeenAt: w.Clock}
			if err := store.Add(t.Context(), []alert.Alert{one}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	require.Equal(t, 1, w.Count("alerts where ended_at is null"))
}

func TestRulesAreSetForAnOperation(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := t.Context()
	w.facts = []alert.Fact{w.silent("École", 10)}
	w.look()
	set, err := w.SetRule(ctx, w.Organizer, w.Operation, alert.SiteSilent, alert.Choice{Threshold: coretest.Ptr(12)})
	require.NoError(t, err)
	require.Equal(t, 12, set.Value)
	w.look()
	require.Equal(t, []int{7, 12}, w.asked)
	_, err = w.SetRule(ctx, w.Organizer, w.Operation, alert.SiteSilent, alert.Choice{Threshold: coretest.Ptr(31)})
	require.ErrorIs(t, err, alert.ErrThreshold)
	_, err = w.SetRule(ctx, w.Organizer, w.Operation, "OF_BRUSSELS", alert.Choice{})
	require.ErrorIs(t, err, policy.ErrNotFound)
	_, err = w.SetRule(ctx, w.Observer(), w.Operation, alert.SiteSilent, alert.Choice{})
	require.ErrorIs(t, err, policy.ErrForbidden)
	_, err = w.SetRule(ctx, w.Organizer, w.Operation, alert.SiteSilent, alert.Choice{Off: true})
	require.NoError(t, err)
	w.look()
	require.Len(t, w.asked, 2, "a rule that is off is not asked")
	require.Empty(t, w.list(alert.Filter{}), "and its alerts end")
	rules, err := w.Rules(ctx, w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Len(t, rules, 2)
	require.True(t, rules[0].Off)
	require.Equal(t, 7, rules[0].Value, "its default again")
}

func TestAnAlertIsMutedUpToADay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := t.Context()
	w.facts = []alert.Fact{w.silent("École", 10), w.silent("Mairie", 20)}
	w.look()
	one := w.list(alert.Filter{SiteID: w.Sites["École"]})[0]
	until := coretest.Date("2026-11-10")
	for name, refused := range map[string]struct {
		until, reason string
		key           *fault.Error
	}{
		"past":      {"2026-11-05", "x", alert.ErrMuteDay},
		"far":       {"2027-11-08", "x", alert.ErrMuteDay},
		"no reason": {"2026-11-06", "  ", fault.FieldRequired},
		"too long":  {"2026-11-06", strings.Repeat("é", 501), fault.FieldTooLong},
	} {
		_, err := w.Mute(ctx, w.Organizer, w.Operation, one.ID, coretest.Date(refused.until), refused.reason)
		require.ErrorIs(t, err, refused.key, name)
	}
	_, err := w.Mute(ctx, w.Organizer, w.Operation, id.New(), until, "compteur changé")
	require.ErrorIs(t, err, policy.ErrNotFound)
	muted, err := w.Mute(ctx, w.Organizer, w.Operation, one.ID, until, " compteur changé ")
	require.NoError(t, err)
	require.Equal(t, "compteur changé", muted.Mute.Reason)
	require.Len(t, w.list(alert.Filter{}), 1)
	require.Len(t, w.list(alert.Filter{Status: alert.Muted}), 1)
	overview, err := w.Overview(ctx, w.Organizer, w.Operation)
	require.NoError(t, err)
	require.Equal(t, alert.Counts{OperationID: w.Operation, Open: 1, Unread: 1}, overview.Counts)

	w.facts = nil
	w.look()
	_, err = w.Unmute(ctx, w.Organizer, w.Operation, one.ID)
	require.ErrorIs(t, err, alert.ErrEnded)
	w.facts = []alert.Fact{w.silent("École", 10)}
	w.look()
	require.Empty(t, w.list(alert.Filter{}), "what comes again is quiet still")
	w.Clock = w.Clock.AddDate(0, 0, 5)
	again := w.list(alert.Filter{})
	require.Len(t, again, 1, "and is heard again after the last day")
	w.Clock = w.Clock.AddDate(0, 0, -5)
	_, err = w.Unmute(ctx, w.Organizer, w.Operation, again[0].ID)
	require.NoError(t, err)
	require.Len(t, w.list(alert.Filter{}), 1)
}

func TestWhatIsReadIsOfAPerson(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := t.Context()
	w.facts = []alert.Fact{w.silent("École", 10)}
	w.look()
	one := w.list(alert.Filter{})[0]
	require.NoError(t, w.MarkRead(ctx, w.Organizer, w.Operation, []id.ID{one.ID, id.New()}))
	require.NoError(t, w.MarkRead(ctx, w.Organizer, w.Operation, []id.ID{one.ID}))
	require.True(t, w.list(alert.Filter{})[0].Read)
	for _, wanted := range []bool{false, true} {
		require.NoError(t, w.SetMail(ctx, w.Organizer, w.Operation, wanted))
	}
	require.Equal(t, []string{`alertReading {"alerts": 2}`, `alertReading {"alerts": 1}`, `alertMail {"mail": false}`, `alertMail {"mail": true}`},
		pgtest.Column(t, w.DB, "select object_kind || ' ' || details::text from audit_entries where object_kind in ('alertReading', 'alertMail') order by at, id"))
	counts, err := w.Counts(ctx, w.Organizer)
	require.NoError(t, err)
	require.Equal(t, []alert.Counts{{OperationID: w.Operation, Open: 1}}, counts)
	other := w.Organizer
	other.UserID = w.User(policy.RoleOrganizer)
	counts, err = w.Counts(ctx, other)
	require.NoError(t, err)
	require.Equal(t, 1, counts[0].Unread)
	_, err = w.List(ctx, w.Observer(), w.Operation, alert.Filter{})
	require.ErrorIs(t, err, policy.ErrForbidden)
	_, err = w.List(ctx, w.Organizer, id.New(), alert.Filter{})
	require.ErrorIs(t, err, policy.ErrNotFound)
}

func TestOperationsAreLookedAtAfterChangesAndByThemselves(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := t.Context()
	require.NoError(t, w.Sweep(ctx))
	require.Len(t, w.asked, 1, "never looked at")
	require.NoError(t, w.Sweep(ctx))
	require.Len(t, w.asked, 1)
	require.NoError(t, w.Changed(ctx, w.Operation))
	require.NoError(t, w.Changed(ctx, w.Operation))
	require.NoError(t, w.Sweep(ctx))
	require.Len(t, w.asked, 2, "once for all changes")
	w.Clock = w.Clock.Add(13 * time.Hour)
	require.NoError(t, w.Sweep(ctx))
	require.Len(t, w.asked, 3, "deadlines come near by themselves")
	require.NoError(t, w.Look(ctx, w.Organizer, w.Operation))
	w.fails = errors.New("away")
	require.Error(t, w.Sweep(ctx))
	require.NoError(t, w.Sweep(ctx))
	require.Len(t, w.asked, 4, "one that fails is not tried for ever")
}

func TestAMailADayOfWhatIsNew(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := t.Context()
	w.facts = []alert.Fact{w.silent("École", 10), w.silent("Mairie", 20)}
	w.look()
	w.Clock = time.Date(2026, 11, 6, 5, 59, 0, 0, time.UTC)
	require.NoError(t, w.digests.Sweep(ctx))
	require.Empty(t, w.queued, "not before seven")
	w.Clock = time.Date(2026, 11, 6, 6, 0, 0, 0, time.UTC)
	require.NoError(t, w.digests.Sweep(ctx))
	require.NoError(t, w.digests.Sweep(ctx))
	require.Len(t, w.queued, 1, "one mail for both")
	require.NoError(t, w.digests.Send(ctx, w.queued[0]))
	require.NoError(t, w.digests.Send(ctx, w.queued[0]))
	require.Len(t, w.mailed, 1, "a mail that is out is not sent again")
	require.Len(t, w.mailed[0].Open, 2)
	require.Equal(t, w.Organizer.UserID, w.mailed[0].UserID)
	require.Equal(t, "VAL", w.mailed[0].Operation)

	w.Clock = w.Clock.AddDate(0, 0, 1)
	require.NoError(t, w.digests.Sweep(ctx))
	require.Len(t, w.queued, 1, "nothing is new")
	w.facts = append(w.facts[:1:1], alert.Fact{Severity: alert.Urgent, Action: alert.ImportCurves})
	w.look()
	require.NoError(t, w.digests.Sweep(ctx))
	require.Len(t, w.queued, 2)
	w.facts = w.facts[:1]
	w.look()
	require.NoError(t, w.digests.Send(ctx, w.queued[1]))
	require.Len(t, w.mailed, 1, "what ended meanwhile is not told")

	w.Clock = w.Clock.AddDate(0, 0, 1)
	require.NoError(t, w.SetMail(ctx, w.Organizer, w.Operation, false))
	w.facts = []alert.Fact{w.silent("Mairie", 30)}
	w.look()
	require.NoError(t, w.digests.Sweep(ctx))
	require.Len(t, w.queued, 2, "who wants none gets none")
	require.NoError(t, w.SetMail(ctx, w.Organizer, w.Operation, true))
	one := w.list(alert.Filter{})[0]
	_, err := w.Mute(ctx, w.Organizer, w.Operation, one.ID, coretest.Date("2026-12-31"), "connu")
	require.NoError(t, err)
	require.NoError(t, w.digests.Sweep(ctx))
	require.Len(t, w.queued, 2, "what is muted is not told")
}

package alert

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const (
	read   policy.Permission = "alert:read"
	update policy.Permission = "alert:update"

	maxListed  = 10_000
	maxReason  = 500
	longestDay = 366                  // days that something may be muted
	endedBack  = 400 * 24 * time.Hour // that ended alerts are listed
)

// Deps are what the service works with.
type Deps struct {
	Guard      policy.Guard
	Tx         tx.Runner
	Now        func() time.Time
	Alerts     Alerts
	Settings   Settings
	Looks      Looks
	Operations Operations
}

// Service is the use cases of alerts.
type Service struct {
	Deps
	rules []Rule
}

// New makes the service, without rules.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{Deps: d}
}

// Register adds rules, before anything is looked at. It panics when one of that key is there, or
// its default is out of its bounds.
func (s *Service) Register(rules ...Rule) {
	for _, r := range rules {
		if _, ok := s.rule(r.Key); ok || r.Find == nil || r.check(Choice{Threshold: &r.Threshold.Default}) != nil {
			panic(fmt.Sprintf("alert: rule %q is incomplete or there twice", r.Key))
		}
		s.rules = append(s.rules, r)
	}
}

func (s *Service) rule(key Key) (Rule, bool) {
	i := slices.IndexFunc(s.rules, func(r Rule) bool { return r.Key == key })
	if i < 0 {
		return Rule{}, false
	}
	return s.rules[i], true
}

// Filter narrows a list.
type Filter struct {
	Status Status // "" = those that are open
	Rule   Key    // "" = of all rules
	SiteID id.ID  // none = of all
}

// List is the alerts of an operation, what is urgent first; those that ended, the last first.
// Errors: forbidden, notFound, list.tooLong.
func (s *Service) List(ctx context.Context, p policy.Principal, operationID id.ID, f Filter) ([]Alert, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return nil, err
	}
	if f.Status == "" {
		f.Status = Open
	}
	found, err := s.Alerts.List(ctx, Listing{OperationID: operationID, ReaderID: p.UserID, Ended: f.Status == Ended,
		Since: s.Now().Add(-endedBack), Limit: maxListed + 1})
	if err != nil {
		return nil, err
	}
	today := s.today(op)
	found = slices.DeleteFunc(found, func(a Alert) bool {
		return a.StatusOn(today) != f.Status || f.Rule != "" && a.Rule != f.Rule || !f.SiteID.IsZero() && a.SiteID != f.SiteID
	})
	if len(found) > maxListed {
		return nil, fault.ListTooLong.With("max", maxListed)
	}
	if f.Status != Ended {
		slices.SortFunc(found, Compare)
	}
	return found, nil
}

func (s *Service) enter(ctx context.Context, p policy.Principal, perm policy.Permission, operationID id.ID) (operation.Operation, error) {
	if err := s.Guard.Operation(ctx, p, perm, operationID); err != nil {
		return operation.Operation{}, err
	}
	return s.Operations.ByID(ctx, operationID)
}

func (s *Service) today(op operation.Operation) civil.Date { return op.Zone().DateOf(s.Now()) }

// Overview is what there is to know before the list.
type Overview struct {
	Counts
	LookedAt *time.Time // nil = never yet
	Mail     bool       // who asks is written to
}

// Overview counts the alerts of an operation. Errors: forbidden, notFound.
func (s *Service) Overview(ctx context.Context, p policy.Principal, operationID id.ID) (out Overview, err error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return out, err
	}
	out.OperationID = operationID
	counts, err := s.Alerts.Count(ctx, []id.ID{operationID}, p.UserID, s.today(op))
	if err != nil {
		return out, err
	}
	if len(counts) > 0 {
		out.Counts = counts[0]
	}
	if out.LookedAt, err = s.Looks.At(ctx, operationID); err != nil {
		return out, err
	}
	off, err := s.Settings.MailOff(ctx, operationID, p.UserID)
	out.Mail = !off
	return out, err
}

// Counts counts those of all operations that somebody runs, the operations without any left out.
// Error: forbidden.
func (s *Service) Counts(ctx context.Context, p policy.Principal) ([]Counts, error) {
	if err := s.Guard.Global(ctx, p, read); err != nil {
		return nil, err
	}
	reached, err := s.Operations.Reached(ctx, p)
	if err != nil || len(reached) == 0 {
		return nil, err
	}
	ids := make([]id.ID, len(reached))
	for i, op := range reached {
		ids[i] = op.ID
	}
	return s.Alerts.Count(ctx, ids, p.UserID, s.today(reached[0])) // both countries have the same days
}

// Mute keeps an alert quiet up to a day, also when its fact goes and comes again meanwhile.
// Errors: forbidden, notFound, alert.ended, alert.muteDay, field.required, field.tooLong.
func (s *Service) Mute(ctx context.Context, p policy.Principal, operationID, alertID id.ID, until civil.Date, reason string) (Alert, error) {
	op, err := s.enter(ctx, p, update, operationID)
	if err != nil {
		return Alert{}, err
	}
	reason = strings.TrimSpace(reason)
	switch today := s.today(op); {
	case until < today || until > today.AddDays(longestDay):
		return Alert{}, ErrMuteDay.With("max", longestDay).At("until")
	case reason == "":
		return Alert{}, fault.FieldRequired.At("reason")
	case len([]rune(reason)) > maxReason:
		return Alert{}, fault.FieldTooLong.With("max", maxReason).At("reason")
	}
	return s.mute(ctx, p, operationID, alertID, &Mute{Until: until, Reason: reason, ByID: p.UserID, At: s.Now().UTC()})
}

// Unmute ends the silence of an alert. Errors: forbidden, notFound, alert.ended.
func (s *Service) Unmute(ctx context.Context, p policy.Principal, operationID, alertID id.ID) (Alert, error) {
	if _, err := s.enter(ctx, p, update, operationID); err != nil {
		return Alert{}, err
	}
	return s.mute(ctx, p, operationID, alertID, nil)
}

func (s *Service) mute(ctx context.Context, p policy.Principal, operationID, alertID id.ID, m *Mute) (a Alert, err error) {
	change := p.Change(update, operationID, "alert", alertID)
	change.Details = map[string]any{"muted": m != nil}
	if m != nil {
		change.Details["until"] = m.Until.String()
	}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if a, err = s.one(ctx, p, operationID, alertID); err != nil {
			return err
		}
		if a.EndedAt != nil {
			return ErrEnded
		}
		if err := s.Alerts.Mute(ctx, a, m); err != nil {
			return err
		}
		a, err = s.one(ctx, p, operationID, alertID)
		return err
	})
	return a, err
}

func (s *Service) one(ctx context.Context, p policy.Principal, operationID, alertID id.ID) (Alert, error) {
	a, ok, err := s.Alerts.ByID(ctx, operationID, alertID, p.UserID)
	if err == nil && !ok {
		err = policy.ErrNotFound
	}
	return a, err
}

// MarkRead records that somebody has read alerts. Errors: forbidden, notFound.
func (s *Service) MarkRead(ctx context.Context, p policy.Principal, operationID id.ID, ids []id.ID) error {
	if _, err := s.enter(ctx, p, read, operationID); err != nil {
		return err
	}
	change := p.Change(read, operationID, "alertReading", p.UserID)
	change.Details = map[string]any{"alerts": len(ids)}
	return s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		return s.Alerts.Read(ctx, operationID, p.UserID, ids, s.Now().UTC())
	})
}

// SetMail says whether who asks is written to about alerts of an operation.
// Errors: forbidden, notFound.
func (s *Service) SetMail(ctx context.Context, p policy.Principal, operationID id.ID, wanted bool) error {
	if _, err := s.enter(ctx, p, read, operationID); err != nil {
		return err
	}
	change := p.Change(read, operationID, "alertMail", p.UserID)
	change.Details = map[string]any{"mail": wanted}
	return s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		return s.Settings.SetMail(ctx, operationID, p.UserID, !wanted)
	})
}

// Rules are those that an operation has, as it has them. Errors: forbidden, notFound.
func (s *Service) Rules(ctx context.Context, p policy.Principal, operationID id.ID) ([]Setting, error) {
	op, err := s.enter(ctx, p, read, operationID)
	if err != nil {
		return nil, err
	}
	return s.settings(ctx, op)
}

func (s *Service) settings(ctx context.Context, op operation.Operation) ([]Setting, error) {
	choices, err := s.Settings.Choices(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	var out []Setting
	for _, r := range s.rules {
		if r.Feature == "" || op.Offers(r.Feature) {
			out = append(out, r.under(choices[r.Key]))
		}
	}
	return out, nil
}

// SetRule changes the threshold of a rule, or switches it off, and has the operation looked at
// again. Errors: forbidden, notFound, alert.threshold.
func (s *Service) SetRule(ctx context.Context, p policy.Principal, operationID id.ID, key Key, c Choice) (Setting, error) {
	op, err := s.enter(ctx, p, update, operationID)
	if err != nil {
		return Setting{}, err
	}
	r, ok := s.rule(key)
	if !ok || r.Feature != "" && !op.Offers(r.Feature) {
		return Setting{}, policy.ErrNotFound
	}
	if err := r.check(c); err != nil {
		return Setting{}, err
	}
	change := p.Change(update, operationID, "alertRule", operationID)
	change.Details = map[string]any{"rule": string(key), "off": c.Off}
	if c.Threshold != nil {
		change.Details["threshold"] = *c.Threshold
	}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.Settings.Choose(ctx, operationID, key, c); err != nil {
			return err
		}
		return s.Looks.Want(ctx, operationID)
	})
	return r.under(c), err
}

// Look asks for a look at an operation now: it is looked at within a minute.
// Errors: forbidden, notFound.
func (s *Service) Look(ctx context.Context, p policy.Principal, operationID id.ID) error {
	if _, err := s.enter(ctx, p, update, operationID); err != nil {
		return err
	}
	return s.Tx.InTx(ctx, p.Change(update, operationID, "alertLook", operationID), func(ctx context.Context) error {
		return s.Looks.Want(ctx, operationID)
	})
}

// Changed asks for a look at an operation of which something changed, in the transaction of the
// change.
func (s *Service) Changed(ctx context.Context, operationID id.ID) error {
	return s.Looks.Want(ctx, operationID)
}

const (
	// lookEvery is how often each operation is looked at without any change: deadlines come near by
	// themselves.
	lookEvery = 12 * time.Hour
	// looksAtOnce is how many operations one sweep looks at; the rest waits for the next.
	looksAtOnce = 200
	// sweepFor is how long one sweep begins looks: the job that does it has a minute.
	sweepFor = 25 * time.Second
)

// Sweep looks at operations of which something changed, and at those not looked at for long. It is
// the work of a periodic job. The failure of one operation does not keep others from theirs.
func (s *Service) Sweep(ctx context.Context) error {
	start := s.Now()
	wanted, err := s.Looks.Wanted(ctx, start.Add(-lookEvery), looksAtOnce)
	if err != nil {
		return err
	}
	var failed []error
	for _, operationID := range wanted {
		if s.Now().Sub(start) > sweepFor || ctx.Err() != nil {
			break
		}
		if err := s.Evaluate(ctx, operationID); err != nil && !errors.Is(err, operation.ErrNotFound) {
			failed = append(failed, fmt.Errorf("alerts of %s: %w", operationID, err))
		}
	}
	return errors.Join(failed...)
}

// result is what a rule answered.
type result struct {
	rule  Key
	facts []Fact
}

// Evaluate asks all rules about an operation, opens alerts of facts that are new and ends those of
// facts that are gone. Twice is as once. A rule that cannot say anything changes nothing, and its
// error comes back when the others are done.
func (s *Service) Evaluate(ctx context.Context, operationID id.ID) error {
	op, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return err
	}
	if err := s.Looks.Begin(ctx, operationID, s.Now().UTC()); err != nil {
		return err
	}
	results, failed := s.ask(ctx, op)
	at := s.Now().UTC()
	if err := s.apply(ctx, operationID, results, at); err != nil {
		return errors.Join(failed, err)
	}
	return errors.Join(failed, s.Looks.Done(ctx, operationID, at))
}

// ask asks the rules of an operation; those that are off find nothing.
func (s *Service) ask(ctx context.Context, op operation.Operation) (out []result, failed error) {
	choices, err := s.Settings.Choices(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	q := Question{Operation: op, Today: s.today(op), Now: s.Now(), asked: map[string]any{}}
	for _, r := range s.rules {
		one := result{rule: r.Key}
		if setting := r.under(choices[r.Key]); !setting.Off && (r.Feature == "" || op.Offers(r.Feature)) {
			q.Threshold = setting.Value
			if one.facts, err = r.Find(ctx, q); err != nil {
				failed = errors.Join(failed, fmt.Errorf("%s: %w", r.Key, err))
				continue
			}
		}
		out = append(out, one)
	}
	return out, failed
}

// apply stores what the rules found. Looks at one operation take turns; one that finds nothing new
// writes no audit line.
func (s *Service) apply(ctx context.Context, operationID id.ID, results []result, at time.Time) error {
	live, err := s.Alerts.Live(ctx, operationID)
	if err != nil {
		return err
	}
	opened, ended := 0, 0
	for _, r := range results {
		c := reconcile(r.rule, ofRule(live, r.rule), r.facts, at)
		if err := s.Alerts.See(ctx, c.seen); err != nil {
			return err
		}
		opened, ended = opened+len(c.opened), ended+len(c.ended)
	}
	if opened+ended == 0 {
		return nil
	}
	change := tx.Change{Agent: "system", Action: string(read), OperationID: operationID, ObjectKind: "alert", ObjectID: operationID,
		Details: map[string]any{"opened": opened, "ended": ended}}
	return s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if _, err := s.Operations.Locked(ctx, operationID); err != nil {
			return err
		}
		live, err := s.Alerts.Live(ctx, operationID)
		if err != nil {
			return err
		}
		for _, r := range results {
			if err := s.store(ctx, operationID, reconcile(r.rule, ofRule(live, r.rule), r.facts, at), at); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) store(ctx context.Context, operationID id.ID, c change, at time.Time) error {
	for i := range c.opened {
		c.opened[i].OperationID = operationID
	}
	gone := make([]id.ID, len(c.ended))
	for i, a := range c.ended {
		gone[i] = a.ID
	}
	if err := s.Alerts.End(ctx, gone, at); err != nil {
		return err
	}
	return s.Alerts.Add(ctx, c.opened)
}

func ofRule(live []Alert, key Key) (out []Alert) {
	for _, a := range live {
		if a.Rule == key {
			out = append(out, a)
		}
	}
	return out
}

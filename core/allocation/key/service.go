package key

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/timeline"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps are what the service works with. Events and Invoices may be nil.
type Deps struct {
	Drafts       Drafts
	Events       event.Publisher
	Guard        policy.Guard
	Invoices     Invoices
	Now          func() time.Time
	Operations   allocation.Operations
	Participants allocation.Participants
	Timeline     *timeline.Service
	Tx           tx.Runner
}

// Service is the use cases of keys: versions, drafts, groups and seasons.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{d}
}

const (
	Read   policy.Permission = "key:read"
	update policy.Permission = "key:update"
)

// Last is the version in force today. Errors: forbidden, notFound.
func (s *Service) Last(ctx context.Context, p policy.Principal, operationID id.ID) (allocation.Config, error) {
	if err := s.Guard.Operation(ctx, p, Read, operationID); err != nil {
		return allocation.Config{}, err
	}
	o, line, err := s.Timeline.Of(ctx, operationID)
	if err != nil {
		return allocation.Config{}, err
	}
	today := o.Zone().DateOf(s.Now())
	c, _ := line.On(today)
	c.Status = line.Status(c, today)
	return s.Timeline.Named(ctx, c)
}

// List is all versions of an operation's key, newest first. Errors: forbidden, notFound.
func (s *Service) List(ctx context.Context, p policy.Principal, operationID id.ID) ([]allocation.Config, error) {
	if err := s.Guard.Operation(ctx, p, Read, operationID); err != nil {
		return nil, err
	}
	o, line, err := s.Timeline.Of(ctx, operationID)
	if err != nil {
		return nil, err
	}
	today := o.Zone().DateOf(s.Now())
	for i, c := range line.Versions {
		line.Versions[i].Status = line.Status(c, today)
	}
	return line.Versions, s.Timeline.NameAuthors(ctx, line.Versions)
}

// Get is a version or a draft, by the id it has. Errors: forbidden, key.notFound.
func (s *Service) Get(ctx context.Context, p policy.Principal, configID id.ID) (allocation.Config, error) {
	return s.get(ctx, p, Read, configID)
}

// get finds a version or a draft that the caller may do something with.
func (s *Service) get(ctx context.Context, p policy.Principal, permission policy.Permission, configID id.ID) (allocation.Config, error) {
	// An unknown one is asked about too, so that a missing right says 403 whether or
	// not it exists.
	c, err := s.ByID(ctx, configID)
	switch refused := s.Guard.Operation(ctx, p, permission, c.OperationID); {
	case errors.Is(refused, policy.ErrNotFound):
		return allocation.Config{}, allocation.ErrNotFound // as if nobody had made it
	case refused != nil:
		return allocation.Config{}, refused
	}
	return c, err
}

// ByID is a version or a draft. Error: key.notFound.
func (s *Service) ByID(ctx context.Context, configID id.ID) (allocation.Config, error) {
	c, err := s.Timeline.ByID(ctx, configID)
	if errors.Is(err, allocation.ErrNotFound) {
		c, err = s.Drafts.ByID(ctx, configID)
		c.Status = allocation.Draft
	}
	if errors.Is(err, allocation.ErrNotFound) {
		c, err = s.Timeline.FirstOf(ctx, configID)
	}
	return c, err
}

// ListDrafts is the keys in work of an operation, newest first. Errors: forbidden,
// notFound.
func (s *Service) ListDrafts(ctx context.Context, p policy.Principal, operationID id.ID) ([]allocation.Config, error) {
	if err := s.Guard.Operation(ctx, p, Read, operationID); err != nil {
		return nil, err
	}
	drafts, err := s.Drafts.List(ctx, operationID)
	if err != nil {
		return nil, err
	}
	for i := range drafts {
		drafts[i].Status = allocation.Draft
	}
	return drafts, s.Timeline.NameAuthors(ctx, drafts)
}

// GetDraft is one of them. Errors: forbidden, key.notFound.
func (s *Service) GetDraft(ctx context.Context, p policy.Principal, operationID, draftID id.ID) (allocation.Config, error) {
	if err := s.Guard.Operation(ctx, p, Read, operationID); err != nil {
		return allocation.Config{}, err
	}
	c, err := s.draft(ctx, operationID, draftID)
	if err != nil {
		return allocation.Config{}, err
	}
	return s.Timeline.Named(ctx, c)
}

// draft reads one of an operation.
func (s *Service) draft(ctx context.Context, operationID, draftID id.ID) (allocation.Config, error) {
	c, err := s.Drafts.ByID(ctx, draftID)
	if err == nil && c.OperationID != operationID {
		err = allocation.ErrNotFound
	}
	c.Status = allocation.Draft
	return c, err
}

// addDraft stores a key that holds on no day.
func (s *Service) addDraft(ctx context.Context, p policy.Principal, c allocation.Config) (allocation.Config, error) {
	c.ID, c.AuthorID, c.CreatedAt, c.Revision, c.Status = id.New(), p.UserID, s.Now().UTC(), 1, allocation.Draft
	if err := checkDraft(c); err != nil {
		return allocation.Config{}, err
	}
	if c.Planned != nil {
		o, err := s.Operations.ByID(ctx, c.OperationID)
		if err == nil {
			err = allocation.CheckDay(*c.Planned, o.Zone().DateOf(s.Now()))
		}
		if err != nil {
			return allocation.Config{}, err
		}
	}
	c.Pools = allocation.KeepPoolIDs(c.Pools, nil)
	change := p.Change(update, c.OperationID, "keyDraft", c.ID)
	change.Details = map[string]any{"type": string(c.Type)}
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error { return s.Drafts.Add(ctx, c) })
	if err != nil {
		return allocation.Config{}, err
	}
	return s.Timeline.Named(ctx, c)
}

// UpdateDraft changes a draft. Errors: forbidden, key.notFound, object.changed, the
// checks of the fields.
func (s *Service) UpdateDraft(ctx context.Context, p policy.Principal, in UpdateDraftInput) (allocation.Config, error) {
	if err := s.Guard.Operation(ctx, p, update, in.OperationID); err != nil {
		return allocation.Config{}, err
	}
	var stored allocation.Config
	change := p.Change(update, in.OperationID, "keyDraft", in.DraftID)
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		c, err := s.draft(ctx, in.OperationID, in.DraftID)
		if err != nil {
			return err
		}
		if in.IfRevision != 0 && in.IfRevision != c.Revision {
			return allocation.ErrDraftChanged
		}
		in.apply(&c)
		if err := checkDraft(c); err != nil {
			return err
		}
		ok, err := s.Drafts.Update(ctx, c)
		if err == nil && !ok {
			err = allocation.ErrDraftChanged
		}
		c.Revision++
		stored = c
		return err
	})
	if err != nil {
		return allocation.Config{}, err
	}
	return s.Timeline.Named(ctx, stored)
}

// DeleteDraft forgets a draft. Errors: forbidden, key.notFound, object.changed.
func (s *Service) DeleteDraft(ctx context.Context, p policy.Principal, operationID, draftID id.ID, ifRevision int) error {
	if err := s.Guard.Operation(ctx, p, update, operationID); err != nil {
		return err
	}
	return s.Tx.InTx(ctx, p.Change(update, operationID, "keyDraft", draftID), func(ctx context.Context) error {
		c, err := s.draft(ctx, operationID, draftID)
		if err != nil {
			return err
		}
		if ifRevision != 0 && ifRevision != c.Revision {
			return allocation.ErrDraftChanged
		}
		return s.takeDraft(ctx, c)
	})
}

// takeDraft removes a draft that was read.
func (s *Service) takeDraft(ctx context.Context, c allocation.Config) error {
	ok, err := s.Drafts.Remove(ctx, c)
	if err == nil && !ok {
		err = allocation.ErrDraftChanged
	}
	return err
}

// PublishDraft makes a version of a draft, which is then gone. Errors: forbidden,
// key.notFound, the checks of the fields, key.invoiced.
func (s *Service) PublishDraft(ctx context.Context, p policy.Principal, in PublishDraftInput) (allocation.Config, error) {
	if err := s.Guard.Operation(ctx, p, update, in.OperationID); err != nil {
		return allocation.Config{}, err
	}
	return s.set(ctx, p, in.OperationID, func(ctx context.Context, today civil.Date, line allocation.Timeline) (allocation.Config, error) {
		d, err := s.draft(ctx, in.OperationID, in.DraftID)
		if err != nil {
			return allocation.Config{}, err
		}
		if err := s.takeDraft(ctx, d); err != nil {
			return allocation.Config{}, err
		}
		c := allocation.Config{Type: d.Type, Params: d.Params, Season: d.Season, Reason: strings.TrimSpace(in.Reason)}
		c.Pools = allocation.KeepPoolIDs(d.Pools, append(line.Pools(), d.Pools...))
		c.EffectiveDate = *cmp.Or(in.EffectiveDate, d.Planned, &today)
		return c, nil
	})
}

// UpdateParam sets one parameter of the version in force, which makes a new version
// that holds from today. A priority, part or selection of 0 takes the consumer out,
// another one takes it in (specification section 4). Errors: forbidden, notFound, key.notInForce,
// key.noParameters, key.selectionEmpty, the checks of the fields, key.invoiced.
func (s *Service) UpdateParam(ctx context.Context, p policy.Principal, in UpdateParamInput) (allocation.Config, error) {
	operationID, err := s.Guard.Participant(ctx, p, update, in.ConsumerID)
	if err != nil {
		return allocation.Config{}, err
	}
	return s.set(ctx, p, operationID, func(ctx context.Context, today civil.Date, line allocation.Timeline) (allocation.Config, error) {
		current, _ := line.On(today)
		if !in.ConfigID.IsZero() && in.ConfigID != current.ID {
			return allocation.Config{}, allocation.ErrNotInForce.With("version", current.Version)
		}
		next := allocation.Config{Type: current.Type, Params: current.Params, Pools: current.Pools, Season: current.Season, EffectiveDate: today}
		if !in.PoolID.IsZero() {
			next.Pools, err = withMember(current.Pools, in)
			return next, err
		}
		if current.Type.Selects() && len(current.Params) == 0 {
			sites, err := s.SitesIn(ctx, operationID, line.DaysOf(next), today)
			if err != nil {
				return next, err
			}
			current.Params = everyone(sites.Consumers)
		}
		next.Params, err = withParam(current, in)
		return next, err
	})
}

// UpdatePools makes a version by_pool of a draft or of the version in force; the draft
// is then gone. Errors: forbidden, notFound, key.notInForce, key.noPools, the checks of
// the fields, key.invoiced.
func (s *Service) UpdatePools(ctx context.Context, p policy.Principal, in UpdatePoolsInput) (allocation.Config, error) {
	seen, err := s.get(ctx, p, update, in.ConfigID)
	if err != nil {
		return allocation.Config{}, err
	}
	return s.set(ctx, p, seen.OperationID, func(ctx context.Context, today civil.Date, line allocation.Timeline) (allocation.Config, error) {
		if seen.Type != allocation.ByPool {
			return allocation.Config{}, allocation.ErrPools.With("type", string(seen.Type))
		}
		if seen.Status == allocation.Draft {
			if err := s.takeDraft(ctx, seen); err != nil {
				return allocation.Config{}, err
			}
		} else if line.Status(seen, today) != allocation.InForceNow {
			current, _ := line.On(today)
			return allocation.Config{}, allocation.ErrNotInForce.With("version", current.Version)
		}
		c := allocation.Config{Type: allocation.ByPool, Season: seen.Season, Reason: strings.TrimSpace(in.Reason)}
		if seen.Status == allocation.Draft {
			c.Reason = cmp.Or(c.Reason, seen.Reason)
		}
		c.EffectiveDate = *cmp.Or(in.EffectiveDate, seen.Planned, &today)
		c.Pools = allocation.KeepPoolIDs(in.Pools, append(line.Pools(), seen.Pools...))
		return c, nil
	})
}

// GetSeasonality is the seasons in force today; none before any was set. Errors:
// forbidden, notFound.
func (s *Service) GetSeasonality(ctx context.Context, p policy.Principal, operationID id.ID) (SeasonKeys, error) {
	if err := s.Guard.Operation(ctx, p, Read, operationID); err != nil {
		return SeasonKeys{}, err
	}
	o, line, err := s.Timeline.Of(ctx, operationID)
	if err != nil {
		return SeasonKeys{}, err
	}
	return s.seasonKeys(ctx, line, o.Zone().DateOf(s.Now()))
}

func (s *Service) seasonKeys(ctx context.Context, line allocation.Timeline, today civil.Date) (SeasonKeys, error) {
	seasonality, _ := line.SeasonalityOn(today)
	keys := SeasonKeys{Seasonality: seasonality, Keys: map[string]id.ID{}}
	for _, season := range seasonality.Seasons {
		if c, ok := line.Of(season.Name, today); ok {
			keys.Keys[season.Name] = c.ID
		}
	}
	author, err := s.Timeline.Named(ctx, allocation.Config{AuthorID: seasonality.AuthorID})
	keys.Author = author.Author
	return keys, err
}

// CreateSeasonality sets the seasons. A season without a key of its own has that of
// the whole year. Errors: forbidden, notFound, the checks of the fields, key.invoiced.
func (s *Service) CreateSeasonality(ctx context.Context, p policy.Principal, in CreateSeasonalityInput) (SeasonKeys, error) {
	if err := s.Guard.Operation(ctx, p, update, in.OperationID); err != nil {
		return SeasonKeys{}, err
	}
	n := allocation.Seasonality{OperationID: in.OperationID, ID: id.New(), Seasons: in.Seasons, Reason: strings.TrimSpace(in.Reason),
		AuthorID: p.UserID, CreatedAt: s.Now().UTC()}
	for i := range n.Seasons {
		n.Seasons[i].Name = strings.TrimSpace(n.Seasons[i].Name)
	}
	if err := n.Check(); err != nil {
		return SeasonKeys{}, err
	}
	change := p.Change(update, in.OperationID, "seasonality", n.ID)
	change.Details = map[string]any{"seasons": len(n.Seasons)}
	var stored SeasonKeys
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		o, err := s.Operations.Locked(ctx, in.OperationID)
		if err != nil {
			return err
		}
		_, line, err := s.Timeline.Of(ctx, in.OperationID)
		if err != nil {
			return err
		}
		today := o.Zone().DateOf(s.Now())
		n.Version, n.EffectiveDate = len(line.Seasonalities)+1, today
		if in.EffectiveDate != nil {
			n.EffectiveDate = *in.EffectiveDate
		}
		if err := allocation.CheckDay(n.EffectiveDate, today); err != nil {
			return err
		}
		if err := s.checkInvoiced(ctx, o, n.EffectiveDate); err != nil {
			return err
		}
		if err := s.Timeline.AddSeasonality(ctx, n); err != nil {
			return err
		}
		line.Seasonalities = append(line.Seasonalities, n)
		if stored, err = s.seasonKeys(ctx, line, max(today, n.EffectiveDate)); err != nil {
			return err
		}
		return event.Publish(ctx, s.Events, allocation.KeyChanged{OperationID: o.ID, From: n.EffectiveDate})
	})
	return stored, err
}

// Create sets the key from a day on, also a past or a future one; earlier versions
// stay. Errors: forbidden, notFound, the checks of the fields, key.invoiced.
func (s *Service) Create(ctx context.Context, p policy.Principal, in CreateInput) (allocation.Config, error) {
	if err := s.Guard.Operation(ctx, p, update, in.OperationID); err != nil {
		return allocation.Config{}, err
	}
	c := allocation.Config{Type: in.Type, Params: in.Params, Pools: in.Pools, Season: in.Season, Reason: strings.TrimSpace(in.Reason)}
	if in.Draft || in.Type == allocation.ByPool && len(in.Pools) == 0 && len(in.Params) == 0 {
		c.OperationID, c.Name, c.Planned = in.OperationID, strings.TrimSpace(in.Name), in.EffectiveDate
		return s.addDraft(ctx, p, c)
	}
	return s.set(ctx, p, in.OperationID, func(ctx context.Context, today civil.Date, line allocation.Timeline) (allocation.Config, error) {
		c.EffectiveDate = today
		if in.EffectiveDate != nil {
			c.EffectiveDate = *in.EffectiveDate
		}
		c.Pools = allocation.KeepPoolIDs(c.Pools, line.Pools())
		return c, nil
	})
}

// set stores the version that propose makes of those there are. The operation is
// locked, so that versions count up without a hole.
func (s *Service) set(ctx context.Context, p policy.Principal, operationID id.ID, propose func(ctx context.Context, today civil.Date, line allocation.Timeline) (allocation.Config, error)) (allocation.Config, error) {
	var stored allocation.Config
	// The audit line is written when the transaction ends; its details are filled here.
	change := p.Change(update, operationID, "key", id.New())
	change.Details = map[string]any{}
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		o, err := s.Operations.Locked(ctx, operationID)
		if err != nil {
			return err
		}
		_, line, err := s.Timeline.Of(ctx, operationID)
		if err != nil {
			return err
		}
		if err := s.Timeline.Begin(ctx, line); err != nil {
			return err
		}
		today := o.Zone().DateOf(s.Now())
		c, err := propose(ctx, today, line)
		if err != nil {
			return err
		}
		c.OperationID, c.ID, c.Version = operationID, change.ObjectID, line.NextVersion()
		c.AuthorID, c.CreatedAt = p.UserID, s.Now().UTC()
		if err := s.accept(ctx, o, &c, line); err != nil {
			return err
		}
		change.Details["version"], change.Details["type"] = c.Version, string(c.Type)
		change.Details["effectiveDate"], change.Details["parameters"] = c.EffectiveDate.String(), len(c.Params)
		line.Versions = append(line.Versions, c)
		c.Status = line.Status(c, today)
		stored = c
		return nil
	})
	if err != nil {
		return allocation.Config{}, err
	}
	return s.Timeline.Named(ctx, stored)
}

// accept checks and stores a version and tells who shares by it.
func (s *Service) accept(ctx context.Context, o operation.Operation, c *allocation.Config, line allocation.Timeline) error {
	today := o.Zone().DateOf(s.Now())
	sites, err := s.SitesIn(ctx, o.ID, line.DaysOf(*c), today)
	if err != nil {
		return err
	}
	if err := c.Check(sites); err != nil {
		return err
	}
	if err := allocation.CheckDay(c.EffectiveDate, today); err != nil {
		return err
	}
	if err := line.CheckSeason(*c); err != nil {
		return err
	}
	if err := s.checkInvoiced(ctx, o, c.EffectiveDate); err != nil {
		return err
	}
	c.WithoutPart = c.SitesWithoutPart(sites)
	c.Seal()
	if ok, err := s.Timeline.Add(ctx, *c); err != nil {
		return err
	} else if !ok { // cannot be while the operation is locked
		return allocation.ErrNotInForce
	}
	return event.Publish(ctx, s.Events, allocation.KeyChanged{OperationID: o.ID, From: c.EffectiveDate})
}

// SitesIn are those whom a key of some days may name: who takes part on one of them, also
// where it has left since, and who is to come, on days that are not over. A producer that
// consumes too is a consumer.
func (s *Service) SitesIn(ctx context.Context, operationID id.ID, days civil.Range, today civil.Date) (allocation.Sites, error) {
	sites := allocation.Sites{Names: map[id.ID]string{}}
	all, err := s.Participants.OfOperation(ctx, operationID)
	for _, p := range all {
		sites.Names[p.ID] = p.Name
		if p.Produces() {
			sites.Producers = append(sites.Producers, p.ID)
		}
		if !p.Consumes() {
			continue
		}
		if concerns(p, days, today) {
			sites.Consumers = append(sites.Consumers, p.ID)
		} else {
			sites.Absent = append(sites.Absent, p.ID)
		}
	}
	return sites, err
}

// Check tells what would stop a key from being put in force and whom it would concern,
// and changes nothing. Errors: forbidden, notFound.
func (s *Service) Check(ctx context.Context, p policy.Principal, in CreateInput) (Checked, error) {
	if err := s.Guard.Operation(ctx, p, Read, in.OperationID); err != nil {
		return Checked{}, err
	}
	o, line, err := s.Timeline.Of(ctx, in.OperationID)
	if err != nil {
		return Checked{}, err
	}
	today := o.Zone().DateOf(s.Now())
	c := allocation.Config{OperationID: in.OperationID, ID: id.New(), Version: line.NextVersion(), Type: in.Type, Params: in.Params,
		Pools: allocation.KeepPoolIDs(in.Pools, line.Pools()), Season: in.Season, Reason: strings.TrimSpace(in.Reason),
		EffectiveDate: *cmp.Or(in.EffectiveDate, &today)}
	out := Checked{Days: line.DaysOf(c), EmptyPools: c.EmptyPools(), ByOperator: slices.DeleteFunc(allocation.Types(), allocation.Type.NeedsCoefficients)}
	for _, err := range []error{allocation.CheckDay(c.EffectiveDate, today), line.CheckSeason(c), s.checkInvoiced(ctx, o, c.EffectiveDate)} {
		var refusal *fault.Error
		switch {
		case err == nil:
		case errors.As(err, &refusal):
			out.DayBlockers = append(out.DayBlockers, allocation.Blockers(refusal)...)
		default:
			return Checked{}, err
		}
	}
	sites, err := s.SitesIn(ctx, in.OperationID, out.Days, today)
	if err != nil {
		return Checked{}, err
	}
	out.Blockers, out.WithoutPart = c.Blockers(sites), c.SitesWithoutPart(sites)
	out.Sites, err = s.sitesOf(ctx, in.OperationID, out.Days, today)
	return out, err
}

// sitesOf are the sites of some days, consumers and producers, by name.
func (s *Service) sitesOf(ctx context.Context, operationID id.ID, days civil.Range, today civil.Date) (sites []CheckedSite, err error) {
	all, err := s.Participants.OfOperation(ctx, operationID)
	for _, p := range all {
		if !concerns(p, days, today) {
			continue
		}
		site := CheckedSite{Participant: p}
		if p.Activation != nil && p.Activation.To <= today {
			last := p.Activation.To - 1
			site.LeftOn = &last
		}
		if p.Activation != nil && p.Activation.From > today {
			site.ComesOn = &p.Activation.From
		}
		sites = append(sites, site)
	}
	slices.SortFunc(sites, func(a, b CheckedSite) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), strings.Compare(string(a.ID), string(b.ID)))
	})
	return sites, err
}

// checkInvoiced refuses a key that would hold in a month that is invoiced.
func (s *Service) checkInvoiced(ctx context.Context, o operation.Operation, from civil.Date) error {
	if s.Invoices == nil {
		return nil
	}
	today := o.Zone().DateOf(s.Now())
	for month := civil.MonthOf(today); month >= max(civil.MonthOf(from), allocation.FirstMonth); month-- {
		invoiced, err := s.Invoices.Invoiced(ctx, o.ID, month)
		if err != nil {
			return err
		}
		if invoiced {
			return allocation.ErrInvoiced.With("date", month.Next().First().String())
		}
	}
	return nil
}

// CreateInput is a key and the first day it holds; no day is today. A draft holds on
// no day, and keeps its day and its reason until it is put in force; so does a key
// by_pool without pools, which is kept as one.
type CreateInput struct {
	OperationID   id.ID
	Type          allocation.Type
	Params        []allocation.Param
	Pools         []allocation.Pool
	Season        string
	EffectiveDate *civil.Date
	Reason        string
	Draft         bool
	Name          string // of a draft
}

// SeasonKeys is the seasons in force with the version that each has; none = that of
// the whole year.
type SeasonKeys struct {
	allocation.Seasonality
	Keys map[string]id.ID // by name of the season
}

// CreateSeasonalityInput is the seasons from a day on; no day is today, none = one key
// all year.
type CreateSeasonalityInput struct {
	OperationID   id.ID
	Seasons       []allocation.Season
	EffectiveDate *civil.Date
	Reason        string
}

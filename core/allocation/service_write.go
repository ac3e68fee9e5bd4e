package allocation

import (
	"context"
	"strings"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// CreateInput is a key and the first day it holds; no day is today. A draft holds on
// no day, and keeps its day and its reason until it is put in force; so does a key
// by_pool without pools, which is kept as one.
type CreateInput struct {
	OperationID   id.ID
	Type          Type
	Params        []Param
	Pools         []Pool
	Season        string
	EffectiveDate *civil.Date
	Reason        string
	Draft         bool
	Name          string // of a draft
}

// Create sets the key from a day on, also a past or a future one; earlier versions
// stay. Errors: forbidden, notFound, the checks of the fields, key.invoiced.
func (s *Service) Create(ctx context.Context, p policy.Principal, in CreateInput) (Config, error) {
	if err := s.Guard.Operation(ctx, p, update, in.OperationID); err != nil {
		return Config{}, err
	}
	c := Config{Type: in.Type, Params: in.Params, Pools: in.Pools, Season: in.Season, Reason: strings.TrimSpace(in.Reason)}
	if in.Draft || in.Type == ByPool && len(in.Pools) == 0 && len(in.Params) == 0 {
		c.OperationID, c.Name, c.Planned = in.OperationID, strings.TrimSpace(in.Name), in.EffectiveDate
		return s.addDraft(ctx, p, c)
	}
	return s.set(ctx, p, in.OperationID, func(ctx context.Context, today civil.Date, line Timeline) (Config, error) {
		c.EffectiveDate = today
		if in.EffectiveDate != nil {
			c.EffectiveDate = *in.EffectiveDate
		}
		c.Pools = keepPoolIDs(c.Pools, line.pools())
		return c, nil
	})
}

// set stores the version that propose makes of those there are. The operation is
// locked, so that versions count up without a hole.
func (s *Service) set(ctx context.Context, p policy.Principal, operationID id.ID, propose func(ctx context.Context, today civil.Date, line Timeline) (Config, error)) (Config, error) {
	var stored Config
	// The audit line is written when the transaction ends; its details are filled here.
	change := p.Change(update, operationID, "key", id.New())
	change.Details = map[string]any{}
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		o, err := s.Operations.Locked(ctx, operationID)
		if err != nil {
			return err
		}
		_, line, err := s.timeline(ctx, operationID)
		if err != nil {
			return err
		}
		if err := s.begin(ctx, line); err != nil {
			return err
		}
		today := o.Zone().DateOf(s.Now())
		c, err := propose(ctx, today, line)
		if err != nil {
			return err
		}
		c.OperationID, c.ID, c.Version = operationID, change.ObjectID, line.Versions[0].Version+1
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
		return Config{}, err
	}
	return s.named(ctx, stored)
}

// accept checks and stores a version and tells who shares by it.
func (s *Service) accept(ctx context.Context, o operation.Operation, c *Config, line Timeline) error {
	today := o.Zone().DateOf(s.Now())
	sites, err := s.sites(ctx, o.ID, line.daysOf(*c), today)
	if err != nil {
		return err
	}
	if err := c.check(sites); err != nil {
		return err
	}
	if err := checkDay(c.EffectiveDate, today); err != nil {
		return err
	}
	if err := line.checkSeason(*c); err != nil {
		return err
	}
	if err := s.checkInvoiced(ctx, o, c.EffectiveDate); err != nil {
		return err
	}
	c.WithoutPart = c.withoutPart(sites)
	c.seal()
	if ok, err := s.Configs.Add(ctx, *c); err != nil {
		return err
	} else if !ok { // cannot be while the operation is locked
		return ErrNotInForce
	}
	return s.shareAgain(ctx, o, c.EffectiveDate)
}

// shareAgain tells who shares by the key that another one holds from a day on: where
// pmo is the operator it shares at once, else it is found again who had what from whom, and
// the expectation is made again.
func (s *Service) shareAgain(ctx context.Context, o operation.Operation, from civil.Date) error {
	if s.Curves == nil {
		return nil
	}
	if err := s.Curves.KeyChanged(ctx, o.ID, from); err != nil || o.DSO.Capabilities().AllocatesHere {
		return err
	}
	return s.expectAgain(ctx, o, from)
}

// expectAgain has the expectation made again from a day on.
func (s *Service) expectAgain(ctx context.Context, o operation.Operation, from civil.Date) error {
	if s.Curves == nil || !expects(o) || s.Queue == nil {
		return nil
	}
	months, err := s.Curves.MonthsSince(ctx, o.ID, from)
	if err != nil || len(months) == 0 {
		return err
	}
	return s.Queue.Expect(ctx, o.ID, months)
}

// sites are those whom a key of some days may name: who takes part on one of them, also
// where it has left since, and who is to come, on days that are not over. A producer that
// consumes too is a consumer.
func (s *Service) sites(ctx context.Context, operationID id.ID, days civil.Range, today civil.Date) (Sites, error) {
	sites := Sites{Names: map[id.ID]string{}}
	all, err := s.Participants.OfOperation(ctx, operationID)
	for _, p := range all {
		sites.Names[p.ID] = p.Name
		if p.Produces() {
			sites.Producers = append(sites.Producers, p.ID)
		}
		if !p.Consumes() {
			continue
		}
		if p.ActiveIn(days) || p.Activation == nil && days.To > today {
			sites.Consumers = append(sites.Consumers, p.ID)
		} else {
			sites.Absent = append(sites.Absent, p.ID)
		}
	}
	return sites, err
}

// firstMonth is when collective self-consumption became possible (ordonnance 2016-1019 of
// 27 July 2016): no earlier one is invoiced.
var firstMonth = civil.NewMonth(2016, 7)

// checkInvoiced refuses a key that would hold in a month that is invoiced.
func (s *Service) checkInvoiced(ctx context.Context, o operation.Operation, from civil.Date) error {
	if s.Invoices == nil {
		return nil
	}
	today := o.Zone().DateOf(s.Now())
	for month := civil.MonthOf(today); month >= max(civil.MonthOf(from), firstMonth); month-- {
		invoiced, err := s.Invoices.Invoiced(ctx, o.ID, month)
		if err != nil {
			return err
		}
		if invoiced {
			return ErrInvoiced.With("date", month.Next().First().String())
		}
	}
	return nil
}

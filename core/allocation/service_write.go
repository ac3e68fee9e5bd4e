package allocation

import (
	"context"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
)

// CreateInput is a key and the first day it holds; no day is today.
type CreateInput struct {
	OperationID   id.ID
	Type          Type
	Params        []Param
	EffectiveDate *civil.Date
	Reason        string
}

// Create sets the key from a day on, also a past or a future one; earlier versions
// stay. Errors: forbidden, notFound, the checks of the fields, key.invoiced.
func (s *Service) Create(ctx context.Context, p policy.Principal, in CreateInput) (Config, error) {
	if err := s.Guard.Operation(ctx, p, update, in.OperationID); err != nil {
		return Config{}, err
	}
	return s.set(ctx, p, in.OperationID, func(today civil.Date, _ []Config) (Config, error) {
		c := Config{Type: in.Type, Params: in.Params, EffectiveDate: today, Reason: strings.TrimSpace(in.Reason)}
		if in.EffectiveDate != nil {
			c.EffectiveDate = *in.EffectiveDate
		}
		return c, nil
	})
}

// UpdateParamInput is another number for one consumer. ConfigID is the version the
// caller has seen; none = whatever is in force.
type UpdateParamInput struct {
	ConsumerID id.ID
	ProducerID id.ID
	ConfigID   id.ID
	Value      Value
}

// UpdateParam sets one parameter of the version in force, which makes a new version
// that holds from today. Errors: forbidden, notFound, key.notInForce, key.noParameters,
// the checks of the fields, key.invoiced.
func (s *Service) UpdateParam(ctx context.Context, p policy.Principal, in UpdateParamInput) (Config, error) {
	operationID, err := s.Guard.Participant(ctx, p, update, in.ConsumerID)
	if err != nil {
		return Config{}, err
	}
	return s.set(ctx, p, operationID, func(today civil.Date, versions []Config) (Config, error) {
		current, _ := InForce(versions, today)
		switch {
		case !in.ConfigID.IsZero() && in.ConfigID != current.ID:
			return Config{}, ErrNotInForce.With("version", current.Version)
		case current.Type != Static:
			return Config{}, ErrParameters.With("type", string(current.Type))
		case !in.ProducerID.IsZero():
			return Config{}, ErrProducer.At("producerId")
		case in.Value < 0 || in.Value > Whole:
			return Config{}, NotPercentage("value")
		}
		return Config{Type: current.Type, Params: replace(current.Params, in), EffectiveDate: today}, nil
	})
}

// replace puts the number of a consumer in the place of the one it has.
func replace(params []Param, in UpdateParamInput) []Param {
	out := slices.DeleteFunc(slices.Clone(params), func(q Param) bool { return q.ConsumerID == in.ConsumerID })
	return append(out, Param{ConsumerID: in.ConsumerID, Value: in.Value})
}

// set stores the version that propose makes of those there are. The operation is
// locked, so that versions count up without a hole.
func (s *Service) set(ctx context.Context, p policy.Principal, operationID id.ID, propose func(today civil.Date, versions []Config) (Config, error)) (Config, error) {
	if _, _, err := s.versions(ctx, operationID); err != nil {
		return Config{}, err
	}
	var stored Config
	// The audit line is written when the transaction ends; its details are filled here.
	change := p.Change(update, operationID, "key", id.New())
	change.Details = map[string]any{}
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		o, err := s.Operations.Locked(ctx, operationID)
		if err != nil {
			return err
		}
		versions, err := s.Configs.Versions(ctx, operationID)
		if err != nil {
			return err
		}
		c, err := propose(o.Zone().DateOf(s.Now()), versions)
		if err != nil {
			return err
		}
		c.OperationID, c.ID, c.Version = operationID, change.ObjectID, versions[0].Version+1
		c.AuthorID, c.CreatedAt = p.UserID, s.Now().UTC()
		if err := s.accept(ctx, o, &c); err != nil {
			return err
		}
		change.Details["version"], change.Details["type"] = c.Version, string(c.Type)
		change.Details["effectiveDate"], change.Details["parameters"] = c.EffectiveDate.String(), len(c.Params)
		stored = c
		return nil
	})
	if err != nil {
		return Config{}, err
	}
	return s.named(ctx, stored)
}

// accept checks and stores a version and tells who shares by it.
func (s *Service) accept(ctx context.Context, o operation.Operation, c *Config) error {
	consumers, err := s.consumers(ctx, o.ID)
	if err != nil {
		return err
	}
	if err := c.check(consumers); err != nil {
		return err
	}
	if err := s.checkInvoiced(ctx, o, c.EffectiveDate); err != nil {
		return err
	}
	c.seal()
	if ok, err := s.Configs.Add(ctx, *c); err != nil {
		return err
	} else if !ok { // cannot be while the operation is locked
		return ErrNotInForce
	}
	if s.Curves == nil || !o.DSO.Capabilities().AllocatesHere {
		return nil
	}
	return s.Curves.KeyChanged(ctx, o.ID, c.EffectiveDate)
}

// consumers are those who may receive energy; a producer that consumes too is one.
func (s *Service) consumers(ctx context.Context, operationID id.ID) (ids []id.ID, err error) {
	all, err := s.Participants.OfOperation(ctx, operationID)
	for _, p := range all {
		if p.EnergyType == participant.Consumer || p.IsProsumer {
			ids = append(ids, p.ID)
		}
	}
	return ids, err
}

// checkInvoiced refuses a key that would hold in a month that is invoiced.
func (s *Service) checkInvoiced(ctx context.Context, o operation.Operation, from civil.Date) error {
	if s.Invoices == nil {
		return nil
	}
	today := o.Zone().DateOf(s.Now())
	for month := civil.MonthOf(today); month >= civil.MonthOf(from); month-- {
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

package migration

import (
	"context"
	"errors"
	"time"

	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/billing/legacy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const migrate policy.Permission = "legacyBilling:migrate"

// Deps are what the service works with.
type Deps struct {
	Guard      policy.Guard
	Tx         tx.Runner
	Now        func() time.Time
	Operations Operations
	Old        Agreements
	Bills      Bills
	Agreements agreement.Loader
	Contracts  Contracts
	Records    Records
	Words      func(language, area, key string, values map[string]any) string
}

// Service is the use case.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{d}
}

// Input is how an operation is to be moved.
type Input struct {
	Basis  Basis
	DryRun bool
}

// errDryRun ends a transaction of which nothing is to stay.
var errDryRun = errors.New("migration: dry run")

// language of plans: the old engine is of French operations only.
const language = "fr"

// Migrate moves an operation to the newer engine, all or nothing: configs become plans, and the days
// of contracts that no bill is for become subscriptions. A dry run does the same and keeps nothing;
// what lacks is in its answer. One that was made already is answered as it was made.
// Errors: forbidden, notFound, featureNotAvailable, migration.blocked with an item for each lack.
func (s *Service) Migrate(ctx context.Context, p policy.Principal, operationID id.ID, in Input) (out Outcome, err error) {
	if err := s.Guard.Operation(ctx, p, migrate, operationID); err != nil {
		return out, err
	}
	if done, err := s.Records.Of(ctx, operationID); err != nil || done != nil {
		return Outcome{Done: done}, err
	}
	err = s.Tx.InTx(ctx, p.Change(migrate, operationID, "operation", operationID), func(ctx context.Context) error {
		op, err := s.Operations.Locked(ctx, operationID)
		if err != nil {
			return err
		}
		if out.Done, err = s.Records.Of(ctx, operationID); err != nil || out.Done != nil {
			return err // somebody else was faster
		}
		if err := op.Require(operation.FeatureOldBilling); err != nil {
			return err
		}
		made, err := s.make(ctx, op, in)
		out = made.Outcome
		if err != nil {
			return err
		}
		if len(out.Blocks) > 0 {
			if in.DryRun {
				return errDryRun
			}
			return blocked(out.Blocks)
		}
		done := Done{OperationID: operationID, At: s.Now().UTC(), By: p.UserID, Basis: in.Basis, Plans: len(out.Plans), Subscriptions: out.Count, Finished: out.Finished}
		if err := s.Records.Add(ctx, done); err != nil {
			return err
		}
		tx.Note(ctx, "plans", done.Plans)
		tx.Note(ctx, "subscriptions", done.Subscriptions)
		tx.Note(ctx, "prices", string(in.Basis))
		if in.DryRun {
			return errDryRun
		}
		out.Done = &done
		return nil
	})
	if errors.Is(err, errDryRun) {
		err = nil
	}
	return out, err
}

// make moves the operation within the transaction. What the newer engine refuses is among what lacks.
func (s *Service) make(ctx context.Context, op operation.Operation, in Input) (becoming, error) {
	f, err := s.facts(ctx, op, in.Basis)
	if err != nil {
		return becoming{}, err
	}
	out := f.become()
	if len(out.Blocks) > 0 {
		return out, nil
	}
	op.Engine, op.Version = operation.Engine2025, op.Version+1
	if err := s.Operations.Save(ctx, op); err != nil {
		return out, err
	}
	err = s.Contracts.TakeOver(ctx, op, out.taken)
	refused := fault.From(err)
	if refused == nil || len(refused.Items) == 0 {
		return out, err
	}
	for _, one := range refused.Items {
		out.Blocks = append(out.Blocks, Lack{one, OfConfig, ""})
	}
	return out, nil
}

func (s *Service) facts(ctx context.Context, op operation.Operation, basis Basis) (f facts, err error) {
	f = facts{today: op.Zone().DateOf(s.Now()), basis: basis, words: func(key string, values map[string]any) string { return s.Words(language, "invoice", key, values) }}
	if f.Agreements, err = s.Agreements.Load(ctx, op, agreement.Extent{Printed: true}); err != nil {
		return f, err
	}
	if f.configs, err = s.Old.Configs(ctx, op.ID); err != nil {
		return f, err
	}
	if f.contracts, err = s.Old.Contracts(ctx, op.ID); err != nil {
		return f, err
	}
	if f.billed, err = s.Bills.Billed(ctx, op.ID); err != nil {
		return f, err
	}
	unstated, err := s.Bills.Unstated(ctx, op.ID, legacy.MostContracts)
	f.unstated = len(unstated)
	return f, err
}

// blocked is a refusal with an item for each lack.
func blocked(lacks []Lack) error {
	var wrong fault.List
	for _, one := range lacks {
		wrong.Add(one.Error)
	}
	return wrong.Err(ErrBlocked)
}

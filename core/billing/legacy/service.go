package legacy

import (
	"context"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const (
	read   policy.Permission = "legacyBilling:read"
	create policy.Permission = "legacyBilling:create"
	update policy.Permission = "legacyBilling:update"
	remove policy.Permission = "legacyBilling:delete"

	configKind   = "billingConfig" // in the audit trail
	contractKind = "billingContract"
)

// Deps are what the service works with.
type Deps struct {
	Guard      policy.Guard
	Tx         tx.Runner
	Now        func() time.Time
	Configs    Configs
	Contracts  Contracts
	Operations Operations
	Sites      Sites
}

// Service is the use cases of configs and contracts.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{d}
}

// enter asks the policy, then whether the operation is of the old engine.
// Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) enter(ctx context.Context, p policy.Principal, perm policy.Permission, operationID id.ID) (operation.Operation, error) {
	if err := s.Guard.Operation(ctx, p, perm, operationID); err != nil {
		return operation.Operation{}, err
	}
	return s.old(ctx, operationID)
}

func (s *Service) old(ctx context.Context, operationID id.ID) (operation.Operation, error) {
	op, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return op, err
	}
	return op, op.Require(operation.FeatureOldBilling)
}

// lock keeps others from changing agreements until the transaction ends: an operation that was moved to
// the newer engine meanwhile has none any more. Error: featureNotAvailable.
func (s *Service) lock(ctx context.Context, operationID id.ID) error {
	op, err := s.Operations.Locked(ctx, operationID)
	if err != nil {
		return err
	}
	return op.Require(operation.FeatureOldBilling)
}

// enterProducer asks the policy about a producer, which must be of the operation.
// Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) enterProducer(ctx context.Context, p policy.Principal, operationID, producerID id.ID) error {
	of, err := s.Guard.Participant(ctx, p, read, producerID)
	if err == nil && of != operationID {
		err = policy.ErrNotFound
	}
	if err == nil {
		_, err = s.old(ctx, operationID)
	}
	return err
}

// ListConfigs are the configs of an operation, by start. Errors: forbidden, notFound,
// featureNotAvailable.
func (s *Service) ListConfigs(ctx context.Context, p policy.Principal, operationID id.ID) ([]Config, error) {
	if _, err := s.enter(ctx, p, read, operationID); err != nil {
		return nil, err
	}
	return s.Configs.Configs(ctx, operationID)
}

// Config is one of an operation. Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) Config(ctx context.Context, p policy.Principal, operationID, configID id.ID) (Config, error) {
	if _, err := s.enter(ctx, p, read, operationID); err != nil {
		return Config{}, err
	}
	return s.config(ctx, operationID, configID, 0)
}

// ConfigsOfProducer are those that a producer sells by. A participant is not told which other
// producers they are for. Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) ConfigsOfProducer(ctx context.Context, p policy.Principal, operationID, producerID id.ID) ([]Config, error) {
	if err := s.enterProducer(ctx, p, operationID, producerID); err != nil {
		return nil, err
	}
	all, err := s.Configs.Configs(ctx, operationID)
	all = slices.DeleteFunc(all, func(c Config) bool { return !slices.Contains(c.Producers, producerID) })
	if p.Role == policy.RoleParticipant {
		for n := range all {
			all[n].Producers = slices.DeleteFunc(all[n].Producers, func(site id.ID) bool { return !p.Holds(site) })
		}
	}
	return all, err
}

// CreateConfig adds a config with a contract of each of its pairs. Errors: forbidden, notFound,
// featureNotAvailable, field.required, field.enum, billingConfig.bounds, billingConfig.siteUnknown,
// billingConfig.side, billingConfig.tooMany, billingContract.pairTaken.
func (s *Service) CreateConfig(ctx context.Context, p policy.Principal, operationID id.ID, in ConfigChange) (Config, error) {
	op, err := s.enter(ctx, p, create, operationID)
	if err != nil {
		return Config{}, err
	}
	c, err := in.apply(Config{OperationID: operationID, ID: id.New(), Anniversary: op.AnniversaryDate, Method: billing.Transfer, Deadline: usualDeadlineDays,
		Version: 1, CreatedAt: s.Now().UTC()})
	if err != nil {
		return c, err
	}
	change := p.Change(create, operationID, configKind, c.ID)
	change.Details = details(c)
	return c, s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.lock(ctx, operationID); err != nil {
			return err
		}
		if err := s.checkSites(ctx, c); err != nil {
			return err
		}
		all, err := s.Configs.Configs(ctx, operationID)
		if err == nil && len(all) >= MostConfigs {
			err = ErrTooMany.With("max", MostConfigs)
		}
		if err == nil {
			err = s.Configs.AddConfig(ctx, c)
		}
		if err != nil {
			return err
		}
		return s.addPairs(ctx, c)
	})
}

func details(c Config) map[string]any {
	return map[string]any{"startDate": c.Start.String(), "sellingPriceMicroEuro": int64(c.SellingPrice), "subscriptionPriceMicroEuro": int64(c.SubscriptionPrice),
		"period": c.Period, "producers": len(c.Producers), "consumers": len(c.Consumers)}
}

// checkSites refuses sites of other operations and of the other side.
func (s *Service) checkSites(ctx context.Context, c Config) error {
	all, err := s.Sites.OfOperation(ctx, c.OperationID)
	if err != nil {
		return err
	}
	of := make(map[id.ID]participant.Participant, len(all))
	for _, one := range all {
		of[one.ID] = one
	}
	for _, side := range []struct {
		field string
		sites []id.ID
		plays participant.EnergyType
	}{{"producers", c.Producers, participant.Producer}, {"consumers", c.Consumers, participant.Consumer}} {
		for _, siteID := range side.sites {
			site, ok := of[siteID]
			if !ok {
				return ErrSiteUnknown.With("id", string(siteID)).At(side.field)
			}
			if !site.Plays(side.plays) {
				return ErrSide.With("name", site.Name).At(side.field)
			}
		}
	}
	return nil
}

// addPairs adds the contracts of a config.
func (s *Service) addPairs(ctx context.Context, c Config) error {
	kept, err := s.Contracts.Contracts(ctx, c.OperationID)
	if err != nil {
		return err
	}
	pairs := c.pairs()
	if len(kept)+len(pairs) > MostContracts {
		return ErrTooMany.With("max", MostContracts)
	}
	contracts := make([]Contract, len(pairs))
	for n, pair := range pairs {
		contracts[n] = Contract{OperationID: c.OperationID, ID: id.New(), ConfigID: c.ID, ProducerID: pair.ProducerID, ConsumerID: pair.ConsumerID, Start: c.Start, Version: 1,
			CreatedAt: s.Now().UTC()}
	}
	return s.Contracts.AddContracts(ctx, contracts)
}

// UpdateConfig changes a config. Another start, producer or consumer deletes its contracts and makes
// them anew; anything else leaves them (specification section 4). Errors: those of CreateConfig,
// object.changed.
func (s *Service) UpdateConfig(ctx context.Context, p policy.Principal, operationID, configID id.ID, in ConfigChange) (c Config, err error) {
	if _, err := s.enter(ctx, p, update, operationID); err != nil {
		return c, err
	}
	change := p.Change(update, operationID, configKind, configID)
	return c, s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.lock(ctx, operationID); err != nil {
			return err
		}
		before, err := s.config(ctx, operationID, configID, in.IfVersion)
		if err != nil {
			return err
		}
		if c, err = in.apply(before); err != nil {
			return err
		}
		c.Version++
		anew := !c.sameContracts(before)
		tx.Note(ctx, "recreated", anew)
		for name, value := range details(c) {
			tx.Note(ctx, name, value)
		}
		if !anew {
			return s.Configs.ChangeConfig(ctx, c)
		}
		if err := s.checkSites(ctx, c); err != nil {
			return err
		}
		if err := s.Configs.ChangeConfig(ctx, c); err != nil {
			return err
		}
		if err := s.Contracts.RemoveContractsOf(ctx, operationID, configID); err != nil {
			return err
		}
		return s.addPairs(ctx, c)
	})
}

// config finds one. Errors: notFound, object.changed.
func (s *Service) config(ctx context.Context, operationID, configID id.ID, version int) (Config, error) {
	all, err := s.Configs.Configs(ctx, operationID)
	if err != nil {
		return Config{}, err
	}
	i := slices.IndexFunc(all, func(c Config) bool { return c.ID == configID })
	if i < 0 {
		return Config{}, policy.ErrNotFound
	}
	if version != 0 && version != all[i].Version {
		return Config{}, fault.ObjectChanged
	}
	return all[i], nil
}

// DeleteConfig deletes a config and its contracts; bills stay. Errors: forbidden, notFound,
// featureNotAvailable, object.changed.
func (s *Service) DeleteConfig(ctx context.Context, p policy.Principal, operationID, configID id.ID, version int) error {
	if _, err := s.enter(ctx, p, remove, operationID); err != nil {
		return err
	}
	return s.Tx.InTx(ctx, p.Change(remove, operationID, configKind, configID), func(ctx context.Context) error {
		if err := s.lock(ctx, operationID); err != nil {
			return err
		}
		if _, err := s.config(ctx, operationID, configID, version); err != nil {
			return err
		}
		return s.Configs.RemoveConfig(ctx, operationID, configID)
	})
}

// ListContracts are the contracts of an operation, by start. Errors: forbidden, notFound,
// featureNotAvailable.
func (s *Service) ListContracts(ctx context.Context, p policy.Principal, operationID id.ID) ([]Contract, error) {
	if _, err := s.enter(ctx, p, read, operationID); err != nil {
		return nil, err
	}
	return s.Contracts.Contracts(ctx, operationID)
}

// Contract is one of an operation. Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) Contract(ctx context.Context, p policy.Principal, operationID, contractID id.ID) (Contract, error) {
	if _, err := s.enter(ctx, p, read, operationID); err != nil {
		return Contract{}, err
	}
	return s.contract(ctx, operationID, contractID, 0)
}

// ContractsOfProducer are those by which a producer sells. Errors: forbidden, notFound,
// featureNotAvailable.
func (s *Service) ContractsOfProducer(ctx context.Context, p policy.Principal, operationID, producerID id.ID) ([]Contract, error) {
	if err := s.enterProducer(ctx, p, operationID, producerID); err != nil {
		return nil, err
	}
	all, err := s.Contracts.Contracts(ctx, operationID)
	return slices.DeleteFunc(all, func(c Contract) bool { return c.ProducerID != producerID }), err
}

// ContractInput is a new contract.
type ContractInput struct {
	ConfigID, ProducerID, ConsumerID id.ID
	Start                            civil.Date
}

// CreateContract adds a contract of a pair of a config, which begins on a day of its own.
// Errors: forbidden, notFound, featureNotAvailable, billingContract.configUnknown,
// billingContract.notOfConfig, billingConfig.tooMany, billingContract.pairTaken.
func (s *Service) CreateContract(ctx context.Context, p policy.Principal, operationID id.ID, in ContractInput) (c Contract, err error) {
	if _, err := s.enter(ctx, p, create, operationID); err != nil {
		return c, err
	}
	c = Contract{OperationID: operationID, ID: id.New(), ConfigID: in.ConfigID, ProducerID: in.ProducerID, ConsumerID: in.ConsumerID, Start: in.Start, Version: 1, CreatedAt: s.Now().UTC()}
	err = s.Tx.InTx(ctx, p.Change(create, operationID, contractKind, c.ID), func(ctx context.Context) error {
		if err := s.lock(ctx, operationID); err != nil {
			return err
		}
		if err := s.checkContract(ctx, c); err != nil {
			return err
		}
		kept, err := s.Contracts.Contracts(ctx, operationID)
		if err == nil && len(kept) >= MostContracts {
			err = ErrTooMany.With("max", MostContracts)
		}
		if err == nil {
			err = s.Contracts.AddContracts(ctx, []Contract{c})
		}
		if err == nil {
			c, err = s.contract(ctx, operationID, c.ID, 0)
		}
		return err
	})
	return c, err
}

// checkContract refuses a contract whose sides its config does not name.
func (s *Service) checkContract(ctx context.Context, c Contract) error {
	of, err := s.config(ctx, c.OperationID, c.ConfigID, 0)
	if fault.KeyOf(err) == fault.KeyOf(policy.ErrNotFound) {
		return ErrConfigUnknown
	}
	if err != nil {
		return err
	}
	switch {
	case !slices.Contains(of.Producers, c.ProducerID):
		return ErrNotOfConfig.At("producerId")
	case !slices.Contains(of.Consumers, c.ConsumerID) || c.ConsumerID == c.ProducerID:
		return ErrNotOfConfig.At("consumerId")
	}
	return nil
}

// contract finds one. Errors: notFound, object.changed.
func (s *Service) contract(ctx context.Context, operationID, contractID id.ID, version int) (Contract, error) {
	all, err := s.Contracts.Contracts(ctx, operationID)
	if err != nil {
		return Contract{}, err
	}
	i := slices.IndexFunc(all, func(c Contract) bool { return c.ID == contractID })
	if i < 0 {
		return Contract{}, policy.ErrNotFound
	}
	if version != 0 && version != all[i].Version {
		return Contract{}, fault.ObjectChanged
	}
	return all[i], nil
}

// UpdateContract changes the start or the config of a contract. Errors: forbidden, notFound,
// featureNotAvailable, object.changed, billingContract.configUnknown, billingContract.notOfConfig,
// billingContract.pairTaken.
func (s *Service) UpdateContract(ctx context.Context, p policy.Principal, operationID, contractID id.ID, in ContractChange) (c Contract, err error) {
	if _, err := s.enter(ctx, p, update, operationID); err != nil {
		return c, err
	}
	err = s.Tx.InTx(ctx, p.Change(update, operationID, contractKind, contractID), func(ctx context.Context) error {
		if err := s.lock(ctx, operationID); err != nil {
			return err
		}
		if c, err = s.contract(ctx, operationID, contractID, in.IfVersion); err != nil {
			return err
		}
		set(&c.ConfigID, in.ConfigID)
		set(&c.Start, in.Start)
		c.Version++
		tx.Note(ctx, "startDate", c.Start.String())
		if err := s.checkContract(ctx, c); err != nil {
			return err
		}
		return s.Contracts.ChangeContract(ctx, c)
	})
	return c, err
}

// DeleteContract deletes a contract; bills stay. Errors: forbidden, notFound, featureNotAvailable,
// object.changed.
func (s *Service) DeleteContract(ctx context.Context, p policy.Principal, operationID, contractID id.ID, version int) error {
	if _, err := s.enter(ctx, p, remove, operationID); err != nil {
		return err
	}
	return s.Tx.InTx(ctx, p.Change(remove, operationID, contractKind, contractID), func(ctx context.Context) error {
		if err := s.lock(ctx, operationID); err != nil {
			return err
		}
		if _, err := s.contract(ctx, operationID, contractID, version); err != nil {
			return err
		}
		return s.Contracts.RemoveContract(ctx, operationID, contractID)
	})
}

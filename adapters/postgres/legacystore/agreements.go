// Package legacystore keeps configs, contracts and bills of the old billing engine.
package legacystore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/legacystore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/legacy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
)

// queries asks in the transaction of ctx, if there is one.
func queries(ctx context.Context, db *postgres.DB) *sqlcgen.Queries { return sqlcgen.New(db.Conn(ctx)) }

var constraints = postgres.Constraints{"legacy_contracts_pair_key": legacy.ErrPairTaken}

// Agreements keeps configs and contracts.
type Agreements struct{ db *postgres.DB }

var (
	_ legacy.Configs   = (*Agreements)(nil)
	_ legacy.Contracts = (*Agreements)(nil)
)

// NewAgreements is the store over db.
func NewAgreements(db *postgres.DB) *Agreements { return &Agreements{db} }

// Configs are those of an operation, by start.
func (s *Agreements) Configs(ctx context.Context, operationID id.ID) ([]legacy.Config, error) {
	rows, err := queries(ctx, s.db).ListLegacyConfigs(ctx, operationID)
	out := make([]legacy.Config, len(rows))
	for n, row := range rows {
		r := row.LegacyConfig
		out[n] = legacy.Config{OperationID: r.OperationID, ID: r.ID, Producers: row.Producers, Consumers: row.Consumers, Start: postgres.FromDate(r.StartDate),
			SellingPrice: money.MicroEuro(r.SellingPriceMicroEuro), SubscriptionPrice: money.MicroEuro(r.SubscriptionPriceMicroEuro), Period: int(r.Period),
			Anniversary: postgres.FromDate(r.Anniversary), Method: billing.PaymentMethod(r.PaymentMethod), Deadline: int(r.PaymentDeadline), Version: int(r.Version), CreatedAt: r.CreatedAt}
	}
	return out, err
}

// AddConfig stores a new one with its sides.
func (s *Agreements) AddConfig(ctx context.Context, c legacy.Config) error {
	err := queries(ctx, s.db).InsertLegacyConfig(ctx, sqlcgen.InsertLegacyConfigParams{OperationID: c.OperationID, ID: c.ID, StartDate: postgres.ToDate(c.Start),
		SellingPriceMicroEuro: int64(c.SellingPrice), SubscriptionPriceMicroEuro: int64(c.SubscriptionPrice), Period: int32(c.Period),
		Anniversary: postgres.ToDate(c.Anniversary), PaymentMethod: string(c.Method), PaymentDeadline: int32(c.Deadline), Version: int32(c.Version), CreatedAt: c.CreatedAt})
	if err != nil {
		return err
	}
	return s.addSides(ctx, c)
}

func (s *Agreements) addSides(ctx context.Context, c legacy.Config) error {
	err := queries(ctx, s.db).InsertLegacyConfigSites(ctx, sqlcgen.InsertLegacyConfigSitesParams{OperationID: c.OperationID, ConfigID: c.ID, Participants: c.Producers, Produces: true})
	if err != nil {
		return err
	}
	return queries(ctx, s.db).InsertLegacyConfigSites(ctx, sqlcgen.InsertLegacyConfigSitesParams{OperationID: c.OperationID, ConfigID: c.ID, Participants: c.Consumers})
}

// ChangeConfig stores one whose stored version is one less, with its sides.
func (s *Agreements) ChangeConfig(ctx context.Context, c legacy.Config) error {
	n, err := queries(ctx, s.db).UpdateLegacyConfig(ctx, sqlcgen.UpdateLegacyConfigParams{OperationID: c.OperationID, ID: c.ID, StartDate: postgres.ToDate(c.Start),
		SellingPriceMicroEuro: int64(c.SellingPrice), SubscriptionPriceMicroEuro: int64(c.SubscriptionPrice), Period: int32(c.Period),
		Anniversary: postgres.ToDate(c.Anniversary), PaymentMethod: string(c.Method), PaymentDeadline: int32(c.Deadline), Version: int32(c.Version)})
	if err == nil && n == 0 {
		err = fault.ObjectChanged
	}
	if err == nil {
		err = queries(ctx, s.db).DeleteLegacyConfigSites(ctx, c.OperationID, c.ID)
	}
	if err != nil {
		return err
	}
	return s.addSides(ctx, c)
}

// RemoveConfig deletes one with its contracts.
func (s *Agreements) RemoveConfig(ctx context.Context, operationID, configID id.ID) error {
	_, err := queries(ctx, s.db).DeleteLegacyConfig(ctx, operationID, configID)
	return err
}

// Contracts are those of an operation, by start and names.
func (s *Agreements) Contracts(ctx context.Context, operationID id.ID) ([]legacy.Contract, error) {
	rows, err := queries(ctx, s.db).ListLegacyContracts(ctx, operationID)
	out := make([]legacy.Contract, len(rows))
	for n, row := range rows {
		r := row.LegacyContract
		out[n] = legacy.Contract{OperationID: r.OperationID, ID: r.ID, ConfigID: r.ConfigID, ProducerID: r.ProducerID, ConsumerID: r.ConsumerID,
			ProducerName: row.ProducerName, ConsumerName: row.ConsumerName, Start: postgres.FromDate(r.StartDate), Version: int(r.Version), CreatedAt: r.CreatedAt}
	}
	return out, err
}

// AddContracts stores contracts of one config that begin on the same day.
func (s *Agreements) AddContracts(ctx context.Context, contracts []legacy.Contract) error {
	if len(contracts) == 0 {
		return nil
	}
	first := contracts[0]
	in := sqlcgen.InsertLegacyContractsParams{OperationID: first.OperationID, ConfigID: first.ConfigID, StartDate: postgres.ToDate(first.Start), CreatedAt: first.CreatedAt}
	for _, c := range contracts {
		in.Ids, in.Producers, in.Consumers = append(in.Ids, c.ID), append(in.Producers, c.ProducerID), append(in.Consumers, c.ConsumerID)
	}
	return constraints.Translate(queries(ctx, s.db).InsertLegacyContracts(ctx, in))
}

// ChangeContract stores one whose stored version is one less.
func (s *Agreements) ChangeContract(ctx context.Context, c legacy.Contract) error {
	n, err := queries(ctx, s.db).UpdateLegacyContract(ctx, sqlcgen.UpdateLegacyContractParams{OperationID: c.OperationID, ID: c.ID, ConfigID: c.ConfigID,
		StartDate: postgres.ToDate(c.Start), Version: int32(c.Version)})
	if err == nil && n == 0 {
		err = fault.ObjectChanged
	}
	return constraints.Translate(err)
}

// RemoveContract deletes one.
func (s *Agreements) RemoveContract(ctx context.Context, operationID, contractID id.ID) error {
	_, err := queries(ctx, s.db).DeleteLegacyContracts(ctx, sqlcgen.DeleteLegacyContractsParams{OperationID: operationID, ContractID: &contractID})
	return err
}

// RemoveContractsOf deletes those of a config.
func (s *Agreements) RemoveContractsOf(ctx context.Context, operationID, configID id.ID) error {
	_, err := queries(ctx, s.db).DeleteLegacyContracts(ctx, sqlcgen.DeleteLegacyContractsParams{OperationID: operationID, ConfigID: &configID})
	return err
}

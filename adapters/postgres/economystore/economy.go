// Package economystore keeps contracts of supply and the regulated tariff.
package economystore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/economystore/internal/sqlcgen"
	"github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// queries asks in the transaction of ctx, if there is one.
func queries(ctx context.Context, db *postgres.DB) *sqlcgen.Queries { return sqlcgen.New(db.Conn(ctx)) }

// Configs keeps contracts of supply.
type Configs struct{ db *postgres.DB }

var _ economy.Configs = (*Configs)(nil)

// NewConfigs is the store over db.
func NewConfigs(db *postgres.DB) *Configs { return &Configs{db} }

func price(v *int64) *money.MicroEuro { return (*money.MicroEuro)(v) }

func clock(v *int32) *economy.Clock {
	if v == nil {
		return nil
	}
	c := economy.Clock(*v)
	return &c
}

func toDBClock(c *economy.Clock) *int32 {
	if c == nil {
		return nil
	}
	v := int32(*c)
	return &v
}

// Of finds those of some sites.
func (s *Configs) Of(ctx context.Context, participantIDs []id.ID) ([]economy.PriceConfig, error) {
	rows, err := queries(ctx, s.db).ListPriceConfigs(ctx, participantIDs)
	out := make([]economy.PriceConfig, len(rows))
	for n, r := range rows {
		out[n] = economy.PriceConfig{OperationID: r.OperationID, ParticipantID: r.ParticipantID, Version: int(r.Version), UpdatedAt: r.UpdatedAt,
			Supply: economy.Supply{ConsumerType: party.ConsumerType(r.ConsumerType), ContractType: economy.ContractType(r.ContractType), OnTRV: r.OnTrv,
				PeakStart: clock(r.PeakStart), OffPeakStart: clock(r.OffPeakStart),
				Prices: economy.Prices{Base: price(r.Base), Peak: price(r.Peak), OffPeak: price(r.OffPeak), SummerPeak: price(r.SummerPeak),
					SummerOffPeak: price(r.SummerOffPeak), WinterPeak: price(r.WinterPeak), WinterOffPeak: price(r.WinterOffPeak)}}}
	}
	return out, err
}

// Put stores one over that of a version, 1 = none.
func (s *Configs) Put(ctx context.Context, c economy.PriceConfig, over int) (bool, error) {
	row := sqlcgen.InsertPriceConfigParams{ParticipantID: c.ParticipantID, OperationID: c.OperationID, ConsumerType: string(c.ConsumerType), ContractType: string(c.ContractType),
		Base: (*int64)(c.Base), Peak: (*int64)(c.Peak), OffPeak: (*int64)(c.OffPeak), SummerPeak: (*int64)(c.SummerPeak), SummerOffPeak: (*int64)(c.SummerOffPeak),
		WinterPeak: (*int64)(c.WinterPeak), WinterOffPeak: (*int64)(c.WinterOffPeak), PeakStart: toDBClock(c.PeakStart), OffPeakStart: toDBClock(c.OffPeakStart),
		OnTrv: c.OnTRV, Version: int32(c.Version), UpdatedAt: c.UpdatedAt}
	if over == 1 {
		n, err := queries(ctx, s.db).InsertPriceConfig(ctx, row)
		return n == 1, err
	}
	n, err := queries(ctx, s.db).UpdatePriceConfig(ctx, sqlcgen.UpdatePriceConfigParams{ConsumerType: row.ConsumerType, ContractType: row.ContractType, Base: row.Base, Peak: row.Peak,
		OffPeak: row.OffPeak, SummerPeak: row.SummerPeak, SummerOffPeak: row.SummerOffPeak, WinterPeak: row.WinterPeak, WinterOffPeak: row.WinterOffPeak,
		PeakStart: row.PeakStart, OffPeakStart: row.OffPeakStart, OnTrv: row.OnTrv, Version: row.Version, UpdatedAt: row.UpdatedAt, ParticipantID: row.ParticipantID, Seen: int32(over)})
	return n == 1, err
}

// Tariffs keeps the regulated tariff.
type Tariffs struct{ db *postgres.DB }

var _ economy.Tariffs = (*Tariffs)(nil)

// NewTariffs is the store over db.
func NewTariffs(db *postgres.DB) *Tariffs { return &Tariffs{db} }

var tariffConstraints = postgres.Constraints{"trv_prices_key": economy.ErrTRVTaken}

// All is every price, by consumers, day, contract and power.
func (s *Tariffs) All(ctx context.Context, limit int) (economy.Tariff, error) {
	rows, err := queries(ctx, s.db).ListTRVPrices(ctx, int32(limit))
	out := make(economy.Tariff, len(rows))
	for n, r := range rows {
		out[n] = economy.TRVPrice{ID: r.ID, ConsumerType: party.ConsumerType(r.ConsumerType), ContractType: economy.ContractType(r.ContractType), From: postgres.FromDate(r.StartDate),
			FromKVA: int(r.FromKva), Base: price(r.Base), Peak: price(r.Peak), OffPeak: price(r.OffPeak), Source: r.Source, Version: int(r.Version), CreatedAt: r.CreatedAt}
	}
	return out, err
}

// Add stores a new one. Error: economy.trvTaken.
func (s *Tariffs) Add(ctx context.Context, t economy.TRVPrice) error {
	return tariffConstraints.Translate(queries(ctx, s.db).InsertTRVPrice(ctx, sqlcgen.InsertTRVPriceParams{ID: t.ID, ConsumerType: string(t.ConsumerType), ContractType: string(t.ContractType),
		StartDate: postgres.ToDate(t.From), FromKva: int32(t.FromKVA), Base: (*int64)(t.Base), Peak: (*int64)(t.Peak), OffPeak: (*int64)(t.OffPeak), Source: t.Source,
		Version: int32(t.Version), CreatedAt: t.CreatedAt}))
}

// Save replaces one of a version. Error: economy.trvTaken.
func (s *Tariffs) Save(ctx context.Context, t economy.TRVPrice) (bool, error) {
	n, err := queries(ctx, s.db).UpdateTRVPrice(ctx, sqlcgen.UpdateTRVPriceParams{ID: t.ID, ConsumerType: string(t.ConsumerType), ContractType: string(t.ContractType),
		StartDate: postgres.ToDate(t.From), FromKva: int32(t.FromKVA), Base: (*int64)(t.Base), Peak: (*int64)(t.Peak), OffPeak: (*int64)(t.OffPeak), Source: t.Source, Version: int32(t.Version), Seen: int32(t.Version - 1)})
	return n == 1, tariffConstraints.Translate(err)
}

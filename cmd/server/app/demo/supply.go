package demo

import (
	"context"

	"github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/participant/site"
)

// seedSupply tells what the first consumers pay their supplier, one contract of each type.
func (d *seeding) seedSupply(ctx context.Context, consumers []site.View) error {
	price := func(microEuro money.MicroEuro) *money.MicroEuro { return &microEuro }
	peak, offPeak := economy.Clock(6*60+30), economy.Clock(22*60+30)
	contracts := []economy.Supply{
		{ContractType: economy.Base, Prices: economy.Prices{Base: price(193_980)}},
		{ContractType: economy.Double, Prices: economy.Prices{Peak: price(206_500), OffPeak: price(157_900)}, PeakStart: &peak, OffPeakStart: &offPeak},
		{ContractType: economy.Quadruple, PeakStart: &peak, OffPeakStart: &offPeak,
			Prices: economy.Prices{SummerPeak: price(142_000), SummerOffPeak: price(118_000), WinterPeak: price(221_000), WinterOffPeak: price(164_000)}},
	}
	for n, c := range consumers[:min(len(consumers), len(contracts))] {
		tell := func(s economy.Supply) economy.Supply {
			contract := contracts[n]
			contract.ConsumerType = s.ConsumerType
			return contract
		}
		if _, err := d.Services.Economy.PutPriceConfig(ctx, d.organizer, c.ID, 0, tell); err != nil {
			return err
		}
	}
	return nil
}

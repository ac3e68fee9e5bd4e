package billrun_test

import (
	"context"
	"fmt"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
)

// diary is what each consumer received from each producer, day by day; what is past
// until is not known yet.
type diary struct {
	energy map[billing.Pair]map[civil.Date]energy.MilliWh
	until  map[id.ID]civil.Date // consumer → first day without definitive data
}

func (d *diary) sum(p billing.Pair, days civil.Range) (sum energy.MilliWh) {
	for pair, of := range d.energy {
		if pair.ConsumerID == p.ConsumerID && (p.ProducerID.IsZero() || pair.ProducerID == p.ProducerID) {
			for day := days.From; day < min(days.To, d.until[p.ConsumerID]); day++ {
				sum += of[day]
			}
		}
	}
	return sum
}

func (d *diary) PairEnergy(_ context.Context, _ id.ID, days civil.Range) (map[billing.Pair]energy.MilliWh, error) {
	out := map[billing.Pair]energy.MilliWh{}
	for pair := range d.energy {
		out[pair] = d.sum(pair, days)
	}
	return out, nil
}
func (d *diary) DailyEnergy(context.Context, id.ID, []billing.Pair, civil.Range) (map[billing.Pair][]energy.MilliWh, error) {
	return nil, nil
}
func (d *diary) EnergyAt(context.Context, id.ID, []metering.AtHours, civil.Range) (map[metering.AtHours]energy.MilliWh, error) {
	return nil, nil
}
func (d *diary) PairsInDoubt(context.Context, id.ID, civil.Range) (map[id.ID][]civil.Date, error) {
	return nil, nil
}
func (d *diary) Readiness(_ context.Context, _ id.ID, _ []id.ID, days civil.Range) (map[billable.Billed][]civil.Date, error) {
	out := map[billable.Billed][]civil.Date{}
	for site, until := range d.until {
		for day := max(days.From, until); day < days.To; day++ {
			k := billable.Billed{ParticipantID: site, Side: metering.Consumer}
			out[k] = append(out[k], day)
		}
	}
	return out, nil
}
func (d *diary) Fingerprint(_ context.Context, _ id.ID, _ []id.ID, days civil.Range) ([]byte, error) {
	return fmt.Append(nil, days, d.energy, d.until), nil
}
func (d *diary) LastDefinitive(context.Context, id.ID) (civil.Date, bool, error) {
	return 0, false, nil
}

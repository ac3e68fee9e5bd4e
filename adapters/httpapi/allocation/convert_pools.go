package allocation

import (
	"maps"
	"slices"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/id"
)

func toAPIPools(pools []allocation.Pool) []model.Pool {
	out := make([]model.Pool, len(pools))
	for i, p := range pools {
		out[i] = model.Pool{Id: string(p.ID), Name: p.Name, PercentageProduction: p.Percentage.Float(), Priority: i + 1,
			SurplusDestinationPoolName: p.Destination, ConsumersInPool: make([]string, len(p.Members))}
		if p.Algorithm != "" {
			algorithm := model.PoolAlgorithm(p.Algorithm)
			out[i].Algorithm = &algorithm
		}
		numbers, parameters := model.PoolParameters{}, make([]model.PoolParameter, len(p.Members))
		for j, m := range p.Members {
			out[i].ConsumersInPool[j] = string(m.ConsumerID)
			numbers[string(m.ConsumerID)] = m.Value.Float()
			parameters[j] = model.PoolParameter{ConsumerId: string(m.ConsumerID), Value: m.Value.Float()}
		}
		if p.Algorithm != share.ByDefault {
			out[i].WithinPoolProductionParams, out[i].Parameters = &numbers, &parameters
		}
	}
	return out
}

// fromAPIPools reads pools. A member is who is listed or has a number, in either form;
// a number of zero is none (specification section 4).
func fromAPIPools(list []model.PoolInput) []allocation.Pool {
	pools := make([]allocation.Pool, len(list))
	for i, p := range list {
		poolID, _ := p.Id.Get()
		pools[i] = allocation.Pool{ID: id.ID(poolID), Name: p.Name, Destination: wire.Text(p.SurplusDestinationPoolName), Percentage: allocation.ParseValue(p.PercentageProduction)}
		if p.Algorithm != nil {
			pools[i].Algorithm = share.Algorithm(*p.Algorithm)
		}
		pools[i].Members = fromAPIPoolMembers(p, pools[i].Algorithm)
	}
	return pools
}

func fromAPIPoolMembers(p model.PoolInput, algorithm share.Algorithm) (members []allocation.PoolMember) {
	numbers := fromAPIPoolNumbers(p)
	if p.ConsumersInPool != nil && (algorithm == share.ByDefault || len(numbers) == 0) {
		for _, consumer := range *p.ConsumersInPool {
			members = append(members, allocation.PoolMember{ConsumerID: id.ID(consumer)})
		}
	}
	return append(members, numbers...)
}

// fromAPIPoolNumbers reads the numbers of a pool. Who has the same in both forms has it
// once; two different ones are for the core to refuse.
func fromAPIPoolNumbers(p model.PoolInput) (members []allocation.PoolMember) {
	seen := map[allocation.PoolMember]bool{}
	put := func(consumer string, number float64) {
		m := allocation.PoolMember{ConsumerID: id.ID(consumer), Value: allocation.ParseValue(number)}
		if number != 0 && !seen[m] {
			members = append(members, m)
		}
		seen[m] = true
	}
	if p.WithinPoolProductionParams != nil {
		numbers := *p.WithinPoolProductionParams
		for _, consumer := range slices.Sorted(maps.Keys(numbers)) {
			put(consumer, numbers[consumer])
		}
	}
	if p.Parameters != nil {
		for _, one := range *p.Parameters {
			put(one.ConsumerId, one.Value)
		}
	}
	return members
}

func toAPISeasonality(k key.SeasonKeys) model.Seasonality {
	out := model.Seasonality{Seasons: toAPISeasons(k.Seasons), Proposed: toAPISeasons(allocation.ProposedSeasons())}
	for i, season := range k.Seasons {
		out.Seasons[i].ConfigId = wire.OptionalText(string(k.Keys[season.Name]))
	}
	if k.Version > 0 {
		at := wire.InParis(k.CreatedAt)
		out.EffectiveDate, out.CreatedAt = wire.OptionalDate(&k.EffectiveDate), &at
		out.Reason, out.CreatedBy = wire.OptionalText(k.Reason), wire.OptionalText(k.Author)
	}
	return out
}

func toAPISeasons(seasons []allocation.Season) []model.Season {
	out := make([]model.Season, len(seasons))
	for i, s := range seasons {
		out[i] = model.Season{Name: s.Name, Start: s.Start.String(), End: s.End.String()}
	}
	return out
}

// fromAPISeasons reads seasons; the contract has checked that days look like MM-DD.
func fromAPISeasons(list []model.Season) ([]allocation.Season, error) {
	out := make([]allocation.Season, len(list))
	for i, s := range list {
		var err error
		if out[i].Start, err = allocation.ParseYearDay(s.Start); err != nil {
			return nil, err
		}
		if out[i].End, err = allocation.ParseYearDay(s.End); err != nil {
			return nil, err
		}
		out[i].Name = s.Name
	}
	return out, nil
}

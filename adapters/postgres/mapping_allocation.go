package postgres

import (
	"encoding/json"

	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/share"
)

func fromDBAllocationConfig(r sqlcgen.AllocationConfig, params []allocation.Param) allocation.Config {
	return allocation.Config{
		OperationID: r.OperationID, ID: r.ID, Version: int(r.Version), Type: allocation.Type(r.Type), Params: params,
		Season: r.Season, EffectiveDate: civilDate(r.EffectiveDate), Reason: r.Reason, AuthorID: idOf(r.AuthorID),
		Hash: allocation.Hash(r.Hash), CreatedAt: r.CreatedAt,
	}
}

func fromDBAllocationParam(r sqlcgen.AllocationParam) allocation.Param {
	return allocation.Param{ConsumerID: r.ConsumerID, ProducerID: idOf(r.ProducerID), Value: allocation.Value(r.ValueE4)}
}

func fromDBAllocationPool(r sqlcgen.AllocationPool, members []allocation.PoolMember) allocation.Pool {
	return allocation.Pool{ID: r.ID, Name: r.Name, Percentage: allocation.Value(r.PercentageE4), Destination: r.Destination,
		Algorithm: share.Algorithm(r.Algorithm), Members: members}
}

func fromDBSeasonality(r sqlcgen.AllocationSeasonality, seasons []allocation.Season) allocation.Seasonality {
	return allocation.Seasonality{OperationID: r.OperationID, ID: r.ID, Version: int(r.Version), Seasons: seasons,
		EffectiveDate: civilDate(r.EffectiveDate), Reason: r.Reason, AuthorID: r.AuthorID, CreatedAt: r.CreatedAt}
}

func fromDBSeason(r sqlcgen.AllocationSeason) allocation.Season {
	return allocation.Season{Name: r.Name, Start: allocation.YearDay{Month: int(r.StartMonth), Day: int(r.StartDay)},
		End: allocation.YearDay{Month: int(r.EndMonth), Day: int(r.EndDay)}}
}

func fromDBAllocationDraft(r sqlcgen.AllocationDraft) (allocation.Config, error) {
	c := allocation.Config{OperationID: r.OperationID, ID: r.ID, Name: r.Name, Type: allocation.Type(r.Type), Season: r.Season,
		Reason: r.Reason, AuthorID: r.AuthorID, Revision: int(r.Revision), CreatedAt: r.CreatedAt, Planned: dayOrNil(r.EffectiveDate)}
	if err := json.Unmarshal(r.Params, &c.Params); err != nil {
		return c, err
	}
	return c, json.Unmarshal(r.Pools, &c.Pools)
}

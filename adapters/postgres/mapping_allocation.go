package postgres

import (
	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/allocation"
)

func fromDBAllocationConfig(r sqlcgen.AllocationConfig, params []allocation.Param) allocation.Config {
	return allocation.Config{
		OperationID: r.OperationID, ID: r.ID, Version: int(r.Version), Type: allocation.Type(r.Type), Params: params,
		EffectiveDate: civilDate(r.EffectiveDate), Reason: r.Reason, AuthorID: idOf(r.AuthorID),
		Hash: allocation.Hash(r.Hash), CreatedAt: r.CreatedAt,
	}
}

func fromDBAllocationParam(r sqlcgen.AllocationParam) allocation.Param {
	return allocation.Param{ConsumerID: r.ConsumerID, ProducerID: idOf(r.ProducerID), Value: allocation.Value(r.ValueE4)}
}

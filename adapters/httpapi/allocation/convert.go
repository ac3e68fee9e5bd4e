package allocation

import (
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/id"
)

func toAPIAllocationConfig(c allocation.Config) model.AllocationConfig {
	out := model.AllocationConfig{
		Id: string(c.ID), OperationId: string(c.OperationID), Version: c.Version, Status: model.AllocationConfigStatus(c.Status),
		Name: wire.OptionalText(c.Name), Type: model.AllocationType(c.Type), ComputedByOperator: !c.Type.NeedsCoefficients(), Params: toAPIAllocationParams(c.Params),
		Season: wire.OptionalText(c.Season), Reason: wire.OptionalText(c.Reason), CreatedAt: wire.InParis(c.CreatedAt), CreatedBy: wire.OptionalText(c.Author),
	}
	if c.Type == allocation.ByPool {
		pools := toAPIPools(c.Pools)
		out.Pools = &pools
	}
	if len(c.WithoutPart) > 0 {
		sites := make([]model.Id, len(c.WithoutPart))
		for i, site := range c.WithoutPart {
			sites[i] = string(site)
		}
		out.WithoutPart = &sites
	}
	out.EffectiveDate = wire.OptionalDate(c.Since())
	if c.Status == allocation.Draft {
		out.EffectiveDate = wire.OptionalDate(c.Planned)
	}
	return out
}

func toAPIAllocationConfigs(list []allocation.Config) []model.AllocationConfig {
	out := make([]model.AllocationConfig, len(list))
	for i, c := range list {
		out[i] = toAPIAllocationConfig(c)
	}
	return out
}

func toAPIAllocationParams(params []allocation.Param) []model.AllocationParameter {
	out := make([]model.AllocationParameter, len(params))
	for i, p := range params {
		out[i] = model.AllocationParameter{ConsumerId: string(p.ConsumerID),
			ProducerId: wire.OptionalText(string(p.ProducerID)), Value: p.Value.Float()}
	}
	return out
}

func fromAPIAllocationConfigCreation(operationID id.ID, b model.AllocationConfigCreation) key.CreateInput {
	in := key.CreateInput{OperationID: operationID, Type: allocation.Type(b.Type), Reason: wire.Text(b.Reason),
		Season: wire.Text(b.Season), Name: wire.Text(b.Name), EffectiveDate: wire.OptionalDay(b.EffectiveDate), Draft: b.Draft != nil && *b.Draft}
	if b.Params != nil {
		in.Params = fromAPIAllocationParams(*b.Params)
	}
	if b.Pools != nil {
		in.Pools = fromAPIPools(*b.Pools)
	}
	return in
}

func fromAPIAllocationDraftUpdate(b model.AllocationDraftUpdate) key.UpdateDraftInput {
	in := key.UpdateDraftInput{Name: b.Name, Season: b.Season, Reason: b.Reason}
	if b.Type != nil {
		kind := allocation.Type(*b.Type)
		in.Type = &kind
	}
	if b.Params != nil {
		params := fromAPIAllocationParams(*b.Params)
		in.Params = &params
	}
	if b.Pools != nil {
		pools := fromAPIPools(*b.Pools)
		in.Pools = &pools
	}
	return in
}

func fromAPIAllocationParams(list []model.AllocationParameter) []allocation.Param {
	params := make([]allocation.Param, len(list))
	for i, p := range list {
		params[i] = allocation.Param{ConsumerID: id.ID(p.ConsumerId), ProducerID: id.ID(wire.Text(p.ProducerId)), Value: allocation.ParseValue(p.Value)}
	}
	return params
}

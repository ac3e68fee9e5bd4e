package httpapi

import (
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/id"
)

func toAPIAllocationConfig(c allocation.Config) model.AllocationConfig {
	out := model.AllocationConfig{
		Id: string(c.ID), OperationId: string(c.OperationID), Version: c.Version, Status: model.AllocationConfigStatus(c.Status),
		Name: optionalText(c.Name), Type: model.AllocationType(c.Type), Params: toAPIAllocationParams(c.Params),
		Season: optionalText(c.Season), Reason: optionalText(c.Reason), CreatedAt: inParis(c.CreatedAt), CreatedBy: optionalText(c.Author),
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
	out.EffectiveDate = optionalWireDate(c.Since())
	if c.Status == allocation.Draft {
		out.EffectiveDate = optionalWireDate(c.Planned)
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
			ProducerId: optionalText(string(p.ProducerID)), Value: p.Value.Float()}
	}
	return out
}

func fromAPIAllocationConfigCreation(operationID id.ID, b model.AllocationConfigCreation) allocation.CreateInput {
	in := allocation.CreateInput{OperationID: operationID, Type: allocation.Type(b.Type), Reason: textOf(b.Reason),
		Season: textOf(b.Season), Name: textOf(b.Name), EffectiveDate: optionalDay(b.EffectiveDate), Draft: b.Draft != nil && *b.Draft}
	if b.Params != nil {
		in.Params = fromAPIAllocationParams(*b.Params)
	}
	if b.Pools != nil {
		in.Pools = fromAPIPools(*b.Pools)
	}
	return in
}

func fromAPIAllocationDraftUpdate(b model.AllocationDraftUpdate) allocation.UpdateDraftInput {
	in := allocation.UpdateDraftInput{Name: b.Name, Season: b.Season, Reason: b.Reason}
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
		params[i] = allocation.Param{ConsumerID: id.ID(p.ConsumerId), ProducerID: id.ID(textOf(p.ProducerId)), Value: allocation.ParseValue(p.Value)}
	}
	return params
}

package httpapi

import (
	"strconv"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

func toAPIAllocationConfig(c allocation.Config) model.AllocationConfig {
	return model.AllocationConfig{
		Id: string(c.ID), OperationId: string(c.OperationID), Version: c.Version, Type: model.AllocationType(c.Type),
		Params: toAPIAllocationParams(c.Params), EffectiveDate: wireDate(c.EffectiveDate),
		Reason: optionalText(c.Reason), CreatedAt: inParis(c.CreatedAt), CreatedBy: optionalText(c.Author),
	}
}

func toAPIAllocationParams(params []allocation.Param) []model.AllocationParameter {
	out := make([]model.AllocationParameter, len(params))
	for i, p := range params {
		out[i] = model.AllocationParameter{ConsumerId: string(p.ConsumerID),
			ProducerId: optionalText(string(p.ProducerID)), Value: p.Value.Float()}
	}
	return out
}

func fromAPIAllocationConfigCreation(operationID id.ID, b model.AllocationConfigCreation) (allocation.CreateInput, error) {
	in := allocation.CreateInput{OperationID: operationID, Type: allocation.Type(b.Type), Reason: textOf(b.Reason)}
	if b.EffectiveDate != nil {
		day := civil.Zone{}.DateOf(b.EffectiveDate.Time)
		in.EffectiveDate = &day
	}
	if b.Params == nil {
		return in, nil
	}
	var wrong fault.List
	for i, p := range *b.Params {
		value, err := fromAPIAllocationValue(p.Value, "params."+strconv.Itoa(i)+".value")
		wrong.Add(err)
		in.Params = append(in.Params, allocation.Param{ConsumerID: id.ID(p.ConsumerId),
			ProducerID: id.ID(textOf(p.ProducerId)), Value: value})
	}
	return in, wrong.Err(allocation.ErrInvalid)
}

func fromAPIAllocationValue(number float64, field string) (allocation.Value, error) {
	value, ok := allocation.ParseValue(number)
	if !ok {
		return 0, allocation.NotPercentage(field)
	}
	return value, nil
}

package allocation

import (
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
)

func toAPIAllocationConfigCheck(c key.Checked, lang string) model.AllocationConfigCheck {
	out := model.AllocationConfigCheck{Blockers: toAPIBlockers(c.Blockers, lang), DayBlockers: toAPIBlockers(c.DayBlockers, lang),
		Sites: make([]model.AllocationConfigSite, len(c.Sites)), WithoutPart: make([]model.Id, len(c.WithoutPart)),
		EmptyPools: append([]int{}, c.EmptyPools...), ComputedByOperator: make([]model.AllocationType, len(c.ByOperator))}
	for i, t := range c.ByOperator {
		out.ComputedByOperator[i] = model.AllocationType(t)
	}
	if c.Days.To != civil.Forever {
		last := c.Days.To - 1
		out.LastDay = wire.OptionalDate(&last)
	}
	for i, s := range c.Sites {
		out.Sites[i] = model.AllocationConfigSite{ParticipantId: string(s.ID), Name: s.Name, DsoId: s.DsoID, Consumes: s.Consumes(), Produces: s.Produces(),
			LeftOn: wire.OptionalDate(s.LeftOn), ComesOn: wire.OptionalDate(s.ComesOn)}
	}
	for i, site := range c.WithoutPart {
		out.WithoutPart[i] = string(site)
	}
	return out
}

func toAPIBlockers(list []allocation.Blocker, lang string) []model.AllocationConfigBlocker {
	out := make([]model.AllocationConfigBlocker, len(list))
	for i, b := range list {
		item := problem.Items([]*fault.Error{b.Error}, lang)[0]
		out[i] = model.AllocationConfigBlocker{Key: item.Key, Params: item.Params, Field: item.Field, Detail: item.Detail,
			Pool: wire.OptionalCount(b.Pool), ParticipantId: wire.OptionalText(string(b.Site)), OfDraft: b.OfDraft}
	}
	return out
}

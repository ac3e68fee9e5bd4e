package httpapi

import (
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/share"
)

func toAPISharing(s allocation.Sharing, lang string) model.ParticipantSharing {
	c := s.Config
	out := model.ParticipantSharing{ParticipantId: string(s.ParticipantID), Date: wireDate(s.Day), Type: model.AllocationType(c.Type),
		Described: s.Described, Season: optionalText(c.Season), Sites: s.Sites, Parts: optionalCount(int(s.Parts)), PartsOfAll: optionalCount(int(s.PartsOfAll)),
		Priority: optionalCount(int(s.Priority)), Priorities: optionalCount(s.Priorities), Sentences: sharingIn(lang, s)}
	out.EffectiveDate = optionalWireDate(c.Since())
	if s.Consumes {
		out.Receives = &s.Receives
	}
	if s.Produces {
		out.Gives = &s.Produces
	}
	if s.Percentage != nil && s.Receives {
		percentage := s.Percentage.Float()
		out.PercentageProduction = &percentage
	}
	if s.Next != nil {
		out.Next = &model.SharingNext{EffectiveDate: wireDate(s.Next.EffectiveDate), Type: model.AllocationType(s.Next.Type), Season: optionalText(s.Next.Season)}
	}
	return withSharingLists(out, s)
}

// withSharingLists adds the producers and the pools that the site has a number of.
func withSharingLists(out model.ParticipantSharing, s allocation.Sharing) model.ParticipantSharing {
	if len(s.Producers) > 0 {
		producers := make([]model.SharingProducer, len(s.Producers))
		for i, p := range s.Producers {
			producers[i] = model.SharingProducer{ParticipantId: string(p.ID), Name: p.Name, Priority: int(p.Priority)}
		}
		out.Producers = &producers
	}
	if len(s.Pools) == 0 {
		return out
	}
	pools := make([]model.SharingPool, len(s.Pools))
	for i, p := range s.Pools {
		pools[i] = model.SharingPool{Name: p.Name, PercentageProduction: p.Percentage.Float(), Algorithm: model.PoolAlgorithm(p.Algorithm), Sites: p.Sites, Fed: p.Fed}
		switch p.Algorithm {
		case share.ByPriority:
			pools[i].Priority = optionalCount(int(p.Number))
		case share.ByShareWithMinimum:
			pools[i].Parts = optionalCount(int(p.Number))
		}
	}
	out.Pools = &pools
	return out
}

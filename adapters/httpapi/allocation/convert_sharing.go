package allocation

import (
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/sentence"
	"github.com/openpmo/pmo/core/allocation/share"
)

func toAPISharing(s allocation.Sharing, lang string) model.ParticipantSharing {
	c := s.Config
	out := model.ParticipantSharing{ParticipantId: string(s.ParticipantID), Date: wire.Date(s.Day), Type: model.AllocationType(c.Type),
		Described: s.Described, Season: wire.OptionalText(c.Season), Sites: s.Sites, Parts: wire.OptionalCount(int(s.Parts)), PartsOfAll: wire.OptionalCount(int(s.PartsOfAll)),
		Priority: wire.OptionalCount(int(s.Priority)), Priorities: wire.OptionalCount(s.Priorities), Sentences: wordsOf(lang, sentence.OfSharing(s))}
	out.EffectiveDate = wire.OptionalDate(c.Since())
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
		out.Next = &model.SharingNext{EffectiveDate: wire.Date(s.Next.EffectiveDate), Type: model.AllocationType(s.Next.Type), Season: wire.OptionalText(s.Next.Season)}
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
			pools[i].Priority = wire.OptionalCount(int(p.Number))
		case share.ByShareWithMinimum:
			pools[i].Parts = wire.OptionalCount(int(p.Number))
		}
	}
	out.Pools = &pools
	return out
}

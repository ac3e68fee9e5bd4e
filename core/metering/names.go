package metering

import (
	"context"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/id"
)

// namesOf is what an answer with names depends on beside the curves, as one text.
func namesOf(sites []Site) string {
	var b strings.Builder
	for _, s := range sites {
		b.WriteString(s.Name)
		b.WriteByte(0)
	}
	return b.String()
}

func nameKey(op Operation) recallKey {
	return recallKey{operationID: op.ID, kind: recallNames, about: op.SitesStamp}
}

// remembered are the names that were read for others, of some participants or none.
func (s *Service) remembered(op Operation) map[id.ID]string {
	if value, ok := s.recall.get(nameKey(op)); ok {
		return value.(map[id.ID]string)
	}
	return nil
}

// names are what participants are called.
func (s *Service) names(ctx context.Context, op Operation, participantIDs iter.Seq[id.ID]) (map[id.ID]string, error) {
	held := s.remembered(op)
	var missing []id.ID
	for one := range participantIDs {
		if _, ok := held[one]; !ok {
			missing = append(missing, one)
		}
	}
	if len(missing) == 0 {
		return held, nil
	}
	sites, err := s.perimeter.SitesOf(ctx, op.ID, missing)
	if err != nil {
		return nil, err
	}
	all, bytes := make(map[id.ID]string, len(held)+len(missing)), 0
	maps.Copy(all, held)
	for _, one := range missing {
		all[one] = ""
	}
	for _, site := range sites {
		all[site.ParticipantID] = site.Name
	}
	for _, name := range all {
		bytes += 100 + len(name)
	}
	s.recall.keep(nameKey(op), all, bytes)
	return all, nil
}

// name gives those lines that are about one participant its name.
func (d distributing) name(ctx context.Context, sides ...[]Share) error {
	missing := nameLines(d.s.remembered(d.op), sides)
	if len(missing) == 0 {
		return nil
	}
	names, err := d.s.names(ctx, d.op, slices.Values(missing))
	nameLines(names, sides)
	return err
}

// nameLines writes the names that are known and lists who has none.
func nameLines(names map[id.ID]string, sides [][]Share) (missing []id.ID) {
	for _, lines := range sides {
		for i := range lines {
			if lines[i].Others > 0 {
				continue
			}
			name, ok := names[lines[i].ParticipantID]
			if !ok {
				missing = append(missing, lines[i].ParticipantID)
				continue
			}
			lines[i].Name = name
		}
	}
	return missing
}

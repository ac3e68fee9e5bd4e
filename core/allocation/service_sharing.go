package allocation

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
)

const readOwn policy.Permission = "key:readOwn"

// aheadDays is how far a key that follows is looked for: every season comes once.
const aheadDays = 366

// SharingOf tells how production is shared, and which part of it one site has by the
// key of today; by that of its first or last day where it is not there today. Errors:
// forbidden, notFound.
func (s *Service) SharingOf(ctx context.Context, p policy.Principal, participantID id.ID) (Sharing, error) {
	operationID, err := s.Guard.Participant(ctx, p, readOwn, participantID)
	if err != nil {
		return Sharing{}, err
	}
	o, line, err := s.timeline(ctx, operationID)
	if err != nil {
		return Sharing{}, err
	}
	all, err := s.Participants.OfOperation(ctx, operationID)
	if err != nil {
		return Sharing{}, err
	}
	at := slices.IndexFunc(all, func(p participant.Participant) bool { return p.ID == participantID })
	if at < 0 {
		return Sharing{}, policy.ErrNotFound
	}
	site := all[at]
	day := dayOf(site, o.Zone().DateOf(s.Now()))
	c, _ := line.On(day)
	consumers, producers := presentWith(all, site.ID, day)
	out := c.sharing(site.ID, consumers, producers)
	out.Day, out.Consumes, out.Produces = day, site.Consumes(), site.Produces()
	out.Receives = out.Receives && out.Consumes
	out.Described = c.Version > 1 || o.DSO.Capabilities().Metrics
	out.Next = line.next(c, day, site)
	if c.Type == SimpleDynamic {
		err = s.addCoefficients(ctx, o, line, site, &out)
	}
	return out, err
}

// addCoefficients completes what coefficients give a site; without any it is shared by
// default.
func (s *Service) addCoefficients(ctx context.Context, o operation.Operation, line Timeline, site participant.Participant, out *Sharing) error {
	spans, err := s.withSets(ctx, o, line.Spans(civil.Range{From: out.Day, To: out.Day + 1}))
	if err != nil || len(spans[0].Sets) == 0 {
		return err
	}
	if out.Consumes {
		out.ofCoefficients(spans[0].Sets, site.DsoID)
	}
	return nil
}

// dayOf is today, or the day next to it on which the site takes part.
func dayOf(site participant.Participant, today civil.Date) civil.Date {
	if site.Activation == nil || site.Activation.IsEmpty() {
		return today
	}
	return min(max(today, site.Activation.From), site.Activation.Last())
}

// presentWith lists who takes part on a day, in ascending id, with a site that may have
// no day of entry yet.
func presentWith(all []participant.Participant, site id.ID, day civil.Date) (consumers []id.ID, producers []Site) {
	for _, p := range all {
		if !p.ActiveOn(day) && p.ID != site {
			continue
		}
		if p.Consumes() {
			consumers = append(consumers, p.ID)
		}
		if p.Produces() {
			producers = append(producers, Site{ID: p.ID, Name: p.Name, DsoID: p.DsoID})
		}
	}
	slices.Sort(consumers)
	return consumers, producers
}

// next is the first other version that holds after a day, while the site takes part,
// with the day it begins to hold.
func (t Timeline) next(now Config, day civil.Date, site participant.Participant) *Config {
	for d := day + 1; d <= day+aheadDays; d++ {
		if site.Activation != nil && !site.ActiveOn(d) {
			return nil
		}
		if c, ok := t.On(d); ok && c.ID != now.ID {
			c.Params, c.Pools, c.EffectiveDate = nil, nil, d
			return &c
		}
	}
	return nil
}

package allocation

import (
	"cmp"
	"context"
	"strings"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// UpdatePoolsInput is the pools of a draft or of the version in force. No day and no
// reason are those that the draft was made with; without either it is today.
type UpdatePoolsInput struct {
	ConfigID      id.ID
	Pools         []Pool
	EffectiveDate *civil.Date
	Reason        string
}

// UpdatePools makes a version by_pool of a draft or of the version in force; the draft
// is then gone. Errors: forbidden, notFound, key.notInForce, key.noPools, the checks of
// the fields, key.invoiced.
func (s *Service) UpdatePools(ctx context.Context, p policy.Principal, in UpdatePoolsInput) (Config, error) {
	seen, err := s.get(ctx, p, update, in.ConfigID)
	if err != nil {
		return Config{}, err
	}
	return s.set(ctx, p, seen.OperationID, func(ctx context.Context, today civil.Date, line Timeline) (Config, error) {
		if seen.Type != ByPool {
			return Config{}, ErrPools.With("type", string(seen.Type))
		}
		if seen.Status == Draft {
			if err := s.takeDraft(ctx, seen); err != nil {
				return Config{}, err
			}
		} else if line.Status(seen, today) != InForceNow {
			current, _ := line.On(today)
			return Config{}, ErrNotInForce.With("version", current.Version)
		}
		c := Config{Type: ByPool, Season: seen.Season, Reason: strings.TrimSpace(in.Reason)}
		if seen.Status == Draft {
			c.Reason = cmp.Or(c.Reason, seen.Reason)
		}
		c.EffectiveDate = *cmp.Or(in.EffectiveDate, seen.Planned, &today)
		c.Pools = keepPoolIDs(in.Pools, append(line.pools(), seen.Pools...))
		return c, nil
	})
}

// pools are those of all versions.
func (t Timeline) pools() (pools []Pool) {
	for _, c := range t.Versions {
		pools = append(pools, c.Pools...)
	}
	return pools
}

// keepPoolIDs leaves a pool the id it came with where the operation has such a pool,
// else gives it a new one: an id names the same pool in every version. A destination is
// spelled as the pool it names.
func keepPoolIDs(pools, known []Pool) []Pool {
	ids := map[id.ID]bool{}
	for _, p := range known {
		ids[p.ID] = true
	}
	var out []Pool
	for _, p := range pools {
		if !ids[p.ID] {
			p.ID = id.New()
		}
		delete(ids, p.ID) // two pools never share one
		p.Name, p.Destination = strings.TrimSpace(p.Name), strings.TrimSpace(p.Destination)
		out = append(out, p)
	}
	names := map[string]string{fold(Surplus): Surplus}
	for _, p := range out {
		if _, twice := names[fold(p.Name)]; !twice {
			names[fold(p.Name)] = p.Name
		}
	}
	for i, p := range out {
		if name, ok := names[fold(p.Destination)]; ok && p.Destination != "" {
			out[i].Destination = name
		}
	}
	return out
}

// fold is a name as names are compared: without case, and spaces only between words.
func fold(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }

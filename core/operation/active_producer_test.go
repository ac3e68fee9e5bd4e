package operation

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

func TestActiveProducer(t *testing.T) {
	t.Parallel()
	a, b, c := Site{ID: id.New()}, Site{ID: id.New()}, Site{ID: id.New()}
	both := Site{ID: id.New(), Prosumer: true}
	for _, s := range []*Site{&a, &b, &c} {
		s.Producer = true
	}
	mine := func(s Site) Site { s.Own = true; return s }
	day := civil.NewDate(2026, 11, 1)
	for name, one := range map[string]struct {
		producers []Site
		days      map[id.ID]civil.Date
		want      id.ID
	}{
		"none":                    {},
		"the first without data":  {[]Site{a, b}, nil, a.ID},
		"the latest data":         {[]Site{a, b, c}, map[id.ID]civil.Date{a.ID: day, b.ID: day + 1, c.ID: day + 1}, b.ID},
		"its own before others":   {[]Site{a, mine(b), c}, map[id.ID]civil.Date{a.ID: day + 1, b.ID: day}, b.ID},
		"its own without data":    {[]Site{a, mine(b), mine(c)}, map[id.ID]civil.Date{a.ID: day}, b.ID},
		"its own with later data": {[]Site{mine(a), mine(b)}, map[id.ID]civil.Date{b.ID: day}, b.ID},
		"a prosumer after others": {[]Site{both, a}, map[id.ID]civil.Date{both.ID: day}, a.ID},
		"its own is a consumer":   {[]Site{mine(both), a, b}, map[id.ID]civil.Date{both.ID: day + 1, b.ID: day}, b.ID},
		"and comes after a roof":  {[]Site{mine(both), a, mine(b)}, nil, b.ID},
		"a prosumer alone":        {[]Site{mine(both)}, nil, both.ID},
	} {
		require.Equal(t, one.want, activeProducer(one.producers, one.days), name)
	}
}

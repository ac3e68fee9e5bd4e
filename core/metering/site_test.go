package metering

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What a question about a site is about, and which of the natures asked for it can have.
func TestASideOfASite(t *testing.T) {
	t.Parallel()
	consumer, producer := Site{Side: Consumer}, Site{Side: Producer}
	both, maker := Site{Side: Consumer, Prosumer: true}, Site{Side: Producer, Prosumer: true}
	all := []Nature{Conso, Prod, Autoconso, Surplus}
	used, made := []Nature{Conso, Autoconso}, []Nature{Prod, Autoconso, Surplus}
	for name, one := range map[string]struct {
		site    Site
		asked   Scope
		natures []Nature // none = all
		scope   Scope
		offers  []Nature // of those asked for
	}{
		"a consumer":                              {consumer, "", nil, ScopeConsumer, used},
		"all of a consumer":                       {consumer, ScopeGlobal, nil, ScopeConsumer, used},
		"a consumer makes nothing":                {consumer, ScopeProducer, nil, ScopeProducer, nil},
		"nor by the name of the nature":           {consumer, "", []Nature{Prod, Surplus}, ScopeConsumer, nil},
		"a producer":                              {producer, "", nil, ScopeProducer, made},
		"what a producer received":                {producer, ScopeConsumer, []Nature{Autoconso, ProdExt}, ScopeConsumer, nil},
		"a prosumer is a consumer first":          {both, "", nil, ScopeConsumer, used},
		"or a producer first":                     {maker, "", nil, ScopeProducer, made},
		"what a prosumer makes":                   {both, ScopeProducer, nil, ScopeProducer, made},
		"by the nature alone":                     {both, "", []Nature{Prod, Autoconso, Surplus}, ScopeProducer, made},
		"what a producer uses by the nature":      {maker, "", []Nature{Conso}, ScopeConsumer, []Nature{Conso}},
		"a nature of both sides is of the first":  {both, "", []Nature{Autoconso}, ScopeConsumer, []Nature{Autoconso}},
		"natures of both sides":                   {both, "", []Nature{Conso, Prod}, ScopeGlobal, []Nature{Conso, Prod}},
		"all of a prosumer":                       {both, ScopeGlobal, nil, ScopeGlobal, all},
		"one nature of all of it":                 {maker, ScopeGlobal, []Nature{Autoconso}, ScopeGlobal, []Nature{Autoconso}},
		"a nature of the side not asked for":      {both, ScopeConsumer, []Nature{Conso, Prod}, ScopeConsumer, []Nature{Conso}},
		"meters behind the operator's: both have": {both, ScopeConsumer, []Nature{ConsExt, ProdExt}, ScopeConsumer, []Nature{ConsExt, ProdExt}},
	} {
		scope := one.site.Scope(one.asked, one.natures)
		require.Equal(t, one.scope, scope, name)
		asked := one.natures
		if asked == nil {
			asked = all
		}
		var offers []Nature
		for _, n := range asked {
			if one.site.Offers(scope, n) {
				offers = append(offers, n)
			}
		}
		require.Equal(t, one.offers, offers, name)
	}
}

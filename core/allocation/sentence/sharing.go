package sentence

import "github.com/openpmo/pmo/core/allocation"

// sharer says how production is shared, to somebody who has one site in it.
type sharer struct {
	allocation.Sharing
	said []Sentence
}

// OfSharing says how a site is treated: the method, what the site has in it, what follows.
func OfSharing(s allocation.Sharing) []Sentence {
	x := sharer{Sharing: s}
	if !s.Described {
		x.say("byOperator")
		return x.said
	}
	x.say("method." + string(s.Config.Type))
	if s.Config.Season != "" {
		x.say("season", "season", s.Config.Season)
	}
	if s.Consumes {
		x.part()
	}
	if s.Produces {
		x.say("gives", "sites", s.Sites)
	}
	if s.Next != nil {
		key := "next"
		switch {
		case s.Next.Type == s.Config.Type:
			key = "nextNumbers"
		case s.Next.Season != "":
			key = "nextSeason"
		}
		x.say(key, "date", s.Next.EffectiveDate, "method", s.Next.Type, "season", s.Next.Season)
	}
	return x.said
}

func (x *sharer) say(key string, pairs ...any) {
	x.said = append(x.said, Sentence{phrase("sharing."+key, pairs...)})
}

// part says what the site has of it.
func (x *sharer) part() {
	switch kind := x.Config.Type; {
	case !x.Receives:
		x.say("none")
	case kind == allocation.ByDefault:
		x.say("prorata")
	case kind == allocation.Static:
		x.say("percentage", "percentage", *x.Percentage)
	case kind == allocation.SimpleDynamic:
		x.coefficients()
	case kind == allocation.ByWeight && x.PartsOfAll > 0:
		x.say("partsOf", "parts", x.Parts, "all", x.PartsOfAll)
	case kind == allocation.ByWeight:
		x.say("parts", "parts", x.Parts)
	case kind == allocation.ByPriority:
		x.priority()
	case kind == allocation.ByEquality:
		x.say("equal", "sites", x.Sites)
	case kind == allocation.ByUngroupedPriority:
		for _, p := range x.Producers {
			x.say("producer", "producer", p.Name, "priority", p.Priority)
		}
	case kind == allocation.ByPool:
		for _, p := range x.Pools {
			x.pool(p)
		}
	}
}

// coefficients says what an imported file gives the site.
func (x *sharer) coefficients() {
	switch {
	case !x.WithCoefficients:
		x.say("noCoefficients")
	case x.Percentage != nil:
		x.say("mean", "percentage", *x.Percentage)
	default:
		x.say("coefficients")
	}
}

func (x *sharer) priority() {
	if x.Priorities == 1 {
		x.say("onePriority")
		return
	}
	x.say("priority", "priority", x.Priority, "last", x.Priorities)
}

// pool says what a group of the site gets and how it shares that.
func (x *sharer) pool(p allocation.SharingPool) {
	key := "pool." + string(p.Algorithm)
	if p.Sites == 1 {
		key = "pool.alone"
	}
	x.say(key, "pool", p.Name, "percentage", p.Percentage, "sites", p.Sites, "number", p.Number)
	if p.Fed {
		x.say("pool.fed")
	}
}

package allocation

import (
	"fmt"
	"strings"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// sharer says in words how production is shared, to somebody who has one site in it.
type sharer struct {
	allocation.Sharing
	lang  string
	lines []string
}

// sharingIn is how a site is treated in the words of a language, one sentence a line:
// the method, what the site has in it, what follows.
func sharingIn(lang string, s allocation.Sharing) []string {
	x := sharer{Sharing: s, lang: lang}
	if !s.Described {
		x.say("byOperator")
		return x.lines
	}
	x.say("method." + string(s.Config.Type))
	if s.Config.Season != "" {
		x.say("season", "season", s.Config.Season)
	}
	if s.Consumes {
		x.part()
	}
	if s.Produces {
		x.say("gives", "sites", fmt.Sprint(s.Sites))
	}
	if s.Next != nil {
		key := "next"
		switch {
		case s.Next.Type == s.Config.Type:
			key = "nextNumbers"
		case s.Next.Season != "":
			key = "nextSeason"
		}
		x.say(key, "date", dayText(lang, s.Next.EffectiveDate), "method", catalogues.Text(lang, "enums", "AllocationAlgorithm."+string(s.Next.Type), nil), "season", s.Next.Season)
	}
	return x.lines
}

func (x *sharer) say(key string, pairs ...string) {
	x.lines = append(x.lines, sharingText(x.lang, key, pairs...))
}

// sharingText is a phrase with its parameters, as name, value pairs.
func sharingText(lang, key string, pairs ...string) string {
	params := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		params[pairs[i]] = pairs[i+1]
	}
	return catalogues.Text(lang, "explanation", "sharing."+key, params)
}

// part says what the site has of it.
func (x *sharer) part() {
	switch kind := x.Config.Type; {
	case !x.Receives:
		x.say("none")
	case kind == allocation.ByDefault:
		x.say("prorata")
	case kind == allocation.Static:
		x.say("percentage", "percentage", numberText(x.lang, *x.Percentage))
	case kind == allocation.SimpleDynamic:
		x.coefficients()
	case kind == allocation.ByWeight && x.PartsOfAll > 0:
		x.say("partsOf", "parts", fmt.Sprint(x.Parts), "all", fmt.Sprint(x.PartsOfAll))
	case kind == allocation.ByWeight:
		x.say("parts", "parts", fmt.Sprint(x.Parts))
	case kind == allocation.ByPriority:
		x.priority()
	case kind == allocation.ByEquality:
		x.say("equal", "sites", fmt.Sprint(x.Sites))
	case kind == allocation.ByUngroupedPriority:
		for _, p := range x.Producers {
			x.say("producer", "producer", p.Name, "priority", fmt.Sprint(p.Priority))
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
		x.say("mean", "percentage", numberText(x.lang, *x.Percentage))
	default:
		x.say("coefficients")
	}
}

func (x *sharer) priority() {
	if x.Priorities == 1 {
		x.say("onePriority")
		return
	}
	x.say("priority", "priority", fmt.Sprint(x.Priority), "last", fmt.Sprint(x.Priorities))
}

// pool says what a group of the site gets and how it shares that.
func (x *sharer) pool(p allocation.SharingPool) {
	key := "pool." + string(p.Algorithm)
	if p.Sites == 1 {
		key = "pool.alone"
	}
	x.say(key, "pool", p.Name, "percentage", numberText(x.lang, p.Percentage), "sites", fmt.Sprint(p.Sites), "number", fmt.Sprint(p.Number))
	if p.Fed {
		x.say("pool.fed")
	}
}

// numberText is a number as the language writes it.
func numberText(lang string, v allocation.Value) string {
	if lang == "en" {
		return v.String()
	}
	return strings.Replace(v.String(), ".", ",", 1)
}

// dayText is a day as the language writes it: 01/12/2026, in English 2026-12-01.
func dayText(lang string, d civil.Date) string {
	if lang == "en" {
		return d.String()
	}
	return fmt.Sprintf("%02d/%02d/%d", d.Day(), d.Month(), d.Year())
}

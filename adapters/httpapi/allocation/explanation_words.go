package allocation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// namedMembers is how many consumers of a round are named when nobody was asked about.
const namedMembers = 6

// explainer says in words how a step was shared.
type explainer struct {
	allocation.Explained
	lang  string
	lines []string
}

// explanationIn is the explanation in the words of a language, one sentence a line.
func explanationIn(lang string, e allocation.Explained) []string {
	x := explainer{Explained: e, lang: lang}
	key := "produced"
	if e.Produced == 0 {
		key = "producedNone"
	}
	x.say(key, "from", hourIn(e, false), "to", hourIn(e, true), "energy", x.kWh(e.Produced))
	for _, r := range e.Rounds {
		if r.Offered > 0 {
			x.round(r)
		}
	}
	for _, l := range e.Leftovers {
		if l.Reason == share.Unassigned && !x.inRound(l) {
			x.say("unassigned", "energy", x.kWh(l.Energy))
		}
	}
	x.leftOut()
	if e.Asked != share.None {
		x.say("total", "name", e.Consumers[e.Asked].Name, "got", x.kWh(e.Received[e.Asked]), "need", x.kWh(e.Consumption[e.Asked]))
		if e.DSO != nil {
			x.say("dso", "energy", x.kWh(*e.DSO))
		}
		return x.lines
	}
	if sumOf(e.Surplus) <= 0 {
		x.say("totalAllUsed", "got", x.kWh(sumOf(e.Received)))
		return x.lines
	}
	x.say("totalAll", "got", x.kWh(sumOf(e.Received)), "surplus", x.kWh(sumOf(e.Surplus)))
	return x.lines
}

// text is a phrase with its parameters, as name, value pairs.
func (x *explainer) text(key string, pairs ...string) string {
	params := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		params[pairs[i]] = pairs[i+1]
	}
	return catalogues.Text(x.lang, "explanation", "explanation."+key, params)
}

func (x *explainer) say(key string, pairs ...string) {
	x.lines = append(x.lines, x.text(key, pairs...))
}

// round says who shares what and how, who got what, and where the rest went.
func (x *explainer) round(r share.Round) {
	offered, level := x.kWh(r.Offered), fmt.Sprint(r.Level)
	var head string
	switch {
	case r.Producer != share.None && r.Level > 0:
		head = x.text("producer", "producer", x.Producers[r.Producer].Name, "level", level, "energy", offered)
	case r.Pool != share.None:
		head = x.text("pool", "pool", x.Key.Pools[r.Pool].Name, "energy", offered)
	case r.Level > 0:
		head = x.text("level", "level", level, "energy", offered)
	default:
		head = x.text("round", "round", fmt.Sprint(r.Number), "energy", offered)
	}
	x.lines = append(x.lines, strings.TrimSpace(head+" "+x.text(string(r.Rule))))
	if r.Carried > 0 {
		x.say("carried", "energy", x.kWh(r.Carried))
	}
	x.members(r)
	if visible(r.Left) {
		x.say(string(r.LeftTo), "energy", x.kWh(r.Left), "pool", x.destination(r))
	}
	for _, l := range x.Leftovers {
		if l.Reason == share.Unassigned && fixed(r) && l.Producer == r.Producer {
			x.say("unassignedWithin", "energy", x.kWh(l.Energy))
		}
	}
}

// destination is the pool that takes what a round leaves; "" = none does.
func (x *explainer) destination(r share.Round) string {
	if r.LeftTo != share.ToPool {
		return ""
	}
	return x.Key.Pools[r.Destination].Name
}

// fixed tells whether what a round leaves counts what its parts give to nobody.
func fixed(r share.Round) bool {
	return r.Rule == share.RoundFixed || r.Rule == share.RoundCoefficient
}

// inRound tells whether a leftover is part of what a round has left.
func (x *explainer) inRound(l share.Leftover) bool {
	return slices.ContainsFunc(x.Rounds, func(r share.Round) bool { return fixed(r) && r.Producer == l.Producer })
}

// members names the consumer that was asked about, or the first ones, and sums the rest.
func (x *explainer) members(r share.Round) {
	var rest energy.MilliWh
	named := 0
	for _, m := range r.Members {
		if x.Asked != m.Consumer && slices.Contains(x.LeftOut, m.Consumer) {
			continue // told once, below
		}
		if x.Asked != share.None && m.Consumer != x.Asked || x.Asked == share.None && named >= namedMembers {
			rest += m.Got
			continue
		}
		named++
		name, need := x.Consumers[m.Consumer].Name, x.kWh(m.Asked)
		if m.Capped() && visible(m.Offered-m.Got) {
			x.say("capped."+string(r.LeftTo), "name", name, "need", need, "left", x.kWh(m.Offered-m.Got), "pool", x.destination(r))
		} else {
			x.say("member", "name", name, "need", need, "got", x.kWh(m.Got))
		}
	}
	if rest > 0 {
		x.say("others", "energy", x.kWh(rest))
	}
}

// leftOut names the consumers that the key gives nothing, or the one asked about.
func (x *explainer) leftOut() {
	if x.Asked != share.None {
		if slices.Contains(x.LeftOut, x.Asked) {
			x.say("leftOutOne", "name", x.Consumers[x.Asked].Name)
		}
		return
	}
	if len(x.LeftOut) == 0 {
		return
	}
	var names []string
	for _, i := range x.LeftOut[:min(len(x.LeftOut), namedMembers)] {
		names = append(names, x.Consumers[i].Name)
	}
	if more := len(x.LeftOut) - len(names); more > 0 {
		x.say("leftOutMore", "names", strings.Join(names, ", "), "more", fmt.Sprint(more))
		return
	}
	x.say("leftOut", "names", strings.Join(names, ", "))
}

// visible reports whether kWh shows more than zeros.
func visible(v energy.MilliWh) bool { return v >= 500 }

// kWh is an energy as the language writes it, with three decimals.
func (x *explainer) kWh(v energy.MilliWh) string {
	wattHours, mark := (v+500)/1000, ","
	if x.lang == "en" {
		mark = "."
	}
	return fmt.Sprintf("%d%s%03d kWh", wattHours/1000, mark, wattHours%1000)
}

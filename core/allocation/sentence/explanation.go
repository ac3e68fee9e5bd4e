// Package sentence says how production is shared: sentences of the catalogue with what stands in
// them. Which words and which form of a number they get is the business of who writes them.
package sentence

import (
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/allocation/analysis"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/energy"
)

// Sentence is what is said at once: phrases one after the other.
type Sentence []Phrase

// Phrase is a text of the catalogue by its key, with what stands in it by name: a name (string),
// a count (int or int64), energy.MilliWh, an allocation.Value, a civil.Date, the time.Time of a
// step, or the allocation.Type of a method.
type Phrase struct {
	Key    string
	Values map[string]any
}

// phrase takes its values as name, value pairs.
func phrase(key string, pairs ...any) Phrase {
	p := Phrase{Key: key, Values: map[string]any{}}
	for i := 0; i+1 < len(pairs); i += 2 {
		p.Values[pairs[i].(string)] = pairs[i+1]
	}
	return p
}

func sum(list []energy.MilliWh) (total energy.MilliWh) {
	for _, v := range list {
		total += v
	}
	return total
}

// namedMembers is how many consumers of a round are named when nobody was asked about.
const namedMembers = 6

// explainer says how a step was shared.
type explainer struct {
	analysis.Explained
	said []Sentence
}

// OfExplanation says how a step was shared, round by round: of the consumer that was asked
// about, or of all.
func OfExplanation(e analysis.Explained) []Sentence {
	x := explainer{Explained: e}
	key := "produced"
	if e.Produced == 0 {
		key = "producedNone"
	}
	x.say(key, "from", e.At, "to", e.At.Add(e.Step), "energy", e.Produced)
	for _, r := range e.Rounds {
		if r.Offered > 0 {
			x.round(r)
		}
	}
	for _, l := range e.Leftovers {
		if l.Reason == share.Unassigned && !x.inRound(l) {
			x.say("unassigned", "energy", l.Energy)
		}
	}
	x.leftOut()
	if e.Asked != share.None {
		x.say("total", "name", e.Consumers[e.Asked].Name, "got", e.Received[e.Asked], "need", e.Consumption[e.Asked])
		if e.DSO != nil {
			x.say("dso", "energy", *e.DSO)
		}
		return x.said
	}
	if sum(e.Surplus) <= 0 {
		x.say("totalAllUsed", "got", sum(e.Received))
		return x.said
	}
	x.say("totalAll", "got", sum(e.Received), "surplus", sum(e.Surplus))
	return x.said
}

func (x *explainer) say(key string, pairs ...any) {
	x.said = append(x.said, Sentence{phrase("explanation."+key, pairs...)})
}

// round says who shares what and how, who got what, and where the rest went.
func (x *explainer) round(r share.Round) {
	offered, level := r.Offered, r.Level
	var head Phrase
	switch {
	case r.Producer != share.None && r.Level > 0:
		head = phrase("explanation.producer", "producer", x.Producers[r.Producer].Name, "level", level, "energy", offered)
	case r.Pool != share.None:
		head = phrase("explanation.pool", "pool", x.Key.Pools[r.Pool].Name, "energy", offered)
	case r.Level > 0:
		head = phrase("explanation.level", "level", level, "energy", offered)
	default:
		head = phrase("explanation.round", "round", r.Number, "energy", offered)
	}
	x.said = append(x.said, Sentence{head, phrase("explanation." + string(r.Rule))})
	if r.Carried > 0 {
		x.say("carried", "energy", r.Carried)
	}
	x.members(r)
	if visible(r.Left) {
		x.say(string(r.LeftTo), "energy", r.Left, "pool", x.destination(r))
	}
	for _, l := range x.Leftovers {
		if l.Reason == share.Unassigned && fixed(r) && l.Producer == r.Producer {
			x.say("unassignedWithin", "energy", l.Energy)
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

// fixed reports whether what a round leaves counts what its parts give to nobody.
func fixed(r share.Round) bool {
	return r.Rule == share.RoundFixed || r.Rule == share.RoundCoefficient
}

// inRound reports whether a leftover is part of what a round has left.
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
		name, need := x.Consumers[m.Consumer].Name, m.Asked
		if m.Capped() && visible(m.Offered-m.Got) {
			x.say("capped."+string(r.LeftTo), "name", name, "need", need, "left", m.Offered-m.Got, "pool", x.destination(r))
		} else {
			x.say("member", "name", name, "need", need, "got", m.Got)
		}
	}
	if rest > 0 {
		x.say("others", "energy", rest)
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
		x.say("leftOutMore", "names", strings.Join(names, ", "), "more", more)
		return
	}
	x.say("leftOut", "names", strings.Join(names, ", "))
}

// visible reports whether kWh shows more than zeros.
func visible(v energy.MilliWh) bool { return v >= 500 }

package allocation

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// Type is a rule of sharing, by the contract's name (specification section 3,
// domain 6.2).
type Type string

// The types. simple_dynamic shares by coefficients that were imported.
const (
	Static              Type = "static"
	ByDefault           Type = "by_default"
	ByWeight            Type = "by_weight"
	ByPriority          Type = "by_priority"
	ByEquality          Type = "by_equality"
	ByPool              Type = "by_pool"
	ByUngroupedPriority Type = "by_ungrouped_priority"
	SimpleDynamic       Type = "simple_dynamic"
)

// Types lists all of them, as the contract does.
func Types() []Type {
	return []Type{Static, ByDefault, ByWeight, ByPriority, ByEquality, ByPool, ByUngroupedPriority, SimpleDynamic}
}

func (t Type) Known() bool { return slices.Contains(Types(), t) }

// ByPair reports whether the type's parameters are those of a consumer and a producer,
// so that production is not pooled first (full dynamique, domain 3.1).
func (t Type) ByPair() bool { return t == ByUngroupedPriority }

// Bare reports whether the type has no parameters.
func (t Type) Bare() bool { return t == ByDefault || t == ByPool || t == SimpleDynamic }

// Selects reports whether the type's parameters only say who takes part: 1 for each that
// does. Without any, everybody does (domain 6.2: parameter type Sélection).
func (t Type) Selects() bool { return t == ByEquality }

// Value is the number of a parameter in ten-thousandths, so that a percentage with
// four decimals is exact.
type Value int64

// Whole is 100 percent, and One the number 1. NoNumber is one below zero or with more
// than four decimals: no key takes it, and what it says depends on the key.
const (
	One      Value = 10_000
	Whole    Value = 100 * One
	NoNumber Value = -1
)

// Param is the number of a consumer, or of a consumer and a producer.
type Param struct {
	ConsumerID id.ID
	ProducerID id.ID // "" = all production together
	Value      Value
}

func (p Param) compare(o Param) int {
	if c := strings.Compare(string(p.ConsumerID), string(o.ConsumerID)); c != 0 {
		return c
	}
	return strings.Compare(string(p.ProducerID), string(o.ProducerID))
}

// Hash names the content of a key: type and parameters in their order.
type Hash [16]byte

// Status is where a key stands. The words are the contract's.
type Status string

// The states. Which one a version has follows from the day.
const (
	Draft      Status = "DRAFT"      // holds on no day
	Scheduled  Status = "SCHEDULED"  // holds from a later day on
	InForceNow Status = "IN_FORCE"   // holds now, or whenever its season is
	Superseded Status = "SUPERSEDED" // another took its place
)

// Config is one version of an operation's key. It never changes.
type Config struct {
	OperationID   id.ID
	ID            id.ID
	Version       int // 1 is the first of the operation
	Type          Type
	Params        []Param    // ascending by consumer, then producer
	Pools         []Pool     // by_pool only, in the order of the cascade
	Season        string     // name of the season it is for; "" = all year
	EffectiveDate civil.Date // of version 1 only the day it was made: see Since
	Reason        string
	AuthorID      id.ID  // "" = the version every operation begins with
	Author        string // name, filled by the use cases
	Hash          Hash
	CreatedAt     time.Time

	Status   Status      // where it stands today, filled by the use cases
	Name     string      // what a draft is called
	Planned  *civil.Date // the first day that a draft is meant to hold; nil = none is said
	Revision int         // of a draft, +1 at each change; 0 for a version
	// WithoutPart, of a version that was just set, are the consumers of its days that its
	// parameters give nothing, who may have been forgotten.
	WithoutPart []id.ID
}

// Since is the first day it holds; nil for version 1, which every operation begins with:
// it holds from the beginning, of whatever day the first curves are.
func (c Config) Since() *civil.Date {
	if c.Version == 1 {
		return nil
	}
	return &c.EffectiveDate
}

// Seal puts the parameters in order and names the content. Of a selection only those
// who take part are kept.
func (c *Config) Seal() {
	c.Params = slices.Clone(c.Params)
	if c.Type.Selects() {
		c.Params = slices.DeleteFunc(c.Params, func(p Param) bool { return p.Value == 0 })
	}
	slices.SortFunc(c.Params, Param.compare)
	text := append([]byte(c.Type), 0)
	for _, p := range c.Params {
		text = append(append(text, p.ConsumerID...), 0)
		text = append(append(text, p.ProducerID...), 0)
		text = binary.BigEndian.AppendUint64(text, uint64(p.Value))
	}
	text = c.sealPools(text)
	sum := sha256.Sum256(text)
	c.Hash = Hash(sum[:len(c.Hash)])
}

// laterThan reports whether c takes the place of o where both have begun. Anything takes
// the place of the version that every operation begins with, whose day is only that of
// the operation's creation here: curves and keys may be older.
func (c Config) laterThan(o Config) bool {
	if c.Version == 1 || o.Version == 1 {
		return c.Version > o.Version
	}
	return c.EffectiveDate > o.EffectiveDate || c.EffectiveDate == o.EffectiveDate && c.Version > o.Version
}

// InForce is the version that holds on a day, of versions for the same days of the
// year, in any order. ok is false when there is none at all.
func InForce(versions []Config, day civil.Date) (found Config, ok bool) {
	var first Config
	for _, c := range versions {
		if first.Version == 0 || c.Version < first.Version {
			first = c
		}
		if c.EffectiveDate > day {
			continue
		}
		if !ok || c.laterThan(found) {
			found, ok = c, true
		}
	}
	if !ok {
		found = first
	}
	return found, len(versions) > 0
}

// NeedsCoefficients reports whether the operator must be sent coefficients for a key: it
// computes by_default and static itself (domain 3.1).
func (t Type) NeedsCoefficients() bool { return t != ByDefault && t != Static }

// Float is the number as JSON has it; ParseValue gives v back.
func (v Value) Float() float64 {
	f, _ := strconv.ParseFloat(v.String(), 64)
	return f
}

// String is the number with a point, without zeros at its end.
func (v Value) String() string {
	text := fmt.Sprintf("%d.%04d", v/One, v%One)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// Check finds everything that is wrong with a key that is about to be set.
func (c Config) Check(sites Sites) error {
	wrong := fault.List{Items: c.faults(sites)}
	if len(wrong.Items) == 1 {
		return wrong.Items[0]
	}
	return wrong.Err(ErrInvalid)
}

// faults lists what Check finds.
func (c Config) faults(sites Sites) []*fault.Error {
	var wrong fault.List
	if !slices.Contains(Types(), c.Type) {
		wrong.Add(ErrType.With("value", string(c.Type)))
	}
	if utf8.RuneCountInString(c.Reason) > MaxReason {
		wrong.Add(ErrReason.With("max", MaxReason))
	}
	if c.Type != ByPool && len(c.Pools) > 0 {
		wrong.Add(ErrPools.With("type", string(c.Type)))
	}
	switch {
	case c.Type == ByPool && len(c.Params) == 0:
		c.checkPools(sites, &wrong)
	case c.Type.Bare() && len(c.Params) > 0:
		wrong.Add(ErrParameters.With("type", string(c.Type)))
	case !c.Type.Bare() && !c.Type.Selects() && len(c.Params) == 0:
		wrong.Add(ErrParametersRequired.With("type", string(c.Type)))
	default:
		c.checkParams(sites, &wrong)
		c.checkSelection(&wrong)
	}
	return wrong.Items
}

// Blockers lists all that Check refuses, in the order of the groups and of their fields. Where
// groups have one name or one destination, each of them is told.
func (c Config) Blockers(sites Sites) []Blocker {
	faults := c.faults(sites)
	for _, f := range slices.Clone(faults) {
		faults = append(faults, c.others(f)...)
	}
	out := Blockers(faults...)
	slices.SortStableFunc(out, func(a, b Blocker) int {
		return cmp.Or(cmp.Compare(a.row(), b.row()), cmp.Compare(a.column(), b.column()))
	})
	return slices.CompactFunc(out, func(a, b Blocker) bool { return a.Key == b.Key && a.Field == b.Field && a.Site == b.Site })
}

// others is the same refusal for the other groups that share the name, or the destination,
// of the one that it is about.
func (c Config) others(f *fault.Error) (out []*fault.Error) {
	at, field, _ := poolAt(f.Field)
	for i, p := range c.Pools {
		switch {
		case i == at:
		case f.Is(ErrPoolName) && fold(p.Name) == fold(c.Pools[at].Name):
			out = append(out, ErrPoolName.With("name", p.Name).At(poolField(i, field)))
		case f.Is(ErrPoolDestinationTwice) && p.Destination == c.Pools[at].Destination:
			out = append(out, f.At(poolField(i, field)))
		}
	}
	return out
}

// EmptyPools lists the groups, from 1, that take a part of the production although nobody
// stands in them, so that it is left over.
func (c Config) EmptyPools() (places []int) {
	for i, p := range c.Pools {
		if c.Type == ByPool && p.Percentage > 0 && len(p.Members) == 0 {
			places = append(places, i+1)
		}
	}
	return places
}

// SitesWithoutPart lists the consumers of the days of a key that its parameters give nothing.
func (c Config) SitesWithoutPart(sites Sites) (out []id.ID) {
	if c.Type.Bare() || c.Type.Selects() && len(c.Params) == 0 {
		return nil
	}
	has := map[id.ID]bool{}
	for _, p := range c.Params {
		has[p.ConsumerID] = has[p.ConsumerID] || p.Value > 0
	}
	for _, consumer := range sites.Consumers {
		if !has[consumer] {
			out = append(out, consumer)
		}
	}
	return out
}

func (c Config) checkParams(sites Sites, wrong *fault.List) {
	consumers, producers := setOf(sites.Consumers, sites.Absent), setOf(sites.Producers)
	seen := map[Param]bool{}
	var sum Value
	for i, p := range c.Params {
		field := func(name string) string { return "params." + strconv.Itoa(i) + "." + name }
		pair := Param{ConsumerID: p.ConsumerID, ProducerID: p.ProducerID}
		if !consumers[p.ConsumerID] {
			wrong.Add(ErrConsumer.With("consumerId", string(p.ConsumerID)).At(field("consumerId")))
		}
		if seen[pair] {
			wrong.Add(ErrDuplicate.With("consumerId", string(p.ConsumerID)).At(field("consumerId")))
		}
		seen[pair] = true
		c.checkProducer(p, producers, field("producerId"), wrong)
		if err := CheckValue(c.Type, p.Value, field("value")); err != nil {
			wrong.Add(err)
			continue
		}
		sum += p.Value
	}
	if c.Type == Static && sum > Whole {
		wrong.Add(ErrSum.With("sum", sum.String()))
	}
}

// checkSelection refuses a selection of nobody: without any parameter everybody takes
// part.
func (c Config) checkSelection(wrong *fault.List) {
	selected := func(p Param) bool { return p.Value != 0 }
	if c.Type.Selects() && len(c.Params) > 0 && !slices.ContainsFunc(c.Params, selected) {
		wrong.Add(ErrSelectionEmpty)
	}
}

func (c Config) checkProducer(p Param, producers map[id.ID]bool, field string, wrong *fault.List) {
	switch {
	case !c.Type.ByPair() && !p.ProducerID.IsZero():
		wrong.Add(ErrProducer.At(field))
	case c.Type.ByPair() && p.ProducerID.IsZero():
		wrong.Add(ErrProducerRequired.At(field))
	case c.Type.ByPair() && !producers[p.ProducerID]:
		wrong.Add(ErrProducerUnknown.With("producerId", string(p.ProducerID)).At(field))
	}
}

// CheckNames refuses, of a draft, a group without a name: what is handed on goes by names.
func (c Config) CheckNames() error {
	for i, p := range c.Pools {
		if strings.TrimSpace(p.Name) == "" {
			return ErrPoolNameRequired.At(poolField(i, poolName))
		}
	}
	return nil
}

// CheckNumbers refuses, of a draft, what is no number of its key.
func (c Config) CheckNumbers() error {
	var wrong fault.List
	for i, p := range c.Params {
		if p.Value == NoNumber {
			wrong.Add(CheckValue(c.Type, p.Value, "params."+strconv.Itoa(i)+".value"))
		}
	}
	for i, p := range c.Pools {
		if p.Percentage < 0 || p.Percentage > Whole {
			wrong.Add(notPercentage(poolField(i, "percentageProduction")))
		}
		for _, m := range p.Members {
			if m.Value == NoNumber {
				wrong.Add(CheckValue(ByPriority, m.Value, poolField(i, "withinPoolProductionParams."+string(m.ConsumerID))))
			}
		}
	}
	return wrong.Err(ErrInvalid)
}

// checkPools holds the rules of the pool editor (specification section 5, domain
// 6.3.6): names unique, an algorithm and a destination each, destinations below and
// unique but for Surplus, 100 percent at most, every consumer in some pool.
func (c Config) checkPools(sites Sites, wrong *fault.List) {
	if len(c.Pools) == 0 {
		wrong.Add(ErrParametersRequired.With("type", string(c.Type)).At("pools"))
		return
	}
	below, taken := map[string]int{}, map[string]bool{}
	for i, p := range c.Pools {
		if fold(p.Name) == fold(Surplus) {
			wrong.Add(ErrPoolNameReserved.With("name", p.Name).At(poolField(i, poolName)))
			continue
		}
		if _, twice := below[fold(p.Name)]; twice && fold(p.Name) != "" {
			wrong.Add(ErrPoolName.With("name", p.Name).At(poolField(i, poolName)))
			continue
		}
		below[fold(p.Name)] = i
	}
	var sum Value
	known := setOf(sites.Consumers, sites.Absent)
	for i, p := range c.Pools {
		p.check(i, known, wrong)
		sum += min(max(p.Percentage, 0), Whole)
		if p.Destination == Surplus {
			continue
		}
		if p.Destination == "" {
			wrong.Add(ErrPoolDestinationRequired.With("name", p.Name).At(poolField(i, poolDestination)))
			continue
		}
		if at, ok := below[fold(p.Destination)]; !ok || at <= i {
			wrong.Add(ErrPoolDestination.With("name", p.Name).With("destination", p.Destination).At(poolField(i, poolDestination)))
		} else if taken[p.Destination] {
			wrong.Add(ErrPoolDestinationTwice.With("destination", p.Destination).At(poolField(i, poolDestination)))
		}
		taken[p.Destination] = true
	}
	if sum > Whole {
		wrong.Add(ErrSum.With("sum", sum.String()).At("pools"))
	}
	c.checkEveryone(sites, wrong)
}

// checkEveryone wants each consumer that takes part on a day of the key in some pool.
func (c Config) checkEveryone(sites Sites, wrong *fault.List) {
	in := map[id.ID]bool{}
	for _, p := range c.Pools {
		for _, m := range p.Members {
			in[m.ConsumerID] = true
		}
	}
	for _, consumer := range sites.Consumers {
		if !in[consumer] {
			wrong.Add(ErrNotInPool.With("consumerId", string(consumer)).With("name", sites.Names[consumer]).At("pools"))
		}
	}
}

// Key is the calculation of this version.
func (c Config) Key() Key {
	return Key{ConfigID: c.ID, Version: c.Version, Algorithm: Algorithm, Type: c.Type, Hash: c.Hash, Params: c.Params, Pools: c.Pools}
}

// sealPools puts the members in order and adds the content to the text that is hashed.
func (c *Config) sealPools(text []byte) []byte {
	c.Pools = slices.Clone(c.Pools)
	for i := range c.Pools {
		p := &c.Pools[i]
		p.Members = slices.Clone(p.Members)
		slices.SortFunc(p.Members, PoolMember.compare)
		for _, word := range []string{p.Name, p.Destination, string(p.Algorithm)} {
			text = append(append(text, word...), 0)
		}
		text = binary.BigEndian.AppendUint64(text, uint64(p.Percentage))
		for _, m := range p.Members {
			text = append(append(text, m.ConsumerID...), 0)
			text = binary.BigEndian.AppendUint64(text, uint64(m.Value))
		}
	}
	return text
}

// Sharing tells how a version treats a site among the consumers of a day. Numbers of
// those who are not there that day do not count.
func (c Config) Sharing(site id.ID, consumers []id.ID, producers []Site) Sharing {
	out := Sharing{ParticipantID: site, Config: c}
	out.Config.Params, out.Config.Pools = nil, nil
	c.Seal()
	key := c.Key()
	own := slices.Index(consumers, site)
	has := make([]bool, len(consumers)) // a part
	for i, consumer := range consumers {
		has[i] = key.has(consumer)
		if has[i] {
			out.Sites++
		}
	}
	out.Receives = own >= 0 && has[own]
	switch {
	case c.Type == ByUngroupedPriority:
		out.ofProducers(c.Params, producers)
	case !out.Receives:
	case c.Type == Static:
		part := Value(key.Parts(consumers)[own])
		out.Percentage = &part
	case c.Type == ByWeight:
		out.ofWeight(key.Numbers(consumers), own)
	case c.Type == ByPriority:
		out.ofPriority(key.Numbers(consumers), own)
	case c.Type == ByPool:
		out.ofPools(c.Pools, consumers)
	}
	return out
}

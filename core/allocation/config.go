package allocation

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
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

func (t Type) known() bool { return slices.Contains(Types(), t) }

// ByPair tells whether the type's parameters are those of a consumer and a producer,
// so that production is not pooled first (full dynamique, domain 3.1).
func (t Type) ByPair() bool { return t == ByUngroupedPriority }

// Bare tells whether the type has no parameters.
func (t Type) Bare() bool { return t == ByDefault || t == ByPool || t == SimpleDynamic }

// Selects tells whether the type's parameters only say who takes part: 1 for each that
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

// seal puts the parameters in order and names the content. Of a selection only those
// who take part are kept.
func (c *Config) seal() {
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

// laterThan tells whether c takes the place of o where both have begun. Anything takes
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

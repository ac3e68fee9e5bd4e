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

// The types. Static and by_default can be set; simple_dynamic is only a label.
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

// Settable lists the types that Create accepts.
func Settable() []Type { return []Type{Static, ByDefault} }

// Value is the number of a parameter in ten-thousandths, so that a percentage with
// four decimals is exact.
type Value int64

// Whole is 100 percent, and One the number 1.
const (
	One   Value = 10_000
	Whole Value = 100 * One
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

// Config is one version of an operation's key. It never changes.
type Config struct {
	OperationID   id.ID
	ID            id.ID
	Version       int // 1 is the first of the operation
	Type          Type
	Params        []Param // ascending by consumer, then producer
	EffectiveDate civil.Date
	Reason        string
	AuthorID      id.ID  // "" = the version every operation begins with
	Author        string // name, filled by the use cases
	Hash          Hash
	CreatedAt     time.Time
}

// seal puts the parameters in order and names the content.
func (c *Config) seal() {
	c.Params = slices.Clone(c.Params)
	slices.SortFunc(c.Params, Param.compare)
	text := append([]byte(c.Type), 0)
	for _, p := range c.Params {
		text = append(append(text, p.ConsumerID...), 0)
		text = append(append(text, p.ProducerID...), 0)
		text = binary.BigEndian.AppendUint64(text, uint64(p.Value))
	}
	sum := sha256.Sum256(text)
	c.Hash = Hash(sum[:len(c.Hash)])
}

// InForce is the version that holds on a day, of all versions of one operation, in
// any order. ok is false when there is none at all.
func InForce(versions []Config, day civil.Date) (found Config, ok bool) {
	var first Config
	for _, c := range versions {
		if first.Version == 0 || c.Version < first.Version {
			first = c
		}
		if c.EffectiveDate > day {
			continue
		}
		later := c.EffectiveDate > found.EffectiveDate || c.EffectiveDate == found.EffectiveDate && c.Version > found.Version
		if !ok || later {
			found, ok = c, true
		}
	}
	if !ok {
		found = first
	}
	return found, len(versions) > 0
}

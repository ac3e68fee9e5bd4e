package allocation

import (
	"slices"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

// Algorithm is the version of the arithmetic in package share. It rises with every
// change that makes another result of the same inputs (decisions 3.6).
const Algorithm = 1

// Key is what it takes to share by a version.
type Key struct {
	ConfigID  id.ID
	Version   int
	Algorithm int
	Type      Type
	Hash      Hash
	Params    []Param
}

// Key is the calculation of this version.
func (c Config) Key() Key {
	return Key{ConfigID: c.ID, Version: c.Version, Algorithm: Algorithm, Type: c.Type, Hash: c.Hash, Params: c.Params}
}

// Parts gives each consumer its part out of Whole, in the order given. A consumer
// without a parameter has none; parameters of others are left out.
func (k Key) Parts(consumers []id.ID) []int64 {
	parts := make([]int64, len(consumers))
	for i, consumer := range consumers {
		at, ok := slices.BinarySearchFunc(k.Params, Param{ConsumerID: consumer}, Param.compare)
		if ok {
			parts[i] = int64(k.Params[at].Value)
		}
	}
	return parts
}

// Shares shares the production of blocks among consumers. It keeps scratch memory
// and is for one goroutine.
type Shares struct {
	key    Key
	parts  []int64
	kernel share.Kernel
}

// For readies the key for consumers in this order, which is that of the columns
// (ascending participant id, decisions 3.4).
func (k Key) For(consumers []id.ID) *Shares { return &Shares{key: k, parts: k.Parts(consumers)} }

// Allocate writes what each consumer receives of each step's production to dst; the
// columns are as package share wants them. Errors: key.type, those of share.Prorata
// and share.Static.
func (s *Shares) Allocate(dst [][]energy.MilliWh, production []energy.MilliWh, consumption [][]energy.MilliWh) error {
	switch s.key.Type {
	case ByDefault:
		return s.kernel.Prorata(dst, production, consumption)
	case Static:
		return s.kernel.Static(dst, production, consumption, s.parts, int64(Whole))
	}
	return ErrType.With("value", string(s.key.Type))
}

// Span is the key in force on some days.
type Span struct {
	Days civil.Range
	Key  Key
}

// Spans lists the keys in force in the order of the days, without a hole; neighbours
// are different versions.
func Spans(versions []Config, days civil.Range) []Span {
	if days.IsEmpty() {
		return nil
	}
	starts := []civil.Date{days.From}
	for _, c := range versions {
		if days.Contains(c.EffectiveDate) {
			starts = append(starts, c.EffectiveDate)
		}
	}
	slices.Sort(starts)
	starts = append(slices.Compact(starts), days.To)
	var spans []Span
	for i, from := range starts[:len(starts)-1] {
		c, ok := InForce(versions, from)
		if !ok {
			return nil
		}
		if n := len(spans); n > 0 && spans[n-1].Key.ConfigID == c.ID {
			spans[n-1].Days.To = starts[i+1]
			continue
		}
		spans = append(spans, Span{Days: civil.Range{From: from, To: starts[i+1]}, Key: c.Key()})
	}
	return spans
}

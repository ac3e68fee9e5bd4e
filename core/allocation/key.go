package allocation

import (
	"slices"
	"time"

	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/allocation/margin"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

// Algorithm is the version of the arithmetic in package share.
const Algorithm = share.Version

// Key is what it takes to share by a version.
type Key struct {
	ConfigID  id.ID
	Version   int
	Algorithm int
	Type      Type
	Hash      Hash
	Params    []Param
	Pools     []Pool
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

// Numbers is Parts in whole numbers, for priorities, weights and selections. Who has no parameter
// has 0.
func (k Key) Numbers(consumers []id.ID) []int64 {
	numbers := k.Parts(consumers)
	for i := range numbers {
		numbers[i] /= int64(One)
	}
	return numbers
}

// Rule is the key for columns of these consumers and producers, both in ascending
// participant id (domain 6.4). Who has no parameter has no part. simple_dynamic
// without coefficients is by_default, as the operator does when none were sent
// (domain 3.2); with them see Span.Rule.
func (k Key) Rule(consumers, producers []id.ID) share.Rule {
	rule := share.Rule{Algorithm: share.Algorithm(k.Type), Version: k.Algorithm, Whole: int64(Whole)}
	switch k.Type {
	case Static:
		rule.Parameters = k.Parts(consumers)
	case ByWeight, ByPriority:
		rule.Parameters = k.Numbers(consumers)
	case ByEquality:
		if len(k.Params) > 0 { // none = everybody takes part
			rule.Parameters = k.Numbers(consumers)
		}
	case ByPool:
		rule.Pools = sharePools(k.Pools, consumers)
	case ByUngroupedPriority:
		rule.Couples = k.couples(consumers, producers)
	case SimpleDynamic:
		rule.Algorithm = share.ByDefault
	}
	return rule
}

// couples is the whole number of each [producer][consumer]; 0 = none.
func (k Key) couples(consumers, producers []id.ID) [][]int64 {
	out := make([][]int64, len(producers))
	for p, producer := range producers {
		out[p] = make([]int64, len(consumers))
		for c, consumer := range consumers {
			if at, ok := slices.BinarySearchFunc(k.Params, Param{ConsumerID: consumer, ProducerID: producer}, Param.compare); ok {
				out[p][c] = int64(k.Params[at].Value / One)
			}
		}
	}
	return out
}

// Shares shares the production of blocks among consumers. It keeps scratch memory
// and is for one goroutine.
type Shares struct {
	rule   share.Rule
	kernel share.Kernel
}

// ByProducer reports whether the key shares the production of each producer apart, so
// that only AllocatePairs can.
func (s *Shares) ByProducer() bool { return s.rule.ByProducer() }

// Allocate writes what each consumer receives of each step's production to dst; the
// columns are as package share wants them. Errors: those of the kernels of package
// share, key.shape when the key is ByProducer.
func (s *Shares) Allocate(dst [][]energy.MilliWh, production []energy.MilliWh, consumption [][]energy.MilliWh) error {
	return s.kernel.Share(dst, production, consumption, s.rule)
}

// AllocatePairs writes who receives what from whom, dst[producer][consumer], by any key.
func (s *Shares) AllocatePairs(dst [][][]energy.MilliWh, production, consumption [][]energy.MilliWh) error {
	return s.kernel.ShareByProducer(dst, production, consumption, s.rule)
}

// FitPairs is AllocatePairs fitted to what an operator says of both sides, by a key that is
// ByProducer, and the steps at which that cannot be. Errors: as AllocatePairs.
func (s *Shares) FitPairs(dst [][][]energy.MilliWh, m margin.Margins) ([]margin.Conflict, error) {
	if err := s.AllocatePairs(dst, m.Production, m.Consumption); err != nil {
		return nil, err
	}
	return margin.Fit(dst, s.rule, m)
}

// Span is the key in force on some days.
type Span struct {
	Days civil.Range
	Key  Key
	// Sets are the coefficients of simple_dynamic, one for all production together or
	// one for each producer, and cover Days; none = the operator has none.
	Sets []coefficient.Set
	// Sites have the numbers (PRM) that the sets name, by participant.
	Sites map[id.ID]Site
	// Step is that of the columns; 0 = that of the sets. Coefficients of longer steps
	// hold for each part, of shorter ones their mean does, rounded down.
	Step time.Duration
}

// Rule is that of the key for the steps of Days. Errors: coefficients.notComparable.
func (s Span) Rule(consumers, producers []id.ID) (share.Rule, error) {
	if s.Key.Type != SimpleDynamic || len(s.Sets) == 0 {
		return s.Key.Rule(consumers, producers), nil
	}
	sets, err := s.setsOf(producers)
	if err != nil {
		return share.Rule{}, err
	}
	sites := make([]coefficient.Site, len(consumers))
	for i, consumer := range consumers {
		site := s.Sites[consumer]
		sites[i] = coefficient.Site{Number: site.DsoID, Days: site.Period}
	}
	return coefficient.Rule(sites, sets...)
}

// setsOf are the sets over Days: the one of all production together, or those of the
// producers in their order. A producer without a set shares nothing.
func (s Span) setsOf(producers []id.ID) ([]coefficient.Set, error) {
	if len(s.Sets) == 1 && s.Sets[0].Producer == "" {
		cut, err := s.cut(s.Sets[0])
		return []coefficient.Set{cut}, err
	}
	var out []coefficient.Set
	for _, producer := range producers {
		at := slices.IndexFunc(s.Sets, func(set coefficient.Set) bool { return set.Producer == s.Sites[producer].DsoID })
		set := s.Sets[max(at, 0)]
		if at < 0 {
			set.Sites, set.Values = nil, nil
		}
		cut, err := s.cut(set)
		if err != nil {
			return nil, err
		}
		out = append(out, cut)
	}
	return out, nil
}

// cut is a set on the steps of Days. Error: coefficients.notComparable.
func (s Span) cut(set coefficient.Set) (coefficient.Set, error) {
	out, err := set.On(s.Days)
	if err != nil || s.Step == 0 || s.Step == set.Step {
		return out, err
	}
	if out.Step = s.Step; s.Step%set.Step != 0 && set.Step%s.Step != 0 {
		return out, coefficient.ErrCompare
	}
	for i, column := range out.Values {
		out.Values[i] = atStep(column, int(set.Step/s.Step), int(s.Step/set.Step))
	}
	return out, nil
}

// atStep repeats values so many times, or takes the mean of so many of them.
func atStep(values []int32, times, of int) []int32 {
	var out []int32
	if times > 0 {
		for _, v := range values {
			out = append(out, slices.Repeat([]int32{v}, times)...)
		}
		return out
	}
	for ; len(values) >= of; values = values[of:] {
		sum := 0
		for _, v := range values[:of] {
			sum += int(v)
		}
		out = append(out, int32(sum/of))
	}
	return out
}

// For readies the key for consumers and producers in this order.
func (s Span) For(consumers, producers []id.ID) (*Shares, error) {
	rule, err := s.Rule(consumers, producers)
	return &Shares{rule: rule}, err
}

// has reports whether the key gives a consumer a part, by its parameters alone.
func (k Key) has(consumer id.ID) bool {
	some := func(p Param) bool { return p.ConsumerID == consumer && p.Value > 0 }
	switch k.Type {
	case Static, ByWeight, ByPriority, ByUngroupedPriority:
		return slices.ContainsFunc(k.Params, some)
	case ByEquality:
		return len(k.Params) == 0 || slices.ContainsFunc(k.Params, some)
	case ByPool:
		return slices.ContainsFunc(k.Pools, func(p Pool) bool { return p.has(consumer) })
	}
	return true
}

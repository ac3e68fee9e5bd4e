package share

import (
	"slices"

	"github.com/openpmo/pmo/core/energy"
)

// Version is that of the arithmetic of this package. It rises with every change that
// makes another result of the same inputs (domain 6.7); months that are invoiced keep
// theirs. 1: with priorities of each producer a producer offered no more than the needs
// of its consumers at the level, and what consumers had from producers was split by what
// was made. 2: it offers all it has left; the split follows the margins of the operator
// and the pairs of the key.
const Version = 2

// The algorithms of a key, by the contract's names; a pool knows some of them.
const (
	Static              Algorithm = "static"
	ByEquality          Algorithm = "by_equality"
	ByWeight            Algorithm = "by_weight"
	ByPool              Algorithm = "by_pool"
	ByUngroupedPriority Algorithm = "by_ungrouped_priority"
	SimpleDynamic       Algorithm = "simple_dynamic"
)

// Rule is a key with its parameters, ready for the columns of a block: consumers and
// producers are indices. Fields that the algorithm does not need stay empty.
type Rule struct {
	Algorithm Algorithm
	Version   int // of the arithmetic; 0 = Version
	// Parameters is by consumer: parts of Whole (static), weights (by_weight,
	// by_share_with_minimum) or priorities (by_priority) from 1, or 1 for who takes part
	// (by_equality, where no parameters at all mean everybody); 0 is none: that consumer
	// gets nothing.
	Parameters []int64
	// Couples is [producer][consumer]: priorities from 1 with 0 for none
	// (by_ungrouped_priority), or parts of Whole (static by producer).
	Couples [][]int64
	Pools   []Pool // by_pool; parts of Whole
	// Coefficients of simple_dynamic are [file][consumer][step], in parts of Whole: one
	// file for all production together, or one for each producer (full dynamique).
	Coefficients [][][]int32
	Whole        int64 // 100 percent in the unit of the parts
}

// ByProducer reports whether the rule shares the production of each producer apart,
// instead of all production together.
func (r Rule) ByProducer() bool {
	switch r.Algorithm {
	case ByUngroupedPriority:
		return true
	case Static:
		return r.Couples != nil
	case SimpleDynamic:
		return len(r.Coefficients) > 1
	}
	return false
}

// Serves reports whether the rule, which is ByProducer, has a part for a pair at a step:
// a priority or a coefficient above zero.
func (r Rule) Serves(producer, consumer, step int) bool {
	if r.Algorithm == SimpleDynamic {
		return r.Coefficients[producer][consumer][step] > 0
	}
	return r.Couples[producer][consumer] > 0
}

// offersAll reports whether a producer offers more than its consumers need.
func (r Rule) offersAll() bool { return r.Version != 1 }

// Share shares all production together by a rule that is not ByProducer.
// Errors: those of the algorithm; key.shape for other rules.
func (k *Kernel) Share(dst [][]energy.MilliWh, production []energy.MilliWh, consumption [][]energy.MilliWh, r Rule) error {
	if r.ByProducer() {
		return ErrShape
	}
	switch r.Algorithm {
	case ByDefault:
		return k.Prorata(dst, production, consumption)
	case Static:
		return k.Static(dst, production, consumption, r.Parameters, r.Whole)
	case ByEquality:
		if len(r.Parameters) == 0 {
			return k.Equality(dst, production, consumption)
		}
		return k.ofSome(dst, consumption, r.Parameters, func(dst, consumption [][]energy.MilliWh, _ []int64) error {
			return k.Equality(dst, production, consumption)
		})
	case ByWeight, ByShareWithMinimum:
		return k.ofSome(dst, consumption, r.Parameters, func(dst, consumption [][]energy.MilliWh, weights []int64) error {
			return k.Weight(dst, production, consumption, weights)
		})
	case ByPriority:
		return k.Priority(dst, production, consumption, r.Parameters)
	case ByPool:
		return k.Pools(dst, production, consumption, r.Pools, r.Whole)
	case SimpleDynamic:
		if len(r.Coefficients) == 1 {
			return k.Dynamic(dst, production, consumption, r.Coefficients[0], r.Whole)
		}
	}
	return ErrShape
}

// ofSome shares among those who have a number; the others get nothing. The columns
// have the length of the production.
func (k *Kernel) ofSome(dst, consumption [][]energy.MilliWh, numbers []int64, among func(dst, consumption [][]energy.MilliWh, numbers []int64) error) error {
	if !slices.Contains(numbers, 0) && len(numbers) == len(consumption) {
		return among(dst, consumption, numbers)
	}
	if len(numbers) != len(consumption) || len(dst) != len(consumption) {
		return ErrShape
	}
	var members []int
	var some []int64
	for i, n := range numbers {
		if n == 0 {
			clear(dst[i])
			continue
		}
		members, some = append(members, i), append(some, n)
	}
	return among(pick(dst, members), pick(consumption, members), some)
}

// ShareByProducer shares by any rule and tells who received what from whom:
// dst[producer][consumer]. With a rule that shares all production together, what a
// consumer received is split over the producers in proportion to what they injected
// (domain 6.6).
// Errors: those of the algorithm.
func (k *Kernel) ShareByProducer(dst [][][]energy.MilliWh, production, consumption [][]energy.MilliWh, r Rule) error {
	if err := checkPairs(dst, production, consumption); err != nil {
		return err
	}
	switch {
	case !r.ByProducer():
		return k.together(dst, production, consumption, r)
	case r.Algorithm == ByUngroupedPriority:
		return k.ungroupedPriority(dst, production, consumption, r.Couples, r.offersAll())
	case r.Algorithm == Static:
		return k.StaticByProducer(dst, production, consumption, r.Couples, r.Whole)
	}
	return k.DynamicByProducer(dst, production, consumption, r.Coefficients, r.Whole)
}

func (k *Kernel) together(dst [][][]energy.MilliWh, production, consumption [][]energy.MilliWh, r Rule) error {
	producers, err := NewProducers(production)
	if err != nil {
		return err
	}
	received := make([][]energy.MilliWh, len(consumption))
	for i := range received {
		received[i] = make([]energy.MilliWh, len(producers.sums))
	}
	if err := k.Share(received, producers.sums, consumption, r); err != nil {
		return err
	}
	for i, shared := range received {
		if err := producers.Split(ofConsumer(dst, i), shared); err != nil {
			return err
		}
	}
	return nil
}

// Received adds up what each consumer received from all producers: pairs are
// [producer][consumer] columns, dst one column per consumer.
// Error: key.shape.
func Received(dst [][]energy.MilliWh, pairs [][][]energy.MilliWh) error {
	for i := range dst {
		clear(dst[i])
	}
	for _, columns := range pairs {
		if len(columns) != len(dst) {
			return ErrShape
		}
		for i, column := range columns {
			if len(column) != len(dst[i]) {
				return ErrShape
			}
			for t, v := range column {
				dst[i][t] += v
			}
		}
	}
	return nil
}

// ofConsumer picks the columns of one consumer out of [producer][consumer].
func ofConsumer(pairs [][][]energy.MilliWh, i int) [][]energy.MilliWh {
	columns := make([][]energy.MilliWh, len(pairs))
	for p := range pairs {
		columns[p] = pairs[p][i]
	}
	return columns
}

// checkPairs wants [producer][consumer] columns of the length of all others.
func checkPairs(dst [][][]energy.MilliWh, production, consumption [][]energy.MilliWh) error {
	if len(production) == 0 || len(dst) != len(production) {
		return ErrShape
	}
	for p := range dst {
		if len(production[p]) != len(production[0]) {
			return ErrShape
		}
		if err := checkShape(dst[p], production[p], consumption); err != nil {
			return err
		}
	}
	return nil
}

// checkBlock refuses energies below zero and sums that overflow, of both sides.
func (k *Kernel) checkBlock(production, consumption [][]energy.MilliWh) error {
	if err := k.sum(consumption, len(production[0])); err != nil {
		return err
	}
	return k.sum(production, len(production[0]))
}

package share

import "github.com/openpmo/pmo/core/energy"

// Within keeps what each producer gives within what it made: pairs are those that
// ShareByProducer wrote. With a rule that shares all production together each consumer's
// part is split, and rounded, on its own (domain 6.6), so that a producer's parts may
// add up to some mWh more than its production; as many are left of others then, since no
// more is shared than was made. They are moved one by one, consumers in their order: what
// a consumer receives stays. Coefficients of a producer need it, being parts of 100
// percent.
func Within(pairs [][][]energy.MilliWh, production [][]energy.MilliWh) {
	left := make([][]energy.MilliWh, len(pairs))
	for p, columns := range pairs {
		left[p] = append([]energy.MilliWh(nil), production[p]...)
		for _, column := range columns {
			for t, v := range column {
				left[p][t] -= v
			}
		}
	}
	for p, column := range left {
		for t, v := range column {
			if v < 0 {
				level(pairs, left, p, t)
			}
		}
	}
}

// level moves what a producer gives too much at a step to those that have some left.
func level(pairs [][][]energy.MilliWh, left [][]energy.MilliWh, p, t int) {
	for q := range pairs {
		for left[p][t] < 0 && left[q][t] > 0 {
			for i := 0; i < len(pairs[p]) && left[p][t] < 0 && left[q][t] > 0; i++ {
				if pairs[p][i][t] > 0 {
					pairs[p][i][t]--
					pairs[q][i][t]++
					left[p][t]++
					left[q][t]--
				}
			}
		}
	}
}

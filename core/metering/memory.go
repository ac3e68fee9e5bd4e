package metering

import (
	"sync"
	"sync/atomic"

	"github.com/openpmo/pmo/core/energy"
)

// Memory of long answers, a number or a line for each participant, that goes from one
// question to the next: without it the collector ran so often that one answer in twenty
// waited for it. Who gives nothing back leaves it to the collector.
var (
	vectors = sync.Pool{New: func() any { return new([]energy.MilliWh) }}
	shares  = sync.Pool{New: func() any { return new([]Share) }}
	orders  = sync.Pool{New: func() any { return new([]place) }}
)

// fewLines are not worth to be kept, and would be found where many are needed.
const fewLines = 128

// Release gives the memory of the lines back for another answer; nothing of d may be used
// after it.
func (d *Distribution) Release() {
	for _, lines := range [][]Share{d.Consumers, d.Producers} {
		if cap(lines) > fewLines {
			clear(lines)
			shares.Put(&lines)
		}
	}
	*d = Distribution{}
}

// release gives the memory of values back for another question.
func (p parts) release() {
	for k, values := range p.values {
		vectors.Put(&values)
		delete(p.values, k)
	}
}

// counted are the numbers from 0 on, as many as were needed at once so far.
var counted atomic.Pointer[[]int]

// ordinals are the numbers 0 to n-1; nobody may change them.
func ordinals(n int) []int {
	if held := counted.Load(); held != nil && len(*held) >= n {
		return (*held)[:n:n]
	}
	numbers := make([]int, n+n/4)
	for i := range numbers {
		numbers[i] = i
	}
	counted.Store(&numbers)
	return numbers[:n:n]
}

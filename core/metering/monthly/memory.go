package monthly

import (
	"sync"
	"sync/atomic"

	"github.com/openpmo/pmo/core/energy"
)

// Place is where a participant is, with what its line is ordered by.
type Place struct {
	At   int
	Size energy.MilliWh
}

var Vectors = sync.Pool{New: func() any { return new([]energy.MilliWh) }}

var Orders = sync.Pool{New: func() any { return new([]Place) }}

// FewLines are not worth to be kept, and would be found where many are needed.
const FewLines = 128

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

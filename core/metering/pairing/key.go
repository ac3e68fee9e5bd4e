package pairing

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/allocation/margin"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// Sharing is what a key shares in a month: columns with zero outside the days of each
// site and in gaps.
type Sharing struct {
	Users, Makers []Part
	Used, Made    [][]energy.MilliWh
	All           []energy.MilliWh // made, together
	Quality       loadcurve.Runs   // the lowest of all sites that take part
	// Where the operator shares: what it says that consumers received and producers gave,
	// margin.Unknown where it does not.
	Received, Given [][]energy.MilliWh
}

// Allocator shares the production of some steps among consumers: what columns
// (ascending participant id, one row a step) received is written to dst. Shares are
// never above consumption, nor their sum above production.
type Allocator interface {
	Allocate(dst [][]energy.MilliWh, production []energy.MilliWh, consumption [][]energy.MilliWh) error
}

// PairAllocator is an allocator that may share the production of each producer apart.
type PairAllocator interface {
	Allocator
	// ByProducer reports whether it does; it then cannot Allocate.
	ByProducer() bool
	// AllocatePairs writes who received what from whom, dst[producer][consumer], of
	// production [producer][step]; producers in ascending participant id.
	AllocatePairs(dst [][][]energy.MilliWh, production, consumption [][]energy.MilliWh) error
	// FitPairs is AllocatePairs fitted to what an operator says of both sides, and the
	// steps at which that cannot be.
	FitPairs(dst [][][]energy.MilliWh, m margin.Margins) ([]margin.Conflict, error)
}

// KeySpan is the allocator in force on some days.
type KeySpan struct {
	Days      civil.Range
	Allocator Allocator
}

// ByProducer is the allocator where it shares the production of each producer apart.
func (s KeySpan) ByProducer() (PairAllocator, bool) {
	with, ok := s.Allocator.(PairAllocator)
	return with, ok && with.ByProducer()
}

// Keys knows the allocation keys of operations. Spans cover days in order, without a
// hole. A span that shares the production of each producer apart is best one day, for
// what it makes is as large as consumers times producers. It may be nil: by_default
// holds.
type Keys interface {
	KeysIn(ctx context.Context, operationID id.ID, q KeyQuery) ([]KeySpan, error)
}

// KeyQuery says on which days and steps keys are to share, and whose the columns are.
type KeyQuery struct {
	Days                 civil.Range
	Step                 time.Duration
	Consumers, Producers []id.ID
	// Algorithm is the version of the arithmetic that the months were shared by; 0 = the
	// present one.
	Algorithm int
	// Applied asks what the operator shared by: coefficients that it has come before the
	// key in force.
	Applied bool
}

// prorata is by_default, the key of the law where no other is set.
type prorata struct{ kernel share.Kernel }

// Prorata gives an allocator by_default (domain 6.3).
func Prorata() Allocator { return &prorata{} }

// Allocate shares each step in proportion to consumption.
func (p *prorata) Allocate(dst [][]energy.MilliWh, production []energy.MilliWh, consumption [][]energy.MilliWh) error {
	return p.kernel.Prorata(dst, production, consumption)
}

// known leaves the production of steps at which nothing is shared out: what is shared
// apart is summed before the gaps are passed on.
func (s Sharing) known(from, to int) [][]energy.MilliWh {
	made := Window(s.Made, from, to)
	at := 0
	for _, run := range s.Quality {
		if run.Quality == loadcurve.Missing {
			for _, column := range made {
				if i, j := max(at, from), min(at+run.Count, to); i < j {
					clear(column[i-from : j-from])
				}
			}
		}
		at += run.Count
	}
	return made
}

// Query asks for the keys of some days, for the sites in the order of the columns.
func (s Sharing) Query(days civil.Range, step time.Duration, algorithm int) KeyQuery {
	return KeyQuery{Days: days, Step: step, Consumers: idsOf(s.Users), Producers: idsOf(s.Makers), Algorithm: algorithm, Applied: s.Received != nil}
}

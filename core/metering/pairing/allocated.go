package pairing

import (
	"cmp"
	"context"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// AllocationKeys is what is asked of allocation, after the caller's own permission check. Spans
// are in order, without a hole.
type AllocationKeys interface {
	// KeysIn is the keys in force on some days.
	KeysIn(ctx context.Context, operationID id.ID, days civil.Range) ([]allocation.Span, error)
	// AppliedIn is what an operator that shares itself shared by.
	AppliedIn(ctx context.Context, operationID id.ID, days civil.Range) ([]allocation.Span, error)
}

// AllocatedKeys are the keys of allocation as things that share.
type AllocatedKeys struct{ Allocation AllocationKeys }

var _ Keys = AllocatedKeys{}

// KeysIn of Keys. A key that shares the production of each producer apart is cut into days.
func (k AllocatedKeys) KeysIn(ctx context.Context, operationID id.ID, q KeyQuery) ([]KeySpan, error) {
	keys := k.Allocation.KeysIn
	if q.Applied {
		keys = k.Allocation.AppliedIn
	}
	spans, err := keys(ctx, operationID, q.Days)
	if err != nil {
		return nil, err
	}
	var out []KeySpan
	for _, span := range spans {
		span.Step, span.Key.Algorithm = q.Step, cmp.Or(q.Algorithm, span.Key.Algorithm)
		shares, err := span.For(q.Consumers, q.Producers)
		if err != nil {
			return nil, err
		}
		if !shares.ByProducer() {
			out = append(out, KeySpan{Days: span.Days, Allocator: shares})
			continue
		}
		for day := span.Days.From; day < span.Days.To; day++ {
			one := span
			one.Days = civil.Range{From: day, To: day + 1}
			if shares, err = one.For(q.Consumers, q.Producers); err != nil {
				return nil, err
			}
			out = append(out, KeySpan{Days: one.Days, Allocator: shares})
		}
	}
	return out, nil
}

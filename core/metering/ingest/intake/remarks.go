package intake

import "github.com/openpmo/pmo/core/fault"

// Remarks are the warnings of an import: the first ones, and how many there are in all.
type Remarks struct {
	First []*fault.Error
	Count int
}

// Add keeps warnings while there is room, and counts every one.
func (r *Remarks) Add(all ...*fault.Error) {
	r.Count += len(all)
	room := max(0, MaxFaults-len(r.First))
	r.First = append(r.First, all[:min(room, len(all))]...)
}

// Copied is a copy that grows by itself: a transaction that runs twice starts from it.
func (r Remarks) Copied() Remarks {
	return Remarks{r.First[:len(r.First):len(r.First)], r.Count}
}

package metering

import "github.com/openpmo/pmo/core/fault"

// remarks are the warnings of an import: the first ones, and how many there are in all.
type remarks struct {
	first []*fault.Error
	count int
}

// add keeps warnings while there is room, and counts every one.
func (r *remarks) add(all ...*fault.Error) {
	r.count += len(all)
	room := max(0, maxFaults-len(r.first))
	r.first = append(r.first, all[:min(room, len(all))]...)
}

// copied is a copy that grows by itself: a transaction that runs twice starts from it.
func (r remarks) copied() remarks {
	return remarks{r.first[:len(r.first):len(r.first)], r.count}
}

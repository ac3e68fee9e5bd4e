package pull

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// PullInput asks an operator's service for days; nil = what is missing at the end.
type PullInput struct {
	OperationID id.ID
	From        *civil.Date
	To          *civil.Date // excluded
}

const (
	// pullBack is how many past days a pull asks for again when nobody says: what the
	// operator corrects, it corrects within them.
	pullBack = 7
	// pullMost is how far back it goes by itself to fill a hole at the end.
	pullMost = 60
)

// without cuts ranges out of others; both are merged.
func without(from, cut []civil.Range) (out []civil.Range) {
	for _, r := range from {
		for _, c := range cut {
			if c = c.Intersect(r); c.IsEmpty() {
				continue
			}
			if c.From > r.From {
				out = append(out, civil.Range{From: r.From, To: c.From})
			}
			r.From = c.To
		}
		if !r.IsEmpty() {
			out = append(out, r)
		}
	}
	return out
}

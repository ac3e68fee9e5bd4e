package drafting

import (
	"sync"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// Measures is what was asked of metering, once for each stretch of days whatever the
// number of pairs, and who can be collected from. Several jobs may share one.
type Measures struct {
	mu          sync.Mutex
	amounts     map[civil.Range]evidence // the energy alone
	energy      map[civil.Range]evidence
	collectable map[id.ID]map[id.ID]bool
}

func NewMeasures() *Measures {
	return &Measures{amounts: map[civil.Range]evidence{}, energy: map[civil.Range]evidence{}, collectable: map[id.ID]map[id.ID]bool{}}
}

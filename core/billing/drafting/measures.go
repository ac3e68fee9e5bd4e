package drafting

import (
	"sync"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
)

// Measures is what was asked of metering, once for each stretch of days whatever the
// number of pairs, and who can be collected from. Several jobs may share one.
type Measures struct {
	mu          sync.Mutex
	amounts     map[civil.Range]evidence // the energy alone
	energy      map[civil.Range]evidence
	collectable map[id.ID]map[id.ID]bool
	at          map[civil.Range]map[metering.AtHours]energy.MilliWh // of pairs at peak hours
	hours       map[id.ID]civil.Hours                               // peak hours of sites; nil = not asked yet
}

func NewMeasures() *Measures {
	return &Measures{amounts: map[civil.Range]evidence{}, energy: map[civil.Range]evidence{}, collectable: map[id.ID]map[id.ID]bool{},
		at: map[civil.Range]map[metering.AtHours]energy.MilliWh{}}
}

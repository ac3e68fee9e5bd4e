package agreement

import (
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/civil"
)

// Double is another subscription that prices the energy of one, or passes on the same costs, and on which days.
type Double struct {
	billing.Subscription
	Shared civil.Range
}

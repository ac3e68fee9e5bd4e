package pairing

import (
	"github.com/openpmo/pmo/core/metering"
)

// Part is a site within the month: its days and its steps.
type Part struct {
	metering.Site
	FirstDay, EndDay int  // of the month, from 0
	From, To         int  // steps
	Gaps             bool // its curve lacks some of these steps
}

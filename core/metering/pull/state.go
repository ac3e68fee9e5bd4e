package pull

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/pull/drop"
)

// PullState tells what an operation gets without anybody sending files.
type PullState struct {
	Service bool           // the operator's service can be asked
	Oldest  civil.Date     // the first day that it still gives; with Service
	Last    *ingest.Import // newest pull, whoever asked for it
	Next    *time.Time     // when the server asks by itself; nil = it does not
	drop.State
}

// pullHour is the hour of the day from which the server asks by itself: the day before
// is then at the operator's service.
const pullHour = 6

// morningAfter is the pull hour of the civil day after an instant.
func morningAfter(last time.Time, zone civil.Zone) time.Time {
	day := zone.DateOf(last).AddDays(1)
	year, month, date := zone.Start(day).In(zone.Location()).Date()
	return time.Date(year, month, date, pullHour, 0, 0, 0, zone.Location())
}

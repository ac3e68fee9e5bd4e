package metering

import (
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// fakeAge is after how many days the values of a FAKE operation do not change any more.
const fakeAge = 10

// Finality tells which days count as definitive whatever their files say: months an
// organizer declared, and the past of a FAKE operation (domain 1.5). It is asked
// when curves are read, so that days become definitive without anything being written.
type Finality struct {
	Before   civil.Date // days before it are definitive; civil.Min for none
	Declared map[civil.Month]bool
}

// FinalityOf is that of an operation today. In a FAKE operation a day is definitive
// ten days later, and at the latest when its month is over.
func FinalityOf(op Operation, now time.Time) Finality {
	f := Finality{Before: civil.Min, Declared: op.Declared}
	if op.Operator.Capabilities().AllocatesHere {
		today := op.Operator.Zone().DateOf(now)
		f.Before = max(today.AddDays(-fakeAge), civil.MonthOf(today).First())
	}
	return f
}

func (f Finality) Holds(d civil.Date) bool {
	return d < f.Before || len(f.Declared) > 0 && f.Declared[civil.MonthOf(d)]
}

// Final reports whether a day with data is definitive.
func (f Finality) Final(d civil.Date, s DayState) bool { return s.Has(Final) || f.Holds(d) }

// DefinitiveMonth is a month that an organizer declared definitive.
type DefinitiveMonth struct {
	Month      civil.Month
	Reason     string
	DeclaredAt time.Time
	DeclaredBy id.ID
	Author     string // name of DeclaredBy
}

// Version changes when the month is taken back and declared again; a declaration itself
// never changes.
func (d DefinitiveMonth) Version() int { return int(d.DeclaredAt.UnixMicro()) }

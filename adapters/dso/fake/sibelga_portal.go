package fake

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

const portalHead = "Start Date;Start Time;End Date;End Time;EAN;Meter Nr;Metertype;Register;Volume;Unit;Validation Status\n"

// portalLine is a quarter of an hour of one register.
type portalLine struct {
	ean, register, wall string
	start               int64
	volume              energy.MilliWh
}

// WritePortal writes readings of quarters as the account of a customer at Sibelga exports
// them: offtake and injection on registers of day (7 to 22 h) and night, times on the clock
// of the wall, and in the hour that autumn repeats both lines of a time beside each other.
// A gap has no line. No energy is lost: kWh have six decimals.
func WritePortal(w io.Writer, readings []curvefile.Readings) error {
	zone := civil.Brussels.Location()
	var lines []portalLine
	for _, r := range readings {
		direction := "offtake"
		switch r.Nature {
		case metering.Conso:
		case metering.Prod:
			direction = "injection"
		default:
			return fmt.Errorf("fake: the portal of Sibelga has no %s", r.Nature)
		}
		for _, run := range r.Runs {
			if run.Step != 900 {
				return fmt.Errorf("fake: the portal of Sibelga has quarters of an hour, not %d seconds", run.Step)
			}
			for i, v := range run.Values {
				start := run.Start + int64(i)*900
				local := time.Unix(start, 0).In(zone)
				register := "Off-peak "
				if local.Hour() >= 7 && local.Hour() < 22 {
					register = "Peak "
				}
				lines = append(lines, portalLine{r.DsoID, register + direction, local.Format("2006-01-02 15:04"), start, v})
			}
		}
	}
	slices.SortFunc(lines, func(a, b portalLine) int {
		return cmp.Or(cmp.Compare(a.ean, b.ean), cmp.Compare(a.register, b.register), cmp.Compare(a.wall, b.wall), cmp.Compare(a.start, b.start))
	})
	out := bufio.NewWriter(w)
	if _, err := out.WriteString(portalHead); err != nil {
		return err
	}
	for _, line := range lines {
		from, to := time.Unix(line.start, 0).In(zone), time.Unix(line.start+900, 0).In(zone)
		if _, err := fmt.Fprintf(out, "%s;%s;%s;%s;=\"%s\";1SAG;Smart;%s;%d,%06d;kWh;Validated\n", from.Format("02-01-2006"), from.Format("15:04"),
			to.Format("02-01-2006"), to.Format("15:04"), line.ean, line.register, line.volume/1_000_000, line.volume%1_000_000); err != nil {
			return err
		}
	}
	return out.Flush()
}

package course

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/folder"
)

func day(s string) civil.Date {
	d, err := civil.ParseDate(s)
	if err != nil {
		panic(err)
	}
	return d
}

// told is the steps in short: kind, state, day.
func told(steps []Step) []string {
	var out []string
	for _, s := range steps {
		line := string(s.Kind) + " " + string(s.State)
		if s.Day != nil {
			line += " " + s.Day.String()
		}
		if s.Reason != "" {
			line += " (" + s.Reason + ")"
		}
		out = append(out, line)
	}
	return out
}

// TestStepsOfASite: what was asked and answered, measured and billed, each with its day; what is not
// known waits, and data of the occupant before are none of this one's.
func TestStepsOfASite(t *testing.T) {
	t.Parallel()
	created := time.Date(2026, 9, 14, 23, 30, 0, 0, time.UTC) // the 15th in Paris
	entry := civil.Range{From: day("2026-10-01"), To: civil.Forever}
	long := civil.Range{From: day("2025-09-01"), To: civil.Forever}
	left := civil.Range{From: day("2026-10-01"), To: day("2026-11-15")}
	refused := participant.RecordedAnswer{At: created.AddDate(0, 0, 5), Answer: folder.Answer{Request: folder.Entry, Word: folder.Refused, Reason: "PRM inconnu"}}
	waits := participant.RecordedAnswer{At: created.AddDate(0, 1, 5), Answer: folder.Answer{Request: folder.Exit, Word: folder.Waiting}}
	before := []civil.Range{{From: day("2026-09-01"), To: day("2026-09-30")}, {From: day("2026-09-30"), To: day("2026-10-20")}}
	invoice := &participant.FirstInvoice{Number: "F-1", Day: day("2026-11-06")}
	for name, c := range map[string]struct {
		site participant.Participant
		k    known
		want []string
	}{
		"asked": {participant.Participant{DsoStatus: folder.Asked, DsoAction: folder.ActionCreate}, known{bills: true},
			[]string{"ASKED DONE 2026-09-15", "ACCEPTED WAITING", "FIRST_DATA WAITING", "FIRST_INVOICE WAITING"}},
		"refused": {participant.Participant{DsoStatus: folder.DataError, DsoAction: folder.ActionCreate, Activation: &entry}, known{answers: []participant.RecordedAnswer{refused}},
			[]string{"ASKED DONE 2026-09-15", "ACCEPTED REFUSED 2026-09-20 (PRM inconnu)", "FIRST_DATA WAITING"}},
		"in by its day alone": {participant.Participant{DsoStatus: folder.Asked, DsoAction: folder.ActionCreate, Activation: &entry}, known{},
			[]string{"ASKED DONE 2026-09-15", "ACCEPTED WAITING 2026-10-01", "FIRST_DATA WAITING"}},
		"billed": {participant.Participant{DsoStatus: folder.InForce, DsoAction: folder.ActionCreate, Activation: &entry, EntryDateKnown: true},
			known{data: before, bills: true, invoice: invoice},
			[]string{"ASKED DONE 2026-09-15", "ACCEPTED DONE 2026-10-01", "FIRST_DATA DONE 2026-10-01", "FIRST_INVOICE DONE 2026-11-06"}},
		"in before it was written down": {participant.Participant{DsoStatus: folder.InForce, DsoAction: folder.ActionCreate, Activation: &long, EntryDateKnown: true}, known{},
			[]string{"ASKED DONE", "ACCEPTED DONE 2025-09-01", "FIRST_DATA WAITING"}},
		"leaving": {participant.Participant{DsoStatus: folder.Asked, DsoAction: folder.ActionRemove, Activation: &left, EntryDateKnown: true},
			known{answers: []participant.RecordedAnswer{waits}},
			[]string{"ASKED DONE 2026-09-15", "ACCEPTED DONE 2026-10-01", "FIRST_DATA WAITING", "EXIT_ASKED DONE 2026-10-20", "EXIT WAITING 2026-11-14"}},
		"let go": {participant.Participant{DsoStatus: folder.InForce, DsoAction: folder.ActionRemove, Activation: &left, EntryDateKnown: true}, known{},
			[]string{"ASKED DONE 2026-09-15", "ACCEPTED DONE 2026-10-01", "FIRST_DATA WAITING", "EXIT_ASKED DONE", "EXIT DONE 2026-11-14"}},
	} {
		c.k.site, c.k.zone, c.k.today = c.site, civil.Paris, day("2026-11-10")
		c.k.site.CreatedAt = created
		require.Equal(t, c.want, told(stepsOf(c.k)), name)
	}
}

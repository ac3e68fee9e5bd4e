package enedis

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"github.com/openpmo/pmo/adapters/dso/columns"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// customerFingerprint is that of the header of all such files.
func customerFingerprint() string {
	sum := sha256.Sum256([]byte(FormatCustomerCSV))
	return hex.EncodeToString(sum[:])[:32]
}

// tellSteps finds the steps of a file that does not say its own. Where some times are
// further apart than others for a while, nothing tells a wider step from values that are
// missing: it is asked. Error: curve.stepUnknown.
func (r *customerText) tellSteps() ([]int32, error) {
	ends := make([]int64, len(r.points))
	for i, p := range r.points {
		ends[i] = p.end
	}
	steps, err := inferSteps(ends)
	if err != nil {
		return nil, err
	}
	narrow := slices.Min(steps)
	wide := slices.IndexFunc(steps, func(s int32) bool { return s > narrow })
	if wide < 0 {
		return steps, nil
	}
	answers := r.understand()
	r.asked.Step, r.asked.From, r.asked.To = narrow, ends[0]-int64(steps[0]), ends[len(ends)-1]
	if answers.StepChange == curvefile.StepChanged {
		return steps, nil
	}
	note := columns.NoteApart
	if answers.StepChange == curvefile.RowsMissing {
		note = columns.NoteMissing
	} else {
		r.asked.Questions = append(r.asked.Questions, curvefile.FileQuestion{Kind: curvefile.AskStepChange, Column: curvefile.NoColumn,
			Options: []string{string(curvefile.StepChanged), string(curvefile.RowsMissing)}})
	}
	var minutes []int
	count := 0
	for _, s := range steps {
		if s > narrow {
			count++
			if !slices.Contains(minutes, int(s/60)) {
				minutes = append(minutes, int(s/60))
			}
		}
	}
	slices.Sort(minutes)
	first := r.zone.DateOf(time.Unix(ends[wide]-1, 0))
	r.asked.Notes = append(r.asked.Notes, note.With("date", first.String()).With("count", count).With("minutes", minutes).With("expected", int(narrow/60)))
	return slices.Repeat([]int32{narrow}, len(steps)), nil
}

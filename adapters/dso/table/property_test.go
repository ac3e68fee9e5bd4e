package table_test

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/table"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// answer is the truth about what a file asks, and no more.
func (st study) answer(u curvefile.FileUnderstanding, said curvefile.FileAnswers) curvefile.FileAnswers {
	for _, q := range u.Questions {
		switch q.Kind {
		case curvefile.AskYear:
			said.Year = st.truth.Year
		case curvefile.AskZone:
			said.Zone = st.truth.Zone
		case curvefile.AskLabels:
			said.Labels = st.truth.Labels
		case curvefile.AskDateOrder:
			said.DateOrder = st.truth.DateOrder
		case curvefile.AskStepChange:
			said.StepChange = st.truth.StepChange
		}
	}
	return said
}

// TestWhatIsWrittenIsRead: in any layout, whatever lines are missing, each value that is
// read is the one that was written of that very step, and no step has a value that none
// was written of. What a file does not tell is asked, and answered here.
func TestWhatIsWrittenIsRead(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := drawShape(t)
		st := s.write(t)
		said := curvefile.FileAnswers{}
		if s.zone == curvefile.ZoneUTC || s.zone == curvefile.ZoneWinter {
			said.Zone = s.zone // away from the nights nothing tells it from legal time
		}
		var set curvefile.Dataset
		for range 5 {
			var err error
			if set, err = readStudy(st, said); err != nil {
				t.Fatalf("refused: %v\n%s", err, st.content)
			}
			if !set.Understood.Open() {
				break
			}
			said = st.answer(*set.Understood, said)
		}
		if set.Understood.Open() {
			t.Fatalf("still open: %+v", set.Understood.Questions)
		}
		st.compare(t, s, set)
	})
}

func readStudy(st study, said curvefile.FileAnswers) (curvefile.Dataset, error) {
	said.Nature = metering.Conso
	reader := files.New(files.DefaultLimits()).Otherwise(table.Format{}).With(curvefile.FileHints{Answers: []curvefile.FileAnswers{said}})
	open := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(st.content)), nil }
	sets, err := reader.Read(context.Background(), st.name, int64(len(st.content)), open, civil.Paris)
	if err != nil {
		return curvefile.Dataset{}, err
	}
	return sets[0], nil
}

// compare puts what was read beside what was written.
func (st study) compare(t *rapid.T, s shape, set curvefile.Dataset) {
	got := map[string]map[int64]int64{}
	for _, r := range set.Readings {
		got[r.DsoID] = map[int64]int64{}
		for _, run := range r.Runs {
			for i, v := range run.Values {
				start := run.Start + int64(i)*int64(run.Step)
				for a := start; a < start+int64(run.Step); a += atom {
					got[r.DsoID][a] = int64(v) / (int64(run.Step) / atom)
				}
			}
		}
	}
	for number, written := range st.written {
		for a, v := range got[number] {
			if w, ok := written[a]; !ok || w != v {
				t.Fatalf("%s at %s: %d is read, %d was written (%v)\n%+v\n%s", number, time.Unix(a, 0).In(civil.Paris.Location()), v, w, ok, set.Understood, st.content)
			}
		}
		for a := range written {
			if _, ok := got[number][a]; !ok && !s.doubledHour(a) {
				t.Fatalf("%s at %s: not read\n%+v\n%s", number, time.Unix(a, 0).In(civil.Paris.Location()), set.Understood, st.content)
			}
		}
	}
}

// doubledHour reports whether the legal clock may show the label of a step twice: of one
// that begins or ends then, or is written too early.
func (s shape) doubledHour(at int64) bool {
	date := civil.Paris.DateOf(time.Unix(at, 0))
	within, end := at-civil.Paris.Start(date).Unix(), int64(4*3600)
	if s.jitter > 0 {
		end += max(s.step, s.later)
	}
	return date == civil.NewDate(2024, 10, 27) && within >= 3600 && within < end
}

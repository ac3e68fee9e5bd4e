package perimeterfile

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant"
)

// TestALineIsOfTheOccupantOfItsDays: several occupants follow each other at one meter. A line is
// about the one with its entry, else one whose entry is not known, else one with a day in common;
// without an entry, about the last. Each is matched once.
func TestALineIsOfTheOccupantOfItsDays(t *testing.T) {
	t.Parallel()
	date := func(month int) *civil.Date { d := civil.NewDate(2026, 1, 1).AddMonths(month - 1); return &d }
	occupant := func(name id.ID, from, to *civil.Date) participant.Participant {
		p := participant.Participant{ID: name, DsoID: "1"}
		if from != nil {
			p.Activation = &civil.Range{From: *from, To: civil.Forever}
			if to != nil {
				p.Activation.To = *to
			}
		}
		return p
	}
	first, second, waiting := occupant("first", date(1), date(6)), occupant("second", date(6), nil), occupant("waiting", nil, nil)
	last := *date(3)
	for name, c := range map[string]struct {
		stored []participant.Participant
		l      line
		want   id.ID
	}{
		"the entry of the first":                {[]participant.Participant{second, first}, line{dsoID: "1", entry: date(1)}, "first"},
		"the entry of the second":               {[]participant.Participant{first, second}, line{dsoID: "1", entry: date(6)}, "second"},
		"the same entry, not one that waits":    {[]participant.Participant{waiting, first}, line{dsoID: "1", entry: date(1)}, "first"},
		"one that waits, not one of those days": {[]participant.Participant{second, waiting}, line{dsoID: "1", entry: date(7)}, "waiting"},
		"days in common with the second":        {[]participant.Participant{first, second}, line{dsoID: "1", entry: date(7)}, "second"},
		"days in common with the first":         {[]participant.Participant{first, second}, line{dsoID: "1", entry: date(2), exit: &last}, "first"},
		"no entry is the last occupant":         {[]participant.Participant{second, first}, line{dsoID: "1"}, "second"},
		"days of nobody are a new occupant":     {[]participant.Participant{second}, line{dsoID: "1", entry: date(1), exit: &last}, ""},
		"another meter":                         {[]participant.Participant{first, second}, line{dsoID: "2", entry: date(1)}, ""},
	} {
		m := matcher{byNumber: map[string][]participant.Participant{"1": c.stored}, used: map[id.ID]bool{}}
		require.Equal(t, c.want, m.match(c.l).ID, name)
	}
	m := matcher{byNumber: map[string][]participant.Participant{"1": {first}}, used: map[id.ID]bool{}}
	require.Equal(t, id.ID("first"), m.match(line{dsoID: "1", entry: date(1)}).ID)
	require.Zero(t, m.match(line{dsoID: "1", entry: date(1)}).ID, "nobody is matched twice")
}

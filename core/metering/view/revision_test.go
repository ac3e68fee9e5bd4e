package view

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/policy"
)

// TestARevisionNamesAllThatAnAnswerDependsOn: whatever of it changes, the name is another; what lies beyond the
// days that were asked about changes nothing.
func TestARevisionNamesAllThatAnAnswerDependsOn(t *testing.T) {
	t.Parallel()
	october := civil.NewMonth(2026, 10)
	of := func(change func(q *Question, read *[]metering.MonthState, more *[]any)) metering.Revision {
		q := Question{Op: metering.Operation{ID: "1", SitesStamp: "3"}, Days: october.Range(), Today: october.First() + 10, Natures: []metering.Nature{metering.Conso}}
		q.P.Role, q.P.Sites = policy.RoleOrganizer, []policy.Site{{ParticipantID: "a"}}
		read, more := []metering.MonthState{{Month: october, Version: 1, Written: 2}}, []any{"day"}
		if change != nil {
			change(&q, &read, &more)
		}
		return q.RevisionOf(read, more)
	}
	seen := map[metering.Revision]string{of(nil): "as it is"}
	require.Len(t, seen, 1)
	for name, change := range map[string]func(*Question, *[]metering.MonthState, *[]any){
		"operation":    func(q *Question, _ *[]metering.MonthState, _ *[]any) { q.Op.ID = "2" },
		"sites":        func(q *Question, _ *[]metering.MonthState, _ *[]any) { q.Op.SitesStamp = "4" },
		"individually": func(q *Question, _ *[]metering.MonthState, _ *[]any) { q.Op.ACI = true },
		"emissions":    func(q *Question, _ *[]metering.MonthState, _ *[]any) { q.Op.GESKPI = true },
		"factors":      func(q *Question, _ *[]metering.MonthState, _ *[]any) { q.Op.EmissionsStamp = "5" },
		"declared": func(q *Question, _ *[]metering.MonthState, _ *[]any) {
			q.Op.Declared = map[civil.Month]bool{october: true}
		},
		"days":    func(q *Question, _ *[]metering.MonthState, _ *[]any) { q.Days.To-- },
		"today":   func(q *Question, _ *[]metering.MonthState, _ *[]any) { q.Today++ },
		"natures": func(q *Question, _ *[]metering.MonthState, _ *[]any) { q.Natures = []metering.Nature{metering.Prod} },
		"role":    func(q *Question, _ *[]metering.MonthState, _ *[]any) { q.P.Role = policy.RoleParticipant },
		"sites of one": func(q *Question, _ *[]metering.MonthState, _ *[]any) {
			q.P.Role, q.P.Sites = policy.RoleParticipant, []policy.Site{{ParticipantID: "b"}}
		},
		"final":   func(q *Question, _ *[]metering.MonthState, _ *[]any) { q.Finality.Before = october.First() + 3 },
		"month":   func(_ *Question, read *[]metering.MonthState, _ *[]any) { (*read)[0].Month++ },
		"version": func(_ *Question, read *[]metering.MonthState, _ *[]any) { (*read)[0].Version++ },
		"written": func(_ *Question, read *[]metering.MonthState, _ *[]any) { (*read)[0].Written++ },
		"more":    func(_ *Question, _ *[]metering.MonthState, more *[]any) { *more = []any{"month"} },
	} {
		r := of(change)
		require.Empty(t, seen[r], "%s is told apart", name)
		seen[r] = name
	}
	require.Equal(t, of(nil), of(func(q *Question, _ *[]metering.MonthState, _ *[]any) { q.P.Sites = []policy.Site{{ParticipantID: "b"}} }), "an organizer sees all")
	beyond := func(by civil.Date) metering.Revision {
		return of(func(q *Question, _ *[]metering.MonthState, _ *[]any) { q.Today = october.Range().To + by })
	}
	require.Equal(t, beyond(1), beyond(2))
}

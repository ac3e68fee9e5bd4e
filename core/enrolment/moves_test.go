package enrolment_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/enrolment"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
	"github.com/openpmo/pmo/core/policy"
)

const headOfMoves = "prm;date_entree;nom;type_entite;email;compte;sans_plans\n"

func (w world) moves(t *testing.T, dryRun bool, lines ...string) (enrolment.MovesReport, error) {
	t.Helper()
	return w.S.SucceedAll(t.Context(), w.Organizer, perimeterfile.ImportInput{OperationID: w.Operation, FileName: "mouvements.csv",
		Content: []byte(headOfMoves + strings.Join(lines, "\n") + "\n"), DryRun: dryRun})
}

// meterOf is the PRM of a site of the town.
func (w world) meterOf(t *testing.T, name string) string {
	t.Helper()
	site, err := w.S.Sites.ByID(t.Context(), w.Sites[name])
	require.NoError(t, err)
	return site.DsoID
}

// TestFiftyChangesOfOccupantByFile: each line ends its predecessor and prepares who follows, with
// the plans and a client of its own, in the order of days whatever that of the file; a check names
// the same and stores nothing; the same file again changes nothing.
func TestFiftyChangesOfOccupantByFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	martin, mairie := w.meterOf(t, "Martin"), w.meterOf(t, "Mairie")
	lines := []string{
		martin + ";2026-10-20;M. C;partIndiv;;c@example.org;",
		martin + ";15/10/2026;M. B;partIndiv;b@example.org;;",
		mairie + ";2026-10-15;Maison des jeunes;proTertiary;;;oui",
	}
	before := w.stored(t)
	checked, err := w.moves(t, true, lines...)
	require.NoError(t, err)
	require.Empty(t, checked.Errors)
	require.Equal(t, before, w.stored(t), "a check stores nothing")

	made, err := w.moves(t, false, lines...)
	require.NoError(t, err)
	told := func(r enrolment.MovesReport) (out []string) {
		for _, row := range r.Rows {
			out = append(out, fmt.Sprint(row.Row, " ", row.Outcome, " ", row.Predecessor, " > ", row.Name, " ", row.Date, " ", row.Plans))
		}
		return out
	}
	require.Equal(t, []string{
		"2 CREATED M. B > M. C 2026-10-20 [" + w.Plan.Name + "]",
		"3 CREATED Martin > M. B 2026-10-15 [" + w.Plan.Name + "]",
		"4 CREATED Mairie > Maison des jeunes 2026-10-15 []",
	}, told(made))
	require.Equal(t, told(made), told(checked))
	after := w.stored(t)
	require.Equal(t, before["participants"]+3, after["participants"])
	require.Equal(t, before["billable_entities"]+3, after["billable_entities"], "each is its own client")
	require.Equal(t, before["site_invitations"]+1, after["site_invitations"])

	again, err := w.moves(t, false, lines...)
	require.NoError(t, err)
	require.Equal(t, []int{0, 3, 0}, []int{again.Created, again.Unchanged, again.Rejected})
	unchanged := w.stored(t)
	delete(unchanged, "audit_entries")
	delete(after, "audit_entries")
	require.Equal(t, after, unchanged)
}

// TestAFileOfChangesIsTakenWholeOrNotAtAll: each wrong line is told with its row and column, the
// good ones beside it are not stored.
func TestAFileOfChangesIsTakenWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	martin, mairie := w.meterOf(t, "Martin"), w.meterOf(t, "Mairie")
	lines := []string{
		mairie + ";2026-10-15;Maison des jeunes;proTertiary;;;",
		"99100000000099;2026-10-15;Personne;partIndiv;;;",
		martin + ";2026-10-15;M. B;partIndiv;personne;;",
		martin + ";2026-13-15;M. B;partIndiv;;;peut-être",
		martin + ";2026-10-15;;partIndiv;;;",
		martin + ";2026-10-15;M. B;locataire;;;",
		martin + ";2026-10-15;M. B;partIndiv;;personne@;",
	}
	want := []string{"3 import.noPredecessor prm", "4 email.invalid email", "5 date.invalid date_entree", "5 import.yesNo sans_plans",
		"6 field.required nom", "7 entityType.unknown type_entite", "8 email.invalid compte"}
	told := func(items []*fault.Error) (out []string) {
		for _, item := range items {
			out = append(out, fmt.Sprint(item.Row, " ", item.Key, " ", item.Field))
		}
		return out
	}
	before := w.stored(t)
	checked, err := w.moves(t, true, lines...)
	require.NoError(t, err)
	require.Equal(t, want, told(checked.Errors))
	require.Equal(t, []int{1, 0, 6}, []int{checked.Created, checked.Unchanged, checked.Rejected})
	_, err = w.moves(t, false, lines...)
	f := fault.From(err)
	require.Equal(t, "import.rejected", f.Key)
	require.Equal(t, want, told(f.Items))
	require.Equal(t, before, w.stored(t))

	for _, c := range []struct{ name, content, key string }{
		{"", headOfMoves, "import.fileRequired"},
		{"mouvements.txt", headOfMoves, "import.fileType"},
		{"mouvements.csv", headOfMoves, "import.empty"},
		{"mouvements.csv", "prm;nom\n" + martin + ";M. B\n", "import.columnsMissing"},
		{"mouvements.csv", headOfMoves + strings.Repeat(lines[0]+"\n", perimeterfile.MaxMoves+1), "import.tooManyRows"},
	} {
		_, err := w.S.SucceedAll(t.Context(), w.Organizer, perimeterfile.ImportInput{OperationID: w.Operation, FileName: c.name, Content: []byte(c.content)})
		require.Equal(t, c.key, fault.KeyOf(err), c.name)
	}
	_, err = w.S.SucceedAll(t.Context(), policy.Principal{UserID: w.Organizer.UserID, Role: policy.RoleObserver}, perimeterfile.ImportInput{OperationID: w.Operation})
	require.Contains(t, []string{"forbidden", "notFound"}, fault.KeyOf(err))
	_, err = w.S.SucceedAll(t.Context(), w.Organizer, perimeterfile.ImportInput{OperationID: id.New()})
	require.Equal(t, "notFound", fault.KeyOf(err))
}

// TestAFileOfChangesComesBackWithWhatIsWrong: each line says what is wrong with it, marked in its
// cell, whether it cannot be read or cannot be done; good ones say nothing, and nothing is stored.
// Mended in place, the same file is taken.
func TestAFileOfChangesComesBackWithWhatIsWrong(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	martin, mairie := w.meterOf(t, "Martin"), w.meterOf(t, "Mairie")
	in := perimeterfile.ImportInput{OperationID: w.Operation, FileName: "mouvements.csv", Content: []byte(headOfMoves +
		mairie + ";15/10/2026;Maison des jeunes;proTertiary;;;\n" +
		"99100000000099;2026-10-15;Personne;partIndiv;;;\n" +
		martin + ";2026-13-15;M. B;partIndiv;;;\n" + martin + ";2026-10-25;M. D;partIndiv;personne;;\n")}
	before := w.stored(t)
	a, err := w.S.AnnotateAll(t.Context(), w.Organizer, in)
	require.NoError(t, err)
	require.Equal(t, before, w.stored(t), "nothing is stored")
	require.Equal(t, []any{"a_corriger_mouvements.xlsx", "a_corriger", 7}, []any{a.Name, a.Header[a.Remarks], a.Remarks})
	var told []string
	for _, row := range a.Rows {
		for _, f := range row.Wrong {
			told = append(told, fmt.Sprint(row.Line, " ", f.Field, " ", f.Key, " ", row.Marked))
		}
	}
	require.Equal(t, []string{"3 prm import.noPredecessor [0]", "4 date_entree date.invalid [1]", "5 email email.invalid [4]"}, told)

	a.Rows[1].Cells[0], a.Rows[1].Cells[1], a.Rows[1].Cells[2] = martin, "2026-10-20", "M. C"
	a.Rows[2].Cells[1], a.Rows[3].Cells[4] = "2026-10-15", "d@example.org"
	lines := []string{strings.Join(a.Header, ";")}
	for _, row := range a.Rows {
		lines = append(lines, strings.Join(append(row.Cells, make([]string, len(a.Header)-len(row.Cells))...), ";"))
	}
	made, err := w.S.SucceedAll(t.Context(), w.Organizer, perimeterfile.ImportInput{OperationID: w.Operation, FileName: "mouvements.csv", Content: []byte(strings.Join(lines, "\n") + "\n")})
	require.NoError(t, err)
	require.Equal(t, 4, made.Created)

	_, err = w.S.AnnotateAll(t.Context(), policy.Principal{UserID: w.Organizer.UserID, Role: policy.RoleObserver}, in)
	require.Contains(t, []string{"forbidden", "notFound"}, fault.KeyOf(err))
}

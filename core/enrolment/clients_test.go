package enrolment_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
	"github.com/openpmo/pmo/core/policy"
)

const headOfClients = "nom;adresse;code_postal;ville;type;numero_legal;email;iban;reference;etiquettes;sites\n"

func (w world) clients(t *testing.T, dryRun bool, lines ...string) (perimeterfile.ImportReport, error) {
	t.Helper()
	return w.S.ImportClients(t.Context(), w.Organizer, perimeterfile.ImportInput{OperationID: w.Operation, FileName: "clients.csv",
		Content: []byte(headOfClients + strings.Join(lines, "\n") + "\n"), DryRun: dryRun})
}

// TestClientsComeByAFile: new ones are made with their sites, those that stand are found by
// reference or name and change only where a cell says otherwise; a check names the same and stores
// nothing; the same file again changes nothing.
func TestClientsComeByAFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	gare := w.Site("Gare", "consumer", "")
	at, err := w.S.Sites.ByID(t.Context(), gare)
	require.NoError(t, err)
	lines := []string{
		"Gare SARL;1 place de la Gare;35300;Fougères;professionnel;732 829 320;gare@example.org;FR14 2004 1010 0505 0001 3M02 606;C-1;gare, centre;" + at.DsoID,
		"Martin;9 rue Neuve;35300;Fougères;;;;;;;",
		"CCAS;;;;;;ccas@example.org;;;;" + w.meterOf(t, "CCAS"),
	}
	before := w.stored(t)
	checked, err := w.clients(t, true, lines...)
	require.NoError(t, err)
	require.Empty(t, checked.Errors)
	require.Equal(t, before, w.stored(t), "a check stores nothing")
	made, err := w.clients(t, false, lines...)
	require.NoError(t, err)
	require.Equal(t, []int{1, 2, 0, 0}, []int{made.Created, made.Updated, made.Unchanged, made.Rejected})
	told := func(r perimeterfile.ImportReport) string { return fmt.Sprint(r.Rows) }
	require.Equal(t, told(checked), told(made))
	require.Equal(t, []perimeterfile.Change{{Field: "address", Before: "2 rue du Four", After: "9 rue Neuve"}}, made.Rows[1].Changes)
	require.Equal(t, []perimeterfile.Change{{Field: "email", Before: "", After: "ccas@example.org"}}, made.Rows[2].Changes, "empty cells leave what is there")

	all, err := w.Entities.ListBillableEntities(t.Context(), w.Organizer, billing.Scope{OperationID: w.Operation})
	require.NoError(t, err)
	for _, c := range all {
		if c.Name == "Gare SARL" {
			require.Equal(t, []any{"732829320", "C-1", []string{"gare", "centre"}, "professional"}, []any{c.LegalNumber, c.Reference, c.Tags, string(c.ConsumerType)})
			require.Equal(t, gare, c.ConsumerIDs[0])
		}
	}
	again, err := w.clients(t, false, lines...)
	require.NoError(t, err)
	require.Equal(t, []int{0, 0, 3}, []int{again.Created, again.Updated, again.Unchanged})
	renamed, err := w.clients(t, false, "Gare de Fougères;1 place de la Gare;35300;Fougères;;;;;C-1;;")
	require.NoError(t, err)
	require.Equal(t, []perimeterfile.Change{{Field: "name", Before: "Gare SARL", After: "Gare de Fougères"}}, renamed.Rows[0].Changes)
}

// TestAFileOfClientsIsTakenWholeOrNotAtAll: each wrong line is told with its row and column, the good
// ones beside it are not stored; who may not make clients is refused.
func TestAFileOfClientsIsTakenWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	lines := []string{
		"Gare;1 place;35300;Fougères;;;;;;;",
		"Poste;1 place;35300;Fougères;association;;;;;;",
		";1 place;35300;Fougères;;;;;;;",
		"Halle;1 place;35300;Fougères;;;halle@;;;;",
		"Lycée;1 place;35300;Fougères;;;;FR14;;;",
		"Cinéma;1 place;35300;Fougères;;;;;;;99100000099999",
		"Piscine;1 place;35300;Fougères;;;;;;;123",
		"Gare;2 place;35300;Fougères;;;;;;;",
		"Stade;1 place;35300;Fougères;;;;;;;" + w.meterOf(t, "Commune"),
		"Théâtre;1 place;35300;Fougères;;;;;;;" + w.meterOf(t, "Martin"),
	}
	want := []string{"3 import.clientType type", "4 field.required nom", "5 email.invalid email", "6 iban.invalid iban", "7 import.noSuchSite sites", "8 prm.length sites",
		"9 import.clientTwice nom", "10 subscription.consumerNotInOperation sites", "11 billableEntity.consumerTaken sites"}
	told := func(items []*fault.Error) (out []string) {
		for _, item := range items {
			out = append(out, fmt.Sprint(item.Row, " ", item.Key, " ", item.Field))
		}
		return out
	}
	before := w.stored(t)
	checked, err := w.clients(t, true, lines...)
	require.NoError(t, err)
	require.Equal(t, want, told(checked.Errors))
	require.Equal(t, []int{1, 0, 9}, []int{checked.Created, checked.Unchanged, checked.Rejected})
	_, err = w.clients(t, false, lines...)
	require.Equal(t, "import.rejected", fault.From(err).Key)
	require.Equal(t, want, told(fault.From(err).Items))
	require.Equal(t, before, w.stored(t))
	for _, c := range []struct{ name, content, key string }{
		{"", headOfClients, "import.fileRequired"}, {"clients.txt", headOfClients, "import.fileType"}, {"clients.csv", headOfClients, "import.empty"},
		{"clients.csv", "nom;ville\nGare;Fougères\n", "import.columnsMissing"},
		{"clients.csv", headOfClients + strings.Repeat(lines[0]+"\n", perimeterfile.MaxClients+1), "import.tooManyRows"},
	} {
		_, err := w.S.ImportClients(t.Context(), w.Organizer, perimeterfile.ImportInput{OperationID: w.Operation, FileName: c.name, Content: []byte(c.content)})
		require.Equal(t, c.key, fault.KeyOf(err), c.name)
	}
	_, err = w.S.ImportClients(t.Context(), policy.Principal{UserID: w.Organizer.UserID, Role: policy.RoleObserver}, perimeterfile.ImportInput{OperationID: w.Operation})
	require.Contains(t, []string{"forbidden", "notFound"}, fault.KeyOf(err))
}

// TestNamesakesAreAskedAbout: a line without a reference whose name two clients have is refused, not
// given to one of them; with the reference it finds the one.
func TestNamesakesAreAskedAbout(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	both, err := w.clients(t, false, "Durand;1 rue A;35300;Fougères;;;;;D-1;;", "Durand;2 rue B;35300;Fougères;;;;;D-2;;")
	require.NoError(t, err)
	require.Equal(t, 2, both.Created)
	before := w.stored(t)
	_, err = w.clients(t, false, "Durand;3 rue C;35300;Fougères;;;;;;;")
	wrong := fault.From(err)
	require.Equal(t, "import.rejected", wrong.Key)
	require.Len(t, wrong.Items, 1)
	require.Equal(t, []any{"import.clientNamesake", 2, "Durand"}, []any{wrong.Items[0].Key, wrong.Items[0].Row, wrong.Items[0].Params["name"]})
	require.Equal(t, before, w.stored(t))
	one, err := w.clients(t, false, "Durand;3 rue C;35300;Fougères;;;;;D-2;;")
	require.NoError(t, err)
	require.Equal(t, []int{0, 1}, []int{one.Created, one.Updated})
}

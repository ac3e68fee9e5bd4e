package perimeterfile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/perim"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
	"github.com/openpmo/pmo/core/party"
)

// said are refusals and warnings with their line and column.
func said(list []*fault.Error) (out []string) {
	for _, f := range list {
		out = append(out, fmt.Sprintf("%d %s %s", f.Row, f.Field, f.Key))
	}
	return out
}

// TestAFileOfMovesIsReadLineByLine: what can be read, and beside it the lines that cannot, with all that is
// wrong with each.
func TestAFileOfMovesIsReadLineByLine(t *testing.T) {
	t.Parallel()
	s := perimeterfile.New(perimeterfile.Deps{Texts: perim.Reader{}})
	o := operation.Operation{DSO: dso.Enedis}
	const head = "prm;date_entree;nom;type_entite;email;etiquettes;sans_plans;couleur\n"
	read := func(content string) (perimeterfile.Moves, error) {
		return s.ReadMoves(t.Context(), o, perimeterfile.ImportInput{FileName: "changements.csv", Content: []byte(content)})
	}
	moves, err := read(head + "16401220101758;2026-11-01;Anne Petit;PARTICULIER;;;oui;bleu\n" +
		"16401220101758;;;PARTICULIER;;;peut-être;\n" +
		"16401220101758;01/12/2026;Bernard;PARTICULIER;;a,b;;\n" +
		"164;2026-11-01;Carole;PARTICULIER;;;;\n")
	require.NoError(t, err)
	require.Equal(t, []perimeterfile.Move{
		{Row: 2, DsoID: "16401220101758", Date: civil.NewDate(2026, 11, 1), Name: "Anne Petit", EntityType: party.EntityType("PARTICULIER"), WithoutPlans: true},
		{Row: 4, DsoID: "16401220101758", Date: civil.NewDate(2026, 12, 1), Name: "Bernard", EntityType: party.EntityType("PARTICULIER"), Tags: []string{"a", "b"}},
	}, moves.Lines)
	require.Equal(t, []string{"", "Carole"}, []string{moves.Unread[0].Name, moves.Unread[1].Name}, "who they are about, as far as it is said")
	require.Len(t, moves.Unread, 2)
	require.Equal(t, []string{"3 date_entree field.required", "3 nom field.required", "3 sans_plans import.yesNo", "5 prm prm.length"}, said(moves.Wrong.Items))
	require.Equal(t, []string{"1  import.columnIgnored"}, said(moves.Warnings))

	for content, want := range map[string]string{head: "import.empty", "prm;nom;type_entite\n1;A;B\n": "import.columnsMissing", "": "import.empty"} {
		_, err := read(content)
		require.Equal(t, want, fault.KeyOf(err), content)
		require.Equal(t, "changements.csv", fault.From(err).Params["fileName"])
	}
	line := "16401220101758;2026-11-01;Anne Petit;PARTICULIER;;;;\n"
	_, err = read(head + strings.Repeat(line, perimeterfile.MaxMoves))
	require.NoError(t, err)
	_, err = read(head + strings.Repeat(line, perimeterfile.MaxMoves+1))
	require.Equal(t, "import.tooManyRows", fault.KeyOf(err))
}

// TestAFileOfClientsIsReadLineByLine: a field whose cell is empty is not there, and what cannot be read is told
// beside what can.
func TestAFileOfClientsIsReadLineByLine(t *testing.T) {
	t.Parallel()
	s := perimeterfile.New(perimeterfile.Deps{Texts: perim.Reader{}})
	o := operation.Operation{DSO: dso.Enedis}
	const head = "nom;adresse;code_postal;ville;pays;type;langue;sites\n"
	read := func(content string, zeros bool) (perimeterfile.Clients, error) {
		return s.ReadClients(t.Context(), o, perimeterfile.ImportInput{FileName: "clients.csv", Content: []byte(content), AddZeros: zeros})
	}
	content := head + "Mairie;1 place;01000;Bourg;fr;Professionnel;FR;16401220101758, 16401220101758\n" +
		";2 place;01000;Bourg;;robot;;\n" +
		"Anne;3 place;1000;Bourg;;particulier;;12\n"
	clients, err := read(content, false)
	require.NoError(t, err)
	mairie := perimeterfile.ClientLine{Row: 2, Numbers: []string{"16401220101758"}, Fields: map[string]string{"name": "Mairie", "address": "1 place", "postCode": "01000", "city": "Bourg", "country": "FR", "consumerType": "professional", "language": "fr"}}
	require.Equal(t, []perimeterfile.ClientLine{mairie}, clients.Lines)
	require.Len(t, clients.Unread, 2)
	require.Equal(t, map[string]string{"name": "Anne", "address": "3 place", "postCode": "1000", "city": "Bourg", "consumerType": "individual"}, clients.Unread[1].Fields)
	require.Equal(t, []string{"3 type import.clientType", "3 nom field.required", "4 code_postal import.zeroMissing", "4 sites prm.length"}, said(clients.Wrong.Items))

	clients, err = read(head+"Anne;3 place;1000;Bourg;;;;\n", true)
	require.NoError(t, err)
	require.Equal(t, "01000", clients.Lines[0].Fields["postCode"])
	require.Equal(t, []string{"2 code_postal import.zeroAdded"}, said(clients.Warnings))

	for content, want := range map[string]string{head: "import.empty", "nom;ville\nA;B\n": "import.columnsMissing", "": "import.empty"} {
		_, err := read(content, false)
		require.Equal(t, want, fault.KeyOf(err), content)
		require.Equal(t, "clients.csv", fault.From(err).Params["fileName"])
	}
	line := "Anne;3 place;01000;Bourg;;;;\n"
	_, err = read(head+strings.Repeat(line, perimeterfile.MaxClients), false)
	require.NoError(t, err)
	_, err = read(head+strings.Repeat(line, perimeterfile.MaxClients+1), false)
	require.Equal(t, "import.tooManyRows", fault.KeyOf(err))
}

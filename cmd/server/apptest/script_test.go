package apptest_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/pmoctl/root"
	"github.com/openpmo/pmo/cmd/server/apptest"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // servers come and go by the hundred: collecting after each cost a fifth of the time
	testscript.Main(m, map[string]func(){
		"pmoctl": func() { os.Exit(root.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs pmoctl as a shell script would, each script on a server of its own.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/script/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			server := apptest.Demo(t, apptest.Today)
			testscript.Run(t, testscript.Params{Files: []string{file}, Setup: func(env *testscript.Env) error {
				env.Setenv("PMO_URL", server.URL)
				if filepath.Base(file) != "imports.txtar" {
					return nil
				}
				site := server.As("organizer@demo.pmo")
				prm := site.Get("/operations/" + site.Operation("ACC00000001") + "/participants?group=consumers").List()[0]["dsoId"].(string)
				r15 := "<R15><PRM><Id_PRM>" + prm + "</Id_PRM><Donnees_Releve><Date_Releve>2026-10-01T00:01:00+02:00</Date_Releve>" +
					"<Autoconsommation_Collective>1</Autoconsommation_Collective><Statut_Releve>INITIAL</Statut_Releve>" +
					"<Date_Releve_Precedent>2026-09-01T00:01:00+02:00</Date_Releve_Precedent><Classe_Temporelle_Distributeur>" +
					"<Id_Classe_Temporelle>BASE</Id_Classe_Temporelle><Classe_Mesure>3</Classe_Mesure><Valeur>120</Valeur>" +
					"<Unite_Mesure>kWh</Unite_Mesure></Classe_Temporelle_Distributeur></Donnees_Releve></PRM></R15>"
				// A table with a remark that is no number and numbers with a decimal comma; the
				// same in whole numbers, cut in its last value.
				var odd strings.Builder
				odd.WriteString("Début;Remarque;Conso " + prm + " (kWh)\n")
				for i := range 96 {
					fmt.Fprintf(&odd, "15/09/2026 %02d:%02d;%s;%d,125\n", i/4, i%4*15, map[bool]string{true: "1,2,3"}[i == 40], i%3)
				}
				cut := strings.TrimSuffix(strings.ReplaceAll(odd.String(), ",125", ""), "\n")
				meter := fmt.Sprintf(meterReadings(), prm)
				producer := site.Get("/operations/" + site.Operation("ACC00000001") + "/participants?group=producers").List()[0]["dsoId"].(string)
				book := portalBook(t, map[string]string{"Consommation Horaire": prm, "Production Horaire": producer})
				for name, content := range map[string]string{"remarque.csv": odd.String(), "coupe.csv": cut, "compteur.csv": meter, "portail.xlsx": string(book)} {
					if err := os.WriteFile(filepath.Join(env.WorkDir, name), []byte(content), 0o600); err != nil {
						return err
					}
				}
				return errors.Join(os.WriteFile(filepath.Join(env.WorkDir, "r15.xml"), []byte(r15), 0o600),
					os.WriteFile(filepath.Join(env.WorkDir, "long.csv"), []byte(curveHead+strings.Repeat("9", 70<<10)+"\n"), 0o600))
			}})
		})
	}
}

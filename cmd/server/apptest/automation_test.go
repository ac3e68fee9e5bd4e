package apptest_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// documentedScript is the script of docs/automation.md, as it stands there.
func documentedScript(t *testing.T) string {
	t.Helper()
	doc, err := os.ReadFile("../../../docs/automation.md")
	require.NoError(t, err)
	_, script, found := strings.Cut(string(doc), "```sh\n")
	require.True(t, found)
	script, _, found = strings.Cut(script, "```")
	require.True(t, found)
	return script
}

// TestTheMonthOfAutomation runs the script of the documentation, with nobody at the terminal: the month
// is billed, published, sent and handed over; again it does nothing twice.
func TestTheMonthOfAutomation(t *testing.T) {
	t.Parallel()
	server := apptest.Demo(t, apptest.Today)
	organizer := server.As("organizer@demo.pmo")
	operation := organizer.Operation("ACC00000001")
	made := organizer.Post("/tokens", map[string]any{"name": "script"})
	require.Equal(t, http.StatusCreated, made.Status, "%s", made.Body)

	work, bin := t.TempDir(), t.TempDir()
	self, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(self, filepath.Join(bin, "pmoctl"))) // TestMain is pmoctl by that name
	require.NoError(t, os.WriteFile(filepath.Join(work, "month.sh"), []byte(documentedScript(t)), 0o600))
	consumer := organizer.Get("/operations/" + operation + "/participants?group=consumers").List()[0]["dsoId"].(string)
	require.NoError(t, os.Mkdir(filepath.Join(work, "octobre"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(work, "octobre", "CDC_ACC00000001_202611_1.csv"),
		[]byte(curveHead+consumer+";CONSO;2026-11-18T00:00:00+01:00;PT15M;400;W;D\n"), 0o600))

	run := func(args ...string) (code int, said string) {
		cmd := exec.CommandContext(t.Context(), "sh", append([]string{"month.sh"}, args...)...)
		cmd.Dir = work
		cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "PMO_URL="+server.URL, "PMO_TOKEN="+made.Map()["secret"].(string), "XDG_CONFIG_HOME="+work, "LANG=en_GB.UTF-8", "PMO_BILL_THE_REST=1")
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil {
			require.NoError(t, err)
		}
		return cmd.ProcessState.ExitCode(), string(out)
	}
	issued := func() int {
		return len(organizer.Get("/operations/" + operation + "/billing/invoices?status=FINALIZED&type=INVOICE").List())
	}
	code, said := run("ACC00000001")
	require.Equal(t, 2, code, said)

	before := issued()
	code, said = run("ACC00000001", "2026-10", "2026-10-31", "octobre")
	require.Contains(t, []int{0, 8}, code, said)
	require.Greater(t, issued(), before, said)
	for _, want := range []string{"== files", "== checks", "== run", "== review", "== publish", "== deliver", "== download", "== journal", "== done"} {
		require.Contains(t, said, want)
	}
	for _, kept := range []string{"ACC00000001-2026-10/factures/*.pdf", "ACC00000001-2026-10/compta/*"} {
		files, err := filepath.Glob(filepath.Join(work, kept))
		require.NoError(t, err)
		require.NotEmpty(t, files, kept)
	}

	after := issued()
	code, said = run("ACC00000001", "2026-10", "2026-10-31", "octobre")
	require.Contains(t, []int{0, 8}, code, said)
	require.Equal(t, after, issued(), "a number is given once")
	require.NotContains(t, said, "== publish")
	require.NotContains(t, said, "== journal")

	code, said = run("ACC00000404", "2026-10", "2026-10-31", "octobre")
	require.Equal(t, 1, code, said)
	require.NotContains(t, said, "== checks")
}

package apptest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/pmoctl/root"
	"github.com/openpmo/pmo/cmd/server/apptest"
)

func TestMain(m *testing.M) {
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
				return nil
			}})
		})
	}
}

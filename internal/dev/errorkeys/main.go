// Command errorkeys writes openapi/error-keys.yaml: every key of a problem that the server
// declares, with its status, the parameters of its text and their types.
package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	_ "github.com/openpmo/pmo/cmd/server/app" // all packages that declare keys
	"github.com/openpmo/pmo/core/fault"
)

const header = `# Code generated from the declarations of core/fault. DO NOT EDIT.
#
# Every key of a problem: its status, the parameters of its text with what they hold, and
# whose word it is (spec = the specification's, ours = ours).
# fileName and column may stand with any of a file: they say where, as row does.
# Texts: sdk/ui/catalogues/*/errors.json.

`

func main() {
	list, err := list(fault.Declarations())
	if err == nil {
		err = os.WriteFile("openapi/error-keys.yaml", []byte(list), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "errorkeys:", err)
		os.Exit(1)
	}
}

// list is the file. A key that is declared twice is refused.
func list(declarations []fault.Declaration) (string, error) {
	slices.SortFunc(declarations, func(a, b fault.Declaration) int { return cmp.Compare(a.Key, b.Key) })
	var b strings.Builder
	b.WriteString(header)
	for i, d := range declarations {
		if i > 0 && declarations[i-1].Key == d.Key {
			return "", fmt.Errorf("%s is declared twice: put it into core/fault/keys.go", d.Key)
		}
		params := make([]string, len(d.Params))
		for i, p := range d.Params {
			params[i] = p.Name + ": " + string(p.Type)
		}
		source := "ours"
		if d.Specified {
			source = "spec"
		}
		fmt.Fprintf(&b, "%s: {status: %d, params: {%s}, source: %s}\n", d.Key, problem.Status(d.Kind), strings.Join(params, ", "), source)
	}
	return b.String(), nil
}

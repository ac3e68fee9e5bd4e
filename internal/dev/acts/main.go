// Command acts writes the words of the history as the contract has them:
//
//	go run ./internal/dev/acts openapi/history/acts.yaml
//
// They are core's (core/history/act.go), one for each permission that changes something. It runs
// before the contract is read, so it may know no code that is made of it.
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/openpmo/pmo/core/history"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "acts: where to write")
		os.Exit(2)
	}
	if err := os.WriteFile(os.Args[1], schema(history.Acts()), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "acts:", err)
		os.Exit(1)
	}
}

// schema is the file.
func schema(acts []history.Act) []byte {
	words := make([]string, len(acts))
	for i, a := range acts {
		words[i] = string(a)
	}
	return fmt.Appendf(nil, `# Generated from core/history/act.go by internal/dev/acts. DO NOT EDIT.
HistoryAct:
  type: string
  enum: [%s]
  description: 'What was done. IMPORT_HELD: values look like a mistake, and nothing was stored yet. CHANGED: something that has no word of its own.'
`, strings.Join(words, ", "))
}

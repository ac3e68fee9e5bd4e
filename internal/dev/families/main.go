// Command families writes the calls of billing that a producer has from those that an
// operation has:
//
//	go run ./internal/dev/families openapi/billing/paths.yaml openapi/billing/paths_participant.yaml
//
// Both families are one set of calls with another scope. What differs stands in the source as
// a comment: '# operation only' after the name of a path item, '# producer: …' after a line
// that reads otherwise there.
package main

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strings"
)

const (
	only      = "# operation only"
	otherwise = " # producer: "
)

// words of the operation's family, and what stands for them in the other.
var words = []struct {
	of *regexp.Regexp
	to string
}{
	{regexp.MustCompile(`^operation`), "participant"},
	{regexp.MustCompile(`#/OperationId'`), "#/ParticipantId'"},
	{regexp.MustCompile(`(operationId: [A-Za-z]*?)Operation`), "${1}Participant"},
	{regexp.MustCompile(`of an operation`), "of a producer"},
	{regexp.MustCompile(`the operation`), "the producer"},
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "families: the source, and where to write")
		os.Exit(2)
	}
	source, err := os.ReadFile(os.Args[1])
	if err == nil {
		err = os.WriteFile(os.Args[2], producers(source), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "families:", err)
		os.Exit(1)
	}
}

// producers is the family of a producer.
func producers(source []byte) []byte {
	var out bytes.Buffer
	out.WriteString("# Generated from paths.yaml by internal/dev/families. DO NOT EDIT.\n")
	skipped := false
	for line := range strings.Lines(string(source)) {
		if !strings.HasPrefix(line, " ") {
			skipped = strings.HasSuffix(strings.TrimSpace(line), only)
		}
		if skipped || strings.HasPrefix(line, "#") {
			continue
		}
		if before, other, ok := strings.Cut(line, otherwise); ok {
			key, _, _ := strings.Cut(before, ":")
			out.WriteString(key + ": " + other)
			continue
		}
		for _, w := range words {
			line = w.of.ReplaceAllString(line, w.to)
		}
		out.WriteString(line)
	}
	return out.Bytes()
}

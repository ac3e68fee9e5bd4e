package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
)

const govulncheck = "golang.org/x/vuln/cmd/govulncheck@v1.5.0"

// foundSome is how govulncheck ends when it has found something.
const foundSome = 3

// goVulnerabilities asks the Go database about what the programs call.
func goVulnerabilities() ([]string, error) {
	out, err := exec.Command("go", "run", govulncheck, "./cmd/...").CombinedOutput()
	var ended *exec.ExitError
	switch {
	case err == nil:
		fmt.Println("vulnerabilities of Go modules: none that is called")
		return nil, nil
	case errors.As(err, &ended) && (ended.ExitCode() == foundSome || strings.Contains(string(out), fmt.Sprintf("exit status %d", foundSome))):
		return []string{"vulnerabilities of Go modules:\n" + string(out)}, nil
	}
	notChecked("vulnerabilities of Go modules", lastLine(string(out)))
	return nil, nil
}

// npmVulnerabilities asks the registry about the packages that are shipped.
func npmVulnerabilities() ([]string, error) {
	out, _ := exec.Command("npm", "audit", "--omit=dev", "--json").Output() // ends with 1 for both
	var reply struct {
		Vulnerabilities map[string]struct {
			Severity string `json:"severity"`
		} `json:"vulnerabilities"`
		Message string `json:"message"`
		Error   *struct {
			Summary string `json:"summary"`
		} `json:"error"`
	}
	if json.Unmarshal(out, &reply) != nil || reply.Vulnerabilities == nil {
		notChecked("vulnerabilities of npm packages", lastLine(reply.Message))
		return nil, nil
	}
	var wrong []string
	for name, v := range reply.Vulnerabilities {
		wrong = append(wrong, fmt.Sprintf("package %s: vulnerability, %s", name, v.Severity))
	}
	slices.Sort(wrong)
	fmt.Printf("vulnerabilities of npm packages: %d\n", len(wrong))
	return wrong, nil
}

// lastLine is what a tool said last, but for how it ended.
func lastLine(text string) string {
	last := "no answer"
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "exit status") {
			last = line
		}
	}
	return last
}

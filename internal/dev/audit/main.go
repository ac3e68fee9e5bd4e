// Command audit looks at what is not ours: that the modules are those of go.sum, that every
// licence is one that we may pass on, and which known vulnerabilities there are. It exits
// with 1 on what must be mended, and says loudly what it could not ask.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
)

func main() {
	var wrong []string
	for _, check := range []func() ([]string, error){modulesAsRecorded, goLicences, npmLicences, goVulnerabilities, npmVulnerabilities} {
		found, err := check()
		if err != nil {
			fmt.Fprintln(os.Stderr, "audit:", err)
			os.Exit(1)
		}
		wrong = append(wrong, found...)
	}
	for _, one := range wrong {
		fmt.Fprintln(os.Stderr, "audit:", one)
	}
	if len(wrong) > 0 {
		os.Exit(1)
	}
}

// modulesAsRecorded compares the modules of each go.mod with go.sum.
func modulesAsRecorded() (wrong []string, err error) {
	for _, dir := range []string{".", "tools", "tools/lint", "tools/containers"} {
		verify := exec.Command("go", "mod", "verify")
		verify.Dir = dir
		if out, err := verify.CombinedOutput(); err != nil {
			wrong = append(wrong, fmt.Sprintf("%s: %s", dir, strings.TrimSpace(string(out))))
		}
	}
	fmt.Printf("modules: %d with differences from go.sum\n", len(wrong))
	return wrong, nil
}

// notChecked says what could not be asked; it is no failure, since nobody can mend it here.
func notChecked(what, why string) {
	fmt.Fprintf(os.Stderr, "==== NOT CHECKED: %s (%s) ====\n", what, why)
}

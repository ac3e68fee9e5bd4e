package main

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFaultsOfGoSources(t *testing.T) {
	t.Parallel()
	source := []byte("package p\n\nfunc f(a, b int, err error) bool {\n\tif err != nil {\n\t\treturn true\n\t}\n\tif a < b && b == 7 {\n\t\tg(a)\n\t}\n\treturn a+b > 0\n}\n")
	faults, err := goFaults("p.go", source)
	require.NoError(t, err)
	var said []string
	for _, f := range faults {
		said = append(said, f.String())
		require.NotEqual(t, string(source), string(f.Apply(source)), f.String())
	}
	require.ElementsMatch(t, []string{
		"p.go:5: true is turned round",
		"p.go:7: if a < b && b == 7 is turned round",
		"p.go:7: && becomes || in a < b && b == 7",
		"p.go:7: < becomes <= in a < b",
		"p.go:7: == becomes != in b == 7",
		"p.go:7: 7 becomes 8",
		"p.go:8: left out: g(a)",
		"p.go:10: > becomes >= in a+b > 0",
		"p.go:10: + becomes - in a+b",
		"p.go:10: 0 becomes 1",
	}, said)
}

// What stands beside an error is no rule; what stands beside a yes or no is one.
func TestValuesBesideAnError(t *testing.T) {
	t.Parallel()
	source := []byte("package p\n\nfunc f() (int, error) {\n\treturn 3, errGone\n}\n\nfunc g() (int, error) {\n\treturn 4, nil\n}\n\nfunc h() (int, bool) {\n\treturn 5, true\n}\n\nfunc i() error {\n\t_ = func() (int, bool) { return 6, false }\n\treturn nil\n}\n")
	faults, err := goFaults("p.go", source)
	require.NoError(t, err)
	var said []string
	for _, f := range faults {
		said = append(said, f.String())
	}
	require.ElementsMatch(t, []string{
		"p.go:8: 4 becomes 5",
		"p.go:12: 5 becomes 6",
		"p.go:12: true is turned round",
		"p.go:16: left out: _ = func() (int, bool) { return 6, false }",
		"p.go:16: 6 becomes 7",
		"p.go:16: false is turned round",
	}, said)
}

func TestFaultsOfTheMatrix(t *testing.T) {
	t.Parallel()
	text := []byte("matrix:\n  home:visit:\n    roles: {admin: all, organizer: operation}\n")
	var said []string
	for _, f := range matrixFaults("data.yaml", text) {
		said = append(said, f.What+" > "+string(f.Apply(text)[len("matrix:\n  home:visit:\n    "):]))
	}
	require.Equal(t, []string{
		"home:visit is taken from admin > roles: {nobody: all, organizer: operation}\n",
		"home:visit of organizer reaches everything, not operation > roles: {admin: all, organizer: all}\n",
		"home:visit is taken from organizer > roles: {admin: all, nobody: operation}\n",
	}, said)
}

// What stands below a fault stays on its lines: what uses the package was compiled with them.
func TestAFaultKeepsTheLines(t *testing.T) {
	t.Parallel()
	source := []byte("package p\n\nfunc f() {\n\tg(\n\t\t1,\n\t)\n}\n\nfunc h() {}\n")
	faults, err := goFaults("p.go", source)
	require.NoError(t, err)
	require.Len(t, faults, 2)
	for _, f := range faults {
		require.Equal(t, bytes.Count(source, []byte("\n")), bytes.Count(f.Apply(source), []byte("\n")), f.String())
	}
	require.Contains(t, string(faults[0].Apply(source)), "func f() {\n\t\n\n\n}\n")
}

// What is drawn stays drawn when lines move and other faults come.
func TestADrawStaysWhenTheHouseChanges(t *testing.T) {
	t.Parallel()
	var before, after []Fault
	for i := range 100 {
		before = append(before, Fault{File: "a.go", Line: i, What: fmt.Sprintf("%d becomes %d", i, i+1)})
	}
	before = append(before, Fault{File: "a.go", Line: 200, What: "left out: continue"}, Fault{File: "a.go", Line: 201, What: "left out: continue"})
	for i := range 50 {
		after = append(after, Fault{File: "b.go", Line: i, What: fmt.Sprintf("left out: f(%d)", i)})
	}
	for _, f := range before {
		f.Line += 7
		after = append(after, f)
	}
	draw(before, 1)
	draw(after, 1)
	var stayed []Fault
	for _, f := range after {
		if f.Line -= 7; f.File == "a.go" {
			stayed = append(stayed, f)
		}
	}
	require.Equal(t, before, stayed)
	draw(stayed, 2)
	require.NotEqual(t, before, stayed, "another seed draws otherwise")
	require.ElementsMatch(t, before, stayed)
}

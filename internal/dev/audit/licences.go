package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// passedOn are the licences under which what we ship may be passed on, also with other
// sources; tooling are those under which we may work with what stays here.
var (
	passedOn = []string{"MIT", "MIT-0", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "MPL-2.0", "OFL-1.1", "CC0-1.0", "Unlicense"}
	tooling  = append([]string{"BlueOak-1.0.0", "Python-2.0", "CC-BY-4.0"}, passedOn...)
)

// said are the licences of packages that do not tell theirs as others do, and where it is read.
var said = map[string]string{
	"BSD": "BSD-3-Clause", // the word of older packages for the clauses in their LICENSE
}

// sentences tell a licence by words that only it has, the most special first.
var sentences = []struct{ id, words string }{
	{"Apache-2.0", "Apache License"},
	{"MPL-2.0", "Mozilla Public License"},
	{"GPL", "GNU "},
	{"BSD-3-Clause", "Neither the name"},
	{"BSD-2-Clause", "Redistributions in binary form must reproduce"},
	{"ISC", "Permission to use, copy, modify, and/or distribute this software"},
	{"ISC", "Permission to use, copy, modify, and distribute this software"},
	{"MIT", "Permission is hereby granted, free of charge"},
	{"Unlicense", "This is free and unencumbered software"},
	{"CC0-1.0", "CC0 1.0 Universal"},
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|unlicense)([.-].*)?$`)

// goLicences reads the licence files of the modules that the programs are made of.
func goLicences() (wrong []string, err error) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}", "./cmd/...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	modules := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if path, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			modules[path] = dir
		}
	}
	counts := map[string]int{}
	for _, path := range slices.Sorted(maps.Keys(modules)) {
		id, err := licenceIn(modules[path])
		if err != nil {
			return nil, err
		}
		counts[id]++
		if !slices.Contains(passedOn, id) {
			wrong = append(wrong, fmt.Sprintf("module %s: licence %s", path, cmp.Or(id, "not found")))
		}
	}
	tell("Go modules", counts)
	return wrong, nil
}

func licenceIn(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		if e.IsDir() || !licenceFile.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return "", err
		}
		words := strings.Join(strings.Fields(string(text)), " ")
		for _, s := range sentences {
			if strings.Contains(words, s.words) {
				return s.id, nil
			}
		}
	}
	return "", nil
}

// lock is what package-lock.json says of the packages that are installed.
type lock struct {
	Packages map[string]struct {
		License any  `json:"license"`
		Dev     bool `json:"dev"`
		Link    bool `json:"link"`
	} `json:"packages"`
}

// npmLicences reads those of the packages: what a browser gets, and what builds it.
func npmLicences() (wrong []string, err error) {
	content, err := os.ReadFile("package-lock.json")
	if err != nil {
		return nil, err
	}
	var l lock
	if err := json.Unmarshal(content, &l); err != nil {
		return nil, err
	}
	counts := map[string]int{}
	for _, path := range slices.Sorted(maps.Keys(l.Packages)) {
		p := l.Packages[path]
		if !strings.HasPrefix(path, "node_modules/") || p.Link {
			continue
		}
		id, _ := p.License.(string)
		id = cmp.Or(said[id], id)
		counts[id]++
		allowed := passedOn
		if p.Dev {
			allowed = tooling
		}
		if !permits(id, allowed) {
			wrong = append(wrong, fmt.Sprintf("package %s: licence %s", strings.TrimPrefix(path, "node_modules/"), cmp.Or(id, "not told")))
		}
	}
	tell("npm packages", counts)
	return wrong, nil
}

// permits reads an SPDX expression of alternatives and of licences that hold together.
func permits(expression string, allowed []string) bool {
	expression = strings.Trim(expression, "()")
	return slices.ContainsFunc(strings.Split(expression, " OR "), func(choice string) bool {
		return !slices.ContainsFunc(strings.Split(choice, " AND "), func(id string) bool {
			return !slices.Contains(allowed, strings.Trim(id, "() "))
		})
	})
}

func tell(what string, counts map[string]int) {
	var parts []string
	for _, id := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%s %d", cmp.Or(id, "none"), counts[id]))
	}
	fmt.Printf("licences of %s: %s\n", what, strings.Join(parts, ", "))
}

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPermits(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]bool{
		"MIT": true, "(MIT OR GPL-3.0)": true, "GPL-3.0 OR AGPL-3.0": false, "MIT AND Apache-2.0": true, "MIT AND GPL-3.0": false,
		"Python-2.0": false, "": false, "SEE LICENSE IN x": false,
	} {
		require.Equal(t, want, permits(expression, passedOn), expression)
	}
	require.True(t, permits("Python-2.0", tooling))
}

func TestLicenceIn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, text, want string }{
		"by its words":        {"LICENSE", "Copyright\nPermission is hereby granted,\n  free of charge, to any person", "MIT"},
		"three clauses":       {"LICENSE.txt", "Redistributions in binary form must reproduce ... Neither the name of", "BSD-3-Clause"},
		"another spelling":    {"licence.md", "Apache License Version 2.0", "Apache-2.0"},
		"one that we refuse":  {"COPYING", "GNU GENERAL PUBLIC LICENSE", "GPL"},
		"no licence":          {"README", "Permission is hereby granted, free of charge", ""},
		"words nobody knows":  {"LICENSE", "All rights reserved", ""},
		"a file that is near": {"licenses_test.go", "Apache License", ""},
	} {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, c.file), []byte(c.text), 0o600))
		got, err := licenceIn(dir)
		require.NoError(t, err)
		require.Equal(t, c.want, got, name)
	}
}

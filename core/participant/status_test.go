package participant_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/participant"
)

var update = flag.Bool("update", false, "rewrite the golden tables")

// golden compares a printed table with the one people have read and agreed to.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

// Every pair of status and action, over every place the dates can have. The table
// in testdata is the one of specification section 4 and domain 3.4.
func TestFolderStatusTable(t *testing.T) {
	t.Parallel()
	const today = civil.Date(20_000)
	dates := []struct {
		name       string
		activation *civil.Range
	}{
		{"no entry", nil},
		{"entry past", &civil.Range{From: today - 1, To: civil.Forever}},
		{"entry today", &civil.Range{From: today, To: civil.Forever}},
		{"entry to come", &civil.Range{From: today + 1, To: civil.Forever}},
		{"exit past", &civil.Range{From: today - 9, To: today}},
		{"last day today", &civil.Range{From: today - 9, To: today + 1}},
		{"exit to come", &civil.Range{From: today - 9, To: today + 9}},
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-13s %-13s", "dsoStatus", "dsoAction")
	for _, d := range dates {
		fmt.Fprintf(&b, " %-14s", d.name)
	}
	b.WriteString("\n")
	for _, status := range []string{"", "EN_VIGUEUR", "EN_COURS", "AUTRE", "NO_TRAIL_ERR"} {
		for _, action := range []string{"", "CREATION", "SUPPRESSION", "MODIFICATION", "NO_TRAIL_ERR"} {
			fmt.Fprintf(&b, "%-13s %-13s", or(status, "-"), or(action, "-"))
			for _, d := range dates {
				fmt.Fprintf(&b, " %-14s", participant.FolderStatusOf(status, action, d.activation, today))
			}
			b.WriteString("\n")
		}
	}
	golden(t, "folder_status.txt", regexp.MustCompile(` +\n`).ReplaceAllString(b.String(), "\n"))
}

// The sentences of the specification, so that the golden table cannot be rewritten
// into something else by mistake.
func TestFolderStatusRules(t *testing.T) {
	t.Parallel()
	const today = civil.Date(20_000)
	in := &civil.Range{From: today - 1, To: civil.Forever}
	out := &civil.Range{From: today - 9, To: today}
	later := &civil.Range{From: today + 5, To: civil.Forever}
	for _, c := range []struct {
		status, action string
		activation     *civil.Range
		want           participant.FolderStatus
	}{
		{"NO_TRAIL_ERR", "CREATION", out, participant.FolderError},
		{"EN_VIGUEUR", "NO_TRAIL_ERR", out, participant.FolderError},
		{"EN_VIGUEUR", "CREATION", out, participant.FolderDeleted},
		{"", "", out, participant.FolderDeleted},
		{"EN_VIGUEUR", "SUPPRESSION", in, participant.FolderDeleted},
		{"EN_VIGUEUR", "whatever", nil, participant.FolderUp},
		{"EN_COURS", "SUPPRESSION", in, participant.FolderDeleting},
		{"EN_COURS", "CREATION", in, participant.FolderUp},
		{"EN_COURS", "CREATION", later, participant.FolderCreating},
		{"EN_COURS", "CREATION", nil, participant.FolderCreating},
		{"unheard of", "unheard of", in, participant.FolderProcessing},
		{"", "CREATION", in, participant.FolderError},
		{"EN_VIGUEUR", "", in, participant.FolderError},
	} {
		require.Equal(t, c.want, participant.FolderStatusOf(c.status, c.action, c.activation, today), "%+v", c)
	}
	names := []string{}
	for _, s := range participant.FolderStatuses() {
		names = append(names, string(s))
	}
	require.Equal(t, "creating processing up deleting deleted error", strings.Join(names, " "))
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// TestTheFolderStatusIsOfTheOperatorsDay: half an hour into its second day, a site that left on
// the first one is gone, whatever day it is in UTC.
func TestTheFolderStatusIsOfTheOperatorsDay(t *testing.T) {
	t.Parallel()
	left := &civil.Range{From: civil.NewDate(2026, 1, 1), To: civil.NewDate(2026, 7, 2)} // the first day outside
	for at, want := range map[string]participant.FolderStatus{
		"2026-07-01T21:30:00Z": participant.FolderUp, "2026-07-01T22:30:00Z": participant.FolderDeleted, "2026-07-02T12:00:00Z": participant.FolderDeleted} {
		now, err := time.Parse(time.RFC3339, at)
		require.NoError(t, err)
		s := participant.New(participant.Deps{Now: func() time.Time { return now }})
		for _, operator := range []dso.Operator{dso.Enedis, dso.Sibelga} {
			require.Equal(t, want, s.FolderStatusNow(operator, "EN_VIGUEUR", "CREATION", left), "%s %s", at, operator)
		}
	}
}

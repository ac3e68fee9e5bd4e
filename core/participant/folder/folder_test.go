package folder_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/participant/folder"
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

// place is where the dates of a site lie.
type place struct {
	name       string
	activation *civil.Range
}

// places are all that dates can have.
func places(today civil.Date) []place {
	return []place{
		{"no entry", nil},
		{"entry past", &civil.Range{From: today - 1, To: civil.Forever}},
		{"entry today", &civil.Range{From: today, To: civil.Forever}},
		{"entry to come", &civil.Range{From: today + 1, To: civil.Forever}},
		{"exit past", &civil.Range{From: today - 9, To: today}},
		{"last day today", &civil.Range{From: today - 9, To: today + 1}},
		{"exit to come", &civil.Range{From: today - 9, To: today + 9}},
	}
}

// Every pair of status and action, over every place the dates can have. The table
// in testdata is the one of specification section 4 and domain 3.4.
func TestFolderStatusTable(t *testing.T) {
	t.Parallel()
	const today = civil.Date(20_000)
	dates := places(today)
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
				fmt.Fprintf(&b, " %-14s", folder.Of(status, action, d.activation).StatusOn(today))
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
		want           folder.Status
	}{
		{"NO_TRAIL_ERR", "CREATION", out, folder.Error},
		{"EN_VIGUEUR", "NO_TRAIL_ERR", out, folder.Error},
		{"EN_VIGUEUR", "CREATION", out, folder.Deleted},
		{"", "", out, folder.Deleted},
		{"EN_VIGUEUR", "SUPPRESSION", in, folder.Deleted},
		{"EN_VIGUEUR", "whatever", nil, folder.Up},
		{"EN_COURS", "SUPPRESSION", in, folder.Deleting},
		{"EN_COURS", "CREATION", in, folder.Up},
		{"EN_COURS", "CREATION", later, folder.Creating},
		{"EN_COURS", "CREATION", nil, folder.Creating},
		{"unheard of", "unheard of", in, folder.Processing},
		{"", "CREATION", in, folder.Error},
		{"EN_VIGUEUR", "", in, folder.Error},
	} {
		require.Equal(t, c.want, folder.Of(c.status, c.action, c.activation).StatusOn(today), "%+v", c)
	}
	names := []string{}
	for _, s := range folder.Statuses() {
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

func site(status, action, entry, exit string) folder.Folder {
	p := folder.Folder{Status: status, Action: action}
	if entry != "" {
		p.Entry = day(entry)
	}
	if exit != "" {
		p.Exit = day(exit)
	}
	return p
}

// What the organizer can still write down, and whom it can let go: a site whose entry date has
// passed is in although nobody has said so.
func TestWhatIsOpenOfAFolder(t *testing.T) {
	t.Parallel()
	today := *day("2026-11-20")
	for name, c := range map[string]struct {
		site   folder.Folder
		open   folder.Request
		leaves bool
	}{
		"an entry that is asked":               {site("EN_COURS", "CREATION", "2027-01-01", ""), folder.Entry, false},
		"an entry whose date has passed":       {site("EN_COURS", "CREATION", "2026-01-01", ""), folder.Entry, true},
		"a change that is asked":               {site("EN_COURS", "MODIFICATION", "2026-01-01", ""), folder.Entry, false},
		"a refused entry":                      {site("NO_TRAIL_ERR", "CREATION", "2026-01-01", ""), folder.Entry, false},
		"an exit that is asked":                {site("EN_COURS", "SUPPRESSION", "2026-01-01", "2026-12-31"), folder.Exit, true},
		"a refused exit":                       {site("NO_TRAIL_ERR", "SUPPRESSION", "2026-01-01", ""), folder.Exit, false},
		"in force":                             {site("EN_VIGUEUR", "CREATION", "2025-09-01", ""), "", true},
		"in force, its last day is today":      {site("EN_VIGUEUR", "CREATION", "2025-09-01", "2026-11-20"), "", true},
		"in force, its last day was before":    {site("EN_VIGUEUR", "CREATION", "2025-09-01", "2026-11-19"), "", false},
		"in force without a day":               {site("EN_VIGUEUR", "CREATION", "", ""), "", false},
		"gone before anybody answered":         {site("EN_COURS", "CREATION", "2025-09-01", "2026-11-19"), "", false},
		"in force, and wrong in what is asked": {site("EN_VIGUEUR", "NO_TRAIL_ERR", "2025-09-01", ""), folder.Entry, false},
	} {
		require.Equal(t, []any{c.open, c.leaves}, []any{c.site.OpenRequest(today), c.site.MayLeave(today)}, name)
	}
}

func day(text string) *civil.Date {
	d, err := civil.ParseDate(text)
	if err != nil {
		panic(err)
	}
	return &d
}

// TestAnswersOfTheOperator: what each word makes of a folder, and which fields go with it.
func TestAnswersOfTheOperator(t *testing.T) {
	t.Parallel()
	const asked, inForce = "EN_COURS", "EN_VIGUEUR"
	for name, c := range map[string]struct {
		before folder.Folder
		answer folder.Answer
		want   folder.Folder
		err    error
		field  string
	}{
		"entry accepted as asked": {before: site(asked, "CREATION", "2026-01-01", ""), answer: folder.Answer{Request: folder.Entry, Word: folder.Accepted},
			want: site(inForce, "CREATION", "2026-01-01", "")},
		"entry accepted from a day": {before: site(asked, "CREATION", "2026-01-01", ""), answer: folder.Answer{Request: folder.Entry, Word: folder.Accepted, Day: day("2026-02-01")},
			want: site(inForce, "CREATION", "2026-02-01", "")},
		"entry accepted without a day": {before: site(asked, "CREATION", "", ""), answer: folder.Answer{Request: folder.Entry, Word: folder.Accepted},
			err: folder.ErrDayRequired, field: "date"},
		"entry refused": {before: site(asked, "CREATION", "2026-01-01", ""), answer: folder.Answer{Request: folder.Entry, Word: folder.Refused, Reason: "hors périmètre"},
			want: site("NO_TRAIL_ERR", "CREATION", "2026-01-01", "")},
		"entry waits": {before: site("NO_TRAIL_ERR", "CREATION", "2026-01-01", ""), answer: folder.Answer{Request: folder.Entry, Word: folder.Waiting},
			want: site(asked, "CREATION", "2026-01-01", "")},
		"exit accepted on a day": {before: site(asked, "SUPPRESSION", "2026-01-01", ""), answer: folder.Answer{Request: folder.Exit, Word: folder.Accepted, Day: day("2026-06-30")},
			want: site(inForce, "SUPPRESSION", "2026-01-01", "2026-06-30")},
		"exit accepted without a day": {before: site(asked, "SUPPRESSION", "2026-01-01", ""), answer: folder.Answer{Request: folder.Exit, Word: folder.Accepted},
			err: folder.ErrDayRequired, field: "date"},
		"exit refused keeps the site for good": {before: site(asked, "SUPPRESSION", "2026-01-01", "2026-06-30"), answer: folder.Answer{Request: folder.Exit, Word: folder.Refused},
			want: site(inForce, "CREATION", "2026-01-01", "")},
		"exit waits": {before: site(asked, "SUPPRESSION", "2026-01-01", "2026-06-30"), answer: folder.Answer{Request: folder.Exit, Word: folder.Waiting},
			want: site(asked, "SUPPRESSION", "2026-01-01", "2026-06-30")},
		"a day of a refusal": {before: site(asked, "CREATION", "2026-01-01", ""), answer: folder.Answer{Request: folder.Entry, Word: folder.Refused, Day: day("2026-02-01")},
			err: folder.ErrUnused, field: "date"},
		"a reason of an acceptance": {before: site(asked, "CREATION", "2026-01-01", ""), answer: folder.Answer{Request: folder.Entry, Word: folder.Accepted, Reason: "ok"},
			err: folder.ErrUnused, field: "reason"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := c.before.Answered(c.answer)
			if c.err != nil {
				require.ErrorIs(t, err, c.err)
				require.Equal(t, c.field, fault.From(err).Field)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, got)
		})
	}
}

package policies_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/policies"
)

var update = flag.Bool("update", false, "rewrite the truth table in README.md")

// row is one permission of data.yaml.
type row struct {
	Means string            `json:"means"`
	Roles map[string]string `json:"roles"`
	Team  []string          `json:"team"`
}

func matrix(t *testing.T) map[string]row {
	t.Helper()
	raw, err := json.Marshal(read(t, policies.Bundle).Data)
	require.NoError(t, err)
	var doc struct {
		PMO struct {
			Permissions struct {
				Matrix map[string]row `json:"matrix"`
			} `json:"permissions"`
		} `json:"pmo"`
	}
	require.NoError(t, json.Unmarshal(raw, &doc))
	require.NotEmpty(t, doc.PMO.Permissions.Matrix)
	return doc.PMO.Permissions.Matrix
}

// holders are the permissions that role holds, of those whose name keep accepts.
func holders(m map[string]row, role string, keep func(name string) bool) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if m[name].Roles[role] != "" && keep(name) {
			out = append(out, name)
		}
	}
	return out
}

func named(suffix string) func(string) bool {
	return func(name string) bool { return strings.HasSuffix(name, suffix) }
}

// Decisions 9.10, word for word.
const (
	pages = "home dashboard global producer production distribution consumer billing invoices " +
		"billingSubscriptions billCheck billingPlan billingConfig paymentConfig documents operation " +
		"participants accountBilling alertManagement expense income financialMonitoring communication " +
		"month exports" // ours, beyond section 2
	views = "upload participantDetails downloadDocument uploadDocument createFolder shareDocument " +
		"editDocument deleteDocument financeAffection participantsConfigs"
)

// suffixed makes permissions of words, sorted.
func suffixed(words, suffix string) []string {
	out := strings.Fields(words)
	for i := range out {
		out[i] += suffix
	}
	slices.Sort(out)
	return out
}

func TestPagesAndViews(t *testing.T) {
	m := matrix(t)
	var visits, parts []string
	for _, name := range slices.Sorted(maps.Keys(m)) {
		switch {
		case strings.HasSuffix(name, ":visit"):
			visits = append(visits, name)
		case strings.HasSuffix(name, ":view"):
			parts = append(parts, name)
		}
	}
	require.Equal(t, suffixed(pages, ":visit"), visits)
	require.Equal(t, suffixed(views, ":view"), parts)
}

func TestWords(t *testing.T) {
	shape := regexp.MustCompile(`^[a-z][a-zA-Z]*:(visit|view|read|readContact|readOwn|create|update|delete|` +
		`publish|cancel|run|import|export|send|declare|replay|share|migrate)$`)
	reaches := map[string][]string{
		"admin":       {"all", "own"},
		"organizer":   {"operation", "own"},
		"observer":    {"operation", "own"},
		"participant": {"member", "site", "own"},
	}
	for name, r := range matrix(t) {
		require.Regexp(t, shape, name)
		require.Regexp(t, `^[A-Z].*\.$`, r.Means, name)
		require.NotEmpty(t, r.Roles, "%s: nobody holds it", name)
		for role, reach := range r.Roles {
			require.Contains(t, reaches[role], reach, "%s of %s", name, role)
		}
	}
}

// TestBaseline holds the sentences of specification section 6 against the matrix.
func TestBaseline(t *testing.T) {
	m := matrix(t)
	page := named(":visit")
	change := func(name string) bool {
		personal := m[name].Roles["observer"] == "own"
		reads := regexp.MustCompile(`:(visit|view|read|readContact|readOwn|export)$`).MatchString(name)
		return !personal && !reads
	}
	require.Equal(t, suffixed("home dashboard global producer consumer distribution documents operation "+
		"participants accountBilling month", ":visit"), holders(m, "observer", page))
	require.Empty(t, holders(m, "observer", change), "an observer changes nothing")
	require.NotContains(t, m["participant:readContact"].Roles, "observer")
	require.Equal(t, suffixed("home dashboard producer consumer billCheck documents accountBilling", ":visit"),
		holders(m, "participant", page))
	require.Equal(t, []string{"consent:create", "paper:send", "report:share", "siteRequest:create"}, holders(m, "participant", change), "a participant says what it agrees to, asks, hands in what it signed, shares its own report, and changes nothing but its account")
	require.Equal(t, suffixed("billingConfig communication", ":visit"),
		lacking(m, "admin", page), "an admin reads every page but those of the organizer alone")
	require.Equal(t, []string{"admin:create", "admin:delete", "admin:read", "admin:update", "operation:create",
		"paper:send", "secondFactor:delete", "siteRequest:create", "user:create", "user:read", "user:update"},
		lacking(m, "organizer", func(string) bool { return true }), "an organizer has everything of its operations")
	require.Empty(t, lacking(m, "admin", named(":read")), "an admin reads everything")
}

// TestTeam: where an organizer is less than a full one, an accountant changes bills and payments
// and reads the rest, and a reader reads (specification section 6).
func TestTeam(t *testing.T) {
	m := matrix(t)
	var changes []string
	reads := regexp.MustCompile(`:(visit|view|read|readContact|readOwn|export)$`)
	for _, name := range slices.Sorted(maps.Keys(m)) {
		accountant, reader := slices.Contains(m[name].Team, "accountant"), slices.Contains(m[name].Team, "reader")
		if m[name].Roles["organizer"] != "operation" {
			require.Empty(t, m[name].Team, "%s is no organizer's of an operation", name)
			continue
		}
		require.True(t, accountant || !reader, "%s: an accountant holds what a reader holds", name)
		if reader {
			require.Regexp(t, reads, name, "a reader changes nothing")
		} else if accountant {
			changes = append(changes, name)
		}
		if strings.HasSuffix(name, ":visit") || strings.HasSuffix(name, ":read") {
			require.True(t, reader, "%s: a reader reads all that an organizer does", name)
		}
	}
	require.Equal(t, strings.Fields("adjustment:create adjustment:delete adjustment:update bankFile:import bankFile:update bill:create bill:update client:create client:update collection:cancel collection:export collection:send correction:update creditor:create creditor:update economy:update "+
		"einvoicing:send finance:update financeAffection:view invoice:cancel invoice:delete invoice:publish invoice:send issuer:create issuer:update journal:export journal:update legacyBilling:create legacyBilling:delete legacyBilling:update mandate:create mandate:update monthLock:create "+
		"payout:cancel payout:export payout:update plan:create plan:update reminder:send reminder:update run:run settlement:create settlement:delete statement:cancel statement:create statement:delete statement:publish statement:send subscription:create subscription:delete"), changes)
}

// lacking are the permissions, of those that keep accepts, that role does not hold.
func lacking(m map[string]row, role string, keep func(string) bool) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if m[name].Roles[role] == "" && keep(name) {
			out = append(out, name)
		}
	}
	return out
}

const (
	tableStart = "<!-- table: go test ./policies -update -->\n"
	tableEnd   = "<!-- end of table -->\n"
)

// TestTruthTable compares the table in README.md with the matrix; -update rewrites it.
func TestTruthTable(t *testing.T) {
	raw, err := os.ReadFile("README.md")
	require.NoError(t, err)
	head, rest, found := strings.Cut(string(raw), tableStart)
	require.True(t, found, "no start mark in README.md")
	_, tail, found := strings.Cut(rest, tableEnd)
	require.True(t, found, "no end mark in README.md")
	want := head + tableStart + truthTable(matrix(t)) + tableEnd + tail
	if *update {
		require.NoError(t, os.WriteFile("README.md", []byte(want), 0o644))
		return
	}
	require.Equal(t, want, string(raw), "run: go test ./policies -update")
}

// reach is how far a role holds it; the capacities of a team are those of organizers.
func (r row) reach(role string) string {
	if role != "accountant" && role != "reader" {
		return r.Roles[role]
	}
	if r.Roles["organizer"] == "operation" && !slices.Contains(r.Team, role) {
		return ""
	}
	return r.Roles["organizer"]
}

// truthTable is the matrix in Markdown: pages, then views, then the API, by name.
func truthTable(m map[string]row) string {
	rank := func(name string) string {
		switch {
		case strings.HasSuffix(name, ":visit"):
			return "0" + name
		case strings.HasSuffix(name, ":view"):
			return "1" + name
		default:
			return "2" + name
		}
	}
	names := slices.SortedFunc(maps.Keys(m), func(a, b string) int { return strings.Compare(rank(a), rank(b)) })
	var b strings.Builder
	b.WriteString("| permission | admin | organizer | accountant | reader | observer | participant | meaning |\n|---|---|---|---|---|---|---|---|\n")
	for _, name := range names {
		fmt.Fprintf(&b, "| `%s` |", name)
		for _, role := range []string{"admin", "organizer", "accountant", "reader", "observer", "participant"} {
			reach := m[name].reach(role)
			if reach == "" {
				reach = "–"
			}
			fmt.Fprintf(&b, " %s |", reach)
		}
		fmt.Fprintf(&b, " %s |\n", m[name].Means)
	}
	return b.String()
}

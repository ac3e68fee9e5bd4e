package apptest_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// TestWalkOverDates walks a meter whose occupant changed, and the neighbours of both. What
// two others of an operation drew changes, with the same sum at every step: nothing that an
// account of a third one is answered may change, whatever site, days, nature or scope it asks
// for. Of a predecessor and a successor the other is such an other, on the other's days.
func TestWalkOverDates(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	m := newMeter(t, s)
	m.upload(t, "2026-09", "", "")
	m.upload(t, "2026-10", "", "")
	for _, c := range []struct {
		who         string
		month       string // in which it changes
		more, fewer string // who draws 20 W more, and who 20 W fewer
	}{
		{"predecessor", "2026-10", "meter", "second"},
		{"successor", "2026-09", "meter", "second"},
		{"second", "2026-10", "meter", "third"},
		{"producer", "2026-10", "second", "third"},
	} {
		t.Run(c.who, func(t *testing.T) {
			file, before, known := m.export(t, c.who), m.walk(t, c.who), m.drawn(t, c.fewer, c.month)
			m.upload(t, c.month, c.more, c.fewer)
			require.NotEqual(t, known, m.drawn(t, c.fewer, c.month), "the organizer sees the change")
			after := m.walk(t, c.who)
			changed := 0
			for name, body := range before {
				if c.who == "producer" && strings.Contains(name, "billing/") {
					continue // what it sells to each of its clients is its own business
				}
				if after[name] != body {
					changed++
					if changed <= 12 {
						t.Errorf("%s is told what others drew: %s\n  %s", c.who, name, firstDifference(body, after[name]))
					}
				}
			}
			require.Equal(t, len(before), len(after))
			require.Equal(t, file, m.export(t, c.who), "the export")
			m.upload(t, c.month, "", "")
			t.Logf("%s: %d calls tried, %d answered", c.who, len(before), answered(before))
			require.Greater(t, answered(before), 300)
		})
	}
	m.requireSilence(t)
}

func answered(replies map[string]string) (n int) {
	for _, body := range replies {
		if strings.HasPrefix(body, "200 ") {
			n++
		}
	}
	return n
}

func firstDifference(a, b string) string {
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	cut := func(s string) string { return s[max(0, at-120):min(len(s), at+80)] }
	return cut(a) + "\n  " + cut(b)
}

// meter is an operation of one roof and five consumers, the first of whom left at the end of
// September; who lives there since has the same meter.
type meter struct {
	*parish
	holders map[string]*apptest.Client
	sites   map[string]string
	numbers map[string]string
}

const (
	predecessorName, successorName = "Vormieterin", "Nachmieter"
	predecessorMail, successorMail = "vorher@elsewhere.example", "nachher@elsewhere.example"
)

func newMeter(t *testing.T, s *apptest.Server) *meter {
	t.Helper()
	p := &parish{stranger: newStrangerOf(t, s, strangerKind{"Elf", "elf@elsewhere.example", "ACC00000097", "9960000000000", "542051180", "ELF", ""}), people: map[rune]*apptest.Client{}}
	p.people['A'] = s.As("admin@demo.pmo")
	m := &meter{p, map[string]*apptest.Client{}, map[string]string{}, map[string]string{}}
	sites := "/operations/" + p.params["operationId"] + "/participants"
	days := map[string]any{"address": "4 rue Haute", "postCode": "67000", "city": "Strasbourg", "entityType": "partIndiv", "energyType": "consumer",
		"activationRange": map[string]any{"entry": "2026-09-01"}, "dsoStatus": "EN_VIGUEUR", "dsoAction": "CREATION"}
	for n, name := range []string{"meter", "second", "third", "fourth", "fifth"} {
		m.numbers[name] = p.kind.prm + fmt.Sprint(n+3)
		words := map[string]any{"name": "Haus " + name, "dsoId": m.numbers[name]}
		if name == "meter" {
			words["name"] = predecessorName
		}
		m.sites[name] = p.created(t, sites, with(days, words))["id"].(string)
	}
	m.sites["predecessor"] = m.sites["meter"]
	m.sites["producer"] = p.params["producerId"]
	made := p.created(t, "/participants/"+m.sites["predecessor"]+"/succession", map[string]any{"date": "2026-10-01", "name": successorName, "entityType": "partIndiv"})
	m.sites["successor"] = made["participant"].(map[string]any)["id"].(string)
	for who, email := range map[string]string{"predecessor": predecessorMail, "successor": successorMail, "second": "zweite@elsewhere.example", "producer": "dach@elsewhere.example"} {
		m.holders[who] = p.holder(t, s, email, m.sites[who])
	}
	return m
}

// upload reads a month: 80 W each, one 20 W more and one 20 W fewer, and enough for all at noon.
func (m *meter) upload(t *testing.T, month, more, fewer string) {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("prm;nature;horodate;pas;valeur;unite;statut\n")
	days := map[string]int{"2026-09": 30, "2026-10": 24}[month] // the clock does not change on these
	for day := 1; day <= days; day++ {
		for quarter := range 96 {
			at := fmt.Sprintf("%s-%02dT%02d:%02d:00+02:00", month, day, quarter/4, quarter%4*15)
			for name, number := range m.numbers {
				watts := 80
				switch name {
				case more:
					watts += 20
				case fewer:
					watts -= 20
				}
				fmt.Fprintf(&b, "%s;CONSO;%s;PT15M;%d;W;D\n", number, at, watts)
			}
			made := 0
			if quarter >= 40 && quarter < 60 {
				made = 1000
			}
			fmt.Fprintf(&b, "%s;CONSO;%s;PT15M;400;W;D\n%s;PROD;%s;PT15M;%d;W;D\n", m.kind.prm+"1", at, m.kind.prm+"2", at, made)
		}
	}
	base := "/operations/" + m.params["operationId"] + "/measurements/imports"
	reply := m.organizer.Upload(base, "files", []apptest.File{{Name: month + ".csv", Content: b.Bytes()}}, nil)
	require.Equal(t, http.StatusAccepted, reply.Status, "%s", reply.Body)
	job := m.organizer.WaitJob(reply.Map()["id"].(string))
	require.Equal(t, "SUCCESS", job["status"], "%v", job)
}

// drawn is what the organizer is told of a site in a month.
func (m *meter) drawn(t *testing.T, who, month string) string {
	t.Helper()
	reply := m.organizer.Get("/participants/" + m.sites[who] + "/measurements/balance?month=" + month)
	require.Equal(t, http.StatusOK, reply.Status, "%s", reply.Body)
	return string(reply.Body)
}

// export is the file of all that an account may take away of the autumn.
func (m *meter) export(t *testing.T, who string) string {
	t.Helper()
	base := "/operations/" + m.params["operationId"]
	made := exported(t, m.holders[who], base, map[string]any{"columns": []any{"NAME", "DSO_ID"}, "natures": []any{"Conso", "Prod", "Autoconso", "Surplus", "ConsExt"},
		"dateFrom": "2026-09-01", "dateTo": "2026-10-31"})
	file := m.holders[who].Get(base + "/exports/" + made["id"].(string) + "/download")
	require.Equal(t, http.StatusOK, file.Status)
	return string(file.Body)
}

// walk is each answer of each GET, on every site, in every range, with each value of each
// parameter that has a few.
func (m *meter) walk(t *testing.T, who string) map[string]string {
	t.Helper()
	all := map[string]string{}
	client := m.holders[who]
	userID := client.Get("/session").Map()["id"].(string)
	for _, r := range contractRoutes(t) {
		if r.method != http.MethodGet || slices.Contains([]string{"logout", "listSessions", "listExports"}, r.id) {
			continue
		}
		for _, site := range []string{"predecessor", "successor", "second", "producer"} {
			ids := with2(m.params, map[string]string{"participantId": m.sites[site], "consumerId": m.sites[site], "userId": userID, "recipientId": m.sites[site]})
			for _, one := range askings(t, r, callOf(t, r, ids), m.sites) {
				if _, known := all[one.path]; known {
					continue
				}
				reply := one.send(client)
				all[one.path] = fmt.Sprint(reply.Status, " ") + requestID.ReplaceAllString(string(reply.Body), "")
			}
		}
	}
	return all
}

// askings are the call in each range of days, and with each value of what may be chosen.
func askings(t *testing.T, r route, c call, sites map[string]string) (all []call) {
	t.Helper()
	parameters := map[string]*openapi3.Parameter{}
	for _, p := range r.parameters() {
		parameters[p.Name] = p
	}
	with := func(c call, pairs ...string) call { c.path = query(c.path, pairs...); return c }
	ranged := []call{c}
	switch {
	case parameters["dateFrom"] != nil:
		ranged = []call{with(c, "dateFrom", "2026-09-01", "dateTo", "2026-09-30"), with(c, "dateFrom", "2026-10-01", "dateTo", "2026-10-24"), with(c, "dateFrom", "2026-09-01", "dateTo", "2026-10-31"), with(c, "dateFrom", "2026-10-03", "dateTo", "2026-10-03")}
	case parameters["startDate"] != nil:
		ranged = []call{with(c, "startDate", "2026-09-01", "endDate", "2026-09-30"), with(c, "startDate", "2026-10-01", "endDate", "2026-10-24")}
	case parameters["at"] != nil:
		ranged = []call{with(c, "at", "2026-09-10T10:00:00Z"), with(c, "at", "2026-10-10T10:00:00Z")}
	case parameters["month"] != nil && parameters["month"].In == "query":
		ranged = []call{with(c, "month", "2026-09"), with(c, "month", "2026-10")}
	case parameters["month"] != nil:
		ranged = []call{c.put(t, parameters["month"], "2026-09"), c.put(t, parameters["month"], "2026-10")}
	}
	for _, one := range ranged {
		all = append(all, one)
		for _, p := range r.parameters() {
			if p.In != "query" {
				continue
			}
			for _, value := range choices(p, sites) {
				all = append(all, with(one, p.Name, value))
			}
		}
	}
	return all
}

// choices are the values of a parameter that has a few.
func choices(p *openapi3.Parameter, sites map[string]string) (all []string) {
	switch p.Name {
	case "participantId", "producerId", "objectId", "ids":
		return []string{sites["predecessor"], sites["successor"], sites["second"], sites["producer"]}
	case "q", "filter":
		return []string{predecessorName, successorName, "Haus"}
	case "sort":
		return nil
	}
	schema := p.Schema.Value
	if schema.Type.Is("array") {
		schema = schema.Items.Value
	}
	for _, value := range schema.Enum {
		all = append(all, fmt.Sprint(value))
	}
	return all
}

// requireSilence wants nothing that one of the two occupants is answered to name the other.
func (m *meter) requireSilence(t *testing.T) {
	t.Helper()
	for who, words := range map[string][]string{
		"predecessor": {successorName, successorMail}, "successor": {predecessorName, predecessorMail}, "second": {predecessorName, successorName, predecessorMail, successorMail},
	} {
		for name, body := range m.walk(t, who) {
			for _, word := range words {
				if strings.Contains(body, word) && !strings.Contains(name, "q="+word) && !strings.Contains(name, "filter="+word) {
					t.Errorf("%s reads %s: %s", who, word, name)
				}
			}
		}
	}
}

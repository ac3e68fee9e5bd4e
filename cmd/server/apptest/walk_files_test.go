package apptest_test

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
	"github.com/openpmo/pmo/internal/pdftest"
)

// TestWalkOverFiles walks what one can draw or take away: flows, exports, reports and papers as
// PDF, of every other participant of the operation, and of one's own meter on days of whoever had
// it before or has it since. Nothing is answered of another; what is one's own names nobody else
// and holds no day that is not one's own.
func TestWalkOverFiles(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	m := newMeter(t, s)
	m.upload(t, "2026-09", "", "")
	m.upload(t, "2026-10", "", "")
	papers := m.makePapers(t)
	months := []string{"2026-09", "2026-10"}
	refused, read := 0, 0
	for who, own := range map[string][]string{"predecessor": months[:1], "successor": months[1:], "second": months, "producer": months} {
		client := m.holders[who]
		for _, site := range []string{"predecessor", "successor", "second", "producer"} {
			if site == who {
				continue
			}
			for _, path := range m.filesOf(m.sites[site], papers[site]) {
				reply := client.Get(path)
				require.Contains(t, []int{http.StatusForbidden, http.StatusNotFound}, reply.Status, "%s of %s: %s", who, site, path)
				refused++
			}
		}
		site := m.sites[who]
		for _, month := range months {
			report := client.Get("/participants/" + site + "/report?period=" + month)
			flows := client.Get("/operations/" + m.params["operationId"] + "/distribution?dateFrom=" + month + "-01&dateTo=" + month + "-24")
			if !slices.Contains(own, month) {
				require.Equal(t, "report.notThere", report.Key(), "%s in %s", who, month)
				require.NotContains(t, string(flows.Body), "Haus", "%s in %s", who, month)
				refused += 2
				continue
			}
			m.requireOwn(t, who, pdftest.Text(pdftest.Read(t, report.Body)))
			m.requireOwn(t, who, string(flows.Body))
			read += 2
		}
		m.requireOwn(t, who, pdftest.Text(pdftest.Read(t, client.Get("/participants/"+site+"/papers/"+papers[who]+"/download").Body)))
		rows := m.requireOwn(t, who, textOf(t, []byte(m.export(t, who))))
		read += 2
		for _, month := range months {
			require.Equal(t, slices.Contains(own, month), strings.Contains(rows, month+"-05T"), "%s: the export of %s", who, month)
		}
	}
	t.Logf("%d files of others or of others' days refused, %d of one's own read word by word", refused, read)
	require.Equal(t, 4*3*len(m.filesOf("", ""))+2*2, refused)
	require.Equal(t, 6*2+4*2, read)
}

// makePapers makes a paper of each site.
func (m *meter) makePapers(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, who := range []string{"predecessor", "successor", "second", "producer"} {
		kind := "PARTICIPATION_AGREEMENT"
		if who == "producer" {
			kind = "BILLING_MANDATE"
		}
		made := m.organizer.Post("/operations/"+m.params["operationId"]+"/papers", map[string]any{"kind": kind, "participantIds": []any{m.sites[who]}})
		require.Equal(t, http.StatusOK, made.Status, "%s", made.Body)
		out[who] = made.List()[0]["id"].(string)
	}
	return out
}

// filesOf are the flows, exports and files of a site.
func (m *meter) filesOf(site, paper string) []string {
	of, days := "/participants/"+site, "?dateFrom=2026-09-01&dateTo=2026-10-24"
	return []string{of + "/report?period=2026-09", of + "/report?period=2026-10", of + "/report?period=2026", of + "/report/links", of + "/measurements/metrics" + days, "/measurements/load-curve/by-participant/" + site + days + "&nature=Conso,Autoconso",
		of + "/papers", of + "/papers/" + paper + "/download", of + "/billing/invoices", of + "/measurements/balance?month=2026-10",
		"/operations/" + m.params["operationId"] + "/papers/" + paper + "/download", "/operations/" + m.params["operationId"] + "/papers/" + paper + "/mails"}
}

// requireOwn wants a text to name nobody but whose it is.
func (m *meter) requireOwn(t *testing.T, who, text string) string {
	t.Helper()
	names := map[string][]string{"predecessor": {predecessorName, predecessorMail}, "successor": {successorName, successorMail}, "second": {"Haus second", "zweite@elsewhere.example"}}
	require.NotEmpty(t, text)
	for other, words := range names {
		for _, word := range words {
			if other != who {
				require.NotContains(t, text, word, "%s reads of %s", who, other)
			}
		}
	}
	for _, other := range []string{"third", "fourth", "fifth"} {
		require.NotContains(t, text, "Haus "+other, who)
		require.NotContains(t, text, m.numbers[other], who)
	}
	return text
}

// textOf is what a workbook or a text file says.
func textOf(t *testing.T, content []byte) string {
	t.Helper()
	if !bytes.HasPrefix(content, []byte("PK")) {
		return string(content)
	}
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	require.NoError(t, err)
	var text strings.Builder
	for _, part := range archive.File {
		opened, err := part.Open()
		require.NoError(t, err)
		all, err := io.ReadAll(opened)
		require.NoError(t, err)
		text.Write(all)
	}
	return text.String()
}

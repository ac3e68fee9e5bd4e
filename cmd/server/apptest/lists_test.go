package apptest_test

import (
	"net/http"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/cmd/server/apptest"
)

// TestListsHaveOneConvention asks every list for its pages, its rows by id and in every order
// (specification section 7). New lists are asked by themselves.
func TestListsHaveOneConvention(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	x := newStranger(t, s)
	lists := 0
	for _, r := range contractRoutes(t) {
		known := map[string]bool{}
		for _, p := range r.parameters() {
			known[p.Name] = p.In == "query"
		}
		if r.method != http.MethodGet || !known["limit"] {
			continue
		}
		path := callOf(t, r, x.params).path
		whole := x.organizer.Get(path)
		if whole.Key() == "featureNotAvailable" {
			continue
		}
		lists++
		require.Equal(t, http.StatusOK, whole.Status, "%s: %s", path, whole.Body)
		rows := whole.List()
		require.Equal(t, strconv.Itoa(len(rows)), whole.Header.Get("Total-Count"), path)
		requirePages(t, x.organizer, path, rows)
		first := query(path, "limit", "1")
		once, again := x.organizer.Get(first), x.organizer.Get(first)
		for _, name := range []string{"Total-Count", "Next-Cursor"} {
			require.Equal(t, once.Header.Values(name), again.Header.Values(name), "%s of %s, asked again", name, first)
		}
		if known["ids"] && len(rows) > 0 {
			last := rows[len(rows)-1]
			one := x.organizer.Get(query(path, "ids", last["id"].(string)))
			require.Equal(t, []map[string]any{last}, one.List(), "%s by id: %s", path, one.Body)
			require.Equal(t, "1", one.Header.Get("Total-Count"), path)
			none := x.organizer.Get(query(path, "ids", "0199b0aa-0000-7000-8000-000000000001"))
			require.Equal(t, "[]\n", string(none.Body), path)
		}
		for name, p := range r.op.Responses.Value("200").Value.Content["application/json"].Schema.Value.Items.Value.Properties {
			if !known["sort"] || p.Value.Type.Is("object") || p.Value.Type.Is("array") {
				continue
			}
			up, down := x.organizer.Get(query(path, "sort", name)), x.organizer.Get(query(path, "sort", "-"+name+",-"+name))
			require.Equal(t, http.StatusOK, up.Status, "%s by %s: %s", path, name, up.Body)
			require.Equal(t, http.StatusOK, down.Status, "%s by -%s: %s", path, name, down.Body)
			require.ElementsMatch(t, rows, up.List(), "%s by %s", path, name)
			require.ElementsMatch(t, rows, down.List(), "%s by -%s", path, name)
		}
		wrong := x.organizer.Get(query(path, "cursor", "bm8tbnVtYmVy")) // "no-number"
		require.Contains(t, wrong.Keys(), "cursor.invalid", path)
		far := x.organizer.Get(query(path, "limit", "1000", "cursor", "OTIyMzM3MjAzNjg1NDc3NTgwNw")) // the largest int64
		require.Contains(t, far.Keys(), "cursor.invalid", path)
		row := x.organizer.Get(query(path, "limit", "10", "cursor", "MTAwMDAwMA")) // a row number is none
		require.Contains(t, row.Keys(), "cursor.invalid", path)
	}
	require.Greater(t, lists, 20)
}

// requirePages walks through a list, row by row and two by two.
func requirePages(t *testing.T, c *apptest.Client, path string, rows []map[string]any) {
	t.Helper()
	for _, limit := range []int{1, 2} {
		var got []map[string]any
		cursor := ""
		for range len(rows) + 1 {
			page := c.Get(query(path, "limit", strconv.Itoa(limit), "cursor", cursor))
			require.Equal(t, http.StatusOK, page.Status, "%s: %s", path, page.Body)
			require.LessOrEqual(t, len(page.List()), limit, path)
			got = append(got, page.List()...)
			if cursor = page.Header.Get("Next-Cursor"); cursor == "" {
				break
			}
		}
		require.Equal(t, rows, slices.Clip(append([]map[string]any{}, got...)), "%s by %d", path, limit)
	}
}

// TestUnknownParameters adds one to every call.
func TestUnknownParameters(t *testing.T) {
	t.Parallel()
	s := apptest.Demo(t, apptest.Today)
	x := newStranger(t, s)
	admin := s.As("admin@demo.pmo")
	for _, r := range contractRoutes(t) {
		c := callOf(t, r, x.params)
		c.path = query(c.path, "nochEins", "1")
		reply := c.send(admin)
		require.Equal(t, http.StatusBadRequest, reply.Status, "%s: %s", r.id, reply.Body)
		require.Equal(t, "parameter.unknown", reply.Key(), "%s: %s", r.id, reply.Body)
		requireField(t, reply, r.id, "nochEins", 1)
	}
	twice := x.organizer.Get("/operations?q=a&q=b")
	require.Equal(t, "parameter.repeated", twice.Key(), "%s", twice.Body)
}

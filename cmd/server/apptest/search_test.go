package apptest_test

import (
	"net/http"
	"net/url"

	"github.com/stretchr/testify/require"
)

// searches looks for a site of the demo by its name and number.
func (v *tour) searches() {
	v.Helper()
	site := v.get(v.organizer, "/operations/"+v.enedis+"/participants").List()[0]
	groups := v.get(v.organizer, "/search?q="+url.QueryEscape(site["dsoId"].(string))).Map()["groups"].([]any)
	require.Len(v, groups, 1)
	hit := groups[0].(map[string]any)["hits"].([]any)[0].(map[string]any)
	require.Equal(v, []any{"SITE", site["id"], site["name"], v.enedis}, []any{groups[0].(map[string]any)["kind"], hit["id"], hit["name"], hit["operationId"]})
	many := v.get(v.organizer, "/search?q=acc&each=1").Map()["groups"].([]any)[0].(map[string]any)
	require.Len(v, many["hits"], 1)
	require.Greater(v, many["total"], 1.0)
	v.differ(v.organizer, "/search", "q", "acc0000", "plan")
	v.differ(v.organizer, "/search?q=acc0000", "each", "1", "2")
	short := v.organizer.Get("/search?q=a")
	require.Equal(v, []any{http.StatusBadRequest, "search.tooShort"}, []any{short.Status, short.Key()})
	require.Equal(v, http.StatusBadRequest, v.organizer.Get("/search").Status)
	require.Equal(v, http.StatusBadRequest, v.organizer.Get("/search?q=acc&each=21").Status)
}

package paging

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/gen/billing"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/openapi"
)

// TestEveryListIsAList holds the contract to one convention: every array that is read has
// the parameters and headers of a list; ids where rows have one, sort where they have a
// field; the back-office those of its own. An array that comes whole says why in the contract,
// by x-whole.
func TestEveryListIsAList(t *testing.T) {
	t.Parallel()
	doc, err := openapi3.NewLoader().LoadFromData(openapi.Bundle)
	require.NoError(t, err)
	lists := 0
	for path, item := range doc.Paths.Map() {
		if item.Get == nil {
			continue
		}
		answer := item.Get.Responses.Value("200")
		if answer == nil || answer.Value.Content.Get("application/json") == nil {
			continue
		}
		schema := answer.Value.Content.Get("application/json").Schema.Value
		_, whole := item.Get.Extensions["x-whole"]
		if !schema.Type.Is("array") || whole {
			require.False(t, whole && !schema.Type.Is("array"), "%s is no array: x-whole says nothing", path)
			continue
		}
		lists++
		known := append(parameterNames(item.Parameters), parameterNames(item.Get.Parameters)...)
		if strings.HasPrefix(path, "/admin/") {
			require.Subset(t, known, []string{"sort", "range", "filter"}, path)
			require.Contains(t, answer.Value.Headers, "Content-Range", path)
			continue
		}
		require.Subset(t, known, []string{"limit", "cursor"}, path)
		require.Contains(t, answer.Value.Headers, "Total-Count", path)
		require.Contains(t, answer.Value.Headers, "Next-Cursor", path)
		row := schema.Items.Value
		_, hasID := row.Properties["id"]
		require.Equal(t, hasID, contains(known, "ids"), "ids of %s", path)
		require.Equal(t, hasField(row), contains(known, "sort"), "sort of %s", path)
	}
	require.Greater(t, lists, 30)
}

func contains(list []string, text string) bool {
	for _, one := range list {
		if one == text {
			return true
		}
	}
	return false
}

func hasField(row *openapi3.Schema) bool {
	for _, p := range row.Properties {
		if !p.Value.Type.Is("object") && !p.Value.Type.Is("array") {
			return true
		}
	}
	return false
}

func plansOf(names ...string) any {
	body := make([]model.Plan, len(names))
	for i, name := range names {
		body[i] = model.Plan{Id: fmt.Sprintf("id-%d", i), Name: name}
	}
	return billing.ListOperationPlans200JSONResponse{Body: body}
}

// askPlans sends parameters through the machinery to a handler that answers plans.
func askPlans(t *testing.T, params billing.ListOperationPlansParams, names ...string) (billing.ListOperationPlans200JSONResponse, error) {
	t.Helper()
	next := func(context.Context, any) (any, error) { return plansOf(names...), nil }
	answer, err := Listed(next)(t.Context(), billing.ListOperationPlansRequestObject{Params: params})
	if err != nil {
		return billing.ListOperationPlans200JSONResponse{}, err
	}
	return answer.(billing.ListOperationPlans200JSONResponse), nil
}

func namesIn(answer billing.ListOperationPlans200JSONResponse) (names []string) {
	for _, p := range answer.Body {
		names = append(names, p.Name)
	}
	return names
}

func TestListsAreSortedAsPeopleExpect(t *testing.T) {
	t.Parallel()
	names := []string{"Site 10", "Écluse", "Site 2", "eau", "Zinc", "école"}
	for _, c := range []struct {
		sort []string
		want []string
	}{
		{nil, names},
		{[]string{"name"}, []string{"eau", "Écluse", "école", "Site 2", "Site 10", "Zinc"}},
		{[]string{"-name"}, []string{"Zinc", "Site 10", "Site 2", "école", "Écluse", "eau"}},
		{[]string{"alreadyInvoiced", "-id"}, []string{"école", "Zinc", "eau", "Site 2", "Écluse", "Site 10"}},
	} {
		var params billing.ListOperationPlansParams
		if c.sort != nil {
			params.Sort = &c.sort
		}
		answer, err := askPlans(t, params, names...)
		require.NoError(t, err)
		require.Equal(t, c.want, namesIn(answer), "%v", c.sort)
		require.Equal(t, len(names), *answer.Headers.TotalCount)
		require.Nil(t, answer.Headers.NextCursor)
	}
}

func TestListsComeInPages(t *testing.T) {
	t.Parallel()
	limit, got := 2, []string{}
	params := billing.ListOperationPlansParams{Limit: &limit}
	for range 3 {
		answer, err := askPlans(t, params, "a", "b", "c", "d", "e")
		require.NoError(t, err)
		require.Equal(t, 5, *answer.Headers.TotalCount)
		got = append(got, namesIn(answer)...)
		params.Cursor = answer.Headers.NextCursor
	}
	require.Equal(t, []string{"a", "b", "c", "d", "e"}, got)
	require.Nil(t, params.Cursor, "the last page has no next one")
	ids := []string{"id-3", "id-0", "id-9"}
	answer, err := askPlans(t, billing.ListOperationPlansParams{Ids: &ids, Limit: &limit}, "a", "b", "c", "d", "e")
	require.NoError(t, err)
	require.Equal(t, []string{"a", "d"}, namesIn(answer))
	require.Equal(t, 2, *answer.Headers.TotalCount)
}

func TestALongListWantsALimit(t *testing.T) {
	t.Parallel()
	names := make([]string, MaxRows+1)
	_, err := askPlans(t, billing.ListOperationPlansParams{}, names...)
	require.Equal(t, "list.tooLong", fault.KeyOf(err))
	answer, err := askPlans(t, billing.ListOperationPlansParams{}, names[1:]...)
	require.NoError(t, err)
	require.Len(t, answer.Body, MaxRows)
	limit := 1000
	answer, err = askPlans(t, billing.ListOperationPlansParams{Limit: &limit}, names...)
	require.NoError(t, err)
	require.Len(t, answer.Body, 1000)
	require.Equal(t, MaxRows+1, *answer.Headers.TotalCount)
}

func TestCursorsThatAreNone(t *testing.T) {
	t.Parallel()
	limit := 2
	names := []string{"a", "b", "c", "d", "e"}
	answer, err := askPlans(t, billing.ListOperationPlansParams{Limit: &limit}, names...)
	require.NoError(t, err)
	good := *answer.Headers.NextCursor
	raw, err := base64.RawURLEncoding.DecodeString(good)
	require.NoError(t, err)
	changed := func(old, with string) string {
		require.Contains(t, string(raw), old)
		return base64.RawURLEncoding.EncodeToString([]byte(strings.Replace(string(raw), old, with, 1)))
	}
	for _, text := range []string{"", "x", "%%%", good + "A", good[:len(good)-2], good + "=", "MTAwMA", changed(`"n":2`, `"n":-2`), changed(`"n":2`, `"n":0`),
		changed(`"n":2`, `"n":9223372036854775807`), changed(`"n":2`, `"n":2147483647`), changed(`"n":2`, `"n":1.5`), changed(`"n":2`, `"x":2`), changed(`{`, `{"y":1,`),
		changed(`}]}`, `}]} {}`), changed(`"b":[`, `"b":["x",`), base64.RawURLEncoding.EncodeToString([]byte(`{"q":0,"n":2,"b":[]}`)),
		base64.RawURLEncoding.EncodeToString([]byte(`{"q":0,"n":2,"b":[` + strings.Repeat(`{"h":1},`, maxAnchors) + `{"h":1}]}`)),
		base64.RawURLEncoding.EncodeToString([]byte(`{"q":0,"n":2,"b":[{"i":"` + strings.Repeat("x", 4000) + `","h":1}]}`)), changed(`"q":0`, `"q":7`)} {
		_, err := askPlans(t, billing.ListOperationPlansParams{Limit: &limit, Cursor: &text}, names...)
		require.Error(t, err, text)
		require.Equal(t, "cursor.invalid", fault.From(err).Items[0].Key, text)
		require.Equal(t, "cursor", fault.From(err).Items[0].Field, text)
	}
	far := changed(`"n":2`, `"n":1000000`) // rows it lies behind are there: so is the page
	answer, err = askPlans(t, billing.ListOperationPlansParams{Limit: &limit, Cursor: &far}, names...)
	require.NoError(t, err)
	require.Equal(t, []string{"c", "d"}, namesIn(answer))
	answer, err = askPlans(t, billing.ListOperationPlansParams{Limit: &limit, Cursor: &far})
	require.NoError(t, err)
	require.Empty(t, answer.Body)
	require.NotNil(t, answer.Body, "[] and not null")
	require.Nil(t, answer.Headers.NextCursor)
}

// TestACursorBelongsToItsQuestion: that of another list, order or filter begins nowhere.
func TestACursorBelongsToItsQuestion(t *testing.T) {
	t.Parallel()
	ask := func(url string, cursor *string) (any, error) {
		limit := 1
		r := httptest.NewRequest(http.MethodGet, url, nil)
		next := func(context.Context, any) (any, error) { return plansOf("a", "b", "c"), nil }
		return Listed(next)(request.WithHTTP(r), billing.ListOperationPlansRequestObject{Params: billing.ListOperationPlansParams{Limit: &limit, Cursor: cursor}})
	}
	first, err := ask("/operations/1/billing/plans?limit=1&q=x", nil)
	require.NoError(t, err)
	cursor := first.(billing.ListOperationPlans200JSONResponse).Headers.NextCursor
	_, err = ask("/operations/1/billing/plans?cursor=z&q=x&limit=2", cursor)
	require.NoError(t, err)
	for _, other := range []string{"/operations/2/billing/plans?q=x", "/operations/1/billing/plans", "/operations/1/billing/plans?q=y", "/operations/1/billing/plans?q=x&sort=name"} {
		_, err = ask(other, cursor)
		require.Error(t, err, other)
		require.Equal(t, "cursor.invalid", fault.From(err).Items[0].Key, other)
	}
}

// TestPagesNeitherSkipNorRepeat while rows come, go and change their place between them.
func TestPagesNeitherSkipNorRepeat(t *testing.T) {
	t.Parallel()
	plan := func(id, name string) model.Plan { return model.Plan{Id: id, Name: name} }
	walk := func(sort []string, pages ...[]model.Plan) (got []string) {
		limit := 2
		params := billing.ListOperationPlansParams{Limit: &limit}
		if sort != nil {
			params.Sort = &sort
		}
		for _, rows := range pages {
			next := func(context.Context, any) (any, error) {
				return billing.ListOperationPlans200JSONResponse{Body: slices.Clone(rows)}, nil
			}
			answer, err := Listed(next)(t.Context(), billing.ListOperationPlansRequestObject{Params: params})
			require.NoError(t, err)
			page := answer.(billing.ListOperationPlans200JSONResponse)
			got = append(got, namesIn(page)...)
			if params.Cursor = page.Headers.NextCursor; params.Cursor == nil {
				break
			}
		}
		return got
	}
	a, b, c, d, e := plan("1", "a"), plan("2", "b"), plan("3", "c"), plan("4", "d"), plan("5", "e")
	new1, new2 := plan("8", "aa"), plan("9", "ab")
	for name, later := range map[string][]model.Plan{
		"as it was":              {a, b, c, d, e},
		"rows come before":       {new1, new2, a, b, c, d, e},
		"a row goes":             {b, c, d, e},
		"the last one goes":      {a, c, d, e},
		"all that was read goes": {c, d, e},
		"come and go":            {new1, b, c, d, e},
	} {
		for _, sort := range [][]string{nil, {"name"}} {
			require.Equal(t, []string{"a", "b", "c", "d", "e"}, walk(sort, []model.Plan{a, b, c, d, e}, later, later, later), "%s %v", name, sort)
		}
	}
	require.Equal(t, []string{"e", "d", "c", "b", "a"}, walk([]string{"-name"}, []model.Plan{a, b, c, d, e}, []model.Plan{a, b, c, d, e, plan("6", "f")}, []model.Plan{a, b, c, d, e}))
	require.Equal(t, []string{"a", "b", "c", "d", "e", "z"}, walk([]string{"name"}, []model.Plan{a, b, c, d, e}, []model.Plan{a, plan("2", "z"), c, d, e}, []model.Plan{a, plan("2", "z"), c, d, e}, []model.Plan{a, plan("2", "z"), c, d, e}),
		"the last one that was read is sorted elsewhere by now: what was between is not left out")
}

func TestFieldsOfRows(t *testing.T) {
	t.Parallel()
	fields := fieldsOf(reflect.TypeFor[model.Invoice]())
	for _, name := range []string{"number", "periodStart", "amountCents", "createdAt", "cancelled", "status"} {
		require.Contains(t, fields, name)
	}
	for _, name := range []string{"lines", "billingEntity", "Number"} {
		require.NotContains(t, fields, name)
	}
}

func parameterNames(parameters openapi3.Parameters) []string {
	var names []string
	for _, p := range parameters {
		if p.Value.In == openapi3.ParameterInQuery {
			names = append(names, p.Value.Name)
		}
	}
	return names
}

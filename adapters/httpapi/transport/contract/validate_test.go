package contract

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/gen/requests"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/core/fault"
)

func operationNamed(t *testing.T, name string) Operation {
	t.Helper()
	for _, o := range ReadOperations(requests.All) {
		if o.ID == name {
			return o
		}
	}
	t.Fatalf("the contract has no %s", name)
	return Operation{}
}

func TestUnknownParametersAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ operation, query, key, field string }{
		{"listOperationInvoices", "status=DRAFT&limit=5", "", ""},
		{"listOperationInvoices", "statut=DRAFT", "parameter.unknown", "statut"},
		{"listAdminUsers", `sort=["email","ASC"]&range=[0,9]&filter={}`, "", ""},
		{"listAdminUsers", "sort=[]&limit=5", "parameter.unknown", "limit"},
		{"listAdminUsers", "_=1", "parameter.unknown", "_"},
		{"getSession", "x", "parameter.unknown", "x"},
		{"getSession", "=1", "parameter.unknown", ""},
		{"startOperationBillRun", "dryRun=true", "parameter.unknown", "dryRun"},
		{"listOperationInvoices", "limit=5&limit=6", "parameter.repeated", "limit"},
		{"listOperationInvoices", "limit=5;cursor=x", "parameter.invalid", ""},
		{"listOperationInvoices", "q=%zz", "parameter.invalid", ""},
	} {
		route, err := operationNamed(t, c.operation).route()
		require.NoError(t, err)
		err = checkParameters(route, &url.URL{RawQuery: c.query})
		if c.key == "" {
			require.NoError(t, err, c.query)
			continue
		}
		require.Equal(t, c.key, fault.KeyOf(err), c.query)
		if f := fault.From(err); len(f.Items) > 0 {
			require.Equal(t, c.field, f.Items[0].Field, c.query)
			require.NotEmpty(t, f.Params["name"].(string)+"=", c.query)
		}
	}
}

func bodyOf(t *testing.T, name, text string) ([]*fault.Error, error) {
	t.Helper()
	route, err := operationNamed(t, name).route()
	require.NoError(t, err)
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(text))
	r.Header.Set("Content-Type", "application/json; charset=utf-8")
	return Validator{NewLoads()}.checkBody(r, route.Operation.RequestBody.Value)
}

// TestAProblemListsFiftyErrors sends bodies of nothing but errors.
func TestAProblemListsFiftyErrors(t *testing.T) {
	t.Parallel()
	var many strings.Builder
	many.WriteString(`{"x":1`)
	for i := range 40_000 {
		fmt.Fprintf(&many, `,"x%d":1`, i)
	}
	many.WriteString("}")
	wrong, err := bodyOf(t, "createOperationPlan", many.String())
	require.NoError(t, err)
	require.Len(t, wrong, problem.MaxErrors+1)
	last := wrong[problem.MaxErrors]
	require.Equal(t, "errors.more", last.Key)
	require.Greater(t, last.Params["count"].(int), 39_000)

	p := problem.Of(problem.ErrInvalidRequest.Of(wrong...), "fr", "")
	require.Len(t, *p.Errors, problem.MaxErrors+1)
	require.Contains(t, *(*p.Errors)[problem.MaxErrors].Detail, "Autres erreurs")

	rows := make([]*fault.Error, 120)
	for i := range rows {
		rows[i] = problem.ErrFieldRequired.At("name").OnRow(i + 2)
	}
	p = problem.Of(fault.New(fault.Invalid, "import.rejected").Of(fault.New(fault.Invalid, "nested").Of(rows...)), "fr", "")
	require.Len(t, *p.Errors, problem.MaxErrors+1)
	require.Equal(t, 70, (*(*p.Errors)[problem.MaxErrors].Params)["count"])
}

// TestListsAreCountedBeforeTheirItems sends a list that is too long, of items that are all wrong.
func TestListsAreCountedBeforeTheirItems(t *testing.T) {
	t.Parallel()
	wrong, err := bodyOf(t, "createOperationPlan", `{"charges":[`+strings.TrimSuffix(strings.Repeat("7,", 40_000), ",")+`]}`)
	require.NoError(t, err)
	var charges []*fault.Error
	for _, f := range wrong {
		if strings.HasPrefix(f.Field, "charges") {
			charges = append(charges, f)
		}
	}
	require.Len(t, charges, 1)
	require.Equal(t, "field.tooLong", charges[0].Key)
}

// TestRubbishTakesLittleMemory checks a body of errors twenty times and looks at what was
// allocated for it.
func TestRubbishTakesLittleMemory(t *testing.T) { //nolint:paralleltest // it reads the memory of the process
	text := `{"charges":[` + strings.TrimSuffix(strings.Repeat("{},", 24_000), ",") + `]}`
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := bodyOf(t, "createOperationPlan", text)
	require.NoError(t, err)
	runtime.ReadMemStats(&after)
	require.Less(t, (after.TotalAlloc-before.TotalAlloc)>>20, uint64(60), "MB for a body of %d kB", len(text)>>10)
}

func TestBodiesTogetherHaveABudget(t *testing.T) {
	t.Parallel()
	l := NewLoads()
	read := func(size int) (func(), error) {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(strings.Repeat("x", size)))
		release := l.Keep(r)
		for {
			if _, err := r.Body.Read(make([]byte, 64<<10)); err != nil {
				return release, problem.Unreadable(err)
			}
		}
	}
	var releases []func()
	for range heldBodies >> 20 {
		release, err := read(1 << 20)
		require.NotEqual(t, "server.busy", fault.KeyOf(err))
		releases = append(releases, release)
	}
	release, err := read(1)
	require.Equal(t, "server.busy", fault.KeyOf(err))
	release()
	for _, release := range releases {
		release()
	}
	require.Zero(t, l.held.Load())
	_, err = read(1)
	require.NotEqual(t, "server.busy", fault.KeyOf(err))
}

func TestJSONBodiesThatAreNone(t *testing.T) {
	t.Parallel()
	for text, key := range map[string]string{"{": "body.invalid", "{} {}": "body.invalid", "": "field.required", "[]": "field.type",
		"7": "field.type", "null": "field.type", "{\"name\":\"\\u0000\"}": "text.invalid", "\xff": "text.invalid",
		strings.Repeat("[", 40_000): "body.invalid"} {
		wrong, err := bodyOf(t, "createOperationPlan", text)
		require.NoError(t, err)
		require.Equal(t, key, wrong[0].Key, "%.20q", text)
	}
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader("{}"))
	r.Header.Set("Content-Type", "text/plain")
	wrong, err := Validator{NewLoads()}.checkBody(r, &openapi3.RequestBody{Content: openapi3.Content{}})
	require.NoError(t, err)
	require.Equal(t, "body.invalid", wrong[0].Key)
}

func TestMultipartSaysWhatStandsBetweenParts(t *testing.T) {
	t.Parallel()
	for kind, ok := range map[string]bool{"multipart/form-data; boundary=x": true, "multipart/form-data": false, "text/csv": false, "": false,
		"multipart/mixed; boundary=x": false, "application/json": false, "multipart/form-data; boundary=": false, ";;": false} {
		r := httptest.NewRequest(http.MethodPost, "/", nil)
		r.Header.Set("Content-Type", kind)
		require.Equal(t, ok, checkMultipart(r) == nil, kind)
	}
}

func TestABodyHoldsSoManyValues(t *testing.T) {
	t.Parallel()
	for text, many := range map[string]bool{
		"[" + strings.Repeat("1,", maxValues-1) + "1]":          false,
		"[" + strings.Repeat("1,", maxValues) + "1]":            true,
		strings.Repeat("[", maxValues+1):                        true,
		`{"name":"` + strings.Repeat(`,[{\"`, maxValues) + `"}`: false, // in a text
		`{"name":"\\",` + strings.Repeat(`"x":{},`, maxValues):  true,
		strings.Repeat("x", 1<<20):                              false,
	} {
		require.Equal(t, many, manyValues([]byte(text)), "%.20s", text)
	}
	_, err := bodyOf(t, "createOperationPlan", strings.Repeat("[", maxValues+1))
	require.Equal(t, "body.tooManyValues", fault.KeyOf(err))
	// The largest bodies of the contract fit: a megabyte of parameters of a key.
	id := "0199b0aa-0000-7000-8000-000000000001"
	params := strings.Repeat(`{"consumerId":"`+id+`","producerId":"`+id+`","value":1},`, 1<<20/len(`{"consumerId":"`+id+`","producerId":"`+id+`","value":1},`))
	require.False(t, manyValues([]byte(params)))
}

func TestListsAreSortedByWhatTheirRowsHold(t *testing.T) {
	t.Parallel()
	o := operationNamed(t, "listOperationPlans")
	require.Subset(t, o.sort, []string{"name", "alreadyInvoiced"})
	require.NoError(t, checkSort(o.sort, &url.URL{RawQuery: "sort=-name,alreadyInvoiced"}))
	for _, wrong := range []string{"charges", "-falsch", "name,", "", "--name", "name,-"} { // charges: of the row, but no value to sort by
		err := checkSort(o.sort, &url.URL{RawQuery: "sort=" + wrong})
		require.Error(t, err, wrong)
		require.Equal(t, "list.sortUnknown", fault.From(err).Items[0].Key, wrong)
		require.Contains(t, fault.From(err).Items[0].Params["allowed"], "name")
	}
	require.NoError(t, checkSort(operationNamed(t, "listAdminUsers").sort, &url.URL{RawQuery: `sort=["email","ASC"]`}))
}

// What was found and names nothing is a fault of the body, however it is wrapped.
func TestAFaultWithoutAPlaceIsOneOfTheBody(t *testing.T) {
	t.Parallel()
	for _, err := range []error{
		errors.New("odd"),
		fmt.Errorf("wrapped: %w", openapi3.MultiError{}),
		fmt.Errorf("wrapped: %w", openapi3.MultiError{errors.New("odd")}),
	} {
		var list fault.List
		collect(&list, err, "field")
		require.Len(t, list.Items, 1)
		require.Equal(t, problem.ErrBodyInvalid.Key, list.Items[0].Key)
		require.Equal(t, "field", list.Items[0].Field)
	}
}

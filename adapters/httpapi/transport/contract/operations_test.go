package contract

import (
	"maps"
	"slices"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/gen/requests"
	"github.com/openpmo/pmo/openapi"
)

// What a request is compared with says the same as the contract: every operation, every
// parameter, every body with the same fields.
func TestRequestsAreThoseOfTheContract(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(openapi.Bundle)
	require.NoError(t, err)
	index := ReadOperations(requests.All)
	count := 0
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			count++
			o, ok := index[method+" "+Base+path]
			require.True(t, ok, "%s %s", method, path)
			require.Equal(t, op.OperationID, o.ID)
			require.Equal(t, op.Extensions["x-permission"], o.Permission)
			route, err := o.route()
			require.NoError(t, err, o.ID)
			require.Equal(t, parameters(item.Parameters, op.Parameters), parameters(route.PathItem.Parameters, route.Operation.Parameters), o.ID)
			require.Equal(t, op.RequestBody == nil, route.Operation.RequestBody == nil, o.ID)
			if op.RequestBody == nil {
				continue
			}
			require.Equal(t, op.RequestBody.Value.Required, route.Operation.RequestBody.Value.Required, o.ID)
			ours := route.Operation.RequestBody.Value.Content
			for kind, content := range op.RequestBody.Value.Content {
				require.Equal(t, kind == "multipart/form-data", o.Multipart, o.ID)
				require.Contains(t, ours, kind, o.ID)
				same(t, content.Schema.Value, ours[kind].Schema.Value, o.ID, 0)
			}
		}
	}
	require.Len(t, index, count)
}

func parameters(lists ...openapi3.Parameters) map[string]bool {
	required := map[string]bool{}
	for _, list := range lists {
		for _, p := range list {
			required[p.Value.In+" "+p.Value.Name+" "+p.Value.Schema.Value.Pattern+p.Value.Schema.Value.Format] = p.Value.Required
		}
	}
	return required
}

// same walks two schemas side by side, as deep as the contract nests.
func same(t *testing.T, want, got *openapi3.Schema, at string, depth int) {
	t.Helper()
	require.Equal(t, slices.Sorted(maps.Keys(want.Properties)), slices.Sorted(maps.Keys(got.Properties)), at)
	require.Equal(t, []any{want.Type, want.Required, want.Enum, want.Pattern, want.Format, want.Nullable, want.MaxLength, want.MinLength, want.Max, want.Min, want.MaxItems, want.AdditionalProperties.Has},
		[]any{got.Type, got.Required, got.Enum, got.Pattern, got.Format, got.Nullable, got.MaxLength, got.MinLength, got.Max, got.Min, got.MaxItems, got.AdditionalProperties.Has}, at)
	if depth == 8 {
		return
	}
	for name, property := range want.Properties {
		same(t, property.Value, got.Properties[name].Value, at+"."+name, depth+1)
	}
	if want.Items != nil {
		same(t, want.Items.Value, got.Items.Value, at+"[]", depth+1)
	}
	require.Equal(t, []int{len(want.OneOf), len(want.AllOf), len(want.AnyOf)}, []int{len(got.OneOf), len(got.AllOf), len(got.AnyOf)}, at)
	for i, one := range want.AllOf {
		same(t, one.Value, got.AllOf[i].Value, at, depth+1)
	}
	for i, one := range want.OneOf {
		same(t, one.Value, got.OneOf[i].Value, at, depth+1)
	}
}

func TestFilesAreExports(t *testing.T) {
	t.Parallel()
	var files []string
	for _, o := range ReadOperations(requests.All) {
		if o.File {
			files = append(files, o.ID)
		}
	}
	require.Subset(t, files, []string{"downloadCurves", "downloadCoefficientFile", "downloadOperationInvoice", "downloadParticipantInvoice"})
	require.NotContains(t, files, "getOperationLoadCurve")
}

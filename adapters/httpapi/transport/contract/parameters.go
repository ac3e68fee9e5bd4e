package contract

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"

	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/core/fault"
)

var (
	errParameterUnknown  = fault.New(fault.Invalid, "parameter.unknown", fault.Text("name", "allowed"))
	errParameterRepeated = fault.New(fault.Invalid, "parameter.repeated", fault.Text("name"))
	errParameterInvalid  = fault.New(fault.Invalid, "parameter.invalid")
	errSortUnknown       = fault.ListSortUnknown
)

// checkParameters refuses what a call would not read: a parameter that it does not know, one
// that is sent twice (several values go by comma), and what is no parameter at all. Errors:
// parameter.unknown, parameter.repeated, parameter.invalid.
func checkParameters(route *routers.Route, u *url.URL) error {
	if u.RawQuery == "" {
		return nil
	}
	sent, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return errParameterInvalid.Because(err)
	}
	var known []string
	for _, list := range [][]string{queryNames(route.PathItem.Parameters), queryNames(route.Operation.Parameters)} {
		known = append(known, list...)
	}
	slices.Sort(known)
	var unknown []string
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		values := sent[name]
		switch {
		case !slices.Contains(known, name):
			unknown = append(unknown, shown(name))
		case len(values) > 1:
			return errParameterRepeated.With("name", name).At(name)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	unknown = unknown[:min(len(unknown), problem.MaxErrors)]
	f := errParameterUnknown.With("name", strings.Join(unknown, ", ")).With("allowed", strings.Join(known, ", "))
	for _, name := range unknown {
		f = f.Of(append(f.Items, errParameterUnknown.With("name", name).With("allowed", strings.Join(known, ", ")).At(name))...)
	}
	return f
}

// shown is a name that a caller made up, as far as it is told back.
func shown(name string) string {
	const longest = 40
	name = strings.ToValidUTF8(strings.ReplaceAll(name, "\x00", ""), "")
	if letters := []rune(name); len(letters) > longest {
		return string(letters[:longest]) + "…"
	}
	return name
}

func queryNames(parameters openapi3.Parameters) []string {
	var names []string
	for _, p := range parameters {
		if p.Value.In == openapi3.ParameterInQuery {
			names = append(names, p.Value.Name)
		}
	}
	return names
}

// checkSort refuses fields that the rows of a list do not have. Error: list.sortUnknown.
func checkSort(known []string, u *url.URL) error {
	if known == nil || u.RawQuery == "" {
		return nil
	}
	sent := u.Query()["sort"]
	if len(sent) == 0 {
		return nil
	}
	for text := range strings.SplitSeq(sent[0], ",") {
		if name := strings.TrimPrefix(text, "-"); !slices.Contains(known, name) {
			return problem.ErrInvalidRequest.Of(errSortUnknown.At("sort").With("field", shown(name)).With("allowed", known))
		}
	}
	return nil
}

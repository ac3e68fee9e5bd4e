package contract

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/core/fault"
)

func Readable(text string) bool { return utf8.ValidString(text) && !strings.Contains(text, "\x00") }

// checkTexts refuses unreadable texts in the path and the query. Error: request.invalid.
func checkTexts(u *url.URL, path map[string]string) error {
	var list fault.List
	for _, name := range slices.Sorted(maps.Keys(path)) {
		if !Readable(path[name]) {
			list.Add(problem.ErrText.At(name))
		}
	}
	query := escaped(u)
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if !Readable(name) || slices.ContainsFunc(query[name], unkept) {
			list.Add(problem.ErrText.At(strings.ToValidUTF8(strings.ReplaceAll(name, "\x00", ""), "")))
		}
	}
	return list.Err(problem.ErrInvalidRequest)
}

// escaped are the parameters of a query that may hold such a character: none does where
// nothing is escaped.
func escaped(u *url.URL) url.Values {
	if !strings.ContainsAny(u.RawQuery, `%\`) && Readable(u.RawQuery) {
		return nil
	}
	return u.Query()
}

// unkept tells a value, or the JSON in it, that cannot be kept.
func unkept(value string) bool {
	if !Readable(value) {
		return true
	}
	_, found := unreadableIn([]byte(value))
	return found
}

// unreadableIn finds the first field of a JSON body whose text cannot be kept.
func unreadableIn(content []byte) (field string, found bool) {
	broken := !utf8.Valid(content)
	if !broken && !bytes.Contains(content, []byte(`\u0000`)) && bytes.IndexByte(content, 0) < 0 {
		return "", false
	}
	var value any
	if json.Unmarshal(content, &value) != nil {
		return "", broken // the contract refuses what is no JSON
	}
	wrong := "\x00"
	if broken {
		wrong += string(utf8.RuneError) // what the reader puts in the place of broken bytes
	}
	field, found = holds(value, wrong, "")
	return field, found || broken
}

// holds finds a text with one of some characters, and the path to it.
func holds(value any, wrong, path string) (field string, found bool) {
	switch v := value.(type) {
	case string:
		return path, strings.ContainsAny(v, wrong)
	case []any:
		for _, one := range v {
			if field, found = holds(one, wrong, path); found {
				return field, true
			}
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) { // the first that is wrong is told
			one := v[name]
			if strings.ContainsAny(name, wrong) {
				return path, true
			}
			if field, found = holds(one, wrong, strings.TrimPrefix(path+"."+name, ".")); found {
				return field, true
			}
		}
	}
	return "", false
}

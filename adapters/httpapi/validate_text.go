package httpapi

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/fault"
)

// errText is a text with a character that no database keeps: U+0000, or bytes that are no
// UTF-8.
var errText = fault.New(fault.Invalid, "text.invalid")

func readable(text string) bool { return utf8.ValidString(text) && !strings.Contains(text, "\x00") }

// checkTexts refuses unreadable texts in the path and the query. Error: request.invalid.
func checkTexts(u *url.URL, path map[string]string) error {
	var list fault.List
	for _, name := range slices.Sorted(maps.Keys(path)) {
		if !readable(path[name]) {
			list.Add(errText.At(name))
		}
	}
	query := escaped(u)
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if !readable(name) || slices.ContainsFunc(query[name], unkept) {
			list.Add(errText.At(strings.ToValidUTF8(strings.ReplaceAll(name, "\x00", ""), "")))
		}
	}
	return list.Err(errInvalidRequest)
}

// escaped are the parameters of a query that may hold such a character: none does where
// nothing is escaped.
func escaped(u *url.URL) url.Values {
	if !strings.ContainsAny(u.RawQuery, `%\`) && readable(u.RawQuery) {
		return nil
	}
	return u.Query()
}

// unkept tells a value, or the JSON in it, that cannot be kept.
func unkept(value string) bool {
	if !readable(value) {
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

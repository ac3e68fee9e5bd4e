package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/format"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// writeRequests writes what the contract says of the requests of each operation as Go,
// one document each: a server begins without reading the contract, and reads of it only
// what it is asked for.
func writeRequests(doc map[string]any) error {
	var code bytes.Buffer
	code.WriteString(requestsHead)
	paths := doc["paths"].(map[string]any)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		item := paths[path].(map[string]any)
		for _, method := range slices.Sorted(maps.Keys(item)) {
			op, ok := item[method].(map[string]any)
			if !ok { // the parameters of all methods
				continue
			}
			permission, _ := op["x-permission"].(string)
			if permission == "" {
				return fmt.Errorf("%s %s has no x-permission", method, path)
			}
			text, err := json.Marshal(requestOf(doc, path, method))
			if err != nil {
				return err
			}
			fmt.Fprintf(&code, "\t{%q, %q, %q, %q, %t, %t, %s,\n\t\t%s},\n", strings.ToUpper(method), path, op["operationId"], permission,
				multipart(op), file(op), sortFields(doc, item, op), literal(string(text)))
		}
	}
	code.WriteString("}\n")
	formatted, err := format.Source(code.Bytes())
	if err != nil {
		return err
	}
	dir := filepath.Join(outDir, "requests")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "requests.gen.go"), formatted, 0o644)
}

// requestOf is the contract cut down to the requests of one operation.
func requestOf(doc map[string]any, path, method string) map[string]any {
	item := doc["paths"].(map[string]any)[path].(map[string]any)
	kept := map[string]any{method: lean(item[method], false)}
	if all, ok := item["parameters"]; ok {
		kept["parameters"] = lean(all, false)
	}
	out := map[string]any{"openapi": doc["openapi"], "info": map[string]any{"title": "", "version": ""}, "paths": map[string]any{path: kept}}
	components := map[string]any{}
	gather(components, doc, kept)
	if len(components) > 0 {
		out["components"] = components
	}
	return out
}

// unread are the words of the contract that no request is compared with.
var unread = []string{"description", "summary", "example", "examples", "tags", "responses", "security", "x-permission"}

// names are the words whose keys are names and not words of the contract.
var names = []string{"properties", "content", "encoding"}

// lean leaves out what no request is compared with. named says that the keys of v are names.
func lean(v any, named bool) any {
	switch v := v.(type) {
	case map[string]any:
		o := make(map[string]any, len(v))
		for k, x := range v {
			switch {
			case named:
				o[k] = lean(x, false)
			case slices.Contains(unread, k):
			case k == "enum" || k == "default":
				o[k] = x
			default:
				o[k] = lean(x, slices.Contains(names, k))
			}
		}
		return o
	case []any:
		o := make([]any, len(v))
		for i, x := range v {
			o[i] = lean(x, false)
		}
		return o
	}
	return v
}

// gather adds the components that v refers to, and those that they refer to.
func gather(components, doc map[string]any, v any) {
	switch v := v.(type) {
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok {
			kind, name, _ := strings.Cut(strings.TrimPrefix(ref, "#/components/"), "/")
			of, _ := components[kind].(map[string]any)
			if of == nil {
				of = map[string]any{}
				components[kind] = of
			}
			if of[name] == nil {
				of[name] = lean(doc["components"].(map[string]any)[kind].(map[string]any)[name], false)
				gather(components, doc, of[name])
			}
		}
		for _, x := range v {
			gather(components, doc, x)
		}
	case []any:
		for _, x := range v {
			gather(components, doc, x)
		}
	}
}

func multipart(op map[string]any) bool {
	body, _ := op["requestBody"].(map[string]any)
	content, _ := body["content"].(map[string]any)
	return content["multipart/form-data"] != nil
}

// file reports whether an operation answers a file that is made for it, not JSON.
func file(op map[string]any) bool {
	answers, _ := op["responses"].(map[string]any)
	answer, _ := answers["200"].(map[string]any)
	content, _ := answer["content"].(map[string]any)
	return len(content) > 0 && content["application/json"] == nil
}

// sortFields are the fields of the rows of a list that hold one value, as Go: what sort may
// name. nil where nothing is sorted.
func sortFields(doc, item, op map[string]any) string {
	own, _ := op["parameters"].([]any)
	all, _ := item["parameters"].([]any)
	sorted := slices.ContainsFunc(slices.Concat(own, all), func(p any) bool {
		return p.(map[string]any)["$ref"] == "#/components/parameters/Sort"
	})
	if !sorted {
		return "nil"
	}
	resolve := func(v any) map[string]any {
		for {
			m, _ := v.(map[string]any)
			ref, ok := m["$ref"].(string)
			if !ok {
				return m
			}
			v = any(doc)
			for _, part := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
				v = v.(map[string]any)[part]
			}
		}
	}
	at := resolve(op["responses"].(map[string]any)["200"])
	for _, name := range []string{"content", "application/json", "schema", "items", "properties"} {
		at = resolve(at[name])
	}
	var fields []string
	for name, schema := range at {
		switch resolve(schema)["type"] {
		case "string", "integer", "number", "boolean":
			fields = append(fields, name)
		}
	}
	slices.Sort(fields)
	return fmt.Sprintf("%#v", fields)
}

func literal(text string) string {
	if strings.Contains(text, "`") {
		return strconv.Quote(text)
	}
	return "`" + text + "`"
}

const requestsHead = `// Package requests holds what the contract says of the request of each operation.
//
// Code generated by internal/dev/specsplit. DO NOT EDIT.
package requests

// Request is one method of one path.
type Request struct {
	Method, Path string
	Operation    string
	Permission   string // "public", or resource:action
	Multipart    bool
	File         bool // the answer is a file
	Sort         []string // fields of the rows of a list that it can be sorted by
	// Document is a contract of this operation only: parameters and body, without
	// answers and words for people.
	Document string
}

// All are the operations of the contract, in order of path.
var All = []Request{
`

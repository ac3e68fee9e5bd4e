// Command specsplit cuts the bundled contract into one document per tag, so that
// each tag becomes a Go package of its own and a change recompiles only that one.
//
// Usage: specsplit BUNDLE OUTDIR
//
// It writes model.json (all components, no paths) and <tag>.json (the paths of the
// tag, references pointing into model.json) with an oapi-codegen configuration
// <name>.yaml beside each; and the Go package of what requests must be (requests.go).
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
)

const (
	module = "github.com/openpmo/pmo/adapters/httpapi/gen"
	outDir = "adapters/httpapi/gen"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: specsplit BUNDLE OUTDIR")
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func run(bundle, out string) error {
	data, err := os.ReadFile(bundle)
	if err != nil {
		return err
	}
	var doc map[string]any
	if err := json.Unmarshal(data, &doc); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	model := map[string]any{"openapi": doc["openapi"], "info": doc["info"], "paths": map[string]any{}, "components": doc["components"]}
	if err := write(out, "model", model, modelConfig); err != nil {
		return err
	}
	for tag, paths := range byTag(doc["paths"].(map[string]any)) {
		part := map[string]any{"openapi": doc["openapi"], "info": doc["info"], "paths": outward(paths)}
		if err := write(out, tag, part, tagConfig); err != nil {
			return err
		}
	}
	return writeRequests(doc)
}

// byTag sorts the path items by the tag of their first operation; a path item
// belongs to one tag as a whole.
func byTag(paths map[string]any) map[string]map[string]any {
	tags := map[string]map[string]any{}
	for path, item := range paths {
		for _, method := range []string{"get", "post", "put", "delete"} {
			op, ok := item.(map[string]any)[method].(map[string]any)
			if !ok {
				continue
			}
			tag := op["tags"].([]any)[0].(string)
			if tags[tag] == nil {
				tags[tag] = map[string]any{}
			}
			tags[tag][path] = item
		}
	}
	return tags
}

// outward rewrites every reference to a component into one to model.json.
func outward(v any) any {
	switch v := v.(type) {
	case map[string]any:
		o := make(map[string]any, len(v))
		for k, x := range v {
			if s, ok := x.(string); ok && k == "$ref" && strings.HasPrefix(s, "#/components/") {
				o[k] = "model.json" + s
				continue
			}
			o[k] = outward(x)
		}
		return o
	case []any:
		o := make([]any, len(v))
		for i, x := range v {
			o[i] = outward(x)
		}
		return o
	}
	return v
}

func write(out, name string, doc map[string]any, config string) error {
	data, err := json.MarshalIndent(doc, "", " ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, name+".json"), data, 0o644); err != nil {
		return err
	}
	dir := filepath.Join(outDir, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	text := fmt.Sprintf(config, name, filepath.ToSlash(filepath.Join(dir, name+".gen.go")), module)
	return os.WriteFile(filepath.Join(out, name+".yaml"), []byte(text), 0o644)
}

const modelConfig = `package: %[1]s
output: %[2]s
generate: {models: true}
output-options: {skip-prune: true, nullable-type: true}
`

// The names of the templates are those that oapi-codegen gives them: ours make types and
// one table of endpoints, where its own make code for each operation.
const tagConfig = `package: %[1]s
output: %[2]s
generate: {models: true, chi-server: true, strict-server: true}
output-options:
  nullable-type: true
  user-templates:
    chi/chi-interface.tmpl: internal/dev/specsplit/templates/chi/chi-interface.tmpl
    chi/chi-middleware.tmpl: internal/dev/specsplit/templates/chi/chi-middleware.tmpl
    chi/chi-handler.tmpl: internal/dev/specsplit/templates/chi/chi-handler.tmpl
    strict/strict-interface.tmpl: internal/dev/specsplit/templates/strict/strict-interface.tmpl
    strict/strict-http.tmpl: internal/dev/specsplit/templates/strict/strict-http.tmpl
import-mapping: {model.json: %[3]s/model}
additional-imports: [{alias: endpoint, package: github.com/openpmo/pmo/adapters/httpapi/transport/endpoint}]
`

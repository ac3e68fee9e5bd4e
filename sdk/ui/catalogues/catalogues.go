// Package catalogues gives Go the texts that people read: the same JSON files the
// two applications use, for problem details, mails, invoices and workbooks.
package catalogues

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

//go:embed */*.json
var files embed.FS

// load reads one area of one language. Nested keys are joined with dots.
var load = sync.OnceValue(func() map[string]map[string]string {
	all := map[string]map[string]string{}
	languages, _ := files.ReadDir(".")
	for _, lang := range languages {
		areas, _ := files.ReadDir(lang.Name())
		for _, area := range areas {
			data, _ := files.ReadFile(lang.Name() + "/" + area.Name())
			var tree map[string]any
			if err := json.Unmarshal(data, &tree); err != nil {
				panic(fmt.Sprintf("catalogue %s/%s: %v", lang.Name(), area.Name(), err))
			}
			flat := map[string]string{}
			flatten(flat, "", tree)
			all[lang.Name()+"/"+strings.TrimSuffix(area.Name(), ".json")] = flat
		}
	}
	return all
})

func flatten(into map[string]string, prefix string, tree map[string]any) {
	for key, value := range tree {
		switch v := value.(type) {
		case string:
			into[prefix+key] = v
		case map[string]any:
			flatten(into, prefix+key+".", v)
		}
	}
}

// Text is the text of a key with its %{name} filled, in lang (fr, fr-BE, nl). What
// fr-BE does not say differently is French. "" when the key is unknown.
func Text(lang, area, key string, params map[string]any) string {
	text, ok := load()[lang+"/"+area][key]
	if !ok && lang != "fr" {
		text = load()["fr/"+area][key]
	}
	for name, value := range params {
		text = strings.ReplaceAll(text, "%{"+name+"}", show(value))
	}
	return text
}

// Keys lists what an area of a language says.
func Keys(lang, area string) []string {
	var keys []string
	for key := range load()[lang+"/"+area] {
		keys = append(keys, key)
	}
	return keys
}

func show(value any) string {
	switch v := value.(type) {
	case []string:
		return strings.Join(v, ", ")
	case []any:
		parts := make([]string, len(v))
		for i, one := range v {
			parts[i] = show(one)
		}
		return strings.Join(parts, ", ")
	}
	return fmt.Sprint(value)
}

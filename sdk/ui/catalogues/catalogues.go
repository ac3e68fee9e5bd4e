// Package catalogues gives Go the texts that people read: the same JSON files the
// two applications use, for problem details, mails, invoices and workbooks.
package catalogues

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

//go:embed */*.json
var files embed.FS

// part is one area of one language: a file of its own.
type part struct{ lang, area string }

// parts reads each part when it is first asked for: a server that speaks French reads neither the
// Dutch nor what only screens say.
var parts = sync.OnceValue(func() map[part]func() map[string]string {
	all := map[part]func() map[string]string{}
	languages, _ := files.ReadDir(".")
	for _, lang := range languages {
		areas, _ := files.ReadDir(lang.Name())
		for _, area := range areas {
			one := part{lang.Name(), strings.TrimSuffix(area.Name(), ".json")}
			all[one] = sync.OnceValue(one.read)
		}
	}
	return all
})

// texts are what a part says by key; none when there is no such part.
func (p part) texts() map[string]string {
	read, ok := parts()[p]
	if !ok {
		return nil
	}
	return read()
}

// read reads the file of a part. Nested keys are joined with dots.
func (p part) read() map[string]string {
	data, _ := files.ReadFile(p.lang + "/" + p.area + ".json")
	var tree map[string]any
	if err := json.Unmarshal(data, &tree); err != nil {
		panic(fmt.Sprintf("catalogue %s/%s: %v", p.lang, p.area, err))
	}
	flat := map[string]string{}
	flatten(flat, "", tree)
	return flat
}

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

// Text is the text of a key with its %{name} filled, in lang (fr, fr-BE, nl, en). What
// fr-BE does not say differently is French, and so are the areas that English lacks: it
// has what the server says in answers. "" when the key is unknown.
func Text(lang, area, key string, params map[string]any) string {
	text, ok := part{lang, area}.texts()[key]
	if !ok && lang != "fr" {
		text = part{"fr", area}.texts()[key]
	}
	text = filled(text, func(name string) (string, bool) {
		value, ok := params[name]
		if !ok {
			return "", false
		}
		said := func(value any) string { return show(lang, value) }
		switch name {
		case "value": // what a file or a request says, letter for letter
			said = plain
		case "fields":
			said = named(lang, "parties", "field.")
		case "usage":
			said = named(lang, "enums", "Usage.")
		case "nature":
			said = named(lang, "enums", "Nature.")
		case "dso":
			said = named(lang, "enums", "Dso.")
		case "month":
			said = func(value any) string { return monthText(lang, value) }
		}
		return elision + said(value), true
	})
	text = elided(lang, text)
	if strings.Contains(text, nothing) {
		text = strings.TrimSpace(emptySentence.ReplaceAllString(text, ""))
	}
	return text
}

// filled is text with each %{name} filled that is known; name is letters, figures and _ of ASCII. What
// a value says is not looked into: a file may be called %{row}.
func filled(text string, value func(name string) (string, bool)) string {
	const begin, end = "%{", "}"
	if !strings.Contains(text, begin) {
		return text
	}
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(text, begin)
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		name, after, closed := strings.Cut(rest, end)
		if closed && !strings.ContainsFunc(name, isOther) {
			if said, ok := value(name); ok {
				out.WriteString(said)
				text = after
				continue
			}
		}
		out.WriteString(begin)
		text = rest
	}
}

// isOther tells what no name of a value has in it.
func isOther(r rune) bool {
	return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
}

// elision stands before each value until the text is whole, a character that no text has.
const elision = "\ue001"

// beforeVowel is a word that French elides before a value. Names with an h are taken as
// spoken with it.
var beforeVowel = regexp.MustCompile(`(?i)\b(d|qu|lorsqu|puisqu)e ` + elision + `([aeiouyàâäéèêëîïôöùûœæ])`)

// elided says « d’Enedis » in French, and « de Mairie ».
func elided(lang, text string) string {
	if !strings.Contains(text, elision) { // most texts take no value
		return text
	}
	if strings.HasPrefix(lang, "fr") && (strings.Contains(text, "e "+elision) || strings.Contains(text, "E "+elision)) {
		text = beforeVowel.ReplaceAllString(text, "$1’$2")
	}
	return strings.ReplaceAll(text, elision, "")
}

// Keys lists what an area of a language says, ascending.
func Keys(lang, area string) []string {
	var keys []string
	for key := range (part{lang, area}).texts() {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// nothing stands for a list without entries, a character that no text has: a sentence
// that would list nothing is left out.
const nothing = "\ue000"

var emptySentence = regexp.MustCompile(`[^.]*` + nothing + `[^.]*\.?`)

func plain(value any) string { return fmt.Sprint(value) }

// named says names of the contract, one or a list, by the words that an area has for
// them. A name without words stays.
func named(lang, area, prefix string) func(any) string {
	word := func(name string) string { return cmp.Or(Text(lang, area, prefix+name, nil), name) }
	return func(value any) string {
		switch v := value.(type) {
		case string:
			return word(v)
		case []string:
			words := make([]string, len(v))
			for i, name := range v {
				words[i] = word(name)
			}
			return show(lang, words)
		case []any: // as it comes back from the database
			words := make([]string, len(v))
			for i, name := range v {
				words[i] = word(fmt.Sprint(name))
			}
			return show(lang, words)
		}
		return show(lang, value)
	}
}

// monthText is 10/2026 for 2026-10, which English keeps: the names of months are those of
// screens.
func monthText(lang string, value any) string {
	m, err := time.Parse("2006-01", fmt.Sprint(value))
	if err != nil || lang == "en" {
		return show(lang, value)
	}
	return m.Format("01/2006")
}

// decimal is a number that came as text: euros, kilowatt-hours.
var decimal = regexp.MustCompile(`^-?\d+\.\d+$`)

// decimals writes a decimal as people do, with two digits or more after the mark.
func decimals(number, mark string) string {
	whole, part, _ := strings.Cut(number, ".")
	if len(part) < 2 {
		part += "0"
	}
	return whole + mark + part
}

// form is how a language writes days and decimals.
type form struct{ day, mark string }

func formOf(lang string) form {
	if lang == "en" { // the order that no reader takes for another
		return form{time.DateOnly, "."}
	}
	return form{"02/01/2006", ","}
}

// show writes a parameter as people read it: days and instants as 14/10/2026 and
// 14/10/2026 00:15, decimals as 6,29, in French and Dutch alike; in English as 2026-10-14
// and 6.29. The clock of an instant is its own.
func show(lang string, value any) string {
	f := formOf(lang)
	switch v := value.(type) {
	case string:
		if !strings.ContainsAny(v[:min(1, len(v))], "-0123456789") {
			return v // neither a day nor a number, which most texts are not
		}
		if day, err := time.Parse(time.DateOnly, v); err == nil {
			return day.Format(f.day)
		}
		if at, err := time.Parse(time.RFC3339, v); err == nil {
			return at.Format(f.day + " 15:04")
		}
		if decimal.MatchString(v) {
			return decimals(v, f.mark)
		}
	case float64:
		return strings.Replace(strconv.FormatFloat(v, 'f', -1, 64), ".", f.mark, 1)
	case []string:
		if len(v) == 0 {
			return nothing
		}
		parts := make([]string, len(v))
		for i, one := range v {
			parts[i] = show(lang, one)
		}
		return strings.Join(parts, ", ")
	case []any:
		if len(v) == 0 {
			return nothing
		}
		parts := make([]string, len(v))
		for i, one := range v {
			parts[i] = show(lang, one)
		}
		return strings.Join(parts, ", ")
	}
	return fmt.Sprint(value)
}

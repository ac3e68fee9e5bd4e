// Package pinnedtest keeps what functions answer in a file beside their test. Conversions and
// other functions from values to values get the same drawn arguments each time: a full one, an
// empty one, and some between. What another answer is, is either a fault or wanted; what is
// wanted is written by
//
//	go test ./the/package -run Pinned -pin
//
// and read in the change of the file: each line is a function, with its answer to the full
// arguments, a digest of those to the others, and the fields of its arguments on which no answer
// depends.
package pinnedtest

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/openpmo/pmo/core/fault"
)

var pin = flag.Bool("pin", false, "write what is answered now")

// Functions compares what functions answer with testdata/<name>.json.
func Functions(t *testing.T, name string, functions map[string]any) {
	t.Helper()
	now := map[string]answers{}
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		f := reflect.ValueOf(functions[name])
		if f.Kind() != reflect.Func {
			t.Fatalf("%s is no function", name)
		}
		now[name] = answersOf(carriedOut(f))
		if bytes.Equal(now[name].Full, noAnswer) {
			t.Errorf("%s does not answer to the full arguments: pin a function that makes them hold together", name)
		}
	}
	file := filepath.Join("testdata", name+".json")
	if *pin {
		write(t, file, now)
		return
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &before); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(now)) {
		line := encoded(now[name])
		if !bytes.Equal(line, before[name]) {
			t.Errorf("%s answers otherwise (wanted? go test -run %s -pin)\n was %s\n now %s", name, t.Name(), before[name], line)
		}
		delete(before, name)
	}
	for name := range before {
		t.Errorf("%s is no longer there", name)
	}
}

// answers are those of one function.
type answers struct {
	Full   json.RawMessage `json:"full"`
	Others string          `json:"others"`           // digest
	Unused []string        `json:"unused,omitempty"` // fields on which no answer depends
}

// carriedOut is a function that answers a change, with what it changes: it answers what that is then.
// Others stay as they are.
func carriedOut(f reflect.Value) reflect.Value {
	t := f.Type()
	if t.NumOut() == 0 || t.Out(0).Kind() != reflect.Func || t.IsVariadic() {
		return f
	}
	change := t.Out(0)
	var in, out []reflect.Type
	for arg := range t.Ins() {
		in = append(in, arg)
	}
	for arg := range change.Ins() {
		in, out = append(in, arg), append(out, arg)
	}
	for result := range change.Outs() {
		out = append(out, result)
	}
	return reflect.MakeFunc(reflect.FuncOf(in, out, false), func(args []reflect.Value) []reflect.Value {
		answered := f.Call(args[:t.NumIn()])
		for _, other := range answered[1:] {
			if err, ok := other.Interface().(error); ok && err != nil {
				panic(err) // it does not answer
			}
		}
		changed := args[t.NumIn():]
		return slices.Concat(changed, answered[0].Call(changed))
	})
}

// answersOf calls a function with each variant of its arguments, and with each field of them changed.
func answersOf(f reflect.Value) answers {
	out, digest, used, seen := answers{}, sha256.New(), map[string]bool{}, []string{}
	for _, variant := range variants {
		d := drawing{variant}
		text := answer(f, arguments(f, d))
		if variant == "full" {
			out.Full = text
		} else {
			digest.Write(append(text, '\n'))
		}
		args := arguments(f, d)
		for _, one := range leaves(args) {
			undo := one.change()
			changed := answer(f, args)
			undo()
			if _, known := used[one.path]; !known {
				seen = append(seen, one.path)
			}
			used[one.path] = used[one.path] || !bytes.Equal(text, changed)
			digest.Write(append(changed, '\n'))
		}
	}
	out.Unused = unused(seen, used)
	out.Others = fmt.Sprintf("%x", digest.Sum(nil)[:8])
	return out
}

// unused are the paths that are not used; of a struct of which none is, only that.
func unused(seen []string, used map[string]bool) (out []string) {
	below := map[string]bool{} // what has a used path below it
	for path, is := range used {
		for is && path != "" {
			below[path] = true
			path = path[:max(0, strings.LastIndexByte(path, '.'))]
		}
	}
	for _, path := range seen {
		parts := strings.Split(path, ".")
		for i := range parts {
			if prefix := strings.Join(parts[:i+1], "."); !below[prefix] {
				if !slices.Contains(out, prefix) {
					out = append(out, prefix)
				}
				break
			}
		}
	}
	return out
}

func arguments(f reflect.Value, d drawing) []reflect.Value {
	args := make([]reflect.Value, f.Type().NumIn())
	for i := range args {
		args[i] = reflect.New(f.Type().In(i)).Elem()
		d.into(args[i], fmt.Sprint(i))
	}
	return args
}

func leaves(args []reflect.Value) (all []leaf) {
	for i, arg := range args {
		all = append(all, leavesOf(arg, fmt.Sprint(i))...)
	}
	return all
}

// noAnswer stands for arguments that no caller has.
var noAnswer = encoded("does not answer")

// answer is what a function answers, as text; a fault is its key and parameters.
func answer(f reflect.Value, args []reflect.Value) (text []byte) {
	defer func() {
		if r := recover(); r != nil {
			text = noAnswer
		}
	}()
	call := f.Call
	if f.Type().IsVariadic() {
		call = f.CallSlice
	}
	var said []any
	for _, result := range call(args) {
		said = append(said, plain(result.Interface()))
	}
	if len(said) == 1 {
		return encoded(said[0])
	}
	return encoded(said)
}

func plain(v any) any {
	var one *fault.Error
	switch v := v.(type) {
	case error:
		if errors.As(v, &one) {
			return map[string]any{"key": one.Key, "params": one.Params}
		}
		return v.Error()
	case []byte:
		return string(v)
	}
	return v
}

func encoded(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		text, _ = json.Marshal(strings.TrimSpace(fmt.Sprintf("%+v", v)))
	}
	return text
}

func write(t *testing.T, file string, now map[string]answers) {
	t.Helper()
	var text bytes.Buffer
	text.WriteString("{\n")
	for i, name := range slices.Sorted(maps.Keys(now)) {
		if i > 0 {
			text.WriteString(",\n")
		}
		fmt.Fprintf(&text, "%q: %s", name, encoded(now[name]))
	}
	text.WriteString("\n}\n")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil { //nolint:gosec // sources
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil { //nolint:gosec // sources
		t.Fatal(err)
	}
}

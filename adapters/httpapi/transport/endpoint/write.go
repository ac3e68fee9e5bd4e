package endpoint

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strconv"
)

// Header is a header of an answer; a nil pointer is left out.
type Header struct {
	Name  string
	Value any
}

// WriteJSON answers a value. Nothing is written when it cannot be told as JSON.
func WriteJSON(w http.ResponseWriter, status int, body any, headers ...Header) error {
	var text bytes.Buffer
	if err := json.NewEncoder(&text).Encode(body); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	WriteStatus(w, status, headers...)
	_, err := text.WriteTo(w)
	return err
}

// WriteFile answers a file, and closes it where it can be. A size of 0 is not told.
func WriteFile(w http.ResponseWriter, status int, kind string, content io.Reader, size int64, headers ...Header) error {
	if c, ok := content.(io.Closer); ok {
		defer func() { _ = c.Close() }()
	}
	w.Header().Set("Content-Type", kind)
	if size != 0 {
		w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
	}
	WriteStatus(w, status, headers...)
	_, err := io.Copy(w, content)
	return err
}

// WriteStatus answers without a body.
func WriteStatus(w http.ResponseWriter, status int, headers ...Header) {
	for _, h := range headers {
		value := reflect.ValueOf(h.Value)
		if value.Kind() == reflect.Pointer {
			if value.IsNil() {
				continue
			}
			value = value.Elem()
		}
		w.Header().Set(h.Name, fmt.Sprint(value.Interface()))
	}
	w.WriteHeader(status)
}

package library

import (
	"errors"
	"io"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/fault"
)

// File is a file that was received, whole.
type File struct {
	Name   string
	Size   int64
	SHA256 string // hex
	Open   func() (io.ReadCloser, error)
}

// checkName refuses what not every disk takes as a name, and signs that are not seen: a name must
// not look like another. Errors: field.required, field.tooLong, documents.name.
func checkName(name string) error {
	switch {
	case name == "":
		return fault.FieldRequired
	case utf8.RuneCountInString(name) > mostName:
		return fault.FieldTooLong.With("max", mostName)
	case strings.ContainsAny(name, `/\:*?"<>|`), strings.HasPrefix(name, "."), strings.HasSuffix(name, "."),
		strings.ContainsFunc(name, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError }):
		return ErrName.With("name", name)
	}
	return nil
}

// checkRename refuses a new name of an entry. Errors: those of checkName, documents.extension.
func checkRename(e Entry, name string) error {
	if err := checkName(name); err != nil {
		return fault.From(err).At("name")
	}
	if e.Kind == Paper && document.TypeOf(name) != e.Content.ContentType {
		return ErrExtension.With("name", name).At("name")
	}
	return nil
}

// check finds what is wrong with a file, and its type. Errors: field.required, field.tooLong,
// documents.name, documents.size, documents.empty, documents.type; those of reading it.
func (f File) check() (contentType string, err error) {
	if err := checkName(f.Name); err != nil {
		return "", fault.From(err).With("fileName", f.Name)
	}
	switch {
	case f.Size > MostFileSize:
		return "", ErrSize.With("fileName", f.Name).With("megabytes", MostFileSize>>20)
	case f.Size == 0:
		return "", ErrEmpty.With("fileName", f.Name)
	}
	head, err := f.beginning()
	if err != nil {
		return "", err
	}
	if !document.Fits(f.Name, head) {
		return "", ErrType.With("fileName", f.Name)
	}
	return document.TypeOf(f.Name), nil
}

// beginning is the first bytes of a file.
func (f File) beginning() (head []byte, err error) {
	content, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, content.Close()) }()
	return io.ReadAll(io.LimitReader(content, 4<<10))
}

// numbered is a name that tells a version from others of its document.
func numbered(name, mark string) string {
	end := path.Ext(name)
	return strings.TrimSuffix(name, end) + " (" + mark + ")" + end
}

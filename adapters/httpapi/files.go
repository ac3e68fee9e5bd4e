package httpapi

import (
	"io"
	"mime"
	"strings"
	"unicode"
)

// File is a stored file that a signed link leads to.
type File struct {
	Name    string
	Size    int64
	Content io.ReadCloser
}

// attachment is the Content-Disposition that saves a file under name, whatever its letters:
// those that a folder does not take are dashes.
func attachment(name string) string {
	return mime.FormatMediaType("attachment", map[string]string{"filename": strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || strings.ContainsRune(`/\:*?"<>|`, c) {
			return '-'
		}
		return c
	}, name)})
}

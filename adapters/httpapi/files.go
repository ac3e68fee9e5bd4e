package httpapi

import (
	"io"
	"mime"
)

// File is a stored file that a signed link leads to.
type File struct {
	Name    string
	Size    int64
	Content io.ReadCloser
}

// attachment is the Content-Disposition that saves a file under name, whatever its letters.
func attachment(name string) string {
	return mime.FormatMediaType("attachment", map[string]string{"filename": name})
}

package pmo

import (
	"io"
	"mime/multipart"
	"os"
	"path/filepath"
)

// Part is a plain value of a multipart form.
type Part struct{ Name, Value string }

// Files makes a multipart body of the files at paths, each as a part called
// fileField under its base name, after the plain values. The files are read while
// the body is: none is whole in memory. The body goes to a …WithBody call once;
// closing it early stops the reading.
func Files(fileField string, paths []string, values ...Part) (contentType string, body io.ReadCloser) {
	r, w := io.Pipe()
	form := multipart.NewWriter(w)
	go func() { _ = w.CloseWithError(writeForm(form, fileField, paths, values)) }()
	return form.FormDataContentType(), r
}

func writeForm(form *multipart.Writer, fileField string, paths []string, values []Part) error {
	for _, v := range values {
		if err := form.WriteField(v.Name, v.Value); err != nil {
			return err
		}
	}
	for _, path := range paths {
		if err := writeFile(form, fileField, path); err != nil {
			return err
		}
	}
	return form.Close()
}

func writeFile(form *multipart.Writer, field, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	part, err := form.CreateFormFile(field, filepath.Base(path))
	if err != nil {
		return err
	}
	_, err = io.Copy(part, f)
	return err
}

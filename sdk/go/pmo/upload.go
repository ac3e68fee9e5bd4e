package pmo

import (
	"io"
	"mime"
	"mime/multipart"
	"net/textproto"
	"os"
	"path/filepath"
)

// Part is a value of a multipart form. Without a Type it is plain text.
type Part struct{ Name, Value, Type string }

// Files makes a multipart body of the files at paths, each as a part called
// fileField under its base name, after the plain values. The files are read while
// the body is: none is whole in memory. The body goes to a …WithBody call once;
// closing it early stops the reading.
func Files(fileField string, paths []string, values ...Part) (contentType string, body io.ReadCloser) {
	files := make([]File, len(paths))
	for i, path := range paths {
		files[i] = File{Path: path}
	}
	return Upload(fileField, files, values...)
}

// File is a file to send: the one at Path, or Content under the name Path.
type File struct {
	Path    string
	Content io.Reader
}

// Upload is Files for files that need not lie on a disk, as standard input.
func Upload(fileField string, files []File, values ...Part) (contentType string, body io.ReadCloser) {
	r, w := io.Pipe()
	form := multipart.NewWriter(w)
	go func() { _ = w.CloseWithError(writeForm(form, fileField, files, values)) }()
	return form.FormDataContentType(), r
}

func writeForm(form *multipart.Writer, fileField string, files []File, values []Part) error {
	for _, v := range values {
		if err := writeValue(form, v); err != nil {
			return err
		}
	}
	for _, file := range files {
		if err := writeFile(form, fileField, file); err != nil {
			return err
		}
	}
	return form.Close()
}

func writeValue(form *multipart.Writer, v Part) error {
	if v.Type == "" {
		return form.WriteField(v.Name, v.Value)
	}
	head := textproto.MIMEHeader{}
	head.Set("Content-Disposition", mime.FormatMediaType("form-data", map[string]string{"name": v.Name}))
	head.Set("Content-Type", v.Type)
	part, err := form.CreatePart(head)
	if err != nil {
		return err
	}
	_, err = io.WriteString(part, v.Value)
	return err
}

func writeFile(form *multipart.Writer, field string, file File) error {
	content := file.Content
	if content == nil {
		f, err := os.Open(file.Path)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		content = f
	}
	part, err := form.CreateFormFile(field, filepath.Base(file.Path))
	if err != nil {
		return err
	}
	_, err = io.Copy(part, content)
	return err
}

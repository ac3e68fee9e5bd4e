package document

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// form is a type of file, with what its files begin with; none = text.
type form struct {
	contentType string
	begins      []string
}

const openXML = "application/vnd.openxmlformats-officedocument."

// forms are the files that people may leave with us, by the end of their names. What could run where
// it is opened, as a page or a drawing with scripts, is none of them.
var forms = map[string]form{
	".pdf":  {"application/pdf", []string{"%PDF-"}},
	".png":  {"image/png", []string{"\x89PNG\r\n\x1a\n"}},
	".jpg":  {"image/jpeg", []string{"\xff\xd8\xff"}},
	".jpeg": {"image/jpeg", []string{"\xff\xd8\xff"}},
	".webp": {"image/webp", []string{"RIFF"}},
	".xlsx": {openXML + "spreadsheetml.sheet", []string{"PK\x03\x04"}},
	".docx": {openXML + "wordprocessingml.document", []string{"PK\x03\x04"}},
	".pptx": {openXML + "presentationml.presentation", []string{"PK\x03\x04"}},
	".odt":  {"application/vnd.oasis.opendocument.text", []string{"PK\x03\x04"}},
	".ods":  {"application/vnd.oasis.opendocument.spreadsheet", []string{"PK\x03\x04"}},
	".csv":  {"text/csv", nil},
	".txt":  {"text/plain", nil},
}

// TypeOf is the content type of a file by its name; "" = one that is not kept.
func TypeOf(name string) string { return forms[strings.ToLower(path.Ext(name))].contentType }

// Fits reports whether the first bytes of a file are those of the type that its name says.
func Fits(name string, head []byte) bool {
	f, ok := forms[strings.ToLower(path.Ext(name))]
	if !ok || f.begins == nil {
		return ok && bytes.IndexByte(head, 0) < 0
	}
	return slices.ContainsFunc(f.begins, func(begin string) bool { return bytes.HasPrefix(head, []byte(begin)) })
}

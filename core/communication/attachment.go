package communication

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/fault"
)

const (
	// MostAttachments go with a message.
	MostAttachments = 5
	// MostAttachmentBytes is the size of one file, MostAttachedBytes of all of a message: mail
	// servers refuse mails of much more than 10 MB.
	MostAttachmentBytes = 5 << 20
	MostAttachedBytes   = 10 << 20

	mostNameLetters = 120
)

// attachments is the kind of document that goes with messages.
const attachments document.Kind = "message-attachments"

// Attachment is a file that goes with a message.
type Attachment struct {
	Document document.Document
	Name     string // as the recipient sees it
}

// forms are the files that may be sent, by the end of their names, with what they begin with; none
// = text. What could run where it is opened is none of them.
var forms = map[string]struct {
	contentType string
	begins      []string
}{
	".pdf":  {"application/pdf", []string{"%PDF-"}},
	".png":  {"image/png", []string{"\x89PNG\r\n\x1a\n"}},
	".jpg":  {"image/jpeg", []string{"\xff\xd8\xff"}},
	".jpeg": {"image/jpeg", []string{"\xff\xd8\xff"}},
	".xlsx": {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", []string{"PK\x03\x04"}},
	".docx": {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", []string{"PK\x03\x04"}},
	".csv":  {"text/csv", nil},
	".txt":  {"text/plain", nil},
}

// contentTypeOf is the type of a file by its name, where its first bytes agree.
// Error: communication.attachmentType.
func contentTypeOf(name string, head []byte) (string, error) {
	form, ok := forms[strings.ToLower(path.Ext(name))]
	if ok && form.begins == nil {
		ok = bytes.IndexByte(head, 0) < 0
	} else if ok {
		ok = slices.ContainsFunc(form.begins, func(begin string) bool { return bytes.HasPrefix(head, []byte(begin)) })
	}
	if !ok {
		return "", ErrAttachmentType.With("fileName", name)
	}
	return form.contentType, nil
}

// checkName refuses what is no name of a file of that type. Errors: field.required, field.tooLong,
// communication.attachmentName, communication.attachmentType.
func (a Attachment) checkName() error {
	switch {
	case a.Name == "":
		return fault.FieldRequired
	case utf8.RuneCountInString(a.Name) > mostNameLetters:
		return fault.FieldTooLong.With("max", mostNameLetters)
	case strings.ContainsAny(a.Name, `/\:*?"<>|`) || strings.IndexFunc(a.Name, unicode.IsControl) >= 0:
		return ErrAttachmentName.With("fileName", a.Name)
	case forms[strings.ToLower(path.Ext(a.Name))].contentType != a.Document.ContentType:
		return ErrAttachmentType.With("fileName", a.Name)
	}
	return nil
}

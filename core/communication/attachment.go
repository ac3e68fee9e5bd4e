package communication

import (
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

// sendable are the ends of names of files that may be sent: those that every recipient can open.
var sendable = []string{".pdf", ".png", ".jpg", ".jpeg", ".xlsx", ".docx", ".csv", ".txt"}

// typeOf is the content type of a file by its name; "" = one that is not sent.
func typeOf(name string) string {
	if !slices.Contains(sendable, strings.ToLower(path.Ext(name))) {
		return ""
	}
	return document.TypeOf(name)
}

// contentTypeOf is the type of a file by its name, where its first bytes agree.
// Error: communication.attachmentType.
func contentTypeOf(name string, head []byte) (string, error) {
	contentType := typeOf(name)
	if contentType == "" || !document.Fits(name, head) {
		return "", ErrAttachmentType.With("fileName", name)
	}
	return contentType, nil
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
	case typeOf(a.Name) != a.Document.ContentType:
		return ErrAttachmentType.With("fileName", a.Name)
	}
	return nil
}

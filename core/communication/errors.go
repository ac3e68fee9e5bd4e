package communication

import "github.com/openpmo/pmo/core/fault"

var (
	// ErrInvalid holds everything that is wrong with a message.
	ErrInvalid = fault.New(fault.Invalid, "communication.invalid")
	// ErrSubjectLines is a subject of several lines.
	ErrSubjectLines = fault.New(fault.Invalid, "communication.subjectLines")
	// ErrRecipientUnknown is nobody of the operation, or a site that has left; parameter id.
	ErrRecipientUnknown = fault.New(fault.Invalid, "communication.recipientUnknown", fault.Text("id"))
	// ErrTooMany is a message more than an operation sends in a day; parameter max.
	ErrTooMany = fault.New(fault.TooMany, "communication.tooMany", fault.Int("max"))
	// ErrUnderway is a message that goes to the recipient already.
	ErrUnderway = fault.New(fault.Conflict, "communication.underway")
	// ErrUnreachable is a recipient without an address that can be written to; parameter name.
	ErrUnreachable = fault.New(fault.Conflict, "communication.unreachable", fault.Text("name"))

	// ErrAttachmentGone is a file that was not received, or more than a day ago.
	ErrAttachmentGone = fault.New(fault.Conflict, "communication.attachmentGone", fault.Text("fileName"))
	// ErrAttachmentName is a name that no file may have.
	ErrAttachmentName = fault.New(fault.Invalid, "communication.attachmentName", fault.Text("fileName"))
	// ErrAttachmentSize is a file, or are all of a message, that is too large for mails; parameter megabytes.
	ErrAttachmentSize = fault.New(fault.TooLarge, "communication.attachmentSize", fault.Text("fileName"), fault.Int("megabytes"))
	// ErrAttachmentType is a file of a type that is not sent, or whose content is another.
	ErrAttachmentType = fault.New(fault.Invalid, "communication.attachmentType", fault.Text("fileName"))
	// ErrAttachmentCount is more files, or none, than a call takes; parameter max.
	ErrAttachmentCount = fault.New(fault.Invalid, "communication.attachmentCount", fault.Int("max"))
)

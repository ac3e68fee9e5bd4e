package reminder

import "github.com/openpmo/pmo/core/fault"

var (
	// ErrInvalid holds everything that is wrong with settings or a pause.
	ErrInvalid = fault.New(fault.Invalid, "reminder.invalid")
	// ErrDays are days of a level out of bounds, or not after those of the level before; parameters min, max.
	ErrDays = fault.New(fault.Invalid, "reminder.days", fault.Int("min", "max"))
	// ErrLines is a subject of several lines.
	ErrLines = fault.New(fault.Invalid, "reminder.subjectLines")
	// ErrPlaceholder is a place in a text that nothing fills; parameters value, and known.
	ErrPlaceholder = fault.New(fault.Invalid, "reminder.placeholder", fault.Text("value"), fault.Texts("known"))
	// ErrNoInvoices is a text that does not say which invoices it is about; parameter value, the place of them.
	ErrNoInvoices = fault.New(fault.Invalid, "reminder.noInvoices", fault.Text("value"))
	// ErrTextTwice are two texts of one level and language.
	ErrTextTwice = fault.New(fault.Invalid, "reminder.textTwice")
	// ErrNothing is nobody to be reminded today.
	ErrNothing = fault.New(fault.Conflict, "reminder.nothing")
	// ErrPauseOf is a pause of a client and an invoice, or of neither.
	ErrPauseOf = fault.New(fault.Invalid, "reminder.pauseOf")
	// ErrPausePast is a pause whose last day is past.
	ErrPausePast = fault.New(fault.Invalid, "reminder.pausePast")
	// ErrPauseOver is a pause that was ended already.
	ErrPauseOver = fault.New(fault.Conflict, "reminder.pauseOver")
	// ErrTooMany is one pause more than an operation keeps at once; parameter max.
	ErrTooMany = fault.New(fault.Conflict, "reminder.tooManyPauses", fault.Int("max"))
)

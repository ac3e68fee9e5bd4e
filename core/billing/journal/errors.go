package journal

import "github.com/openpmo/pmo/core/fault"

// Accounts of a seller.
var (
	// ErrInvalid holds everything that is wrong with accounts.
	ErrInvalid = fault.New(fault.Invalid, "journal.invalid")
	// ErrCode is no code of a journal: capitals and digits; parameter max.
	ErrCode = fault.New(fault.Invalid, "journal.codeInvalid", fault.Int("max"))
	// ErrSameCode is a journal of purchases that is called as that of sales; parameter code.
	ErrSameCode = fault.New(fault.Invalid, "journal.sameCode", fault.Text("code"))
	// ErrLabel is a name that is empty or too long; parameter max.
	ErrLabel = fault.New(fault.Invalid, "journal.labelInvalid", fault.Int("max"))
	// ErrAccount is no number of an account of its class; parameters value, class.
	ErrAccount = fault.New(fault.Invalid, "journal.accountInvalid", fault.Text("value", "class"))
	// ErrRule is no rule for auxiliary accounts.
	ErrRule = fault.New(fault.Invalid, "journal.auxiliaryRule")
	// ErrPrefix is no beginning of auxiliary accounts; parameter max.
	ErrPrefix = fault.New(fault.Invalid, "journal.auxiliaryPrefix", fault.Int("max"))
	// ErrRateTwice is a rate that has accounts twice, ErrRate one that no invoice can have; parameter rate.
	ErrRateTwice = fault.New(fault.Invalid, "journal.rateTwice", fault.Text("rate"))
	ErrRate      = fault.New(fault.Invalid, "journal.rateInvalid", fault.Text("rate"))
	// ErrRates are more rates than there can be; parameter max.
	ErrRates = fault.New(fault.Invalid, "journal.tooManyRates", fault.Int("max"))
)

// The journal and its exports.
var (
	// ErrReference are clients without the reference that their auxiliary account is made of;
	// parameter clients.
	ErrReference = fault.New(fault.Conflict, "journal.referenceMissing", fault.Texts("clients"))
	// ErrNothingNew is an export of nothing: everything was exported already.
	ErrNothingNew = fault.New(fault.Conflict, "journal.nothingNew")
	// ErrExportNotFound is an export that is not there, or of operations that the caller does not see.
	ErrExportNotFound = fault.New(fault.NotFound, "journal.exportNotFound")
)

// Locked months.
var (
	// ErrLocked is a month that is locked already, ErrNotLocked one that is not; parameter month.
	ErrLocked    = fault.New(fault.Conflict, "monthLock.locked", fault.Text("month")).At("month")
	ErrNotLocked = fault.New(fault.NotFound, "monthLock.notLocked", fault.Text("month"))
	// ErrMonthAhead is a month that has not begun, ErrMonthRuns one that is not over, of a seller that
	// also invoices where the caller may not lock; parameter month.
	ErrMonthAhead = fault.New(fault.Invalid, "monthLock.ahead", fault.Text("month")).At("month")
	ErrMonthRuns  = fault.New(fault.Conflict, "monthLock.notOver", fault.Text("month")).At("month")
	// ErrMonth is no month; parameter value.
	ErrMonth = fault.New(fault.Invalid, "monthLock.monthInvalid", fault.Text("value")).At("month")
)

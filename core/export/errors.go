package export

import "github.com/openpmo/pmo/core/fault"

var (
	// ErrNoColumn is an export without any column of sites.
	ErrNoColumn = fault.New(fault.Invalid, "export.personalColumn")
	// ErrColumn is a column that nobody knows; parameter value.
	ErrColumn = fault.New(fault.Invalid, "export.column", fault.Text("value"))
	// ErrSites is more sites named one by one than are taken; parameter max.
	ErrSites = fault.New(fault.Invalid, "export.sites", fault.Int("max"))
	// ErrSiteUnknown is a site that is not of the operation, or not one's own; parameter id.
	ErrSiteUnknown = fault.New(fault.Invalid, "export.siteUnknown", fault.Text("id"))
	// ErrTooLarge is a file of too many lines; parameters lines, max.
	ErrTooLarge = fault.New(fault.Invalid, "export.tooLarge", fault.Int("lines", "max"))
	// ErrTooManySites is curves of more sites than one file has; parameter max.
	ErrTooManySites = fault.New(fault.Invalid, "export.tooManySites", fault.Int("max"))
	// ErrNothing is a file without any line.
	ErrNothing = fault.New(fault.Invalid, "export.nothing")
	// ErrTooMany is one more file than a person keeps in an operation; parameter max.
	ErrTooMany = fault.New(fault.Conflict, "export.kept", fault.Int("max"))
	// ErrInProgress is a second export of a person while one is being made; parameter id.
	ErrInProgress = fault.New(fault.Conflict, "export.inProgress", fault.Text("id"))
	// ErrOver is a file that is not made yet or gone, or a link that leads nowhere: who follows one is
	// not told which.
	ErrOver = fault.New(fault.NotFound, "export.over")
)

package paper

import "github.com/openpmo/pmo/core/fault"

var (
	// ErrKind is a paper that there is not; parameter value.
	ErrKind = fault.New(fault.Invalid, "paper.kind", fault.Text("value"))
	// ErrCount is no site, or more than are taken together; parameter max.
	ErrCount = fault.New(fault.Invalid, "paper.count", fault.Int("max"))
	// ErrSiteUnknown is a site that is not of the operation; parameter id.
	ErrSiteUnknown = fault.New(fault.Invalid, "paper.siteUnknown", fault.Text("id"))
	// ErrSide is a paper of the other side: a mandate to bill is a producer's, the others a consumer's; parameter name.
	ErrSide = fault.New(fault.Invalid, "paper.side", fault.Text("name"))
	// ErrDates is a notice without its dates, or whose last day to refuse is before its own.
	ErrDates = fault.New(fault.Invalid, "paper.dates")
	// ErrTooMany is more papers than an operation keeps; parameter max.
	ErrTooMany = fault.New(fault.Conflict, "paper.tooMany", fault.Int("max"))
	// ErrFile is a signed copy that is no PDF and no picture, or too large; parameter megabytes.
	ErrFile = fault.New(fault.Invalid, "paper.file", fault.Int("megabytes"))
	// ErrDay is a day of a signature or refusal that is to come.
	ErrDay = fault.New(fault.Invalid, "paper.day")
	// ErrClosed is a paper that is signed or refused already.
	ErrClosed = fault.New(fault.Conflict, "paper.closed")
	// ErrNoRefusal is a refusal of a paper that nobody needs to refuse.
	ErrNoRefusal = fault.New(fault.Conflict, "paper.noRefusal")
	// ErrLate is a tenant who refuses after the last day of its notice; parameter day.
	ErrLate = fault.New(fault.Conflict, "paper.refusalLate", fault.Text("day"))
	// ErrUnsigned is a signed copy that is not there.
	ErrUnsigned = fault.New(fault.NotFound, "paper.unsigned")
)

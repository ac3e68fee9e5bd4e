package report

import "github.com/openpmo/pmo/core/fault"

var (
	// ErrPeriod is no month and no year; parameter value.
	ErrPeriod = fault.New(fault.Invalid, "report.period", fault.Text("value"))
	// ErrFuture is a period of which no day is over.
	ErrFuture = fault.New(fault.Invalid, "report.future")
	// ErrNotThere is a site that takes part on none of the days that the caller may see.
	ErrNotThere = fault.New(fault.Conflict, "report.notThere")
	// ErrLinkEnd is a last day before today, or too far away; parameter days.
	ErrLinkEnd = fault.New(fault.Invalid, "report.linkEnd", fault.Int("days"))
	// ErrLinks is one link more than a site has; parameter max.
	ErrLinks = fault.New(fault.Conflict, "report.links", fault.Int("max"))
	// ErrLink is a link that was changed, has ended or was revoked: who follows it is not told which.
	ErrLink = fault.New(fault.NotFound, "report.linkOver")
	// ErrSites is a site that does not take part in the period, or one more than are mailed together;
	// parameter max.
	ErrSites = fault.New(fault.Invalid, "report.sites", fault.Int("max"))
	// ErrInProgress is a second mailing while one is under way; parameter id.
	ErrInProgress = fault.New(fault.Conflict, "report.inProgress", fault.Text("id"))
)

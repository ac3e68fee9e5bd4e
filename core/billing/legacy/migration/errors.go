package migration

import "github.com/openpmo/pmo/core/fault"

var (
	// ErrBlocked is a migration that something keeps from being made; its items say what.
	ErrBlocked = fault.New(fault.Conflict, "migration.blocked")
	// ErrPeriod is a config that is billed every four months, which no plan is; parameters startDate, period.
	ErrPeriod = fault.New(fault.Invalid, "migration.period", fault.Text("startDate"), fault.Int("period"))
	// ErrTerm is a config whose term is longer than a plan's may be; parameters startDate, max.
	ErrTerm = fault.New(fault.Invalid, "migration.term", fault.Text("startDate"), fault.Int("max"))
	// ErrFree is a config without any price; parameter startDate.
	ErrFree = fault.New(fault.Invalid, "migration.free", fault.Text("startDate"))
	// ErrBasis asks whether prices hold VAT, since an issuer charges it; parameter name.
	ErrBasis = fault.New(fault.Invalid, "migration.prices", fault.Text("name")).At("prices")
	// WarnUnstated is bills that are in no producer's bill yet, and will be in none; parameter count.
	WarnUnstated = fault.New(fault.Conflict, "migration.unstated", fault.Int("count"))
	// WarnAnniversary is a config whose periods begin in other months than those of plans do; parameters startDate, period.
	WarnAnniversary = fault.New(fault.Conflict, "migration.anniversary", fault.Text("startDate"), fault.Int("period"))
)

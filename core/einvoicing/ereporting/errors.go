package ereporting

import "github.com/openpmo/pmo/core/fault"

// Refusals of e-reports.
var (
	ErrInvalid      = fault.New(fault.Invalid, "ereport.invalid")
	ErrPlatformCode = fault.New(fault.Invalid, "ereport.platformCode").At("platformCode")
	ErrSince        = fault.New(fault.Invalid, "ereport.since").At("since")
	// ErrForeign is a seller that the French administration does not know.
	ErrForeign = fault.New(fault.Conflict, "ereport.foreign", fault.Text("name"))
	// ErrRegime is a seller of whom nobody told how it files its VAT.
	ErrRegime = fault.New(fault.Conflict, "ereport.regime", fault.Text("name"))
	// ErrPeriod is a day on which no period of the seller begins.
	ErrPeriod = fault.New(fault.Invalid, "ereport.period", fault.Text("value")).At("periodStart")
	// ErrNothing is a period of which there is nothing to report: no empty report is due.
	ErrNothing = fault.New(fault.Conflict, "ereport.nothing")
	// ErrOpen is a period that has not ended.
	ErrOpen = fault.New(fault.Conflict, "ereport.open", fault.Text("last"))
	// ErrHidden is a seller with other operations, whose sales the caller does not see.
	ErrHidden = fault.New(fault.Conflict, "ereport.hidden", fault.Int("operations"))
	// ErrIncomplete holds one of those below for each sale that cannot be reported as it is.
	ErrIncomplete = fault.New(fault.Conflict, "ereport.incomplete")
	ErrSellerVAT  = fault.New(fault.Conflict, "ereport.sellerVat", fault.Text("number"))
	ErrBuyerVAT   = fault.New(fault.Conflict, "ereport.buyerVat", fault.Text("number"))
	// ErrUnconnected is a seller without a platform that is on.
	ErrUnconnected = fault.New(fault.Conflict, "ereport.unconnected", fault.Text("name"))
	// ErrUnderWay is a period whose report has no answer yet.
	ErrUnderWay = fault.New(fault.Conflict, "ereport.underWay", fault.Text("number"))
	// ErrTold is a period that was told: it can be corrected.
	ErrTold = fault.New(fault.Conflict, "ereport.told", fault.Text("number"))
	// ErrUnchanged is a correction that would say the same again.
	ErrUnchanged = fault.New(fault.Conflict, "ereport.unchanged", fault.Text("number"))
	// ErrUntold is a correction of what was never told.
	ErrUntold = fault.New(fault.Conflict, "ereport.untold")
	// ErrTaken is a report that somebody else made at the same time.
	ErrTaken = fault.New(fault.Conflict, "ereport.taken")
)

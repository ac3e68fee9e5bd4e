package alert

import "github.com/openpmo/pmo/core/fault"

var (
	// ErrThreshold is a threshold out of the bounds of its rule; parameters min, max.
	ErrThreshold = fault.New(fault.Invalid, "alert.threshold", fault.Int("min"), fault.Int("max"))
	// ErrMuteDay is a last day of silence that is past, or more than a year away; parameter max.
	ErrMuteDay = fault.New(fault.Invalid, "alert.muteDay", fault.Int("max"))
	// ErrEnded is an alert whose fact is gone: there is nothing to mute.
	ErrEnded = fault.New(fault.Conflict, "alert.ended")
)

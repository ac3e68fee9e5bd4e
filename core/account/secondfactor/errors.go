package secondfactor

import "github.com/openpmo/pmo/core/fault"

// Refusals.
var (
	// ErrOn is beginning again what is on already.
	ErrOn = fault.New(fault.Conflict, "secondFactor.on")
	// ErrOff is an account without a second factor, or with one that is not confirmed yet.
	ErrOff = fault.New(fault.NotFound, "secondFactor.off")
	// ErrCode is a wrong or used code of who is signed in.
	ErrCode = fault.New(fault.Invalid, "secondFactor.codeWrong").At("code")
	// ErrOwn is an admin who resets the second factor of their own account, which takes a code.
	ErrOwn = fault.New(fault.Conflict, "secondFactor.own")
)

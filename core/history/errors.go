package history

import "github.com/openpmo/pmo/core/fault"

// ErrHalfAThing: a thing is named by its kind and its id together.
var ErrHalfAThing = fault.New(fault.Invalid, "history.kindAndId").At("objectId")

// ErrAbout: no changes are about that.
var ErrAbout = fault.New(fault.Invalid, "history.aboutUnknown", fault.Text("value")).At("about")

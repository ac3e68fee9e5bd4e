package drop

import "github.com/openpmo/pmo/core/fault"

// Why a dropped file, or a drop, is not taken now: it is looked at again the next time.
var (
	// ErrUnreachable is a drop whose files cannot be listed.
	ErrUnreachable = fault.New(fault.Conflict, "drop.unreachable")
	// ErrUnreadable is a file that is listed but cannot be read; parameter fileName.
	ErrUnreadable = fault.New(fault.Conflict, "drop.unreadable", fault.Text("fileName"))
	// ErrChanging is a file that is written while it is read; parameter fileName.
	ErrChanging = fault.New(fault.Conflict, "drop.changing", fault.Text("fileName"))
	// ErrSettling is a file that was touched within the last minute; parameter
	// fileName.
	ErrSettling = fault.New(fault.Conflict, "drop.settling", fault.Text("fileName"))
	// ErrUnfinished is a file under a name that programs use while they write;
	// parameter fileName.
	ErrUnfinished = fault.New(fault.Conflict, "drop.unfinished", fault.Text("fileName"))
	// ErrPart is one of two files of a month without the other; parameter fileName.
	ErrPart = fault.New(fault.Conflict, "drop.otherPartMissing", fault.Text("fileName"))
)

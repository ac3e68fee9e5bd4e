package job

import "github.com/openpmo/pmo/core/fault"

var (
	// ErrInProgress is a job while another one of its kind is live on the same; parameter id.
	ErrInProgress = fault.New(fault.Conflict, "job.inProgress", fault.Text("id"))
	// ErrAbandoned closes a job that nobody works on any more.
	ErrAbandoned = fault.New(fault.Conflict, "job.abandoned")
)

// Package job knows the work that goes on after the answer to who asked for it: what kind it is,
// of which operation, and who asked. A job has the id of what it works on, so that it can be
// followed by that alone; how far it is stands with what it works on.
package job

import (
	"context"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// Kind is what a job does. The words are those of the contract.
type Kind string

// All kinds.
const (
	CurveImport Kind = "curveImport"
	BillRun     Kind = "billRun"
	KeyReplay   Kind = "keyReplay"
)

// Job is one, stored in the transaction that starts it.
type Job struct {
	ID          id.ID
	OperationID id.ID
	Kind        Kind
	AskedBy     id.ID // who started it; none = the server by itself
}

const read policy.Permission = "job:read"

// CheckRead refuses who may not follow the job: others than those who may read the jobs of its
// operation, or have asked for it. Errors: forbidden, notFound.
func (j Job) CheckRead(ctx context.Context, g policy.Guard, p policy.Principal) error {
	return g.Require(ctx, p, read, policy.Resource{OperationID: j.OperationID, UserID: j.AskedBy})
}

// Jobs reads them. What starts a job stores it with what it works on.
type Jobs interface {
	// ByID finds one; ok is false where there is none.
	ByID(ctx context.Context, jobID id.ID) (j Job, ok bool, err error)
}

// Service answers about jobs of every kind.
type Service struct {
	guard policy.Guard
	jobs  Jobs
}

// New makes the service.
func New(g policy.Guard, jobs Jobs) *Service { return &Service{g, jobs} }

// Find is a job that the caller may follow. Errors: forbidden, notFound.
func (s *Service) Find(ctx context.Context, p policy.Principal, jobID id.ID) (Job, error) {
	j, ok, err := s.jobs.ByID(ctx, jobID)
	if err != nil {
		return Job{}, err
	}
	// An unknown one is asked about too, so that a missing right says so in any case.
	if err := j.CheckRead(ctx, s.guard, p); err != nil {
		return Job{}, err
	}
	if !ok {
		return Job{}, policy.ErrNotFound
	}
	return j, nil
}

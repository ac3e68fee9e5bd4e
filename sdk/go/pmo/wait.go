package pmo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// Wait is how to wait for work that goes on after the answer. The zero value
// polls after 200 ms, then ever slower up to once a second.
type Wait struct {
	First, Most time.Duration             // pauses: the first one and the longest
	Each        func(JobStatus, Progress) // told after each poll; nil = nobody
}

// lenience is how many polls in a row may fail for a passing reason (network,
// 429, 502, 503, 504) before the wait does.
const lenience = 5

// WaitJob polls a job until it is not pending any more, or ctx ends. A job that
// ends as FAILURE is an answer, not an error.
func (c *ClientWithResponses) WaitJob(ctx context.Context, jobID Id, w Wait) (*GetJobResponse, error) {
	var last *GetJobResponse
	err := w.until(ctx, func() (JobStatus, Progress, error) {
		r, err := c.GetJobWithResponse(ctx, jobID)
		job, err := OK(r, err)
		if err != nil {
			return "", Progress{}, err
		}
		last = r
		return job.Status, job.Progress, nil
	})
	return last, err
}

// WaitOperationBillRun polls a bill run of an operation until nothing of it is pending.
func (c *ClientWithResponses) WaitOperationBillRun(ctx context.Context, operationID, runID Id, w Wait) (*GetOperationBillRunResponse, error) {
	var last *GetOperationBillRunResponse
	err := w.until(ctx, func() (JobStatus, Progress, error) {
		r, err := c.GetOperationBillRunWithResponse(ctx, operationID, runID)
		run, err := OK(r, err)
		if err != nil {
			return "", Progress{}, err
		}
		last = r
		return run.Status, run.Progress, nil
	})
	return last, err
}

// CurveImportResult is what a job of kind curveImport did, or nil. It reads the
// answer itself, where int64 energies are exact.
func (r *GetJobResponse) CurveImportResult() (*CurveImportResult, error) {
	var job struct {
		Kind   string             `json:"kind"`
		Result *CurveImportResult `json:"result"`
	}
	if err := json.Unmarshal(r.Body, &job); err != nil {
		return nil, fmt.Errorf("the result of the job: %w", err)
	}
	if job.Kind != "curveImport" {
		return nil, nil
	}
	return job.Result, nil
}

// until calls poll, with growing pauses, until it tells an end or fails for good.
func (w Wait) until(ctx context.Context, poll func() (JobStatus, Progress, error)) error {
	pause, most := w.First, w.Most
	if pause <= 0 {
		pause = 200 * time.Millisecond
	}
	if most <= 0 {
		most = time.Second
	}
	for failures := 0; ; {
		status, progress, err := poll()
		switch {
		case err == nil:
			failures = 0
			if w.Each != nil {
				w.Each(status, progress)
			}
			if status != JobStatusPENDING {
				return nil
			}
		case ctx.Err() != nil:
			return ctx.Err()
		case !passing(err):
			return err
		default:
			if failures++; failures >= lenience {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		pause = min(pause*3/2, most)
	}
}

// passing reports whether the same question may get an answer a moment later.
func passing(err error) bool {
	switch StatusOf(err) {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	var network net.Error
	return errors.As(err, &network)
}

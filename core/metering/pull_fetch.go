package metering

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"

	"github.com/openpmo/pmo/core/id"
)

// callsOfPart keeps a part of a pull under 30 seconds at five questions a second.
const callsOfPart = 100

// FetchPart asks for a part of a started pull, keeps the answers as a file of the
// import, and queues the next part; after the last one the import itself. after is the
// last request of the part before. A part that is there already is left alone, so that
// a job may run twice. Errors: those of CurveSource.Fetch.
func (s *Service) FetchPart(ctx context.Context, importID id.ID, part int, after string) error {
	i, err := s.imports.Get(ctx, importID)
	if err != nil || i.Status != ImportStarted {
		return err
	}
	op, err := s.perimeter.Operation(ctx, i.OperationID)
	if err != nil {
		return err
	}
	if s.source == nil {
		return ErrFeature.With("feature", "curvePull").With("dso", string(op.Operator))
	}
	all, err := s.pullRequests(ctx, op, i.Days)
	if err != nil {
		return err
	}
	requests, done, last := s.partOf(all, after)
	if len(requests) == 0 {
		return s.fetched(ctx, i, part, nil, "", true)
	}
	answer, err := s.source.Fetch(ctx, op, requests)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(answer.Content)
	file := ImportFile{Name: answer.Name, Size: int64(len(answer.Content)), SHA256: hex.EncodeToString(sum[:])}
	err = s.keep(ctx, file, func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(answer.Content)), nil })
	if err != nil {
		return err
	}
	_ = s.imports.Progress(ctx, i.ID, done, len(all))
	return s.fetched(ctx, i, part, &file, requests[len(requests)-1].after(), last)
}

// partOf is the requests behind after that one part asks for; done counts all up to
// its end.
func (s *Service) partOf(all []CurveRequest, after string) (part []CurveRequest, done int, last bool) {
	calls := 0
	for n, r := range all {
		if r.after() <= after {
			continue
		}
		if calls += s.source.Calls(r); len(part) > 0 && calls > callsOfPart {
			return part, n, false
		}
		part = append(part, r)
	}
	return part, len(all), true
}

// fetched stores the file of a part and queues what comes next, once.
func (s *Service) fetched(ctx context.Context, i Import, part int, file *ImportFile, after string, last bool) error {
	change := s.actor(i).Change(permImport, i.OperationID, "curveImport", i.ID)
	change.Details = map[string]any{"part": part}
	return s.tx.InTx(ctx, change, func(ctx context.Context) error {
		if file != nil {
			added, err := s.imports.AddFile(ctx, i.ID, part, *file)
			if err != nil || !added {
				return err
			}
		}
		if last {
			return s.queue.CurveImport(ctx, i.ID)
		}
		return s.pulls.CurvePull(ctx, i.ID, part+1, after)
	})
}

package metering

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// PullState tells what an operation gets without anybody sending files.
type PullState struct {
	Service bool          // the operator's service can be asked
	Oldest  civil.Date    // the first day that it still gives; with Service
	Last    *Import       // newest pull, whoever asked for it
	Next    *time.Time    // when the server asks by itself; nil = it does not
	Folder  bool          // files are taken from a folder or a server for files
	Taken   *Import       // newest import of such files
	Looked  *time.Time    // when a look for such files last began
	Looking bool          // somebody has asked for a look, and it is not over
	Waiting []WaitingFile // what the last look could not take, the first maxFaults
	Count   int           // all that it could not take
}

// Pulls tells what is offered to an operation by this installation, so that nobody asks
// in vain, and what came of it. Errors: forbidden, notFound.
func (s *Service) Pulls(ctx context.Context, p policy.Principal, operationID id.ID) (PullState, error) {
	if err := s.guard.Operation(ctx, p, permImport, operationID); err != nil {
		return PullState{}, err
	}
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return PullState{}, err
	}
	out := PullState{Service: s.source != nil && s.source.Serves(op), Folder: len(s.drops) > 0}
	if out.Service {
		zone := op.Operator.Zone()
		out.Oldest = s.source.Oldest(zone.DateOf(s.now()))
		if out.Next, err = s.nextPull(ctx, operationID, zone); err != nil {
			return out, err
		}
		if out.Last, err = s.latestImport(ctx, operationID, KindPull); err != nil {
			return out, err
		}
	}
	if !out.Folder {
		return out, nil
	}
	look, err := s.looks.Get(ctx, operationID)
	if err != nil {
		return out, err
	}
	out.Looked, out.Looking, out.Waiting, out.Count = look.LookedAt, look.running(s.now()), look.Waiting, look.Count
	out.Taken, err = s.latestImport(ctx, operationID, KindFolder)
	return out, err
}

// nextPull is when the server asks by itself the next time.
func (s *Service) nextPull(ctx context.Context, operationID id.ID, zone civil.Zone) (*time.Time, error) {
	if !s.dailyPulls {
		return nil, nil
	}
	next, err := s.pullDue(ctx, operationID, zone)
	if now := s.now(); next.Before(now) {
		next = now
	}
	return &next, err
}

func (s *Service) latestImport(ctx context.Context, operationID id.ID, kind ImportKind) (*Import, error) {
	i, ok, err := s.imports.Latest(ctx, operationID, kind, "")
	if err != nil || !ok {
		return nil, err
	}
	return &i, nil
}

// pullHour is the hour of the day from which the server asks by itself: the day before
// is then at the operator's service.
const pullHour = 6

// pullDue is when the server may ask for an operation by itself again: once a civil day.
func (s *Service) pullDue(ctx context.Context, operationID id.ID, zone civil.Zone) (time.Time, error) {
	last, ok, err := s.imports.Latest(ctx, operationID, KindPull, agentServer)
	if err != nil || !ok {
		return time.Time{}, err
	}
	return morningAfter(last.CreatedAt, zone), nil
}

// morningAfter is the pull hour of the civil day after an instant.
func morningAfter(last time.Time, zone civil.Zone) time.Time {
	day := zone.DateOf(last).AddDays(1)
	year, month, date := zone.Start(day).In(zone.Location()).Date()
	return time.Date(year, month, date, pullHour, 0, 0, 0, zone.Location())
}

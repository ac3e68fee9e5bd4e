package handover

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/payment/collection"
	"github.com/openpmo/pmo/core/payment/reconciliation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

const (
	read policy.Permission = "collection:read"
	send policy.Permission = "collection:send"
	take policy.Permission = "bankFile:import"

	// agent is the server itself, in the trail.
	agent = "system"
)

// Deps is what the use cases need.
type Deps struct {
	Guard      policy.Guard
	Tx         tx.Runner
	Now        func() time.Time
	Place      Place // nil = the server has none
	Handovers  Handovers
	Orders     Orders
	Banks      Banks
	Operations Operations
	Reason     func(f *fault.Error) string // a refusal in words, to lie beside the file
}

// Service holds the use cases.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// HandOver has the file of a collection laid down for the bank. It goes on after the answer; whoever asks
// again is told where it stands. Errors: notFound, handover.noPlace, handover.cancelled.
func (s *Service) HandOver(ctx context.Context, p policy.Principal, collectionID id.ID) (h Handover, err error) {
	file, err := s.Orders.Entire(ctx, p, send, collectionID)
	switch {
	case err != nil:
		return h, err
	case s.Place == nil:
		return h, ErrNoPlace
	case file.Status == collection.Cancelled:
		return h, ErrCancelled
	}
	sum := sha256.Sum256(file.Content)
	now := s.Now().UTC()
	asked := Handover{CollectionID: collectionID, OperationID: file.OperationID, Place: s.Place.Name(), FileName: "sepa-" + file.MessageID + ".xml", SHA256: hex.EncodeToString(sum[:]),
		Size: int64(len(file.Content)), State: Waiting, AskedBy: p.UserID, AskedAt: now, NextAt: now}
	change := p.Change(send, file.OperationID, "collection", collectionID)
	change.Details = map[string]any{"place": asked.Place, "sha256": asked.SHA256}
	return h, s.Tx.InTx(ctx, change, func(ctx context.Context) (err error) {
		h, err = s.Handovers.Ask(ctx, asked)
		return err
	})
}

// Stand says where the files of an operation are, and what came back. Errors: notFound, featureNotAvailable.
func (s *Service) Stand(ctx context.Context, p policy.Principal, operationID id.ID) (Overview, error) {
	if err := s.Guard.Operation(ctx, p, read, operationID); err != nil {
		return Overview{}, err
	}
	op, err := s.Operations.ByID(ctx, operationID)
	if err == nil {
		err = op.Require(operation.FeaturePayment)
	}
	if err != nil {
		return Overview{}, err
	}
	var out Overview
	if s.Place != nil {
		out.Place = s.Place.Name()
	}
	if out.Out, err = s.Handovers.OfOperation(ctx, operationID); err != nil {
		return Overview{}, err
	}
	out.Returned, err = s.Handovers.Returned(ctx, operationID, mostListed)
	return out, err
}

// Sweep lays down what waits and takes in what came back. It is the work of a periodic job; a file in
// trouble holds up none of the others.
func (s *Service) Sweep(ctx context.Context) error {
	if s.Place == nil {
		return nil
	}
	var failed []error
	for range mostAtOnce {
		now := s.Now().UTC()
		h, ok, err := s.Handovers.Claim(ctx, now, now.Add(leaseFor))
		if err != nil || !ok {
			failed = append(failed, err)
			break
		}
		failed = append(failed, s.layDown(ctx, h))
	}
	return errors.Join(append(failed, s.takeIn(ctx))...)
}

// layDown makes an attempt. What is written under a temporary name is noted before it is named: an
// attempt that was cut off is gone on with, and never made a second time.
func (s *Service) layDown(ctx context.Context, h Handover) error {
	if h.State == Waiting {
		content, err := s.Orders.Content(ctx, h.CollectionID)
		if sum := sha256.Sum256(content); err != nil || hex.EncodeToString(sum[:]) != h.SHA256 {
			return errors.Join(err, s.postpone(ctx, h, NotStored))
		}
		if before := h; h.Attempts > 1 {
			before.Attempts--
			_ = s.Place.Remove(ctx, before.temporary()) // of an attempt that did not end; what stays is not taken by anybody
		}
		h.Temporary = h.temporary()
		if err := s.Place.Write(ctx, h.Temporary, content); err != nil {
			return errors.Join(err, s.postpone(ctx, h, Unreachable))
		}
		if mine, err := s.Handovers.Name(ctx, h); err != nil || !mine {
			return err
		}
	}
	// Only naming takes the temporary file away: where it is gone the bank's client has, or had, the file.
	if err := s.Place.Rename(ctx, h.Temporary, h.FileName); err != nil && !errors.Is(err, ErrGone) {
		return errors.Join(err, s.postpone(ctx, h, Unreachable))
	}
	change := server(h.OperationID).Change(send, h.OperationID, "collection", h.CollectionID)
	change.Details = map[string]any{"place": h.Place, "fileName": h.FileName, "sha256": h.SHA256}
	err := s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		first, err := s.Handovers.Finish(ctx, h, s.Now().UTC())
		if err == nil && !first {
			err = errNoted
		}
		return err
	})
	if errors.Is(err, errNoted) {
		return nil
	}
	return err
}

// errNoted ends a transaction whose line stands in the trail already.
var errNoted = errors.New("handover: noted before")

// postpone leaves a file to a later attempt, or gives it up.
func (s *Service) postpone(ctx context.Context, h Handover, trouble Trouble) error {
	now := s.Now().UTC()
	return s.Handovers.Postpone(ctx, h, trouble, now.Add(pause(h.Attempts)), h.State == Waiting && now.After(h.AskedAt.Add(triedFor)))
}

// server is who does what nobody asks for at the moment.
func server(operationID id.ID) policy.Principal {
	return policy.Principal{Role: policy.RoleOrganizer, Agent: agent, Operations: []id.ID{operationID}}
}

// takeIn takes in what came back, as if somebody had uploaded it.
func (s *Service) takeIn(ctx context.Context) error {
	files, err := s.Place.Incoming(ctx)
	if err != nil || len(files) == 0 {
		return err
	}
	all, err := s.Operations.All(ctx)
	if err != nil {
		return err
	}
	of, named := map[string]operation.Operation{}, map[id.ID]string{}
	for _, op := range all {
		of[op.ExternalID], named[op.ID] = op, op.ExternalID
	}
	slices.SortFunc(files, func(a, b Incoming) int { return a.ModifiedAt.Compare(b.ModifiedAt) })
	var failed []error
	taken := 0
	for _, f := range files {
		op, known := of[f.Folder]
		if !known && f.Folder != "" || !s.settled(f) {
			continue
		}
		if taken++; taken > mostAtOnce {
			break
		}
		if f.Folder == "" {
			failed = append(failed, s.takeInFlat(ctx, named, f))
		} else {
			failed = append(failed, s.takeInOne(ctx, op.ID, f))
		}
	}
	return errors.Join(failed...)
}

// settled reports whether a file is whole: nobody writes it any more, by its name and its age.
func (s *Service) settled(f Incoming) bool {
	name := strings.ToLower(f.Name)
	for _, end := range []string{".part", ".tmp", ".filepart"} {
		if strings.HasSuffix(name, end) {
			return false
		}
	}
	return !strings.HasPrefix(name, ".") && !f.ModifiedAt.After(s.Now().Add(-settledAfter))
}

// takeInFlat takes in a file that lies in no folder of an operation: of the one that it names. What names
// none, or may be of several, is refused: nothing is guessed.
func (s *Service) takeInFlat(ctx context.Context, named map[id.ID]string, f Incoming) error {
	content, refused, err := s.read(ctx, f)
	if errors.Is(err, ErrGone) {
		return nil // another process has it
	}
	if err != nil {
		return err
	}
	var of []id.ID
	if refused == nil {
		if of, err = s.Banks.Concerned(ctx, content); err != nil {
			if refused = fault.From(err); refused == nil || refused.Kind == fault.Unavailable {
				return err
			}
		}
	}
	switch {
	case refused != nil:
	case len(of) == 0:
		refused = ErrNobodys
	case len(of) > 1:
		var names []string
		for _, one := range of {
			names = append(names, named[one])
		}
		slices.Sort(names)
		refused = ErrSeveral.With("operations", names)
	default:
		return s.takeInOne(ctx, of[0], f)
	}
	return s.Place.PutAside(ctx, f, s.Now().UTC(), s.Reason(refused))
}

// read reads a file that came back; one that is larger than files from banks may be is refused unread.
func (s *Service) read(ctx context.Context, f Incoming) (content []byte, refused *fault.Error, err error) {
	if f.Size <= mostBytes {
		content, err = s.Place.Read(ctx, f, mostBytes)
	}
	if f.Size > mostBytes || int64(len(content)) > mostBytes {
		return nil, ErrTooLarge.With("megabytes", mostBytes>>20), nil
	}
	return content, nil, err
}

func (s *Service) takeInOne(ctx context.Context, operationID id.ID, f Incoming) error {
	content, tooLarge, err := s.read(ctx, f)
	if errors.Is(err, ErrGone) {
		return nil // another process has it
	}
	if err != nil {
		return err
	}
	r := Returned{OperationID: operationID, ID: id.New(), Name: f.Name, Refused: tooLarge, TakenAt: s.Now().UTC()}
	if tooLarge == nil {
		sum := sha256.Sum256(content)
		r.SHA256 = hex.EncodeToString(sum[:])
		if _, err := s.Banks.Import(ctx, server(operationID), operationID, reconciliation.Upload{Name: f.Name, Content: content}); err != nil {
			if r.Refused = fault.From(err); r.Refused == nil || r.Refused.Kind == fault.Unavailable {
				return err
			}
		}
	}
	change := server(operationID).Change(take, operationID, "returnedFile", r.ID)
	change.Details = map[string]any{"fileName": f.Name, "refused": r.Refused != nil}
	if err := s.Tx.InTx(ctx, change, func(ctx context.Context) error { return s.Handovers.AddReturned(ctx, r) }); err != nil {
		return err
	}
	reason := ""
	if r.Refused != nil {
		reason = s.Reason(r.Refused)
	}
	return s.Place.PutAside(ctx, f, r.TakenAt, reason)
}

package metering

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
)

// settleTime is how long a dropped file must have been left alone: it may still be
// written before.
const settleTime = time.Minute

// TakeFiles imports what lies new in the drops, on behalf of the server itself: of each
// operation one file, or one set where the operator sends a fixed number of files. It
// tells how many imports it started, and whether more is waiting for them to end. A
// content is taken again only when something else took its place meanwhile; a file that
// was refused is on the list of imports and is taken again when it is laid down anew. A
// file that cannot be read holds up none of the others.
func (s *Service) TakeFiles(ctx context.Context) (started int, more bool, err error) {
	if len(s.drops) == 0 {
		return 0, false, nil
	}
	all, err := s.operations.Listed(ctx)
	if err != nil {
		return 0, false, err
	}
	before, err := s.looks.All(ctx)
	if err != nil {
		return 0, false, err
	}
	var failed []error
	for _, o := range all {
		last, known := before[o.ID]
		n, rest, err := s.look(ctx, &looking{of: o, before: last, known: known, began: s.now().Truncate(time.Microsecond)})
		started += n
		more = more || rest
		failed = append(failed, err)
	}
	return started, more, errors.Join(failed...)
}

// takeFrom starts the import of the next new file or files of one operation.
func (s *Service) takeFrom(ctx context.Context, l *looking, d Drop) (took, more bool, err error) {
	o := l.of
	fresh, all, err := s.newFiles(ctx, l, d)
	if err != nil || len(fresh) == 0 {
		return false, false, err
	}
	if o.Operator.Capabilities().UploadFiles > 0 {
		return s.takeSet(ctx, l, d, fresh, all)
	}
	var failed []error
	for n, f := range fresh {
		one, known, err := s.lookInto(ctx, o, d, f)
		if err == nil && known {
			err = s.remember(ctx, o, one)
		} else if err == nil {
			err = s.startTaken(ctx, o, d, []TakenFile{one})
			if why := fault.From(err); why == nil || !isDropFault(why) {
				return err == nil, n+1 < len(fresh), errors.Join(append(failed, err)...)
			}
		}
		failed = append(failed, l.met(d, f, err))
	}
	return false, false, errors.Join(failed...)
}

// newFiles are those that are not as they were when they were taken, oldest first, and
// all that are finished.
func (s *Service) newFiles(ctx context.Context, l *looking, d Drop) (fresh, all []DroppedFile, err error) {
	o := l.of
	all, err = d.List(ctx, o.ExternalID)
	if err != nil {
		return nil, nil, l.met(d, DroppedFile{}, ErrDropUnreachable.Because(err))
	}
	if len(all) == 0 {
		return nil, nil, nil
	}
	l.seen = true
	known, err := s.taken.OfDrop(ctx, o.ID, d.Name())
	if err != nil {
		return nil, nil, err
	}
	seen := map[DroppedFile]bool{}
	for _, k := range known {
		seen[k.DroppedFile.comparable()] = true
	}
	all = slices.DeleteFunc(all, func(f DroppedFile) bool { return strings.HasPrefix(f.Name, ".") || l.tooEarly(d, f) })
	slices.SortFunc(all, func(a, b DroppedFile) int {
		return cmp.Or(a.ModifiedAt.Compare(b.ModifiedAt), strings.Compare(a.Name, b.Name))
	})
	for _, f := range all {
		if !seen[f.comparable()] {
			fresh = append(fresh, f)
		}
	}
	return fresh, all, nil
}

// comparable is the file with its instant as the database keeps it.
func (f DroppedFile) comparable() DroppedFile {
	f.ModifiedAt = f.ModifiedAt.UTC().Truncate(time.Second)
	return f
}

// tooEarly tells whether a file may still be written: it was touched just now, or has a
// name that programs give a file while they write.
func (l *looking) tooEarly(d Drop, f DroppedFile) bool {
	lower := strings.ToLower(f.Name)
	switch {
	case strings.HasSuffix(lower, ".part") || strings.HasSuffix(lower, ".tmp") || strings.HasSuffix(lower, ".filepart"):
		l.waits(d, f, ErrDropUnfinished)
	case l.began.Sub(f.ModifiedAt) < settleTime:
		l.waits(d, f, ErrDropSettling)
	default:
		return false
	}
	return true
}

// lookInto reads a file for its content's name; known tells that the content was taken,
// and is what is stored.
func (s *Service) lookInto(ctx context.Context, o Listed, d Drop, f DroppedFile) (one TakenFile, known bool, err error) {
	unreadable := ErrDropUnreadable.With("fileName", f.Name)
	content, err := d.Open(ctx, o.ExternalID, f.Name)
	if err != nil {
		return one, false, unreadable.Because(err)
	}
	defer func() { _ = content.Close() }()
	sum := sha256.New()
	size, err := io.Copy(sum, content)
	if err != nil {
		return one, false, unreadable.Because(err)
	}
	one = TakenFile{DroppedFile: f.comparable(), Drop: d.Name(), SHA256: hex.EncodeToString(sum.Sum(nil)), TakenAt: s.now()}
	one.Size = size
	known, err = s.inForce(ctx, o.ID, one.SHA256)
	return one, known, err
}

// inForce tells whether what a content says is still what is stored: it was taken, and no
// later import has changed the months it is of. An operator that sends a month, then a
// wrong one, then the first again means the first.
func (s *Service) inForce(ctx context.Context, operationID id.ID, content string) (bool, error) {
	importID, ok, err := s.taken.LastImport(ctx, operationID, content)
	if err != nil || !ok {
		return false, err
	}
	then, err := s.imports.Get(ctx, importID)
	if err != nil || then.Status != ImportSucceeded {
		// One that waits for a yes is not asked about twice.
		return then.Status == ImportStarted || then.Status == ImportSuspected, err
	}
	months := then.Result.Months()
	for offset := 0; ; offset += importsPage {
		page, total, err := s.imports.List(ctx, operationID, offset, importsPage)
		if err != nil {
			return false, err
		}
		for _, later := range page {
			if later.ID == importID {
				return true, nil
			}
			if later.replaces(months) {
				return false, nil
			}
		}
		if offset+importsPage >= total {
			return true, nil
		}
	}
}

const importsPage = 50

// replaces tells whether the import changed curves or registers of one of some months.
func (i Import) replaces(months []civil.Month) bool {
	if i.Status != ImportSucceeded || i.Result == nil || i.DryRun || i.Result.Unchanged {
		return false
	}
	return slices.ContainsFunc(i.Result.Months(), func(m civil.Month) bool { return slices.Contains(months, m) })
}

// remember keeps a file whose content was taken before.
func (s *Service) remember(ctx context.Context, o Listed, f TakenFile) error {
	change := server(o.ID).Change(permImport, o.ID, "droppedFile", "")
	return s.tx.InTx(ctx, change, func(ctx context.Context) error { return s.taken.Add(ctx, o.ID, f) })
}

// verified refuses, at its end, a content that is no longer the one looked into.
type verified struct {
	io.ReadCloser
	sum  hash.Hash
	file TakenFile
}

func (v *verified) Read(p []byte) (int, error) {
	n, err := v.ReadCloser.Read(p)
	v.sum.Write(p[:n])
	switch {
	case err == nil:
		return n, nil
	case !errors.Is(err, io.EOF):
		return n, ErrDropUnreadable.With("fileName", v.file.Name).Because(err)
	case hex.EncodeToString(v.sum.Sum(nil)) != v.file.SHA256:
		return n, ErrDropChanging.With("fileName", v.file.Name)
	}
	return n, err
}

// startTaken keeps the files and queues their import; that they were taken is part of
// the same transaction. One that is too large becomes a failed import at once.
func (s *Service) startTaken(ctx context.Context, o Listed, d Drop, taken []TakenFile) error {
	p := server(o.ID)
	if err := s.guard.Operation(ctx, p, permImport, o.ID); err != nil {
		return err
	}
	i := Import{ID: id.New(), OperationID: o.ID, Kind: KindFolder, Status: ImportStarted, Agent: p.Agent, CreatedAt: s.now()}
	var refused *fault.Error
	for n, f := range taken {
		file := ImportFile{Name: f.Name, Size: f.Size, SHA256: f.SHA256}
		i.Files = append(i.Files, file)
		taken[n].ImportID = i.ID
		if f.Size > maxFileBytes {
			refused = ErrFileTooLarge.With("fileName", f.Name).With("limitBytes", maxFileBytes)
			continue
		}
		err := s.keep(ctx, file, func() (io.ReadCloser, error) {
			content, err := d.Open(ctx, o.ExternalID, f.Name)
			if err != nil {
				return nil, ErrDropUnreadable.With("fileName", f.Name).Because(err)
			}
			return &verified{ReadCloser: content, sum: sha256.New(), file: f}, nil
		})
		if err != nil {
			return err
		}
	}
	change := p.Change(permImport, o.ID, "curveImport", i.ID)
	change.Details = map[string]any{"files": len(i.Files), "drop": d.Name()}
	return s.tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.imports.Add(ctx, i); err != nil {
			return err
		}
		for _, f := range taken {
			if err := s.taken.Add(ctx, o.ID, f); err != nil {
				return err
			}
		}
		if refused == nil {
			return s.queue.CurveImport(ctx, i.ID)
		}
		closed := i
		closed.closeAs(s.now(), nil, refused)
		_, err := s.imports.Finish(ctx, closed)
		return err
	})
}

// Package pull asks operators for curves, and takes files from drops: each becomes an import.
package pull

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/ingest/received"
	"github.com/openpmo/pmo/core/metering/rollup"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps are what the service works with.
type Deps struct {
	Curves     metering.Curves
	DailyPulls bool
	Drops      []Drop
	Guard      policy.Guard
	Imports    ingest.Imports
	Looks      DropLooks
	Now        func() time.Time
	Operations metering.Operations
	Perimeter  metering.Perimeter
	Pulls      PullQueue
	Queue      ingest.Queue
	Reader     curvefile.FileReader
	Rollups    rollup.Rollups
	Source     CurveSource
	Taken      TakenFiles
	Tx         tx.Runner
	Received   *received.Service
}

// Service holds the use cases of asking operators, and of looking into drops.
type Service struct {
	curves     metering.Curves
	dailyPulls bool
	drops      []Drop
	guard      policy.Guard
	imports    ingest.Imports
	looks      DropLooks
	now        func() time.Time
	operations metering.Operations
	perimeter  metering.Perimeter
	pulls      PullQueue
	queue      ingest.Queue
	reader     curvefile.FileReader
	rollups    rollup.Rollups
	source     CurveSource
	taken      TakenFiles
	tx         tx.Runner
	received   *received.Service
}

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{curves: d.Curves, dailyPulls: d.DailyPulls, drops: d.Drops, guard: d.Guard, imports: d.Imports, looks: d.Looks, now: d.Now, operations: d.Operations, perimeter: d.Perimeter, pulls: d.Pulls, queue: d.Queue, reader: d.Reader, rollups: d.Rollups, source: d.Source, taken: d.Taken, tx: d.Tx, received: d.Received}
}

// FetchPart asks for a part of a started pull, keeps the answers as a file of the
// import, and queues the next part; after the last one the import itself. after is the
// last request of the part before. A part that is there already is left alone, so that
// a job may run twice. Errors: those of CurveSource.Fetch.
func (s *Service) FetchPart(ctx context.Context, importID id.ID, part int, after string) error {
	i, err := s.imports.Get(ctx, importID)
	if err != nil || i.Status != ingest.ImportStarted {
		return err
	}
	op, err := s.perimeter.Operation(ctx, i.OperationID)
	if err != nil {
		return err
	}
	if s.source == nil {
		return metering.ErrFeature.With("feature", "curvePull").With("dso", string(op.Operator))
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
	file := received.File{Name: answer.Name, Size: int64(len(answer.Content)), SHA256: hex.EncodeToString(sum[:])}
	err = s.received.Keep(ctx, file, func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(answer.Content)), nil })
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
func (s *Service) fetched(ctx context.Context, i ingest.Import, part int, file *received.File, after string, last bool) error {
	change := i.Actor().Change(metering.PermImport, i.OperationID, "curveImport", i.ID)
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

// lookInto reads a file for its content's name; known tells that the content was taken,
// and is what is stored.
func (s *Service) lookInto(ctx context.Context, o metering.Listed, d Drop, f DroppedFile) (one TakenFile, known bool, err error) {
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

// inForce reports whether what a content says is still what is stored: it was taken, and no
// later import has changed the months it is of. An operator that sends a month, then a
// wrong one, then the first again means the first.
func (s *Service) inForce(ctx context.Context, operationID id.ID, content string) (bool, error) {
	importID, ok, err := s.taken.LastImport(ctx, operationID, content)
	if err != nil || !ok {
		return false, err
	}
	then, err := s.imports.Get(ctx, importID)
	if err != nil || then.Status != ingest.ImportSucceeded {
		// One that waits for a yes is not asked about twice.
		return then.Status == ingest.ImportStarted || then.Status == ingest.ImportSuspected, err
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
			if later.Replaces(months) {
				return false, nil
			}
		}
		if offset+importsPage >= total {
			return true, nil
		}
	}
}

// remember keeps a file whose content was taken before.
func (s *Service) remember(ctx context.Context, o metering.Listed, f TakenFile) error {
	change := server(o.ID).Change(metering.PermImport, o.ID, "droppedFile", "")
	return s.tx.InTx(ctx, change, func(ctx context.Context) error { return s.taken.Add(ctx, o.ID, f) })
}

// startTaken keeps the files and queues their import; that they were taken is part of
// the same transaction. One that is too large becomes a failed import at once.
func (s *Service) startTaken(ctx context.Context, o metering.Listed, d Drop, taken []TakenFile) error {
	p := server(o.ID)
	if err := s.guard.Operation(ctx, p, metering.PermImport, o.ID); err != nil {
		return err
	}
	i := ingest.Import{ID: id.New(), OperationID: o.ID, Kind: ingest.KindFolder, Status: ingest.ImportStarted, Agent: p.Agent, CreatedAt: s.now()}
	var refused *fault.Error
	for n, f := range taken {
		file := received.File{Name: f.Name, Size: f.Size, SHA256: f.SHA256}
		i.Files = append(i.Files, file)
		taken[n].ImportID = i.ID
		if f.Size > ingest.MaxFileBytes {
			refused = metering.ErrFileTooLarge.With("fileName", f.Name).With("limitBytes", ingest.MaxFileBytes)
			continue
		}
		err := s.received.Keep(ctx, file, func() (io.ReadCloser, error) {
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
	change := p.Change(metering.PermImport, o.ID, "curveImport", i.ID)
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
		closed.CloseAs(s.now(), nil, refused)
		_, err := s.imports.Finish(ctx, closed)
		return err
	})
}

// look takes the next file or set of one operation from each drop, and remembers what
// cannot be taken once nothing more is to be done.
func (s *Service) look(ctx context.Context, l *looking) (started int, more bool, err error) {
	var failed []error
	for _, d := range s.drops {
		took, rest, err := s.takeFrom(ctx, l, d)
		if errors.Is(err, metering.ErrInProgress) {
			rest, err = true, nil
		}
		if took {
			started++
		}
		more = more || rest
		failed = append(failed, err)
	}
	if !more && (l.seen || l.known) {
		failed = append(failed, s.looks.Keep(ctx, l.of.ID, DropLook{LookedAt: &l.began, Waiting: l.waiting, Count: l.count}))
	}
	return started, more, errors.Join(failed...)
}

// TakeFilesOf is TakeFiles for one operation.
func (s *Service) TakeFilesOf(ctx context.Context, operationID id.ID) (started int, more bool, err error) {
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil || len(s.drops) == 0 {
		return 0, false, err
	}
	externalID, err := s.operations.ExternalID(ctx, operationID)
	if err != nil {
		return 0, false, err
	}
	before, err := s.looks.Get(ctx, operationID)
	if err != nil {
		return 0, false, err
	}
	return s.look(ctx, &looking{of: metering.Listed{ID: operationID, ExternalID: externalID, Operator: op.Operator}, before: before, known: true, began: s.now().Truncate(time.Microsecond)})
}

// StartDropLook asks for a look into the drops now; its end is told by Pulls. One that
// was asked for before and is not over is enough.
// Errors: forbidden, notFound, featureNotAvailable.
func (s *Service) StartDropLook(ctx context.Context, p policy.Principal, operationID id.ID) (PullState, error) {
	if err := s.guard.Operation(ctx, p, metering.PermImport, operationID); err != nil {
		return PullState{}, err
	}
	op, err := s.perimeter.Operation(ctx, operationID)
	if err != nil {
		return PullState{}, err
	}
	if len(s.drops) == 0 {
		return PullState{}, metering.ErrFeature.With("feature", "curveDrop").With("dso", string(op.Operator))
	}
	before, err := s.looks.Get(ctx, operationID)
	if err != nil {
		return PullState{}, err
	}
	if !before.running(s.now()) {
		err = s.tx.InTx(ctx, p.Change(metering.PermImport, operationID, "curveDropLook", ""), func(ctx context.Context) error {
			if err := s.looks.Ask(ctx, operationID, s.now()); err != nil {
				return err
			}
			return s.pulls.DropLook(ctx, operationID)
		})
		if err != nil {
			return PullState{}, err
		}
	}
	return s.Pulls(ctx, p, operationID)
}

// StartPull queues an import of what the operator's service gives; its job has the id
// of the import. Asked for are the sites that the operator has in its perimeter, on
// days of their activation that are not definitive yet.
//
// Errors: forbidden, notFound, featureNotAvailable, range.reversed, range.tooLong,
// pull.notPast, pull.tooOld, pull.nothingToAsk, import.inProgress.
func (s *Service) StartPull(ctx context.Context, p policy.Principal, in PullInput) (ingest.Import, error) {
	if err := s.guard.Operation(ctx, p, metering.PermImport, in.OperationID); err != nil {
		return ingest.Import{}, err
	}
	op, err := s.perimeter.Operation(ctx, in.OperationID)
	if err != nil {
		return ingest.Import{}, err
	}
	if s.source == nil || !s.source.Serves(op) {
		return ingest.Import{}, metering.ErrFeature.With("feature", "curvePull").With("dso", string(op.Operator))
	}
	days, err := s.pullDays(ctx, op, in)
	if err != nil {
		return ingest.Import{}, err
	}
	requests, err := s.pullRequests(ctx, op, days)
	if err != nil {
		return ingest.Import{}, err
	}
	if len(requests) == 0 {
		return ingest.Import{}, ErrPullNothing
	}
	i := ingest.Import{ID: id.New(), OperationID: in.OperationID, Kind: ingest.KindPull, Status: ingest.ImportStarted, CreatedBy: p.UserID,
		Agent: p.Agent, CreatedAt: s.now(), Days: days}
	change := p.Change(metering.PermImport, in.OperationID, "curveImport", i.ID)
	change.Details = map[string]any{"days": days.String(), "requests": len(requests)}
	err = s.tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.imports.Add(ctx, i); err != nil {
			return err
		}
		return s.pulls.CurvePull(ctx, i.ID, 0, "")
	})
	return i, err
}

// pullDays checks the days of a pull, or chooses them: the last week, or all since the
// last day with data.
func (s *Service) pullDays(ctx context.Context, op metering.Operation, in PullInput) (civil.Range, error) {
	today := op.Operator.Zone().DateOf(s.now())
	days := civil.Range{From: today.AddDays(-pullBack), To: today}
	if in.To != nil {
		days.To = *in.To
		days.From = days.To.AddDays(-pullBack)
	}
	switch {
	case in.From != nil:
		days.From = *in.From
	case in.To == nil:
		latest, err := s.rollups.LatestDays(ctx, []id.ID{op.ID})
		if err != nil {
			return days, err
		}
		if last, ok := latest[op.ID]; ok {
			days.From = max(min(days.From, last.AddDays(1)), today.AddDays(-pullMost))
		}
	}
	if err := metering.CheckDays(days); err != nil {
		return days, err
	}
	if days.To > today {
		return days, ErrPullOpen.With("last", today.AddDays(-1).String())
	}
	if oldest := s.source.Oldest(today); days.From < oldest {
		return days, ErrPullTooOld.With("oldest", oldest.String())
	}
	return days, nil
}

// pullRequests lists what to ask for, in the order of numbers, natures and days.
func (s *Service) pullRequests(ctx context.Context, op metering.Operation, days civil.Range) ([]CurveRequest, error) {
	sites, err := s.perimeter.Sites(ctx, op.ID)
	if err != nil {
		return nil, err
	}
	today := op.Operator.Zone().DateOf(s.now())
	wanted := map[metering.SeriesKey][]civil.Range{}
	for _, site := range sites {
		if !site.MayBeAsked(today) {
			continue
		}
		for side, nature := range map[metering.Side]metering.Nature{metering.Consumer: metering.Conso, metering.Producer: metering.Prod} {
			if part := site.Period.Intersect(days); site.Plays(side) && !part.IsEmpty() {
				key := metering.SeriesKey{DsoID: site.DsoID, Nature: nature, Side: side, Origin: metering.DSO}
				wanted[key] = append(wanted[key], part)
			}
		}
	}
	if len(wanted) == 0 {
		return nil, nil
	}
	final, err := s.finalDays(ctx, op, wanted, days)
	if err != nil {
		return nil, err
	}
	var out []CurveRequest
	for key, ranges := range wanted {
		for _, r := range without(civil.Merge(ranges), final[key]) {
			out = append(out, CurveRequest{key.DsoID, key.Nature, r})
		}
	}
	slices.SortFunc(out, func(a, b CurveRequest) int { return cmp.Compare(a.after(), b.after()) })
	return out, nil
}

// finalDays are the days of curves that are definitive: what a service gives is raw,
// and must not take their place.
func (s *Service) finalDays(ctx context.Context, op metering.Operation, wanted map[metering.SeriesKey][]civil.Range, days civil.Range) (map[metering.SeriesKey][]civil.Range, error) {
	numbers := make([]string, 0, len(wanted))
	for key := range wanted {
		numbers = append(numbers, key.DsoID)
	}
	slices.Sort(numbers)
	rows, err := s.curves.OfSites(ctx, op.ID, slices.Compact(numbers), []metering.Nature{metering.Conso, metering.Prod}, civil.MonthsOf(days), false)
	f := metering.FinalityOf(op, s.now())
	out := map[metering.SeriesKey][]civil.Range{}
	for _, row := range rows {
		for i, day := range row.Days {
			date := row.Month.First() + civil.Date(i)
			if day.State.Has(metering.HasData|metering.Whole) && f.Final(date, day.State) {
				out[row.SeriesKey] = append(out[row.SeriesKey], civil.Range{From: date, To: date + 1})
			}
		}
	}
	for key, ranges := range out {
		out[key] = civil.Merge(ranges)
	}
	return out, err
}

// PullAll starts the pull of every operation that the service has and whose hour has
// come (pullDue), on behalf of the server itself, and tells how many. One that has a
// live import, or nothing to ask for, waits for the next time.
func (s *Service) PullAll(ctx context.Context) (int, error) {
	if s.source == nil {
		return 0, nil
	}
	all, err := s.operations.Listed(ctx)
	if err != nil {
		return 0, err
	}
	started := 0
	var failed []error
	for _, o := range all {
		if !s.source.Serves(metering.Operation{ID: o.ID, Operator: o.Operator}) {
			continue
		}
		due, err := s.pullDue(ctx, o.ID, o.Operator.Zone())
		if err != nil || due.After(s.now()) {
			failed = append(failed, err)
			continue
		}
		_, err = s.StartPull(ctx, server(o.ID), PullInput{OperationID: o.ID})
		switch f := fault.From(err); {
		case err == nil:
			started++
		case f == nil || f.Kind == fault.Internal:
			failed = append(failed, err)
		}
	}
	return started, errors.Join(failed...)
}

// takeSet starts the import of the next two files that belong together by what is in
// them: a corrected file goes with the other one as it was. A file that is no part is
// taken alone, so that its refusal is on the list of imports; a part without the other
// one waits.
func (s *Service) takeSet(ctx context.Context, l *looking, d Drop, fresh, all []DroppedFile) (took, more bool, err error) {
	o := l.of
	var failed []error
	leaves := map[DroppedFile]leaf{}
	at := func(f DroppedFile) (leaf, bool) {
		one, ok := leaves[f.comparable()]
		if ok {
			return one, one.file.SHA256 != ""
		}
		one, err := s.leafOf(ctx, o, d, f)
		if err != nil {
			failed = append(failed, l.met(d, f, err))
			one = leaf{}
		}
		leaves[f.comparable()] = one
		return one, err == nil
	}
	for n, f := range fresh {
		one, ok := at(f)
		if !ok {
			continue
		}
		set := []leaf{one}
		if one.part != curvefile.PartNone {
			other, ok := partner(one, all, at)
			if !ok {
				l.waits(d, f, ErrDropPart)
				continue
			}
			set = append(set, other)
		}
		if !slices.ContainsFunc(set, func(l leaf) bool { return !l.known }) {
			failed = append(failed, s.remember(ctx, o, one.file))
			continue
		}
		files := filesOf(set)
		more := slices.ContainsFunc(fresh[n+1:], func(f DroppedFile) bool {
			return !slices.ContainsFunc(files, func(t TakenFile) bool { return t.DroppedFile.Name == f.Name })
		})
		err := s.startTaken(ctx, o, d, files)
		if why := fault.From(err); why != nil && isDropFault(why) {
			failed = append(failed, l.met(d, f, err))
			continue
		}
		return err == nil, more, errors.Join(append(failed, err)...)
	}
	return false, false, errors.Join(failed...)
}

// leafOf looks into a file. One that no reader takes is no part of a set.
func (s *Service) leafOf(ctx context.Context, o metering.Listed, d Drop, f DroppedFile) (leaf, error) {
	one, known, err := s.lookInto(ctx, o, d, f)
	if err != nil || one.Size > ingest.MaxFileBytes {
		return leaf{file: one, known: known}, err
	}
	zone := o.Operator.Zone()
	sets, err := s.reader.Read(ctx, f.Name, one.Size, func() (io.ReadCloser, error) { return d.Open(ctx, o.ExternalID, f.Name) }, zone)
	if bad := fault.From(err); err != nil && (bad == nil || bad.Kind == fault.Internal) {
		return leaf{}, ErrDropUnreadable.With("fileName", f.Name).Because(err)
	}
	l := leaf{file: one, known: known}
	if err == nil && len(sets) == 1 {
		l.part, l.months = sets[0].Part, sets[0].Months(zone)
	}
	return l, nil
}

// Pulls tells what is offered to an operation by this installation, so that nobody asks
// in vain, and what came of it. Errors: forbidden, notFound.
func (s *Service) Pulls(ctx context.Context, p policy.Principal, operationID id.ID) (PullState, error) {
	if err := s.guard.Operation(ctx, p, metering.PermImport, operationID); err != nil {
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
		if out.Last, err = s.latestImport(ctx, operationID, ingest.KindPull); err != nil {
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
	out.Taken, err = s.latestImport(ctx, operationID, ingest.KindFolder)
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

func (s *Service) latestImport(ctx context.Context, operationID id.ID, kind ingest.ImportKind) (*ingest.Import, error) {
	i, ok, err := s.imports.Latest(ctx, operationID, kind, "")
	if err != nil || !ok {
		return nil, err
	}
	return &i, nil
}

// pullDue is when the server may ask for an operation by itself again: once a civil day.
func (s *Service) pullDue(ctx context.Context, operationID id.ID, zone civil.Zone) (time.Time, error) {
	last, ok, err := s.imports.Latest(ctx, operationID, ingest.KindPull, agentServer)
	if err != nil || !ok {
		return time.Time{}, err
	}
	return morningAfter(last.CreatedAt, zone), nil
}

// callsOfPart keeps a part of a pull under 30 seconds at five questions a second.
const callsOfPart = 100

package history

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Trail reads the audit trail.
type Trail interface {
	// Lines are those of an operation, newest first, and how many there are in all.
	Lines(ctx context.Context, q Query) (lines []Line, total int, err error)
	// Exists reports whether the operation has the thing.
	Exists(ctx context.Context, operationID id.ID, thing tx.Object) (bool, error)
	// Paths are those of folders and documents that are there, the trash included, with slashes.
	Paths(ctx context.Context, operationID id.ID, ids []id.ID) (map[id.ID]string, error)
}

// Query is what lines are asked for.
type Query struct {
	OperationID id.ID
	Thing       tx.Object // the zero object: all of the operation
	Resources   []string  // first parts of the actions that may be told
	Filter
	Behind id.ID // the line that they are older than; zero = from the newest
	Limit  int
}

// Filter leaves some lines; its zero value all of them.
type Filter struct {
	Agent    *string   // how a change came about, in the word of the line
	ActorID  id.ID     // who is accountable
	From, To time.Time // half-open; zero = without end
}

// Deps are what the service works with.
type Deps struct {
	Guard policy.Guard
	Trail Trail
}

// Service is the use case of histories.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// audit is the right to read all of an operation's history, and names and details in that of
// a thing.
const audit policy.Permission = "audit:read"

// things are the permissions by which a thing is read, and with it its history.
var things = map[Kind]policy.Permission{
	Site: "participant:readOwn", Client: "client:read", Issuer: "issuer:read", Plan: "plan:read",
	Bill: "invoice:read", Import: "curve:import", Run: "run:read",
}

// Input says whose history is asked for.
type Input struct {
	OperationID id.ID
	Kind        Kind // "" = all of the operation
	ObjectID    id.ID
	Behind      id.ID // the entry that the answer goes on after
	Limit       int

	About            []string    // resources that changes are about; none = all that may be read
	How              How         // "" = however
	By               id.ID       // an account; needs the right to read the audit; none = anybody
	DateFrom, DateTo *civil.Date // first and last day in Paris, which are those in Brussels; nil = without end
}

const maxMonths = 12 // that one question is about

// filter is what lines are to be.
// Errors: range.reversed, range.tooLong, history.aboutUnknown.
func (in Input) filter() (Filter, error) {
	f := Filter{ActorID: in.By}
	for agent, how := range ways {
		if how == in.How {
			f.Agent = &agent
		}
	}
	for _, one := range in.About {
		if _, known := readers[one]; !known {
			return f, ErrAbout.With("value", one)
		}
	}
	if in.DateFrom != nil && in.DateTo != nil {
		if *in.DateTo < *in.DateFrom {
			return f, civil.ErrReversed.With("from", in.DateFrom.String()).With("to", in.DateTo.String()).At("dateFrom")
		}
		days := civil.Range{From: *in.DateFrom, To: *in.DateTo + 1}
		if days.AtMost(maxMonths) != nil {
			return f, civil.ErrTooLong.With("months", maxMonths).At("dateTo")
		}
	}
	if in.DateFrom != nil {
		f.From = civil.Paris.Start(*in.DateFrom)
	}
	if in.DateTo != nil {
		f.To = civil.Paris.Start(*in.DateTo + 1)
	}
	return f, nil
}

// Of tells what became of a thing, newest first, with the number of entries there are. Who
// may read the thing reads of its history what is about resources that it may read; names
// and details only with the right to read the audit.
// Errors: forbidden, notFound, range.reversed, range.tooLong, history.aboutUnknown.
func (s *Service) Of(ctx context.Context, p policy.Principal, in Input) ([]Entry, int, error) {
	thing, about, err := s.enter(ctx, p, in)
	if err != nil {
		return nil, 0, err
	}
	named, err := s.may(ctx, p, audit, policy.Resource{OperationID: in.OperationID})
	if err != nil {
		return nil, 0, err
	}
	filter, err := in.filter()
	if err != nil {
		return nil, 0, err
	}
	if !in.By.IsZero() && !named {
		return nil, 0, policy.ErrForbidden
	}
	q := Query{OperationID: in.OperationID, Thing: thing, Filter: filter, Behind: in.Behind, Limit: in.Limit}
	for _, resource := range slices.Sorted(maps.Keys(readers)) {
		if len(in.About) > 0 && !slices.Contains(in.About, resource) {
			continue
		}
		ok, err := s.may(ctx, p, readers[resource], about)
		if err != nil {
			return nil, 0, err
		}
		if ok {
			q.Resources = append(q.Resources, resource)
		}
	}
	lines, total, err := s.Trail.Lines(ctx, q)
	if err != nil {
		return nil, 0, err
	}
	entries := make([]Entry, len(lines))
	for i, l := range lines {
		if entries[i], err = entryOf(l, p.UserID, named); err != nil {
			return nil, 0, err
		}
	}
	if !named {
		return entries, total, nil
	}
	return entries, total, s.nameDocuments(ctx, in.OperationID, entries)
}

// nameDocuments puts the names that folders and documents have today into entries.
func (s *Service) nameDocuments(ctx context.Context, operationID id.ID, entries []Entry) error {
	var asked []id.ID
	for n := range entries {
		entries[n].completeDocuments()
		asked = append(asked, entries[n].documents()...)
	}
	if len(asked) == 0 {
		return nil
	}
	slices.Sort(asked)
	paths, err := s.Trail.Paths(ctx, operationID, slices.Compact(asked))
	if err != nil {
		return err
	}
	for n := range entries {
		d := &entries[n].Details
		for i := range d.Documents {
			d.Documents[i].Path = paths[d.Documents[i].ID]
		}
		d.Values = placed(d.Values, paths)
	}
	return nil
}

// placed are values that say between which folders something was moved, by what these are called today:
// "/" is the top. Where one of them is gone, the field is named only.
func placed(values []tx.Value, paths map[id.ID]string) (told []tx.Value) {
	path := func(folder string) string {
		if folder == "" {
			return "/"
		}
		return paths[id.ID(folder)]
	}
	for _, v := range values {
		if v.Field == folderID {
			v.From, v.To = path(v.From), path(v.To)
			if v.From == "" || v.To == "" {
				continue
			}
		}
		told = append(told, v)
	}
	return told
}

// enter asks for the right to read the thing, and whether the operation has it.
func (s *Service) enter(ctx context.Context, p policy.Principal, in Input) (tx.Object, policy.Resource, error) {
	about := policy.Resource{OperationID: in.OperationID}
	if in.Kind == "" {
		return tx.Object{}, about, s.Guard.Require(ctx, p, audit, about)
	}
	thing := tx.Object{Kind: string(in.Kind), ID: in.ObjectID}
	if in.Kind == Site {
		about.ParticipantID = in.ObjectID
		operationID, err := s.Guard.Participant(ctx, p, things[Site], in.ObjectID)
		if err == nil && operationID != in.OperationID {
			err = policy.ErrNotFound
		}
		return thing, about, err
	}
	if err := s.Guard.Require(ctx, p, things[in.Kind], about); err != nil {
		return thing, about, err
	}
	ok, err := s.Trail.Exists(ctx, in.OperationID, thing)
	if err == nil && !ok {
		err = policy.ErrNotFound
	}
	return thing, about, err
}

// may reports whether the policy allows something.
func (s *Service) may(ctx context.Context, p policy.Principal, perm policy.Permission, about policy.Resource) (bool, error) {
	err := s.Guard.Require(ctx, p, perm, about)
	if errors.Is(err, policy.ErrForbidden) || errors.Is(err, policy.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// entryOf tells a line; named says whether with names and details.
func entryOf(l Line, reader id.ID, named bool) (Entry, error) {
	var d Details
	if err := json.Unmarshal(l.Details, &d); err != nil {
		return Entry{}, fmt.Errorf("history: details of %s: %w", l.ID, err)
	}
	e := Entry{ID: l.ID, At: l.At, Act: actOf(l, d), How: ways[l.Agent], ObjectKind: l.ObjectKind, ObjectID: l.ObjectID,
		By: Actor{Role: l.Author.Role, You: l.ActorID == reader && !reader.IsZero()}}
	if named {
		e.By.ID = l.ActorID
		e.By.Name = cmp.Or(strings.TrimSpace(l.Author.Firstname+" "+l.Author.Lastname), l.Author.Email)
		e.Details = d
	}
	return e, nil
}

// Package search finds what somebody may see by a part of its name or number, in all operations
// that they reach.
//
// Owns: what is looked for where, and who is answered what. Does not own: the things themselves,
// nor any right of its own: each kind is looked for only in the operations, or sites, that the
// caller may read that kind in.
package search

import (
	"context"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
)

// Kind is what was found.
type Kind string

// The kinds, in the order in which they are answered.
const (
	Operation Kind = "OPERATION" // by name, external id or PMO
	Site      Kind = "SITE"      // by name, PRM or EAN
	Client    Kind = "CLIENT"    // by name or legal number
	Issuer    Kind = "ISSUER"    // by name or legal number
	Plan      Kind = "PLAN"      // by name
	Invoice   Kind = "INVOICE"   // by number
)

// readings are the permissions that kinds of things in operations are read with.
var readings = []struct {
	kind Kind
	perm policy.Permission
}{{Site, "participant:read"}, {Client, "client:read"}, {Issuer, "issuer:read"}, {Plan, "plan:read"}, {Invoice, "invoice:read"}}

// ErrTooShort is a text of fewer letters and digits than MinLetters.
var ErrTooShort = fault.New(fault.Invalid, "search.tooShort", fault.Int("min"))

const (
	// MinLetters is the least that a text must have.
	MinLetters = 2
	// MostEach is the most that is answered of a kind.
	MostEach = 20
)

// Hit is one thing found.
type Hit struct {
	ID            id.ID
	OperationID   id.ID
	OperationName string
	Name          string // of an invoice its number
	Detail        string // what tells it apart: PRM, legal number, external id; of an invoice its client
}

// Group is what was found of one kind.
type Group struct {
	Kind  Kind
	Total int // that match; Hits may hold fewer
	Hits  []Hit
}

// Where says where a kind is looked for.
type Where struct {
	Operations []id.ID
	Sites      []id.ID // of sites only: these and no others; nil = all of the operations
}

// Things looks for things by words that are folded (operation.Fold), all of which must be part of
// what a kind is found by: those whose name begins with the first word first, then by name; of
// invoices the newest first.
type Things interface {
	Find(ctx context.Context, kind Kind, in Where, words []string, limit int) (hits []Hit, total int, err error)
}

// Operations finds operations by who asks; *operation.Service is one.
type Operations interface {
	// Reached are those in the scope of the principal, by name; all of an admin. Error: forbidden.
	Reached(ctx context.Context, p policy.Principal) ([]operation.Operation, error)
}

// Deps are what the service works with.
type Deps struct {
	Guard      policy.Guard
	Operations Operations
	Things     Things
}

// Service finds things.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Find looks for a text in everything that the caller may read; kinds of which nothing is found
// are left out. limit is how many are answered of each kind, at most MostEach.
// Errors: forbidden, search.tooShort.
func (s *Service) Find(ctx context.Context, p policy.Principal, text string, limit int) ([]Group, error) {
	operations, err := s.Operations.Reached(ctx, p)
	if err != nil {
		return nil, err
	}
	words := strings.Fields(operation.Fold(text))
	if len([]rune(strings.Join(words, ""))) < MinLetters {
		return nil, ErrTooShort.With("min", MinLetters)
	}
	limit = min(limit, MostEach)
	var groups []Group
	if g := among(operations, words, limit); g.Total > 0 {
		groups = append(groups, g)
	}
	names := make(map[id.ID]string, len(operations))
	for _, o := range operations {
		names[o.ID] = o.Name
	}
	for _, r := range readings {
		where, err := s.where(ctx, p, r.kind, r.perm, operations)
		if err != nil {
			return nil, err
		}
		if len(where.Operations) == 0 {
			continue
		}
		hits, total, err := s.Things.Find(ctx, r.kind, where, words, limit)
		if err != nil {
			return nil, err
		}
		if total == 0 {
			continue
		}
		for i := range hits {
			hits[i].OperationName = names[hits[i].OperationID]
		}
		groups = append(groups, Group{Kind: r.kind, Total: total, Hits: hits})
	}
	return groups, nil
}

// where are the operations in which the caller may read a kind; who may read its own sites alone
// finds these.
func (s *Service) where(ctx context.Context, p policy.Principal, kind Kind, perm policy.Permission, operations []operation.Operation) (w Where, err error) {
	for _, o := range operations {
		switch err := s.Guard.Operation(ctx, p, perm, o.ID); {
		case err == nil:
			w.Operations = append(w.Operations, o.ID)
		case !refused(err):
			return Where{}, err
		}
	}
	if kind != Site || len(w.Operations) > 0 {
		return w, nil
	}
	w.Sites = []id.ID{}
	for _, own := range p.Sites {
		err := s.Guard.Require(ctx, p, "participant:readOwn", policy.Resource{OperationID: own.OperationID, ParticipantID: own.ParticipantID})
		switch {
		case err == nil:
			w.Operations, w.Sites = append(w.Operations, own.OperationID), append(w.Sites, own.ParticipantID)
		case !refused(err):
			return Where{}, err
		}
	}
	return w, nil
}

// refused reports whether the policy said no, and did not fail.
func refused(err error) bool {
	f := fault.From(err)
	return f != nil && f.Kind != fault.Internal
}

// among are the operations that match.
func among(operations []operation.Operation, words []string, limit int) Group {
	g := Group{Kind: Operation}
	var begin, rest []Hit
	for _, o := range operations {
		text := operation.Fold(strings.Join([]string{o.Name, o.ExternalID, o.Interlocutor.LegalName}, " "))
		if slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) }) {
			continue
		}
		hit := Hit{ID: o.ID, OperationID: o.ID, OperationName: o.Name, Name: o.Name, Detail: o.ExternalID}
		if strings.HasPrefix(operation.Fold(o.Name), words[0]) {
			begin = append(begin, hit)
		} else {
			rest = append(rest, hit)
		}
	}
	g.Hits = append(begin, rest...)
	g.Total = len(g.Hits)
	g.Hits = g.Hits[:min(limit, g.Total)]
	return g
}

// Package policy asks whether somebody may do something. The rules themselves are
// data and Rego in /policies; here are the words they are asked in.
//
// Owns: roles, permissions, the check that begins every use case. Does not own:
// what exists for an operator, an engine or a toggle (see package operation).
package policy

import (
	"context"
	"slices"
	"strings"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/tx"
)

// Role is what an account is; one account has one role (specification section 6).
type Role string

// The roles of specification section 1.
const (
	RoleOrganizer   Role = "organizer"
	RoleParticipant Role = "participant"
	RoleObserver    Role = "observer"
	RoleAdmin       Role = "admin"
)

// Permission is resource:action, as in plan:create or dashboard:visit (specification section 6).
type Permission string

// Site is a metering site that a participant account holds, for its own dates only.
type Site struct {
	ParticipantID id.ID
	OperationID   id.ID
	Period        civil.Range // entry to exit; an open end is civil.Forever
}

// Capacity is what an organizer is in one operation when that is less than a full organizer
// (specification section 6).
type Capacity string

// The capacities.
const (
	Accountant Capacity = "accountant" // bills and payments; reads the rest
	Reader     Capacity = "reader"     // reads
)

// Narrowed is an operation in which an organizer is less than a full one.
type Narrowed struct {
	OperationID id.ID
	To          Capacity
}

// Principal is who asks. It is made by the HTTP layer from a session or a token,
// and by a job worker from the person the job acts for.
type Principal struct {
	UserID     id.ID
	Role       Role
	Agent      string       // "" themselves, "token", "job", "system"
	TokenID    id.ID        // the API token that asks; zero when none does
	Operations []id.ID      // the operations in scope; not used for admin, who has all
	Sites      []Site       // participant role only
	Narrowed   []Narrowed   // where an organizer is less than that, in the order of Operations
	Granted    []Permission // attributes of a token: they narrow, never widen; nil = no narrowing
	Viewing    bool         // an organizer sees as this participant does, and changes nothing
	Duty       Duty         // what the account owes before it may do anything else; "" = nothing
	// SecondFactor is whether the account is asked for a code at the sign-in.
	SecondFactor bool
}

// Duty is what an account still has to do before the server does anything for it
// (specification section 4). It binds sessions and tokens alike; a job goes on that was started before.
type Duty string

// The duties, in the order in which they are done.
const (
	DutyPassword Duty = "password" // the first password, which others know, is not changed
	DutyTerms    Duty = "terms"    // the terms in force are not accepted
	// DutySecondFactor is a role that must have a second factor, on an account without one.
	DutySecondFactor Duty = "secondFactor"
)

// refusal is the error of who asks for perm while the duty is not done; nil for what
// doing it takes: reading who one is, changing one's password, accepting the terms, turning a second factor on.
func (d Duty) refusal(perm Permission) error {
	resource, _, _ := strings.Cut(string(perm), ":")
	if d == "" || slices.Contains([]string{"session", "account", "terms", "secondFactor"}, resource) {
		return nil
	}
	switch d {
	case DutyPassword:
		return ErrPasswordDue
	case DutySecondFactor:
		return ErrSecondFactorDue
	default:
		return ErrTermsDue
	}
}

// Seen reports whether who only sees as a participant does may use perm: what is read of an
// operation, and nothing of an account, which is the organizer's own.
func Seen(perm Permission) bool {
	resource, action, _ := strings.Cut(string(perm), ":")
	return perm == "viewing:delete" || slices.Contains([]string{"visit", "view", "read", "readOwn", "readContact", "export"}, action) &&
		!slices.Contains([]string{"account", "accountBilling", "token", "job", "data", "user", "admin", "secondFactor"}, resource)
}

// Holds reports whether participantID is one of the principal's own sites.
func (p Principal) Holds(participantID id.ID) bool {
	return slices.ContainsFunc(p.Sites, func(s Site) bool { return s.ParticipantID == participantID })
}

// Change starts the audit line of something that p does with permission perm.
func (p Principal) Change(perm Permission, operationID id.ID, kind string, objectID id.ID) tx.Change {
	return tx.Change{ActorID: p.UserID, Agent: p.Agent, Action: string(perm),
		OperationID: operationID, ObjectKind: kind, ObjectID: objectID}
}

// Resource is what is asked about. Empty fields do not matter for the question.
type Resource struct {
	OperationID   id.ID `json:"operationId,omitempty"`
	ParticipantID id.ID `json:"participantId,omitempty"`
	UserID        id.ID `json:"userId,omitempty"`
}

// Reasons of a refusal.
const (
	ReasonGrant = "no_grant" // the role, or the token, lacks the permission
	ReasonScope = "scope"    // the object is outside what the principal may know of
)

// Decision is the answer of the policy.
type Decision struct {
	Allow  bool
	Reason string
}

// Decider evaluates the policy. Deny is the default; an error is a denial too.
type Decider interface {
	Decide(ctx context.Context, p Principal, perm Permission, r Resource) (Decision, error)
	// Permissions lists what the principal's role (and token) grants, for GET /session.
	Permissions(ctx context.Context, p Principal) ([]Permission, error)
}

// Locator finds the operation a participant is in. Error: participant.notFound.
type Locator interface {
	OperationOf(ctx context.Context, participantID id.ID) (id.ID, error)
}

// The refusals. What is out of scope answers as if it did not exist.
var (
	// ErrPasswordDue and ErrTermsDue are asked before anything else: see Duty.
	ErrPasswordDue = fault.New(fault.Forbidden, "account.passwordDue")
	ErrTermsDue    = fault.New(fault.Forbidden, "terms.notAccepted")
	// ErrSecondFactorDue is asked after both, of roles that must have a second factor.
	ErrSecondFactorDue = fault.New(fault.Forbidden, "account.secondFactorDue")
	// ErrViewing is a change, or a look at an account, while one sees as a participant does.
	ErrViewing   = fault.New(fault.Forbidden, "viewing.readOnly")
	ErrForbidden = fault.New(fault.Forbidden, "forbidden", fault.Text("permission"))
	ErrNotFound  = fault.Absent
)

// Guard asks the policy. Its methods are the first statement of every use case.
type Guard struct {
	Decider Decider
	Locator Locator
}

// Require asks about r. Errors: account.passwordDue, terms.notAccepted, account.secondFactorDue, viewing.readOnly, forbidden, notFound.
func (g Guard) Require(ctx context.Context, p Principal, perm Permission, r Resource) error {
	if err := p.Duty.refusal(perm); err != nil {
		return err
	}
	if p.Viewing && !Seen(perm) {
		return ErrViewing
	}
	d, err := g.Decider.Decide(ctx, p, perm, r)
	switch {
	case err != nil:
		return ErrForbidden.Because(err)
	case d.Allow:
		keep(ctx, Question{Permission: perm, Resource: r})
		return nil
	case d.Reason == ReasonScope:
		return ErrNotFound
	default:
		return ErrForbidden.With("permission", string(perm))
	}
}

// Global asks about something that belongs to no operation. Error: forbidden.
func (g Guard) Global(ctx context.Context, p Principal, perm Permission) error {
	return g.Require(ctx, p, perm, Resource{})
}

// Operation asks about something of one operation. Errors: forbidden, notFound.
func (g Guard) Operation(ctx context.Context, p Principal, perm Permission, operationID id.ID) error {
	return g.Require(ctx, p, perm, Resource{OperationID: operationID})
}

// Withheld are the permissions that p holds somewhere and not in an operation, where it is less
// than a full organizer; nil for who is the same everywhere.
func (g Guard) Withheld(ctx context.Context, p Principal, operationID id.ID) ([]Permission, error) {
	if !slices.ContainsFunc(p.Narrowed, func(n Narrowed) bool { return n.OperationID == operationID }) {
		return nil, nil
	}
	held, err := g.Decider.Permissions(ctx, p)
	if err != nil {
		return nil, err
	}
	var out []Permission
	for _, perm := range held {
		answer, err := g.Decider.Decide(ctx, p, perm, Resource{OperationID: operationID, UserID: p.UserID})
		if err != nil {
			return nil, err
		}
		if answer.Reason == ReasonGrant {
			out = append(out, perm)
		}
	}
	return out, nil
}

// Participant asks about something of one participant and returns its operation.
// Errors: forbidden, notFound.
func (g Guard) Participant(ctx context.Context, p Principal, perm Permission, participantID id.ID) (id.ID, error) {
	operationID, err := g.Locator.OperationOf(ctx, participantID)
	if err != nil && fault.From(err) == nil {
		return "", err
	}
	// An unknown participant is asked about too, so that a missing right says 403
	// whether or not the object exists.
	if refused := g.Require(ctx, p, perm, Resource{OperationID: operationID, ParticipantID: participantID}); refused != nil {
		return "", refused
	}
	if err != nil {
		return "", ErrNotFound
	}
	return operationID, nil
}

// Ask asks the policy the same questions anew, of somebody whose rights may have changed
// since. Errors: those of Require.
func (g Guard) Ask(ctx context.Context, p Principal, questions []Question) error {
	for _, q := range questions {
		if err := g.Require(ctx, p, q.Permission, q.Resource); err != nil {
			return err
		}
	}
	return nil
}

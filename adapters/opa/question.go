package opa

import (
	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// The keys of a question, made once; terms are read-only to OPA.
var (
	keySubject     = ast.StringTerm("subject")
	keyPermission  = ast.StringTerm("permission")
	keyResource    = ast.StringTerm("resource")
	keyUser        = ast.StringTerm("user")
	keyRole        = ast.StringTerm("role")
	keyOperations  = ast.StringTerm("operations")
	keySites       = ast.StringTerm("sites")
	keyGranted     = ast.StringTerm("granted")
	keyNarrowed    = ast.StringTerm("narrowed")
	keyTo          = ast.StringTerm("to")
	keyParticipant = ast.StringTerm("participant")
	keyOperation   = ast.StringTerm("operation")
)

// question is the policy's input as OPA's own values, which saves the detour by
// JSON. policies/README.md has its shape. Periods of sites are not part of it: the
// use cases cut by date.
func question(p policy.Principal, perm policy.Permission, r policy.Resource) ast.Value {
	subject := ast.NewObject(
		[2]*ast.Term{keyUser, ast.StringTerm(string(p.UserID))},
		[2]*ast.Term{keyRole, ast.StringTerm(string(p.Role))},
		[2]*ast.Term{keyOperations, array(p.Operations)},
		[2]*ast.Term{keySites, sites(p.Sites)},
	)
	if p.Granted != nil { // an empty list is a token that carries nothing
		subject.Insert(keyGranted, array(p.Granted))
	}
	if len(p.Narrowed) > 0 {
		subject.Insert(keyNarrowed, narrowed(p.Narrowed))
	}
	resource := ast.NewObject()
	insert(resource, keyOperation, r.OperationID)
	insert(resource, keyParticipant, r.ParticipantID)
	insert(resource, keyUser, r.UserID)
	return ast.NewObject(
		[2]*ast.Term{keySubject, ast.NewTerm(subject)},
		[2]*ast.Term{keyPermission, ast.StringTerm(string(perm))},
		[2]*ast.Term{keyResource, ast.NewTerm(resource)},
	)
}

// insert leaves out what is not named.
func insert(o ast.Object, key *ast.Term, value id.ID) {
	if !value.IsZero() {
		o.Insert(key, ast.StringTerm(string(value)))
	}
}

func array[S ~string](values []S) *ast.Term {
	terms := make([]*ast.Term, len(values))
	for i, v := range values {
		terms[i] = ast.StringTerm(string(v))
	}
	return ast.ArrayTerm(terms...)
}

func sites(held []policy.Site) *ast.Term {
	terms := make([]*ast.Term, len(held))
	for i, s := range held {
		terms[i] = ast.ObjectTerm(
			[2]*ast.Term{keyParticipant, ast.StringTerm(string(s.ParticipantID))},
			[2]*ast.Term{keyOperation, ast.StringTerm(string(s.OperationID))},
		)
	}
	return ast.ArrayTerm(terms...)
}

func narrowed(places []policy.Narrowed) *ast.Term {
	terms := make([]*ast.Term, len(places))
	for i, n := range places {
		terms[i] = ast.ObjectTerm(
			[2]*ast.Term{keyOperation, ast.StringTerm(string(n.OperationID))},
			[2]*ast.Term{keyTo, ast.StringTerm(string(n.To))},
		)
	}
	return ast.ArrayTerm(terms...)
}

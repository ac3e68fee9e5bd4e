package opa

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/open-policy-agent/opa/v1/bundle"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/storage/inmem"

	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/policies"
)

// entrypoint is the rule that answers {allow, reason}.
const entrypoint = "data.pmo.authz.decision"

var errUndecided = errors.New("opa: the policy gave no decision")

// Decider is a policy.Decider over the embedded policy. It is prepared once and
// serves any number of goroutines.
type Decider struct {
	asked remembered
	query rego.PreparedEvalQuery
	held  map[policy.Role][]policy.Permission // what a role holds, in order of name
	known []policy.Permission                 // all there are, in order of name
}

var _ policy.Decider = (*Decider)(nil)

// New prepares the embedded policy: some milliseconds. An error means that the
// binary was built from a broken policy.
func New(ctx context.Context) (*Decider, error) {
	loader, err := bundle.NewFSLoader(policies.Bundle)
	if err != nil {
		return nil, fmt.Errorf("opa: open the policy: %w", err)
	}
	b, err := bundle.NewCustomReader(loader).Read()
	if err != nil {
		return nil, fmt.Errorf("opa: read the policy: %w", err)
	}
	held, known, err := readMatrix(b.Data)
	if err != nil {
		return nil, err
	}
	// The matrix is kept as OPA's own values, so that a question converts none of it.
	store := inmem.NewFromObjectWithOpts(b.Data,
		inmem.OptRoundTripOnWrite(false), inmem.OptReturnASTValuesOnRead(true))
	options := []func(*rego.Rego){rego.Query(entrypoint), rego.Store(store), rego.StrictBuiltinErrors(true)}
	for _, m := range b.Modules {
		options = append(options, rego.ParsedModule(m.Parsed))
	}
	query, err := rego.New(options...).PrepareForEval(ctx)
	if err != nil {
		return nil, fmt.Errorf("opa: compile the policy: %w", err)
	}
	return &Decider{query: query, held: held, known: known}, nil
}

// Decide asks whether p may do perm with r. An error comes with a refusal. The policy is
// embedded and looks at nothing but the question, so the same question is answered once.
func (d *Decider) Decide(ctx context.Context, p policy.Principal, perm policy.Permission, r policy.Resource) (policy.Decision, error) {
	// OPA looks at the context only now and then; a question nobody waits for is refused.
	if err := ctx.Err(); err != nil {
		return policy.Decision{}, fmt.Errorf("opa: decide on %s: %w", perm, err)
	}
	key := keyOf(p, perm, r)
	if answer, ok := d.asked.answer(key); ok {
		return answer, nil
	}
	answer, err := d.eval(ctx, p, perm, r)
	if err == nil {
		d.asked.keep(key, answer)
	}
	return answer, err
}

// eval puts the question to the policy.
func (d *Decider) eval(ctx context.Context, p policy.Principal, perm policy.Permission, r policy.Resource) (policy.Decision, error) {
	results, err := d.query.Eval(ctx, rego.EvalParsedInput(question(p, perm, r)))
	if err != nil {
		return policy.Decision{}, fmt.Errorf("opa: decide on %s: %w", perm, err)
	}
	if len(results) != 1 || len(results[0].Expressions) != 1 {
		return policy.Decision{}, errUndecided
	}
	answer, ok := results[0].Expressions[0].Value.(map[string]any)
	if !ok {
		return policy.Decision{}, errUndecided
	}
	allow, isBool := answer["allow"].(bool)
	reason, isString := answer["reason"].(string)
	if !isBool || !isString {
		return policy.Decision{}, errUndecided
	}
	return policy.Decision{Allow: allow, Reason: reason}, nil
}

// Permissions lists what p's role holds and p's token, if any, carries, in order of
// name: those for which Decide does not answer no_grant.
func (d *Decider) Permissions(ctx context.Context, p policy.Principal) ([]policy.Permission, error) {
	held := slices.Clone(d.held[p.Role])
	if len(p.Narrowed) > 0 { // what is withheld wherever p may ask is the policy's to say
		for i := len(held) - 1; i >= 0; i-- {
			answer, err := d.Decide(ctx, p, held[i], policy.Resource{})
			if err != nil {
				return nil, err
			}
			if answer.Reason == policy.ReasonGrant {
				held = slices.Delete(held, i, i+1)
			}
		}
	}
	if p.Granted == nil {
		return held, nil
	}
	return slices.DeleteFunc(held, func(perm policy.Permission) bool {
		return !slices.Contains(p.Granted, perm)
	}), nil
}

// Known lists every permission there is, in order of name. Token scopes and the
// contract's x-permission are checked against it.
func (d *Decider) Known() []policy.Permission { return slices.Clone(d.known) }

package setup

import (
	"slices"

	"github.com/openpmo/pmo/core/operation"
)

// Kind is one thing that an operation needs before its first month can be worked on.
type Kind string

// The kinds, in the order in which they are done.
const (
	OperationMade Kind = "OPERATION"     // an operation exists, with an organizer
	PMO           Kind = "PMO"           // who runs it: name, number and address
	Sites         Kind = "SITES"         // who produces and who consumes
	Key           Kind = "KEY"           // how what is produced is shared
	Curves        Kind = "CURVES"        // the first data
	Issuers       Kind = "ISSUERS"       // in whose name producers bill
	Clients       Kind = "CLIENTS"       // who pays for each consumer
	Plans         Kind = "PLANS"         // what the energy costs
	Subscriptions Kind = "SUBSCRIPTIONS" // who buys of whom, by which plan
	Run           Kind = "RUN"           // the first invoices
)

// State is where a step stands.
type State string

// The states.
const (
	Done     State = "DONE"
	ToDo     State = "TODO"
	Optional State = "OPTIONAL" // what holds without it is enough for most
	Waiting  State = "WAITING"  // for a step before
)

// Actor is who does a step.
type Actor string

// The actors: who runs the operation, and who looks after the server.
const (
	Organizer Actor = "ORGANIZER"
	Admin     Actor = "ADMIN"
)

// Step is one of them, with how many there are and how many lack.
type Step struct {
	Kind     Kind
	State    State
	Actor    Actor
	Number   int // of what is there: sites, keys, sites with curves, issuers, clients, plans, subscriptions, runs
	Lacking  int // sites that still need it
	WaitsFor Kind
}

// Counts is what an operation has. Sites that have left are not counted.
type Counts struct {
	Consumers, Producers int // a prosumer is both
	SitesOfBothSides     int // counted once
	Keys                 int // set by somebody; the default is none
	SitesWithCurves      int
	Issuers, Clients     int
	ProducersWithout     int // an issuer
	ConsumersWithout     int // a client
	Plans, Subscriptions int
	ConsumersUnsold      int // without a subscription
	Runs                 int // and published invoices
}

// stepsOf are the steps that an operation has, decided.
func stepsOf(op operation.Operation, c Counts) []Step {
	sites := ToDo
	if c.Consumers > 0 && c.Producers > 0 {
		sites = Done
	}
	out := []Step{
		{Kind: PMO, State: doneIf(op.Interlocutor.Complete())},
		{Kind: Sites, State: sites, Number: c.SitesOfBothSides},
	}
	if op.Offers(operation.FeatureCoefficients) || op.DSO.Capabilities().AllocatesHere {
		key := Optional
		if c.Keys > 0 {
			key = Done
		}
		out = append(out, Step{Kind: Key, State: key, Number: c.Keys})
	}
	out = append(out, Step{Kind: Curves, State: doneIf(c.SitesWithCurves > 0), Number: c.SitesWithCurves, Lacking: max(0, c.SitesOfBothSides-c.SitesWithCurves)})
	if op.Offers(operation.FeatureBilling) {
		issuer := Step{Kind: Issuers, State: doneIf(c.Issuers > 0 && c.ProducersWithout == 0), Number: c.Issuers, Lacking: c.ProducersWithout}
		if op.DSO.Capabilities().OperationSells {
			issuer.State, issuer.Lacking = doneIf(c.Issuers > 0), 0
		}
		out = append(out, issuer,
			Step{Kind: Clients, State: doneIf(c.Clients > 0 && c.ConsumersWithout == 0), Number: c.Clients, Lacking: c.ConsumersWithout},
			Step{Kind: Plans, State: doneIf(c.Plans > 0), Number: c.Plans},
			Step{Kind: Subscriptions, State: doneIf(c.Subscriptions > 0), Number: c.Subscriptions, Lacking: c.ConsumersUnsold},
			Step{Kind: Run, State: doneIf(c.Runs > 0), Number: c.Runs})
	}
	return waiting(out)
}

func doneIf(done bool) State {
	if done {
		return Done
	}
	return ToDo
}

// waiting marks the steps that are open and wait for an earlier one that is open too.
func waiting(steps []Step) []Step {
	open := map[Kind]bool{}
	for i := range steps {
		s := &steps[i]
		s.Actor = Organizer
		if s.State == Done {
			continue
		}
		if at := slices.IndexFunc(needs[s.Kind], func(before Kind) bool { return open[before] }); at >= 0 {
			s.State, s.WaitsFor = Waiting, needs[s.Kind][at]
		}
		open[s.Kind] = s.State != Optional
	}
	return steps
}

// needs are the steps that one waits for, the first of them that is open.
var needs = map[Kind][]Kind{
	Key: {Sites}, Curves: {Sites}, Issuers: {Sites}, Clients: {Sites}, Subscriptions: {Sites, Issuers, Clients, Plans}, Run: {Curves, Subscriptions},
}

// over reports whether nothing is left: the first invoices are made, or where there are none
// every step is done.
func over(steps []Step) bool {
	if last := steps[len(steps)-1]; last.Kind == Run {
		return last.State == Done
	}
	return !slices.ContainsFunc(steps, func(s Step) bool { return s.State == ToDo || s.State == Waiting })
}

// nextOf is the first step that somebody can do; nil where none is left.
func nextOf(steps []Step) *Step {
	if i := slices.IndexFunc(steps, func(s Step) bool { return s.State == ToDo }); i >= 0 {
		return &steps[i]
	}
	return nil
}

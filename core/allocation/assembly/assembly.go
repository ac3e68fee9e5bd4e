// Package assembly makes the services of allocation from what they work with.
package assembly

import (
	"time"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/analysis"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/allocation/replay"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Deps are what the services of allocation work with. Authors, Events and Invoices may be nil.
type Deps struct {
	Authors      key.Authors
	Coefficients coefficientset.CoefficientSets
	Configs      key.Configs
	DeadlineDay  int // of the next month, for coefficients; 0 = the fifth
	Drafts       key.Drafts
	Energies     allocation.Energies
	Events       event.Publisher
	Expectations replay.Expectations
	Files        coefficientset.CoefficientFiles
	Guard        policy.Guard
	Invoices     key.Invoices
	Letters      coefficientset.LetterQueue
	Mail         coefficientset.LetterMail
	Now          func() time.Time
	Operations   allocation.Operations
	Organizers   coefficientset.Organizers
	Participants allocation.Participants
	Queue        allocation.Queue
	Reminders    coefficientset.Reminders
	Replays      replay.Replays
	Seasons      key.Seasonalities
	Tx           tx.Runner
}

// Services are the use cases of allocation, each kind by itself.
type Services struct {
	Key            *key.Service
	CoefficientSet *coefficientset.Service
	Replay         *replay.Service
	Analysis       *analysis.Service
}

// New makes them.
func New(d Deps) *Services {
	s := &Services{Key: key.New(key.Deps{Authors: d.Authors, Configs: d.Configs, Drafts: d.Drafts, Events: d.Events, Guard: d.Guard, Invoices: d.Invoices, Now: d.Now, Operations: d.Operations, Participants: d.Participants, Seasons: d.Seasons, Tx: d.Tx})}
	s.CoefficientSet = coefficientset.New(coefficientset.Deps{Coefficients: d.Coefficients, DeadlineDay: d.DeadlineDay, Energies: d.Energies, Events: d.Events, Files: d.Files, Guard: d.Guard, Invoices: d.Invoices, Letters: d.Letters, Mail: d.Mail, Now: d.Now, Operations: d.Operations, Organizers: d.Organizers, Participants: d.Participants, Reminders: d.Reminders, Tx: d.Tx, Key: s.Key})
	s.Replay = replay.New(replay.Deps{Energies: d.Energies, Expectations: d.Expectations, Guard: d.Guard, Now: d.Now, Operations: d.Operations, Queue: d.Queue, Replays: d.Replays, Tx: d.Tx, Key: s.Key, CoefficientSet: s.CoefficientSet})
	s.Analysis = analysis.New(analysis.Deps{Energies: d.Energies, Expectations: d.Expectations, Guard: d.Guard, Now: d.Now, Participants: d.Participants, Key: s.Key, CoefficientSet: s.CoefficientSet})
	return s
}

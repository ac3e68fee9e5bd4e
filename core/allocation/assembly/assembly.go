// Package assembly makes the services of allocation from what they work with.
package assembly

import (
	"cmp"
	"time"

	"github.com/openpmo/pmo/core/allocation"
	"github.com/openpmo/pmo/core/allocation/analysis"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/allocation/coefficientset/applied"
	"github.com/openpmo/pmo/core/allocation/coefficientset/calendar"
	"github.com/openpmo/pmo/core/allocation/coefficientset/preparation"
	"github.com/openpmo/pmo/core/allocation/coefficientset/reminder"
	"github.com/openpmo/pmo/core/allocation/coefficientset/submission"
	"github.com/openpmo/pmo/core/allocation/key"
	"github.com/openpmo/pmo/core/allocation/replay"
	"github.com/openpmo/pmo/core/allocation/timeline"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/job"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Parts are what the services of allocation work with. Authors, Events and Invoices may be nil.
type Parts struct {
	Authors      timeline.Authors
	Coefficients coefficientset.CoefficientSets
	Configs      timeline.Configs
	DeadlineDay  int // of the next month, for coefficients; 0 = the fifth
	Drafts       key.Drafts
	Energies     allocation.Energies
	Events       event.Publisher
	Expectations replay.Expectations
	Files        coefficientset.CoefficientFiles
	Guard        policy.Guard
	Invoices     key.Invoices
	Jobs         *job.Service
	Letters      reminder.Queue
	Mail         reminder.Mail
	Now          func() time.Time
	Operations   allocation.Operations
	Organizers   reminder.Organizers
	Participants allocation.Participants
	Queue        allocation.Queue
	Reminders    reminder.Reminders
	Seasons      timeline.Seasonalities
	Tx           tx.Runner
}

// Services are the use cases of allocation, each kind by itself.
type Services struct {
	Timeline    *timeline.Service
	Key         *key.Service
	Applied     *applied.Service
	Calendar    *calendar.Service
	Submission  *submission.Service
	Preparation *preparation.Service
	Reminder    *reminder.Service
	Replay      *replay.Service
	Analysis    *analysis.Service
}

// Assemble makes them.
func Assemble(p Parts) *Services {
	if p.Now == nil {
		p.Now = time.Now
	}
	s := &Services{Timeline: timeline.New(timeline.Deps{Authors: p.Authors, Configs: p.Configs, Operations: p.Operations, Seasons: p.Seasons})}
	s.Key = key.New(key.Deps{Drafts: p.Drafts, Events: p.Events, Guard: p.Guard, Invoices: p.Invoices, Now: p.Now,
		Operations: p.Operations, Participants: p.Participants, Timeline: s.Timeline, Tx: p.Tx})
	s.Applied = applied.New(applied.Deps{Coefficients: p.Coefficients, Participants: p.Participants, Timeline: s.Timeline})
	s.Calendar = calendar.New(calendar.Deps{Guard: p.Guard, Now: p.Now, Coefficients: p.Coefficients, Energies: p.Energies,
		Participants: p.Participants, Timeline: s.Timeline, DeadlineDay: cmp.Or(p.DeadlineDay, calendar.DefaultDeadlineDay)})
	s.Submission = submission.New(submission.Deps{Guard: p.Guard, Tx: p.Tx, Now: p.Now, Coefficients: p.Coefficients, Events: p.Events,
		Invoices: p.Invoices, Operations: p.Operations, Calendar: s.Calendar})
	s.Preparation = preparation.New(preparation.Deps{Guard: p.Guard, Now: p.Now, Coefficients: p.Coefficients, Energies: p.Energies, Files: p.Files,
		Operations: p.Operations, Participants: p.Participants, Timeline: s.Timeline, Applied: s.Applied, Submission: s.Submission})
	s.Reminder = reminder.New(reminder.Deps{Tx: p.Tx, Now: p.Now, Operations: p.Operations, Organizers: p.Organizers, Reminders: p.Reminders,
		Letters: p.Letters, Mail: p.Mail, Calendar: s.Calendar})
	s.Replay = replay.New(replay.Deps{Energies: p.Energies, Expectations: p.Expectations, Guard: p.Guard, Now: p.Now, Operations: p.Operations,
		Jobs: p.Jobs, Queue: p.Queue, Tx: p.Tx, Timeline: s.Timeline, Applied: s.Applied})
	s.Analysis = analysis.New(analysis.Deps{Energies: p.Energies, Expectations: p.Expectations, Guard: p.Guard, Now: p.Now,
		Participants: p.Participants, Key: s.Key, Timeline: s.Timeline, Applied: s.Applied})
	return s
}

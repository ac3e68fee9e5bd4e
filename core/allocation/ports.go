package allocation

import (
	"context"
	"io"
	"time"

	"github.com/openpmo/pmo/core/allocation/coefficient"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/policy"
)

// Configs stores the versions of keys. Nothing stored changes.
type Configs interface {
	// Versions reads all versions of an operation, newest first, with parameters.
	Versions(ctx context.Context, operationID id.ID) ([]Config, error)
	// ByID reads one version. Error: key.notFound.
	ByID(ctx context.Context, configID id.ID) (Config, error)
	// Add stores a version. ok is false when the operation has this version already,
	// as when two store the first one at once.
	Add(ctx context.Context, c Config) (ok bool, err error)
}

// Drafts stores keys in work; a Config of the state Draft.
type Drafts interface {
	// List reads those of an operation, newest first.
	List(ctx context.Context, operationID id.ID) ([]Config, error)
	// ByID reads one. Error: key.notFound.
	ByID(ctx context.Context, draftID id.ID) (Config, error)
	// Add stores one with revision 1.
	Add(ctx context.Context, c Config) error
	// Update stores the content over the revision it was read with, which rises; ok is
	// false when somebody else changed it.
	Update(ctx context.Context, c Config) (ok bool, err error)
	// Remove forgets one of this revision; ok as for Update.
	Remove(ctx context.Context, c Config) (ok bool, err error)
}

// Seasonalities stores the seasons of operations. Nothing stored changes.
type Seasonalities interface {
	// List reads all of an operation, newest first.
	List(ctx context.Context, operationID id.ID) ([]Seasonality, error)
	// Add stores one.
	Add(ctx context.Context, n Seasonality) error
}

// Participants lists all participants of an operation, also those that have left.
type Participants interface {
	OfOperation(ctx context.Context, operationID id.ID) ([]participant.Participant, error)
}

// Operations is what is asked of package operation.
type Operations interface {
	// ByID finds one. Error: operation.notFound.
	ByID(ctx context.Context, operationID id.ID) (operation.Operation, error)
	// Locked is ByID that makes others wait until the transaction ends.
	Locked(ctx context.Context, operationID id.ID) (operation.Operation, error)
}

// Authors finds accounts; unknown ones are left out. It may be nil: no version then
// says who made it.
type Authors interface {
	ByIDs(ctx context.Context, userIDs []id.ID) ([]operation.Account, error)
}

// Invoices tells whether a published invoice bills a day of a month. It may be nil:
// nothing is invoiced then.
type Invoices interface {
	Invoiced(ctx context.Context, operationID id.ID, month civil.Month) (bool, error)
}

// Curves is told, in the transaction of the change, that another key holds from a day
// on, so that what pmo shares as the operator itself is shared again. It may be nil.
type Curves interface {
	KeyChanged(ctx context.Context, operationID id.ID, from civil.Date) error
	// MonthsSince lists the months with curves from a day on, ascending.
	MonthsSince(ctx context.Context, operationID id.ID, from civil.Date) ([]civil.Month, error)
}

// Site is a participant as keys need it.
type Site struct {
	ID     id.ID
	Name   string
	DsoID  string // PRM or EAN
	Period civil.Range
}

// MonthEnergies is what the sites of an operation drew and made in a month, by the
// operator's figures, on one grid.
type MonthEnergies struct {
	Month civil.Month
	// Algorithm is the version of the arithmetic for the month: that of its invoices where
	// it is invoiced; 0 = the present one.
	Algorithm int
	Start     time.Time
	Step      time.Duration
	Starts    []int // step at which each civil day begins, and at the end the number of steps
	// Consumers and Producers with a curve, ascending by participant id; their columns
	// are [site][step], zero outside the days of a site and in gaps.
	Consumers, Producers    []Site
	Consumption, Production [][]energy.MilliWh
	Missing                 []bool // steps at which some site that takes part has a gap
	Gaps                    []Site // sites whose curves lack steps of their days
	Without                 []Site // sites that take part and have no curve at all
}

// Energies reads them, without a permission check of its own.
type Energies interface {
	MonthEnergies(ctx context.Context, operationID id.ID, month civil.Month) (MonthEnergies, error)
}

// CoefficientSets stores coefficients. Nothing stored changes; events are added.
type CoefficientSets interface {
	// Add stores a set with its files and its first event. Earlier ones of the month are
	// superseded, but for the one that the operator has.
	Add(ctx context.Context, s CoefficientSet) error
	// ByID reads one; values says whether with the values of its files.
	// Error: coefficients.notFound.
	ByID(ctx context.Context, operationID, setID id.ID, values bool) (CoefficientSet, error)
	// Current reads the sets of each month of an operation that are not superseded, newest
	// month first: the last one that was made, then the one that the operator has where
	// that is another.
	Current(ctx context.Context, operationID id.ID, months []civil.Month, values bool) ([]CoefficientSet, error)
	// AddEvent adds a state to a set.
	AddEvent(ctx context.Context, operationID, setID id.ID, e CoefficientEvent) error
}

// CoefficientFiles writes and reads the files of the operator.
type CoefficientFiles interface {
	// FileName is how the operator wants the file of a set to be called.
	FileName(s coefficient.Set) string
	// Write writes a set. Errors: coefficients.stepMissing, coefficients.steps.
	Write(w io.Writer, s coefficient.Set) error
	// Read reads a file. Errors: MissingColumns, import.empty, import.rejected.
	Read(ctx context.Context, name string, in io.Reader, zone civil.Zone) (coefficient.Set, error)
}

// Expectations keeps our own allocation beside the operator's.
type Expectations interface {
	// Lock keeps the curves of a month as they are until the caller's transaction ends.
	Lock(ctx context.Context, operationID id.ID, month civil.Month) error
	// Put compares the curves of a month with those stored: as expectation, or, where
	// pmo is the operator, as what it published. It counts them and those that differ;
	// with write these are replaced, within the caller's transaction.
	Put(ctx context.Context, operationID id.ID, x Expectation, write bool) (sites, different int, err error)
	// Days reads what consumers received on each day, by the operator and by us.
	Days(ctx context.Context, operationID id.ID, days civil.Range) ([]SiteDays, error)
	// Contradictions reads the days on which what a site received, whom the key lets it
	// have energy of, and what producers gave contradict each other, ascending.
	Contradictions(ctx context.Context, operationID id.ID, days civil.Range) ([]Contradiction, error)
	// At is what a site received at one step of a month of that width, by the operator;
	// ok is false where that is not known.
	At(ctx context.Context, operationID id.ID, dsoID string, month civil.Month, width time.Duration, step int) (v energy.MilliWh, ok bool, err error)
	// Flows reads what consumers had of each producer by the operator's figures, with
	// the caller's rights.
	Flows(ctx context.Context, p policy.Principal, operationID id.ID, days civil.Range) (Flows, error)
}

// Replays stores replays.
type Replays interface {
	Add(ctx context.Context, r Replay) error
	// ByID reads one. Error: keyReplay.notFound.
	ByID(ctx context.Context, replayID id.ID) (Replay, error)
	// Latest reads those of an operation, newest first.
	Latest(ctx context.Context, operationID id.ID, limit int) ([]Replay, error)
	// Finish closes a pending one.
	Finish(ctx context.Context, r Replay) error
	// Stale lists pending ones made before an instant.
	Stale(ctx context.Context, before time.Time) ([]id.ID, error)
}

// Queue starts jobs when the caller's transaction commits. It may be nil.
type Queue interface {
	// Expect has Service.Expect done.
	Expect(ctx context.Context, operationID id.ID, months []civil.Month) error
	// Replay has Service.RunReplay done.
	Replay(ctx context.Context, replayID id.ID) error
}

package metering

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/allocation/margin"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/id"
)

// Site is a participant as metering needs it.
type Site struct {
	ParticipantID  id.ID
	Name           string
	DsoID          string // PRM or EAN
	Side           Side   // Consumer or Producer
	Prosumer       bool   // has curves of the other side too
	Period         civil.Range
	ContractPowerW int64 // 0 = not known
	ProductionType int   // specification section 3; 0 = none
	// What the operator says of the folder, and what was asked of it.
	DsoStatus, DsoAction string
}

// plays tells whether the site has curves of side s.
func (s Site) plays(side Side) bool { return s.Side == side || s.Prosumer }

// Operation is what metering needs to know of an operation.
type Operation struct {
	ID         id.ID
	ExternalID string
	Operator   dso.Operator
	ACI        bool // external curves exist
	GESKPI     bool // CO2 is shown
	// Emits is true when a producer's production emits CO2 (cogeneration): savings then
	// differ from producer to producer.
	Emits    bool
	Declared map[civil.Month]bool
	// SitesStamp changes with who takes part and what they are called.
	SitesStamp string
}

// MonthState names what the rollups of a month are: it changes when they are rewritten.
// A month without Version has none.
type MonthState struct {
	Month   civil.Month
	Version int64
	Written int64 // when, in microseconds; a version that was undone may come again
}

// Perimeter reads who takes part.
type Perimeter interface {
	// Lock keeps changes of who takes part and of the allocation key waiting until the
	// transaction ends, and waits for those under way; imports do not wait for each
	// other. It comes before the months (decisions 8.2). Error: notFound.
	Lock(ctx context.Context, operationID id.ID) error
	// Operation reads an operation with its declared months. Error: notFound.
	Operation(ctx context.Context, operationID id.ID) (Operation, error)
	// State reads an operation as Operation does, and the states of the rollups of those
	// of the given months that have some, ascending, in one question. Error: notFound.
	State(ctx context.Context, operationID id.ID, months []civil.Month) (Operation, []MonthState, error)
	// Sites lists all participants that have days of activation, ascending by
	// participant id.
	Sites(ctx context.Context, operationID id.ID) ([]Site, error)
	// SitesOf lists those of them with the given participants, in the same order.
	SitesOf(ctx context.Context, operationID id.ID, participantIDs []id.ID) ([]Site, error)
	// SitesNumbered lists all participants with the given numbers, those without days of
	// activation too, in the same order.
	SitesNumbered(ctx context.Context, operationID id.ID, dsoIDs []string) ([]Site, error)
}

// Curves stores the months of series.
type Curves interface {
	// Lock keeps other changes of these operation months waiting until the transaction
	// ends. The caller gives them ascending (decisions 8.2).
	Lock(ctx context.Context, operationID id.ID, months []civil.Month) error
	// Month reads the rows of one operation month, ascending by key, without chunks.
	Month(ctx context.Context, operationID id.ID, month civil.Month) ([]SeriesMonth, error)
	// Chunks reads the chunks of the given curves of a month; nil = all. Their order is
	// not defined. The bytes are the callee's only during the call of each.
	Chunks(ctx context.Context, operationID id.ID, month civil.Month, keys []SeriesKey, each func(SeriesKey, []byte) error) error
	// OfSites reads the rows of some sites, by month and key, without chunks unless asked.
	OfSites(ctx context.Context, operationID id.ID, dsoIDs []string, natures []Nature, months []civil.Month, chunks bool) ([]SeriesMonth, error)
	// Write stores new and changed rows. What they replace is kept as superseded, with
	// the import that did so (none for what no import caused).
	Write(ctx context.Context, operationID, importID id.ID, rows []SeriesMonth) error
	// Written tells the months that an import stored curves of, ascending, and the latest
	// import that replaced some of them and was not undone since; none when there is none.
	Written(ctx context.Context, operationID, importID id.ID) (months []civil.Month, later id.ID, err error)
	// Restore takes away what an import stored and brings back what it replaced.
	Restore(ctx context.Context, operationID, importID id.ID) error
	// Latest reads the days of the last month within its activation for which each
	// participant has a row; those without any are left out.
	Latest(ctx context.Context, participantIDs []id.ID) ([]LatestMonth, error)
	// MonthsWithData lists the months of r that have rows, ascending.
	MonthsWithData(ctx context.Context, operationID id.ID, r civil.Range) ([]civil.Month, error)
}

// LatestMonth is the last month of a participant that has a row, one a nature.
type LatestMonth struct {
	ParticipantID id.ID
	Period        civil.Range
	Month         civil.Month
	Days          Days
}

// Rollups stores the sums of operation months.
type Rollups interface {
	// Write replaces all sums of a month and raises its version.
	Write(ctx context.Context, operationID id.ID, r Rollup) error
	// Sums reads the summed curves of months, by month, nature and side; chunks on demand.
	Sums(ctx context.Context, operationID id.ID, q SumQuery) ([]SumMonth, error)
	// Distributions reads what each participant had: Totals, and of the months of
	// q.Partial Days in their place.
	Distributions(ctx context.Context, operationID id.ID, q PartQuery) ([]DistributionMonth, error)
	// Pairs reads what consumers had from each producer, and all together, of months
	// with two producers or more. Days are filled for the months of q.Partial only.
	Pairs(ctx context.Context, operationID id.ID, q PairQuery) ([]PairMonth, error)
	// Outdated lists the months of an operation, "" = of all, whose pairs are of an older
	// arithmetic than a version, ascending.
	Outdated(ctx context.Context, operationID id.ID, version int) ([]OutdatedMonth, error)
	// Findings reads what was found in months, by month, site, side, kind and day.
	Findings(ctx context.Context, operationID id.ID, months []civil.Month) ([]Finding, error)
	// LatestDays is the last day with data of each operation that has some.
	LatestDays(ctx context.Context, operationIDs []id.ID) (map[id.ID]civil.Date, error)
}

// SumQuery says which summed curves are wanted. No months = all.
type SumQuery struct {
	Months  []civil.Month
	Natures []Nature
	Chunks  bool
}

// PartQuery says which months are wanted, and which of them by day.
type PartQuery struct {
	Months  []civil.Month
	Partial []civil.Month
	Natures []Nature
}

// PairQuery says which months are wanted, which of them by day, and of whom: Consumers
// nil = every one.
type PairQuery struct {
	Months    []civil.Month
	Partial   []civil.Month
	Consumers []id.ID
}

// Imports stores imports and their files.
type Imports interface {
	// Add stores a started import with its files. Error: import.inProgress with
	// parameter id while another one of the operation that is no dry run is live.
	Add(ctx context.Context, i Import) error
	// Get reads one with its files. Error: import.notFound.
	Get(ctx context.Context, importID id.ID) (Import, error)
	// List reads those of an operation, newest first, and how many there are.
	List(ctx context.Context, operationID id.ID, offset, limit int) ([]Import, int, error)
	// Position is the place of one in that list, from 1; 0 = it is not in it.
	Position(ctx context.Context, operationID, importID id.ID) (int, error)
	// Latest reads the newest one of a kind, by an agent or, with "", by anybody; ok is
	// false when there is none.
	Latest(ctx context.Context, operationID id.ID, kind ImportKind, agent string) (i Import, ok bool, err error)
	// Live is the running import of the operation that is no dry run, if there is one.
	Live(ctx context.Context, operationID id.ID) (importID id.ID, ok bool, err error)
	// Finish closes a started import with its outcome; ok is false when it was closed
	// before.
	Finish(ctx context.Context, i Import) (ok bool, err error)
	// Reopen starts a suspected import again, as confirmed by somebody; ok is false when it
	// is not suspected any more. Error: import.inProgress, as of Add.
	Reopen(ctx context.Context, i Import, by id.ID, at time.Time) (ok bool, err error)
	// Undo closes a succeeded or suspected import as undone; ok is false when it is neither.
	Undo(ctx context.Context, importID, by id.ID, at time.Time) (ok bool, err error)
	// Progress records how much is done, outside the transaction of the import.
	Progress(ctx context.Context, importID id.ID, done, total int) error
	// AddFile adds a file to a live import; ok is false when its place is taken.
	AddFile(ctx context.Context, importID id.ID, position int, f ImportFile) (ok bool, err error)
	// Stale lists live imports that gave no sign of life since an instant.
	Stale(ctx context.Context, since time.Time) ([]id.ID, error)
}

// Mappings stores how files of unusual layouts are read.
type Mappings interface {
	// Add stores one. Error: fileMapping.exists.
	Add(ctx context.Context, m FileMapping) error
	// Get reads one. Error: fileMapping.notFound.
	Get(ctx context.Context, operationID, mappingID id.ID) (FileMapping, error)
	// List reads those of an operation, by name.
	List(ctx context.Context, operationID id.ID) ([]FileMapping, error)
	// Update stores a changed one whose version is still before. Error: object.changed.
	Update(ctx context.Context, m FileMapping, before int) error
	// Remove forgets one. Error: fileMapping.notFound.
	Remove(ctx context.Context, operationID, mappingID id.ID) error
}

// Declarations stores months declared definitive.
type Declarations interface {
	// Add stores one. Error: definitiveMonth.exists.
	Add(ctx context.Context, operationID id.ID, d DefinitiveMonth) error
	// Remove forgets one. Error: definitiveMonth.notFound.
	Remove(ctx context.Context, operationID id.ID, month civil.Month) error
	// List reads them, newest month first.
	List(ctx context.Context, operationID id.ID) ([]DefinitiveMonth, error)
}

// Queue starts the job of an import when the caller's transaction commits.
type Queue interface {
	CurveImport(ctx context.Context, importID id.ID) error
}

// Invoices tells whether a published invoice bills a day of a month. It may be nil:
// nothing is invoiced then.
type Invoices interface {
	Invoiced(ctx context.Context, operationID id.ID, month civil.Month) (bool, error)
	// NotCharged tells whether a day of the month was billed without anything to pay.
	NotCharged(ctx context.Context, operationID id.ID, month civil.Month) (bool, error)
}

// Allocator shares the production of some steps among consumers: what columns
// (ascending participant id, one row a step) received is written to dst. Shares are
// never above consumption, nor their sum above production.
type Allocator interface {
	Allocate(dst [][]energy.MilliWh, production []energy.MilliWh, consumption [][]energy.MilliWh) error
}

// PairAllocator is an allocator that may share the production of each producer apart.
type PairAllocator interface {
	Allocator
	// ByProducer tells whether it does; it then cannot Allocate.
	ByProducer() bool
	// AllocatePairs writes who received what from whom, dst[producer][consumer], of
	// production [producer][step]; producers in ascending participant id.
	AllocatePairs(dst [][][]energy.MilliWh, production, consumption [][]energy.MilliWh) error
	// FitPairs is AllocatePairs fitted to what an operator says of both sides, and the
	// steps at which that cannot be.
	FitPairs(dst [][][]energy.MilliWh, m margin.Margins) ([]margin.Conflict, error)
}

// KeySpan is the allocator in force on some days.
type KeySpan struct {
	Days      civil.Range
	Allocator Allocator
}

// apart is the allocator where it shares the production of each producer apart.
func (s KeySpan) apart() (PairAllocator, bool) {
	with, ok := s.Allocator.(PairAllocator)
	return with, ok && with.ByProducer()
}

// Keys knows the allocation keys of operations. Spans cover days in order, without a
// hole. A span that shares the production of each producer apart is best one day, for
// what it makes is as large as consumers times producers. It may be nil: by_default
// holds.
type Keys interface {
	KeysIn(ctx context.Context, operationID id.ID, q KeyQuery) ([]KeySpan, error)
}

// KeyQuery says on which days and steps keys are to share, and whose the columns are.
type KeyQuery struct {
	Days                 civil.Range
	Step                 time.Duration
	Consumers, Producers []id.ID
	// Algorithm is the version of the arithmetic that the months were shared by; 0 = the
	// present one.
	Algorithm int
	// Applied asks what the operator shared by: coefficients that it has come before the
	// key in force.
	Applied bool
}

// prorata is by_default, the key of the law where no other is set.
type prorata struct{ kernel share.Kernel }

// Prorata gives an allocator by_default (domain 6.3.2).
func Prorata() Allocator { return &prorata{} }

func (p *prorata) Allocate(dst [][]energy.MilliWh, production []energy.MilliWh, consumption [][]energy.MilliWh) error {
	return p.kernel.Prorata(dst, production, consumption)
}

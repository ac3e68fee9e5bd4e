package metering

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
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
}

// plays tells whether the site has curves of side s.
func (s Site) plays(side Side) bool { return s.Side == side || s.Prosumer }

// Operation is what metering needs to know of an operation.
type Operation struct {
	ID       id.ID
	Operator dso.Operator
	ACI      bool // external curves exist
	GESKPI   bool // CO2 is shown
	// Emits is true when a producer's production emits CO2 (cogeneration): savings then
	// differ from producer to producer.
	Emits    bool
	Declared map[civil.Month]bool
}

// Perimeter reads who takes part.
type Perimeter interface {
	// Operation reads an operation with its declared months. Error: notFound.
	Operation(ctx context.Context, operationID id.ID) (Operation, error)
	// Sites lists all participants that have days of activation, ascending by
	// participant id.
	Sites(ctx context.Context, operationID id.ID) ([]Site, error)
	// SitesOf lists those of them with the given participants, in the same order.
	SitesOf(ctx context.Context, operationID id.ID, participantIDs []id.ID) ([]Site, error)
	// NameStamp names the state of who is called what: it changes with a name.
	NameStamp(ctx context.Context, operationID id.ID) (string, error)
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
	// Stamp names the state of the rollups of some months: it changes when one of them
	// is rewritten.
	Stamp(ctx context.Context, operationID id.ID, months []civil.Month) (string, error)
	// Sums reads the summed curves of months, by month, nature and side; chunks on demand.
	Sums(ctx context.Context, operationID id.ID, q SumQuery) ([]SumMonth, error)
	// Distributions reads what each participant had on the days of q.Days: Totals are
	// those of the days that lie in the month, and Days are left out.
	Distributions(ctx context.Context, operationID id.ID, q PartQuery) ([]DistributionMonth, error)
	// Pairs reads what consumers had from each producer, and all together, of months
	// with two producers or more. Days are filled for the months of q.Partial only.
	Pairs(ctx context.Context, operationID id.ID, q PairQuery) ([]PairMonth, error)
	// LatestDays is the last day with data of each operation that has some.
	LatestDays(ctx context.Context, operationIDs []id.ID) (map[id.ID]civil.Date, error)
}

// SumQuery says which summed curves are wanted. No months = all.
type SumQuery struct {
	Months  []civil.Month
	Natures []Nature
	Chunks  bool
}

// PartQuery says which months are wanted, and which days of them.
type PartQuery struct {
	Months  []civil.Month
	Days    civil.Range
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
	// Latest reads the newest upload of the operation; ok is false when there is none.
	Latest(ctx context.Context, operationID id.ID, kind ImportKind) (i Import, ok bool, err error)
	// Finish closes a started import with its outcome; ok is false when it was closed
	// before.
	Finish(ctx context.Context, i Import) (ok bool, err error)
	// Progress records how much is done, outside the transaction of the import.
	Progress(ctx context.Context, importID id.ID, done, total int) error
	// Stale lists live imports that gave no sign of life since an instant.
	Stale(ctx context.Context, since time.Time) ([]id.ID, error)
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
}

// Allocator shares the production of some steps among consumers: what columns
// (ascending participant id, one row a step) received is written to dst. Shares are
// never above consumption, nor their sum above production.
type Allocator interface {
	Allocate(dst [][]energy.MilliWh, production []energy.MilliWh, consumption [][]energy.MilliWh) error
}

// KeySpan is the allocator in force on some days.
type KeySpan struct {
	Days      civil.Range
	Allocator Allocator
}

// Keys knows the allocation keys of operations. Spans cover days in order, without a
// hole; consumers are in the order of the columns. It may be nil: by_default holds.
type Keys interface {
	KeysIn(ctx context.Context, operationID id.ID, days civil.Range, consumers []id.ID) ([]KeySpan, error)
}

// prorata is by_default, the key of the law where no other is set.
type prorata struct{ kernel share.Kernel }

// Prorata gives an allocator by_default (domain 6.3.2).
func Prorata() Allocator { return &prorata{} }

func (p *prorata) Allocate(dst [][]energy.MilliWh, production []energy.MilliWh, consumption [][]energy.MilliWh) error {
	return p.kernel.Prorata(dst, production, consumption)
}

// ImportKind says which call an import came by.
type ImportKind string

// The two calls; both do the same.
const (
	KindImport ImportKind = "import"
	KindUpload ImportKind = "upload"
)

// ImportStatus is where an import is. The words are the contract's.
type ImportStatus string

// The states. A started import belongs to its job.
const (
	ImportStarted   ImportStatus = "STARTED"
	ImportSucceeded ImportStatus = "SUCCEEDED"
	ImportFailed    ImportStatus = "FAILED"
)

// Import is one set of files that is stored whole or not at all.
type Import struct {
	ID          id.ID
	OperationID id.ID
	Kind        ImportKind
	Status      ImportStatus
	CreatedBy   id.ID
	Author      string // name of CreatedBy, for lists
	Agent       string // how it was asked for: "", "token", "system"
	CreatedAt   time.Time
	FinishedAt  *time.Time
	DryRun      bool
	Definitive  bool // files without a status of their own are definitive
	Files       []ImportFile
	Done, Total int // sites
	Result      *ImportResult
	Errors      []*fault.Error
}

// ImportFile is a received file, kept in the object store by its SHA-256.
type ImportFile struct {
	Name   string
	Size   int64
	SHA256 string // hex
	Format string // known after reading
}

// Key is the name of the file in the object store.
func (f ImportFile) Key() string { return "curves/" + f.SHA256[:2] + "/" + f.SHA256 }

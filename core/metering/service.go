package metering

import (
	"time"

	"github.com/openpmo/pmo/core/object"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// maxFileBytes is the most a single received file may have.
const maxFileBytes = 200 << 20

// Deps are what the service works with.
type Deps struct {
	Guard        policy.Guard
	Tx           tx.Runner
	Now          func() time.Time
	Perimeter    Perimeter
	Curves       Curves
	Rollups      Rollups
	Imports      Imports
	Declarations Declarations
	Files        object.Store
	Reader       FileReader
	Check        DatasetCheck // nil = none
	Queue        Queue
	Keys         Keys     // nil = by_default
	Invoices     Invoices // nil = nothing is invoiced
}

// Service holds the use cases of metering.
type Service struct {
	guard        policy.Guard
	tx           tx.Runner
	now          func() time.Time
	perimeter    Perimeter
	curves       Curves
	rollups      Rollups
	imports      Imports
	declarations Declarations
	files        object.Store
	reader       FileReader
	check        DatasetCheck
	queue        Queue
	keys         Keys
	invoices     Invoices
}

// New makes the service.
func New(d Deps) *Service {
	if d.Now == nil {
		d.Now = time.Now
	}
	return &Service{guard: d.Guard, tx: d.Tx, now: d.Now, perimeter: d.Perimeter, curves: d.Curves,
		rollups: d.Rollups, imports: d.Imports, declarations: d.Declarations, files: d.Files, reader: d.Reader,
		check: d.Check, queue: d.Queue, keys: d.Keys, invoices: d.Invoices}
}

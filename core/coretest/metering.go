package coretest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/blob/fs"
	"github.com/openpmo/pmo/adapters/dso/acccsv"
	"github.com/openpmo/pmo/adapters/dso/enedis"
	"github.com/openpmo/pmo/adapters/dso/enedis/gateway"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/sibelga"
	"github.com/openpmo/pmo/adapters/dso/table"
	"github.com/openpmo/pmo/adapters/memory"
	"github.com/openpmo/pmo/adapters/postgres/importstore"
	"github.com/openpmo/pmo/adapters/postgres/meteringstore"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/dashboard"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/ingest/received"
	"github.com/openpmo/pmo/core/metering/monthly"
	"github.com/openpmo/pmo/core/policy"
)

// Metering is a world with the services of metering. Its stores are those of the product,
// its files lie in a folder of the test.
type Metering struct {
	*World
	*assembly.Services
	deps  assembly.Parts
	Words Words // what files of one word hold
	// Months with published invoices, and those billed without anything to pay.
	Billed, Uncharged map[civil.Month]bool
}

// MeteredSite is a site as its operator knows it.
type MeteredSite struct {
	Name, DsoID string
	Producer    bool
	From, To    string // To is the first day outside; "" = it stays
}

// MeterClock is what the clock of a world of metering shows unless it is set: 6 November
// 2026, nine in the morning in Paris.
var MeterClock = time.Date(2026, 11, 6, 8, 0, 0, 0, time.UTC)

// NewMetering is an operation on the grid of an operator, with its sites.
func NewMetering(t testing.TB, operator string, sites ...MeteredSite) *Metering {
	t.Helper()
	m := &Metering{World: New(t), Words: Words{}, Billed: map[civil.Month]bool{}, Uncharged: map[civil.Month]bool{}}
	m.Clock = MeterClock
	m.Exec("update operations set dso = $2, functionalities = '{GES_KPI}' where id = $1", m.Operation, operator)
	for _, s := range sites {
		m.AddSite(s)
	}
	store, err := fs.New(t.TempDir(), bytes.Repeat([]byte{1}, 32), m.Now)
	require.NoError(t, err)
	m.deps = meteringStores(m.World)
	m.deps.Documents, m.deps.Reader, m.deps.Invoices = m.Keeping(store), wordReader{m.Words, productReader()}, monthInvoices{m.Billed, m.Uncharged}
	m.assemble()
	return m
}

// assemble makes the services, and the jobs that they do.
func (m *Metering) assemble() {
	m.deps.Jobs = m.NewJobs()
	m.Services = assembly.Assemble(m.deps)
	m.Jobs.Handle(m.Ingest.Job())
}

// meteringStores are the stores of the product, without what lies outside the database.
func meteringStores(w *World) assembly.Parts {
	return assembly.Parts{Guard: w.Guard, Tx: w.DB, Now: w.Now, Memory: memory.New[monthly.MemoryKey](32 << 20), Stores: assembly.Stores{
		Perimeter: meteringstore.NewPerimeters(w.DB), Curves: meteringstore.NewCurves(w.DB), Rollups: meteringstore.NewRollups(w.DB),
		Imports: importstore.NewImports(w.DB), Declarations: meteringstore.NewDefinitiveMonths(w.DB), Registers: meteringstore.NewRegisters(w.DB),
		Readings: meteringstore.NewPeriodReadings(w.DB), Mappings: importstore.NewFileMappings(w.DB), Operations: importstore.NewWorkOperations(w.DB)}}
}

// AddSite adds a site.
func (m *Metering) AddSite(s MeteredSite) id.ID {
	m.T.Helper()
	site, side := id.New(), "consumer"
	if s.Producer {
		side = "producer"
	}
	m.Exec(`insert into participants (operation_id, id, name, energy_type, dso_id, activation, production_type_id, created_at, updated_at)
		values ($1, $2, $3, $4, $5, daterange($6::text::date, nullif($7::text, '')::date), 3, now(), now())`,
		m.Operation, site, s.Name, side, s.DsoID, s.From, s.To)
	m.Sites[s.Name] = site
	return site
}

// Rewire makes the services anew with some of their dependencies exchanged.
func (m *Metering) Rewire(change func(*assembly.Parts)) {
	change(&m.deps)
	m.assemble()
}

// Forgetful are services over the same stores that remember nothing yet.
func (m *Metering) Forgetful() *assembly.Services {
	deps := m.deps
	deps.Memory = nil
	return assembly.Assemble(deps)
}

// SiteAccount is a participant's account that holds a site for some days.
func (m *Metering) SiteAccount(site string, days civil.Range) policy.Principal {
	p := m.Account(site)
	p.Sites[0].Period = days
	return p
}

// Load imports datasets at once.
func (m *Metering) Load(sets ...curvefile.Dataset) ingest.ImportResult {
	m.T.Helper()
	r, err := m.TryLoad(sets...)
	require.NoError(m.T, err)
	return r
}

// TryLoad imports datasets at once, or says why not.
func (m *Metering) TryLoad(sets ...curvefile.Dataset) (ingest.ImportResult, error) {
	return m.Ingest.ImportDatasets(m.T.Context(), m.Organizer, m.Operation, sets)
}

// Put imports curves of constant powers in W, by the operator's number of the site.
func (m *Metering) Put(n metering.Nature, status curvefile.Status, days civil.Range, watts map[string]int64) ingest.ImportResult {
	m.T.Helper()
	return m.Load(Constant(civil.Paris, n, status, days, watts))
}

// Metrics are the totals of the operation.
func (m *Metering) Metrics(days civil.Range) dashboard.Metrics {
	m.T.Helper()
	metrics, err := m.Dashboard.OperationMetrics(m.T.Context(), m.Organizer, dashboard.MetricsInput{OperationID: m.Operation, Days: days})
	require.NoError(m.T, err)
	return metrics
}

// Count answers a query that counts.
func (m *Metering) Count(sql string, args ...any) (n int) {
	m.T.Helper()
	require.NoError(m.T, m.DB.Pool().QueryRow(m.T.Context(), sql, args...).Scan(&n))
	return n
}

// Received is a file with a content.
func Received(name, content string) ingest.ReceivedFile {
	sum := sha256.Sum256([]byte(content))
	return ingest.ReceivedFile{Name: name, Size: int64(len(content)), SHA256: hex.EncodeToString(sum[:]),
		Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil }}
}

// Send starts an upload of one file whose content is a word.
func (m *Metering) Send(word string, dryRun bool) (ingest.Import, error) {
	return m.Ingest.StartImport(m.T.Context(), m.Organizer, ingest.ImportInput{OperationID: m.Operation, Kind: ingest.KindUpload, DryRun: dryRun,
		Files: []ingest.ReceivedFile{Received(word+".csv", word)}})
}

// Import sends the file of a word and runs the import.
func (m *Metering) Import(word string, dryRun bool) ingest.Import {
	m.T.Helper()
	i, err := m.Send(word, dryRun)
	require.NoError(m.T, err)
	return m.Run(i.ID)
}

// Run does the work of a started import.
func (m *Metering) Run(importID id.ID) ingest.Import {
	m.T.Helper()
	require.NoError(m.T, m.Ingest.RunImport(m.T.Context(), importID))
	return m.Imported(importID)
}

// Imported is an import as it stands.
func (m *Metering) Imported(importID id.ID) ingest.Import {
	m.T.Helper()
	i, err := m.Followed(m.Organizer, importID)
	require.NoError(m.T, err)
	return i
}

// Followed is an import as somebody may follow its job.
func (m *Metering) Followed(p policy.Principal, importID id.ID) (ingest.Import, error) {
	j, err := m.Jobs.Find(m.T.Context(), p, importID)
	if err != nil {
		return ingest.Import{}, err
	}
	return m.Ingest.ImportOf(m.T.Context(), j)
}

// Work runs the imports that were queued.
func (m *Metering) Work() {
	m.T.Helper()
	for len(m.Queued) > 0 {
		next := m.Queued[0]
		m.Queued = m.Queued[1:]
		require.NoError(m.T, m.Jobs.Work(m.T.Context(), next.JobID, next.Part))
	}
}

// AnImport is one that stored nothing, for rows that name the import they came with.
func (m *Metering) AnImport() id.ID {
	m.T.Helper()
	i := ingest.Import{ID: id.New(), OperationID: m.Operation, Kind: ingest.KindImport, Status: ingest.ImportStarted, CreatedBy: m.Organizer.UserID, CreatedAt: m.Clock}
	require.NoError(m.T, m.Ingest.Open(m.T.Context(), m.Organizer, i, nil, func(ctx context.Context) error {
		return m.Ingest.Refuse(ctx, i, metering.ErrNoFiles)
	}))
	return i.ID
}

// Content is what is kept of a received file.
func (m *Metering) Content(f received.File) string {
	m.T.Helper()
	kept, err := m.deps.Documents.Open(m.T.Context(), document.Document{ID: f.Document, OperationID: m.Operation, Kind: received.Kind})
	require.NoError(m.T, err)
	defer func() { _ = kept.Close() }()
	text, err := io.ReadAll(kept)
	require.NoError(m.T, err)
	return string(text)
}

// Words says what is in a file whose content is a word.
type Words map[string]func() ([]curvefile.Dataset, error)

// Hold makes a word stand for datasets.
func (w Words) Hold(word string, sets ...curvefile.Dataset) {
	w[word] = func() ([]curvefile.Dataset, error) { return sets, nil }
}

// wordReader reads words, and other files as the product does.
type wordReader struct {
	words Words
	curvefile.FileReader
}

// With of curvefile.FileReader.
func (r wordReader) With(hints curvefile.FileHints) curvefile.FileReader {
	return wordReader{r.words, r.FileReader.With(hints)}
}

// Read of curvefile.FileReader.
func (r wordReader) Read(ctx context.Context, name string, size int64, open func() (io.ReadCloser, error), zone civil.Zone) ([]curvefile.Dataset, error) {
	content, err := open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = content.Close() }()
	text, err := io.ReadAll(content)
	if err != nil {
		return nil, err
	}
	if sets := r.words[string(text)]; sets != nil {
		return sets()
	}
	return r.FileReader.Read(ctx, name, size, open, zone)
}

// productReader reads the files of all operators.
func productReader() *files.Reader {
	return files.New(files.DefaultLimits(), enedis.OtherFlow{}, enedis.R63{}, enedis.CustomerCSV{}, enedis.CustomerXLSX{}, enedis.R15{}, gateway.Readings{},
		acccsv.Long{}, acccsv.Wide{}, sibelga.Monthly{}, sibelga.WallClock(), sibelga.GMT(), sibelga.Portal{}).Otherwise(table.Format{})
}

// monthInvoices says what is on invoices.
type monthInvoices struct{ billed, uncharged map[civil.Month]bool }

// Invoiced of rollup.Invoices.
func (i monthInvoices) Invoiced(_ context.Context, _ id.ID, m civil.Month) (bool, error) {
	return i.billed[m], nil
}

// NotCharged of rollup.Invoices.
func (i monthInvoices) NotCharged(_ context.Context, _ id.ID, m civil.Month) (bool, error) {
	return i.uncharged[m], nil
}

// Constant is a dataset of constant powers in W over whole days, by quarters of an hour.
func Constant(zone civil.Zone, nature metering.Nature, status curvefile.Status, days civil.Range, watts map[string]int64) curvefile.Dataset {
	set := curvefile.Dataset{FileName: "fixture.csv", Format: "ACC_CSV_LONG"}
	from, to := zone.Span(days)
	for _, dsoID := range slices.Sorted(maps.Keys(watts)) {
		values := make([]energy.MilliWh, to.Sub(from)/(15*time.Minute))
		for i := range values {
			values[i] = energy.MilliWh(watts[dsoID] * 250)
		}
		r := OneRun(dsoID, nature, curvefile.Run{Start: from.Unix(), Step: 900, Values: values, Row: 2})
		r.Status = status
		set.Readings = append(set.Readings, r)
	}
	return set
}

// OneRun are definitive readings of a site without a hole.
func OneRun(dsoID string, n metering.Nature, run curvefile.Run) curvefile.Readings {
	return curvefile.Readings{DsoID: dsoID, Nature: n, Unit: "W", Labels: curvefile.LabelsStart, Status: curvefile.StatusDefinitive, Runs: []curvefile.Run{run}}
}

// Days are those from a first to a last one.
func Days(first, last string) civil.Range { return civil.Range{From: Date(first), To: Date(last) + 1} }

// KeysOf are the keys of warnings or of the details of a refusal.
func KeysOf(faults []*fault.Error) (keys []string) {
	for _, f := range faults {
		keys = append(keys, f.Key)
	}
	return keys
}

// ItemsOf are the details of a refusal.
func ItemsOf(t testing.TB, err error) []*fault.Error {
	t.Helper()
	f := fault.From(err)
	require.NotNil(t, f, "%v", err)
	return f.Items
}

// The town of the first journey: one producer, five consumers, constant powers in W.
var (
	MeteredTownSites = []MeteredSite{
		{Name: "Commune", DsoID: "10000000000010", Producer: true, From: "2026-09-01"},
		{Name: "Mairie", DsoID: "10000000000001", From: "2026-09-01"},
		{Name: "École", DsoID: "10000000000002", From: "2026-09-01"},
		{Name: "CCAS", DsoID: "10000000000003", From: "2026-09-01"},
		{Name: "Boulangerie", DsoID: "10000000000004", From: "2026-09-01"},
		{Name: "Martin", DsoID: "10000000000005", From: "2026-09-01"},
	}
	TownConso     = map[string]int64{"10000000000001": 4000, "10000000000002": 2000, "10000000000003": 3000, "10000000000004": 6000, "10000000000005": 1000}
	TownAutoconso = map[string]int64{"10000000000001": 2500, "10000000000002": 1250, "10000000000003": 1875, "10000000000004": 3750, "10000000000005": 625}
	TownProd      = map[string]int64{"10000000000010": 10000}
)

// MeteredTown is that town without curves.
func MeteredTown(t testing.TB, operator string) *Metering {
	t.Helper()
	return NewMetering(t, operator, MeteredTownSites...)
}

// TownMonth are the definitive curves of the town.
func TownMonth(days civil.Range) []curvefile.Dataset {
	return []curvefile.Dataset{
		Constant(civil.Paris, metering.Conso, curvefile.StatusDefinitive, days, TownConso),
		Constant(civil.Paris, metering.Prod, curvefile.StatusDefinitive, days, TownProd),
		Constant(civil.Paris, metering.Autoconso, curvefile.StatusDefinitive, days, TownAutoconso),
	}
}

package app

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/openpmo/pmo/adapters/einvoice/afnor"
	"github.com/openpmo/pmo/adapters/einvoice/cdar"
	"github.com/openpmo/pmo/adapters/einvoice/flux10"
	"github.com/openpmo/pmo/adapters/einvoice/outward"
	"github.com/openpmo/pmo/adapters/einvoice/peppol"
	"github.com/openpmo/pmo/adapters/jobs"
	"github.com/openpmo/pmo/adapters/jobs/carriers"
	"github.com/openpmo/pmo/adapters/postgres/einvoicingstore"
	"github.com/openpmo/pmo/adapters/postgres/importstore"
	"github.com/openpmo/pmo/adapters/postgres/invoicestore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/paymentstore"
	"github.com/openpmo/pmo/adapters/weather"
	"github.com/openpmo/pmo/cmd/server/app/demo/platform"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/einvoicing"
	einvoicingassembly "github.com/openpmo/pmo/core/einvoicing/assembly"
	"github.com/openpmo/pmo/core/einvoicing/transmission"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/pull"
	"github.com/openpmo/pmo/core/metering/pull/drop"
	"github.com/openpmo/pmo/core/payment/handover"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// withPulls adds what the server fetches by itself, as the settings say.
func (a *App) withPulls(d assembly.Parts) (assembly.Parts, error) {
	c := a.config.Pull
	queue := jobs.CurvePulls{Client: a.jobs, EveryDay: c.EnedisClientID != ""}
	d.Pulls, d.DropQueue, d.DropMemory = queue, queue, importstore.NewDropMemory(a.db)
	d.PerformanceRatio, d.LateDays = float64(c.PerformancePercent)/100, c.LateDays
	enedis, err := c.Enedis()
	if err != nil {
		return d, err
	}
	var sources curveSources
	if enedis != nil {
		sources = append(sources, enedis)
	}
	if a.config.Demo {
		sources = append(sources, a.demo.Source(d.Operations))
		d.Weather = a.demo.Weather()
	}
	if len(sources) > 0 {
		d.Source = sources
	}
	drops, closers, err := c.Drops()
	for _, one := range closers {
		a.closers = append(a.closers, func() { _ = one.Close() })
	}
	if err != nil {
		return d, err
	}
	d.Drops = drops
	s, err := c.Weather()
	if err != nil || s == nil {
		return d, err
	}
	d.Weather, err = weather.New(*s, nil, a.now)
	return d, err
}

func (a *App) jobs() *jobs.Client { return a.wiring.jobs }

// pullSweeps are those of what is on.
func (a *App) pullSweeps() []jobs.Sweep {
	var out []jobs.Sweep
	if a.config.Pull.EnedisClientID != "" {
		out = append(out, jobs.CurvePullSweep(func() *pull.Service { return a.Services.Metering.Pull }))
	}
	if a.config.Pull.PullDir+a.config.Pull.PullSFTPURL != "" {
		out = append(out, jobs.CurveDropSweep(func() *drop.Service { return a.Services.Metering.Drop }))
	}
	return out
}

// curveSources asks the first source that serves an operation.
type curveSources []pull.CurveSource

var errNoSource = errors.New("no source of curves serves the operation")

func (s curveSources) of(op metering.Operation) pull.CurveSource {
	for _, one := range s {
		if one.Serves(op) {
			return one
		}
	}
	return nil
}

func (s curveSources) Serves(op metering.Operation) bool { return s.of(op) != nil }

// Oldest is that of the source which gives the least.
func (s curveSources) Oldest(today civil.Date) civil.Date {
	oldest := civil.Min
	for _, one := range s {
		oldest = max(oldest, one.Oldest(today))
	}
	return oldest
}

// Calls is that of the source which needs the most.
func (s curveSources) Calls(r pull.CurveRequest) int {
	calls := 0
	for _, one := range s {
		calls = max(calls, one.Calls(r))
	}
	return calls
}

func (s curveSources) Fetch(ctx context.Context, op metering.Operation, requests []pull.CurveRequest) (pull.FetchedFile, error) {
	source := s.of(op)
	if source == nil {
		return pull.FetchedFile{}, errNoSource
	}
	return source.Fetch(ctx, op, requests)
}

// eInvoicing makes the services of e-invoicing. A demo speaks with a platform of its own, within this
// process.
func (a *App) eInvoicing() einvoicingassembly.Services {
	w, db, stores := a.wiring, a.db, invoicestore.Stores(a.db, a.wiring.keys)
	reach := outward.Options{Local: a.config.PlatformsLocal}
	if a.config.Demo {
		reach.Hosts = map[string]http.Handler{platform.Host: platform.New(a.now)}
	}
	client := outward.New(reach)
	access := peppol.New(client, peppol.NewLookup(client, ""), a.now)
	return einvoicingassembly.Assemble(einvoicingassembly.Parts{
		Access:   einvoicing.Access{Guard: w.guard, Tx: db, Now: a.now, Operations: a.Services.Operation},
		Stores:   transmission.Stores{Connections: einvoicingstore.NewConnections(db, w.platforms), Transmissions: einvoicingstore.NewTransmissions(db), Invoices: einvoicingstore.NewTransmissions(db)},
		Composer: transmission.Composer{Snapshots: stores.Documents, Documents: a.Services.Billing.Documents, Messages: cdar.Writer{}},
		Issuers:  stores.BillingEntities, Clients: a.Services.Billing.Entities,
		Carriers: einvoicing.Carriers{einvoicing.AFNOR: afnor.New(client, a.now), einvoicing.PeppolJSON: access, einvoicing.PeppolRaw: access,
			einvoicing.PeppolFolder: peppol.NewFolders(access, a.config.EInvoicingFolder)}, Signatures: w.hooks,
		Reports: einvoicingstore.NewEReports(db), Files: w.documents, Writer: flux10.Writer{},
		Queue: carriers.Queue{Client: a.jobs}, Events: w.events,
	})
}

// handovers is how files reach the bank's client and come back, as the settings say.
func (a *App) handovers() (*handover.Service, error) {
	w, s := a.wiring, &a.Services
	d := handover.Deps{Guard: w.guard, Tx: a.db, Now: a.now, Handovers: paymentstore.NewHandovers(a.db), Orders: s.Collections, Banks: s.Bank,
		Operations: operationstore.NewOperations(a.db), Reason: reasonOf}
	place, err := a.config.Handover.Place()
	if err != nil {
		return nil, err
	}
	if place != nil {
		d.Place = place
		a.closers = append(a.closers, func() { _ = place.Close() })
	}
	return handover.New(d), nil
}

// reasonOf is a refusal in French, a line for each of what is wrong.
func reasonOf(f *fault.Error) string {
	lines := []string{cmp.Or(catalogues.Text("fr", "errors", f.Key, f.Params), f.Key)}
	for _, one := range f.Items {
		lines = append(lines, cmp.Or(catalogues.Text("fr", "errors", one.Key, one.Params), one.Key))
	}
	return strings.Join(lines, "\n")
}

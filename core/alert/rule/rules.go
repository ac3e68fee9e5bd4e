// Package rule finds the facts that alerts are made of: pure steps over what metering, participants
// and months answer.
package rule

import (
	"context"
	"errors"
	"time"

	"github.com/openpmo/pmo/core/alert"
	"github.com/openpmo/pmo/core/billing/correction"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/consent"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/metering/forecast"
	"github.com/openpmo/pmo/core/month"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/payment/receivable"
	"github.com/openpmo/pmo/core/policy"
)

// Sites lists who takes part; metering.Perimeter is one.
type Sites interface {
	Sites(ctx context.Context, operationID id.ID) ([]metering.Site, error)
}

// Curves reads stored curves; metering.Curves is one.
type Curves interface {
	OfSites(ctx context.Context, operationID id.ID, dsoIDs []string, natures []metering.Nature, months []civil.Month, chunks bool) ([]metering.SeriesMonth, error)
}

// LatestDays says until when operations have data; a store of rollups is one.
type LatestDays interface {
	LatestDays(ctx context.Context, operationIDs []id.ID) (map[id.ID]civil.Date, error)
}

// Coverage says which days lack; *billable.Service is one.
type Coverage interface {
	Coverage(ctx context.Context, p policy.Principal, operationID id.ID, months []civil.Month) ([]billable.SideMonth, error)
}

// Sun says what producers should have made; *forecast.Service is one.
type Sun interface {
	Expected(ctx context.Context, p policy.Principal, in forecast.ExpectedInput) ([]forecast.ExpectedProducer, error)
}

// Participants lists the sites of an operation with their folders.
type Participants interface {
	OfOperation(ctx context.Context, operationID id.ID) ([]participant.Participant, error)
}

// Months says where months stand; *month.Service is one.
type Months interface {
	Months(ctx context.Context, p policy.Principal, operationID id.ID) ([]month.Status, error)
}

// Requests says which sites wait for an answer; a store of requests is one.
type Requests interface {
	Waiting(ctx context.Context, operationID id.ID) ([]consent.Waiting, error)
}

// Corrections says which issued invoices wait for a decision; *correction.Service is one.
type Corrections interface {
	Waiting(ctx context.Context, operationID id.ID) ([]correction.Correction, error)
}

// Carriers says what of e-invoices waits for people; a store of transmissions is one.
type Carriers interface {
	// Refused is how many were refused and stand still, the oldest since an instant.
	Refused(ctx context.Context, operationID id.ID) (n int, since *time.Time, err error)
	// Stuck is how many have waited since before an instant to be sent, or to be acknowledged.
	Stuck(ctx context.Context, operationID id.ID, before time.Time) (n int, since *time.Time, err error)
}

// EReports says what was not reported to the administration in time; *ereporting.Service is one.
type EReports interface {
	// Missed is how many periods were not told on a day although they were due, and the last day of the
	// first.
	Missed(ctx context.Context, op operation.Operation, today civil.Date) (n int, oldest *civil.Date, err error)
}

// Payments says how payments of an operation stand; a store of payments is one.
type Payments interface {
	// Overdue are the invoices that should have been paid before a day, the longest late first.
	Overdue(ctx context.Context, operationIDs []id.ID, today civil.Date, limit int) ([]receivable.Document, error)
	// Returned are the invoices of which money came back last, with the day of the bank.
	Returned(ctx context.Context, operationID id.ID) ([]receivable.ReturnedInvoice, error)
	// DebitSites are the sites that are billed by direct debit on a day, and until when a mandate of theirs holds.
	DebitSites(ctx context.Context, operationID id.ID, today civil.Date) ([]receivable.DebitSite, error)
}

// Series are the stored curves, and until when there are some.
type Series struct {
	Curves Curves
	Latest LatestDays
}

// Deps are what rules ask.
type Deps struct {
	Network
	Sites Sites
	Series
	Coverage     Coverage
	Sun          Sun
	Participants Participants
	Months       Months
	Requests     Requests
	Corrections  Corrections
	Payments     Payments
}

// Network says what waits for those outside: carriers of e-invoices, and the administration.
type Network struct {
	Carriers Carriers
	EReports EReports
}

// everybody is who asks: all sites are looked at.
var everybody = policy.Principal{Role: policy.RoleAdmin, Agent: "system"}

// All are the rules, in the order in which they are shown.
func All(d Deps) []alert.Rule {
	return []alert.Rule{
		{Key: alert.OperationSilent, About: alert.OfOperation, Threshold: alert.Threshold{Unit: alert.Days, Default: 40, Least: 2, Most: 365}, Find: d.operationSilent},
		{Key: alert.SiteSilent, About: alert.OfSite, Threshold: alert.Threshold{Unit: alert.Days, Default: 7, Least: 1, Most: 180}, Find: d.siteSilent},
		{Key: alert.ProvisionalLong, About: alert.OfMonth, Threshold: alert.Threshold{Unit: alert.Days, Default: 45, Least: 5, Most: 300}, Find: d.provisionalLong},
		{Key: alert.ProductionLow, About: alert.OfSite, Threshold: alert.Threshold{Unit: alert.Percent, Default: 80, Least: 10, Most: 95}, Find: d.productionLow},
		{Key: alert.CoverageFalling, About: alert.OfMonth, Threshold: alert.Threshold{Unit: alert.Percent, Default: 30, Least: 5, Most: 90}, Find: d.coverageFalling},
		{Key: alert.CreatingLong, About: alert.OfSite, Threshold: alert.Threshold{Unit: alert.Days, Default: 30, Least: 5, Most: 365}, Find: d.creatingLong},
		{Key: alert.CoefficientsDue, About: alert.OfMonth, Threshold: alert.Threshold{Unit: alert.Days, Default: 5, Least: 0, Most: 30}, Feature: operation.FeatureCoefficients, Find: d.coefficientsDue},
		{Key: alert.MonthUnbilled, About: alert.OfMonth, Threshold: alert.Threshold{Unit: alert.Days, Default: 20, Least: 1, Most: 180}, Feature: operation.FeatureBilling, Find: d.monthUnbilled},
		{Key: alert.InvoicesOverdue, About: alert.OfOperation, Threshold: alert.Threshold{Unit: alert.Days, Default: 30, Least: 1, Most: 365}, Feature: operation.FeatureBilling, Find: d.invoicesOverdue},
		{Key: alert.DebitReturned, About: alert.OfOperation, Threshold: alert.Threshold{Unit: alert.Days, Default: 0, Least: 0, Most: 90}, Feature: operation.FeatureBilling, Find: d.debitReturned},
		{Key: alert.MandateMissing, About: alert.OfSite, Threshold: alert.Threshold{Unit: alert.Days, Default: 0, Least: 0, Most: 90}, Feature: operation.FeatureBilling, Find: d.mandateMissing},
		{Key: alert.MandateLapsing, About: alert.OfSite, Threshold: alert.Threshold{Unit: alert.Days, Default: 60, Least: 1, Most: 365}, Feature: operation.FeatureBilling, Find: d.mandateLapsing},
		{Key: alert.RequestWaiting, About: alert.OfSite, Threshold: alert.Threshold{Unit: alert.Days, Default: 0, Least: 0, Most: 30}, Find: d.requestWaiting},
		{Key: alert.CorrectionOpen, About: alert.OfMonth, Threshold: alert.Threshold{Unit: alert.Days, Default: 0, Least: 0, Most: 60}, Feature: operation.FeatureBilling, Find: d.correctionOpen},
		{Key: alert.EInvoiceRefused, About: alert.OfOperation, Threshold: alert.Threshold{Unit: alert.Days, Default: 0, Least: 0, Most: 30}, Feature: operation.FeatureEInvoicing, Find: d.eInvoiceRefused},
		{Key: alert.EInvoiceStuck, About: alert.OfOperation, Threshold: alert.Threshold{Unit: alert.Hours, Default: 4, Least: 1, Most: 72}, Feature: operation.FeatureEInvoicing, Find: d.eInvoiceStuck},
		{Key: alert.EReportLate, About: alert.OfOperation, Threshold: alert.Threshold{Unit: alert.Days, Default: 0, Least: 0, Most: 30}, Feature: operation.FeatureEInvoicing, Find: d.eReportLate},
	}
}

// sites asks once for all rules of a look.
func (d Deps) sites(ctx context.Context, q alert.Question) ([]metering.Site, error) {
	return alert.Once(q, "sites", func() ([]metering.Site, error) { return d.Sites.Sites(ctx, q.Operation.ID) })
}

// latest is the last day with data; nil = there is none.
func (d Deps) latest(ctx context.Context, q alert.Question) (*civil.Date, error) {
	return alert.Once(q, "latest", func() (*civil.Date, error) {
		days, err := d.Latest.LatestDays(ctx, []id.ID{q.Operation.ID})
		if last, ok := days[q.Operation.ID]; ok {
			return &last, err
		}
		return nil, err
	})
}

// coverage is of the thirteen months before this one, the last first.
func (d Deps) coverage(ctx context.Context, q alert.Question) ([]billable.SideMonth, error) {
	return alert.Once(q, "coverage", func() ([]billable.SideMonth, error) {
		months := make([]civil.Month, 13)
		for i := range months {
			months[i] = civil.MonthOf(q.Today).Add(-1 - i)
		}
		return d.Coverage.Coverage(ctx, everybody, q.Operation.ID, months)
	})
}

func (d Deps) months(ctx context.Context, q alert.Question) ([]month.Status, error) {
	return alert.Once(q, "months", func() ([]month.Status, error) { return d.Months.Months(ctx, everybody, q.Operation.ID) })
}

func (d Deps) operationSilent(ctx context.Context, q alert.Question) ([]alert.Fact, error) {
	sites, err := d.sites(ctx, q)
	if err != nil {
		return nil, err
	}
	latest, err := d.latest(ctx, q)
	return silentOperation(sites, latest, q.Today, q.Threshold), err
}

// sitesAtOnce is how many sites are asked about at a time, so that large operations need no more
// memory than small ones.
const sitesAtOnce = 1000

func (d Deps) siteSilent(ctx context.Context, q alert.Question) (out []alert.Fact, _ error) {
	sites, err := d.sites(ctx, q)
	if err != nil {
		return nil, err
	}
	latest, err := d.latest(ctx, q)
	if err != nil || latest == nil {
		return nil, err
	}
	window := civil.Range{From: latest.AddDays(-q.Threshold - 60), To: *latest + 1}
	for len(sites) > 0 {
		some := sites[:min(sitesAtOnce, len(sites))]
		sites = sites[len(some):]
		numbers := make([]string, len(some))
		for i, site := range some {
			numbers[i] = site.DsoID
		}
		rows, err := d.Curves.OfSites(ctx, q.Operation.ID, numbers, []metering.Nature{metering.Conso, metering.Prod}, civil.MonthsOf(window), false)
		if err != nil {
			return nil, err
		}
		out = append(out, silentSites(some, rows, window, q.Threshold)...)
	}
	return out, nil
}

func (d Deps) provisionalLong(ctx context.Context, q alert.Question) ([]alert.Fact, error) {
	sides, err := d.coverage(ctx, q)
	return provisionalMonths(sides, q.Today, q.Threshold), err
}

// sunDays is how many days production is compared over, up to the last with data.
const sunDays = 14

func (d Deps) productionLow(ctx context.Context, q alert.Question) ([]alert.Fact, error) {
	latest, err := d.latest(ctx, q)
	if err != nil || latest == nil {
		return nil, err
	}
	days := civil.Range{From: latest.AddDays(1 - sunDays), To: *latest + 1}
	producers, err := d.Sun.Expected(ctx, everybody, forecast.ExpectedInput{OperationID: q.Operation.ID, Days: days})
	if errors.Is(err, metering.ErrFeature) { // no weather is known there
		return nil, nil
	}
	return lowProducers(producers, days, q.Threshold), err
}

func (d Deps) coverageFalling(ctx context.Context, q alert.Question) ([]alert.Fact, error) {
	sides, err := d.coverage(ctx, q)
	return fallenCoverage(sides, civil.MonthOf(q.Today), q.Threshold), err
}

func (d Deps) creatingLong(ctx context.Context, q alert.Question) ([]alert.Fact, error) {
	all, err := d.Participants.OfOperation(ctx, q.Operation.ID)
	return creatingSites(all, q.Operation.Zone(), q.Today, q.Threshold), err
}

func (d Deps) coefficientsDue(ctx context.Context, q alert.Question) ([]alert.Fact, error) {
	months, err := d.months(ctx, q)
	return dueCoefficients(months, q.Threshold), err
}

func (d Deps) monthUnbilled(ctx context.Context, q alert.Question) ([]alert.Fact, error) {
	months, err := d.months(ctx, q)
	return unbilledMonths(months, q.Today, q.Threshold), err
}

func (d Deps) correctionOpen(ctx context.Context, q alert.Question) ([]alert.Fact, error) {
	waiting, err := d.Corrections.Waiting(ctx, q.Operation.ID)
	return openCorrections(waiting, q.Operation.Zone(), q.Today, q.Threshold), err
}

func (d Deps) requestWaiting(ctx context.Context, q alert.Question) ([]alert.Fact, error) {
	sites, err := d.Requests.Waiting(ctx, q.Operation.ID)
	return waitingSites(sites, q.Operation.Zone(), q.Today, q.Threshold), err
}

func (d Deps) eInvoiceRefused(ctx context.Context, q alert.Question) ([]alert.Fact, error) {
	n, since, err := d.Carriers.Refused(ctx, q.Operation.ID)
	return waitingInvoices(n, since, q, alert.Days), err
}

func (d Deps) eInvoiceStuck(ctx context.Context, q alert.Question) ([]alert.Fact, error) {
	n, since, err := d.Carriers.Stuck(ctx, q.Operation.ID, q.Now.Add(-time.Duration(q.Threshold)*time.Hour))
	return waitingInvoices(n, since, q, alert.Hours), err
}

func (d Deps) eReportLate(ctx context.Context, q alert.Question) ([]alert.Fact, error) {
	n, oldest, err := d.EReports.Missed(ctx, q.Operation, q.Today.AddDays(-q.Threshold))
	if err != nil || n == 0 {
		return nil, err
	}
	return []alert.Fact{{Severity: alert.Warning, Action: alert.SeeEInvoices, Figures: alert.Figures{Days: int(q.Today - *oldest), Day: oldest, Number: n}}}, nil
}

func (d Deps) invoicesOverdue(ctx context.Context, q alert.Question) ([]alert.Fact, error) {
	found, err := d.Payments.Overdue(ctx, []id.ID{q.Operation.ID}, q.Today, receivable.MaxListed)
	return overdueInvoices(found, q.Today, q.Threshold), err
}

func (d Deps) debitReturned(ctx context.Context, q alert.Question) ([]alert.Fact, error) {
	found, err := d.Payments.Returned(ctx, q.Operation.ID)
	return returnedDebits(found, q.Today, q.Threshold), err
}

// debitSites asks once for both rules of mandates.
func (d Deps) debitSites(ctx context.Context, q alert.Question) ([]receivable.DebitSite, error) {
	return alert.Once(q, "debitSites", func() ([]receivable.DebitSite, error) { return d.Payments.DebitSites(ctx, q.Operation.ID, q.Today) })
}

func (d Deps) mandateMissing(ctx context.Context, q alert.Question) ([]alert.Fact, error) {
	sites, err := d.debitSites(ctx, q)
	return missingMandates(sites, q.Today, q.Threshold), err
}

func (d Deps) mandateLapsing(ctx context.Context, q alert.Question) ([]alert.Fact, error) {
	sites, err := d.debitSites(ctx, q)
	return lapsingMandates(sites, q.Today, q.Threshold), err
}

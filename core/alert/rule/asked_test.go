package rule

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

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

// figures answer for every context that rules ask, and note what they were asked.
type figures struct {
	sites  []metering.Site
	latest map[id.ID]civil.Date
	fails  error

	numbers []int // of sites, by question about curves
	window  []civil.Month
	curves  []metering.Nature
	covered []civil.Month
	sun     civil.Range
}

func (f *figures) Sites(context.Context, id.ID) ([]metering.Site, error) { return f.sites, nil }

func (f *figures) LatestDays(_ context.Context, operations []id.ID) (map[id.ID]civil.Date, error) {
	return f.latest, f.fails
}

func (f *figures) OfSites(_ context.Context, _ id.ID, numbers []string, natures []metering.Nature, months []civil.Month, chunks bool) ([]metering.SeriesMonth, error) {
	f.numbers, f.window, f.curves = append(f.numbers, len(numbers)), months, natures
	if chunks {
		return nil, errors.New("sums say enough")
	}
	return nil, f.fails
}

func (f *figures) Coverage(_ context.Context, _ policy.Principal, _ id.ID, months []civil.Month) ([]billable.SideMonth, error) {
	f.covered = months
	return nil, f.fails
}

func (f *figures) Expected(_ context.Context, _ policy.Principal, in forecast.ExpectedInput) ([]forecast.ExpectedProducer, error) {
	f.sun = in.Days
	return nil, f.fails
}

// payments answer for the rules of payments.
type payments struct{ *figures }

func (p payments) Overdue(context.Context, []id.ID, civil.Date, int) ([]receivable.Document, error) {
	return nil, p.fails
}

func (p payments) Returned(context.Context, id.ID) ([]receivable.ReturnedInvoice, error) {
	return nil, p.fails
}

func (p payments) DebitSites(context.Context, id.ID, civil.Date) ([]receivable.DebitSite, error) {
	return nil, p.fails
}

func (f *figures) OfOperation(context.Context, id.ID) ([]participant.Participant, error) {
	return nil, f.fails
}

func (f *figures) Months(context.Context, policy.Principal, id.ID) ([]month.Status, error) {
	return nil, f.fails
}

func (f *figures) Waiting(context.Context, id.ID) ([]consent.Waiting, error) {
	return nil, f.fails
}

// waitingCorrections answers none, or fails as figures do.
type waitingCorrections struct{ *figures }

func (w waitingCorrections) Waiting(context.Context, id.ID) ([]correction.Correction, error) {
	return nil, w.fails
}

func (f *figures) Refused(context.Context, id.ID) (int, *time.Time, error) { return 0, nil, f.fails }

func (f *figures) Stuck(context.Context, id.ID, time.Time) (int, *time.Time, error) {
	return 0, nil, f.fails
}

func (f *figures) Missed(context.Context, operation.Operation, civil.Date) (int, *civil.Date, error) {
	return 0, nil, f.fails
}

func (f *figures) deps() Deps {
	return Deps{Network: Network{Carriers: f, EReports: f}, Sites: f, Series: Series{Curves: f, Latest: f}, Coverage: f, Sun: f, Participants: f, Months: f, Requests: f, Corrections: waitingCorrections{f}, Payments: payments{f}}
}

// The rules in the order of the screen, from where to where an organizer sets each, and what it is
// until somebody does.
func TestEachRuleHasItsBounds(t *testing.T) {
	t.Parallel()
	rules := All((&figures{}).deps())
	var said []alert.Threshold
	for _, r := range rules {
		require.NotNil(t, r.Find, r.Key)
		said = append(said, r.Threshold)
	}
	require.Equal(t, []alert.Threshold{
		{Unit: alert.Days, Default: 40, Least: 2, Most: 365},
		{Unit: alert.Days, Default: 7, Least: 1, Most: 180},
		{Unit: alert.Days, Default: 45, Least: 5, Most: 300},
		{Unit: alert.Percent, Default: 80, Least: 10, Most: 95},
		{Unit: alert.Percent, Default: 30, Least: 5, Most: 90},
		{Unit: alert.Days, Default: 30, Least: 5, Most: 365},
		{Unit: alert.Days, Default: 5, Least: 0, Most: 30},
		{Unit: alert.Days, Default: 20, Least: 1, Most: 180},
		{Unit: alert.Days, Default: 30, Least: 1, Most: 365},
		{Unit: alert.Days, Default: 0, Least: 0, Most: 90},
		{Unit: alert.Days, Default: 0, Least: 0, Most: 90},
		{Unit: alert.Days, Default: 60, Least: 1, Most: 365},
		{Unit: alert.Days, Default: 0, Least: 0, Most: 30},
		{Unit: alert.Days, Default: 0, Least: 0, Most: 60},
		{Unit: alert.Days, Default: 0, Least: 0, Most: 30},
		{Unit: alert.Hours, Default: 4, Least: 1, Most: 72},
		{Unit: alert.Days, Default: 0, Least: 0, Most: 30},
	}, said)
	require.Equal(t, []any{alert.OperationSilent, alert.MonthUnbilled, alert.RequestWaiting, alert.CorrectionOpen}, []any{rules[0].Key, rules[7].Key, rules[12].Key, rules[13].Key})
	require.Equal(t, []any{operation.FeatureCoefficients, operation.FeatureBilling}, []any{rules[6].Feature, rules[7].Feature})
}

// How far back rules look, and that many sites are asked about in parts.
func TestRulesAskForWhatTheyNeed(t *testing.T) {
	t.Parallel()
	f := &figures{sites: make([]metering.Site, 2*sitesAtOnce+1), latest: map[id.ID]civil.Date{"o": latest}}
	d, q := f.deps(), alert.Question{Operation: operation.Operation{ID: "o"}, Today: latest + 3, Threshold: 7}
	for _, r := range All(d) {
		_, err := r.Find(t.Context(), q)
		require.NoError(t, err, r.Key)
	}
	require.Equal(t, []int{1000, 1000, 1}, f.numbers)
	require.Equal(t, civil.MonthsOf(civil.Range{From: latest - 67, To: latest + 1}), f.window)
	require.Equal(t, []metering.Nature{metering.Conso, metering.Prod}, f.curves)
	require.Equal(t, civil.Range{From: latest - 13, To: latest + 1}, f.sun, "fourteen days up to the last with data")
	require.Len(t, f.covered, 13)
	require.Equal(t, []civil.Month{october, october.Add(-12)}, []civil.Month{f.covered[0], f.covered[12]})
}

// Without any data nothing is compared; a fault of one question is the rule's.
func TestRulesWithoutDataAndWithFaults(t *testing.T) {
	t.Parallel()
	f := &figures{sites: []metering.Site{consumer}}
	d, q := f.deps(), alert.Question{Operation: operation.Operation{ID: "o"}, Today: latest + 400, Threshold: 7}
	silent, err := d.operationSilent(t.Context(), q)
	require.NoError(t, err)
	require.Len(t, silent, 1, "since the site entered")
	for name, find := range map[string]func(context.Context, alert.Question) ([]alert.Fact, error){"sites": d.siteSilent, "production": d.productionLow} {
		found, err := find(t.Context(), q)
		require.NoError(t, err, name)
		require.Empty(t, found, name)
	}
	require.Empty(t, f.numbers)
	require.Zero(t, f.sun)

	f.latest, f.fails = map[id.ID]civil.Date{"o": latest}, errors.New("no answer")
	for _, r := range All(d) {
		_, err := r.Find(t.Context(), q)
		require.ErrorIs(t, err, f.fails, r.Key)
	}
	f.fails = nil
	sunless := &figures{latest: f.latest}
	deps := sunless.deps()
	deps.Sun = noWeather{}
	found, err := deps.productionLow(t.Context(), q)
	require.NoError(t, err)
	require.Empty(t, found)
}

// noWeather is an operation without forecasts.
type noWeather struct{}

func (noWeather) Expected(context.Context, policy.Principal, forecast.ExpectedInput) ([]forecast.ExpectedProducer, error) {
	return nil, metering.ErrFeature
}

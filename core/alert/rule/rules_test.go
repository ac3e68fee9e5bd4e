package rule

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/alert"
	"github.com/openpmo/pmo/core/allocation/coefficientset"
	"github.com/openpmo/pmo/core/billing/correction"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/consent"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/billable"
	"github.com/openpmo/pmo/core/metering/forecast"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/month"
	"github.com/openpmo/pmo/core/participant"
)

var (
	october  = civil.NewMonth(2026, time.October)
	latest   = october.Next().First() - 1
	always   = civil.Range{From: civil.NewDate(2025, time.January, 1), To: civil.Forever}
	consumer = metering.Site{ParticipantID: "c", DsoID: "1", Side: metering.Consumer, Period: always}
)

// rowUntil is a curve of October with a kWh a day up to a day.
func rowUntil(dsoID string, nature metering.Nature, last int) metering.SeriesMonth {
	row := metering.SeriesMonth{SeriesKey: metering.SeriesKey{DsoID: dsoID, Nature: nature, Origin: metering.DSO}, Month: october}
	row.Days = make(metering.Days, 31)
	for i := range last {
		row.Days[i] = metering.Day{Sum: 1_000_000, State: metering.HasData}
	}
	return row
}

func TestAnOperationIsSilentFromTheDayAfterItsLast(t *testing.T) {
	t.Parallel()
	sites := []metering.Site{consumer}
	today := latest + 1 + 40
	found := silentOperation(sites, &latest, today, 40)
	require.Len(t, found, 1)
	require.Equal(t, alert.Figures{Days: 40, Day: &latest, Sites: 1}, found[0].Figures)
	require.Equal(t, alert.Warning, found[0].Severity)
	require.Empty(t, silentOperation(sites, &latest, today-1, 40))
	require.Equal(t, alert.Urgent, silentOperation(sites, &latest, today+40, 40)[0].Severity)
	require.Empty(t, silentOperation(nil, &latest, today, 40), "nobody takes part")
	fresh := consumer
	fresh.Period.From = today - 5
	require.Empty(t, silentOperation([]metering.Site{fresh}, nil, today, 40), "nobody has been there for long")
	require.Len(t, silentOperation([]metering.Site{fresh}, nil, today, 5), 1, "since its entry")
}

func TestASiteIsSilentWhereOthersHaveData(t *testing.T) {
	t.Parallel()
	window := civil.Range{From: october.First(), To: latest + 1}
	find := func(site metering.Site, threshold int, rows ...metering.SeriesMonth) []alert.Fact {
		return silentSites([]metering.Site{site}, rows, window, threshold)
	}
	found := find(consumer, 7, rowUntil("1", metering.Conso, 21))
	require.Len(t, found, 1)
	require.Equal(t, 10, found[0].Figures.Days)
	require.Equal(t, october.First()+20, *found[0].Figures.Day)
	require.Equal(t, energy.MilliWh(10_000_000), *found[0].Energy, "a day as those that are known")
	require.Empty(t, find(consumer, 11, rowUntil("1", metering.Conso, 21)))
	expected := rowUntil("1", metering.Conso, 31)
	expected.Origin = metering.Expected
	require.Equal(t, 31, find(consumer, 7, expected)[0].Figures.Days, "our own allocation is no data")
	require.Nil(t, find(consumer, 7)[0].Energy, "nothing is known of it")
	left := consumer
	left.Period.To = latest - 3
	require.Empty(t, find(left, 7), "who has left is not waited for")
	entered := consumer
	entered.Period.From = latest - 3
	require.Empty(t, find(entered, 7))
	both := consumer
	both.Prosumer = true
	require.Equal(t, 31, find(both, 7, rowUntil("1", metering.Conso, 31))[0].Figures.Days, "the side that lacks")
}

func side(m civil.Month, of metering.Side, wh energy.MilliWh, whole int) billable.SideMonth {
	s := billable.SideMonth{Site: consumer, Side: of, Month: m, Days: m.Range()}
	known := billable.KnownDays{Energy: wh, Owed: m.Range().Days(), Known: whole, Whole: whole}
	if of == metering.Consumer {
		s.Consumed, s.Received = known, billable.KnownDays{Energy: wh / 2, Owed: known.Owed, Known: whole}
	} else {
		s.Produced = known
	}
	return s
}

func TestAMonthIsProvisionalTooLong(t *testing.T) {
	t.Parallel()
	one := side(october, metering.Consumer, 100, 31)
	one.Provisional = []civil.Range{october.Range()}
	after := october.Next().First()
	found := provisionalMonths([]billable.SideMonth{one, one, side(october, metering.Consumer, 900, 31)}, after+45, 45)
	require.Len(t, found, 1, "one alert for all its sites")
	require.Equal(t, alert.Figures{Days: 45, Sites: 1}, found[0].Figures)
	require.Equal(t, energy.MilliWh(100), *found[0].Energy, "what they received")
	require.Equal(t, october, *found[0].Month)
	require.Empty(t, provisionalMonths([]billable.SideMonth{one}, after+44, 45))
}

func TestAProducerMakesLessThanTheSunAllowed(t *testing.T) {
	t.Parallel()
	days := civil.Range{From: latest - 13, To: latest + 1}
	producer := func(ratio float64, known int) []forecast.ExpectedProducer {
		return []forecast.ExpectedProducer{{ParticipantID: "p", Compared: forecast.Compared{Expected: 1000, Measured: energy.MilliWh(1000 * ratio), Days: known, Ratio: &ratio}}}
	}
	found := lowProducers(producer(0.7, 10), days, 80)
	require.Len(t, found, 1)
	require.Equal(t, energy.MilliWh(300), *found[0].Energy)
	require.Equal(t, alert.Warning, found[0].Severity)
	require.Equal(t, alert.Urgent, lowProducers(producer(0.39, 10), days, 80)[0].Severity)
	require.Empty(t, lowProducers(producer(0.8, 10), days, 80))
	require.Empty(t, lowProducers(producer(0.1, 6), days, 80), "too few days")
}

func TestCoverageFallsAgainstTheYearOrTheMonthsBefore(t *testing.T) {
	t.Parallel()
	months := func(rates map[civil.Month]energy.MilliWh) (out []billable.SideMonth) {
		for m, made := range rates {
			out = append(out, side(m, metering.Producer, made, m.Range().Days()), side(m, metering.Consumer, 1000, m.Range().Days()))
		}
		return out
	}
	found := fallenCoverage(months(map[civil.Month]energy.MilliWh{october: 280, october - 12: 400, october - 1: 900, october - 2: 900, october - 3: 900}), october+1, 30)
	require.Len(t, found, 1)
	require.Equal(t, alert.WithYearBefore, found[0].Figures.Against)
	require.InDelta(t, 0.28, *found[0].Figures.Rate, 1e-9)
	require.InDelta(t, 120, int64(*found[0].Energy), 1)
	found = fallenCoverage(months(map[civil.Month]energy.MilliWh{october: 270, october - 1: 500, october - 2: 400, october - 3: 300}), october+1, 30)
	require.Equal(t, alert.WithThreeBefore, found[0].Figures.Against)
	require.Equal(t, alert.Notice, found[0].Severity, "the season may be all there is to it")
	require.Empty(t, fallenCoverage(months(map[civil.Month]energy.MilliWh{october: 290, october - 12: 400}), october+1, 30))
	require.Empty(t, fallenCoverage(months(map[civil.Month]energy.MilliWh{october: 10, october - 1: 500}), october+1, 30), "nothing to compare with")
	require.Empty(t, fallenCoverage(months(map[civil.Month]energy.MilliWh{october: 10, october - 12: 500}), october+3, 30), "of long ago")
	found = fallenCoverage(months(map[civil.Month]energy.MilliWh{october: 10, october - 12: 500}), october+2, 30)
	require.Len(t, found, 1, "the month before last, where the last is not known")
	require.Equal(t, october, *found[0].Subject.Month)
	gaps := []billable.SideMonth{side(october, metering.Producer, 10, 20), side(october, metering.Consumer, 1000, 31), side(october-12, metering.Producer, 500, 31), side(october-12, metering.Consumer, 1000, 31)}
	require.Empty(t, fallenCoverage(gaps, october+1, 30), "a gap is not zero")
}

func TestASiteIsCreatingTooLong(t *testing.T) {
	t.Parallel()
	p := participant.Participant{ID: "p", DsoStatus: "EN_COURS", DsoAction: "CREATION", CreatedAt: time.Date(2026, 10, 1, 22, 30, 0, 0, time.UTC)}
	asked := october.First() + 1 // after midnight in Paris
	found := creatingSites([]participant.Participant{p}, civil.Paris, asked+30, 30)
	require.Len(t, found, 1)
	require.Equal(t, alert.Figures{Days: 30, Day: &asked}, found[0].Figures)
	require.Empty(t, creatingSites([]participant.Participant{p}, civil.Paris, asked+29, 30))
	p.DsoStatus = "EN_VIGUEUR"
	require.Empty(t, creatingSites([]participant.Participant{p}, civil.Paris, asked+30, 30))
}

func statusOf(steps ...month.Step) []month.Status {
	return []month.Status{{Month: october, Steps: steps}}
}

func TestCoefficientsAreDueNearTheirDeadline(t *testing.T) {
	t.Parallel()
	by := october.Next().First() + 4
	step := month.Step{Kind: month.StepCoefficients, State: month.StepToDo, Deadline: &by, DaysLeft: 5}
	require.Equal(t, alert.MakeCoefficients, dueCoefficients(statusOf(step), 5)[0].Action)
	require.Empty(t, dueCoefficients(statusOf(step), 4))
	step.DaysLeft, step.Coefficients = -1, &coefficientset.CoefficientSet{}
	found := dueCoefficients(statusOf(step), 5)
	require.Equal(t, alert.Urgent, found[0].Severity)
	require.Equal(t, alert.SendCoefficients, found[0].Action)
	for _, over := range []month.StepState{month.StepDone, month.StepMissed, month.StepNothing} {
		step.State = over
		require.Empty(t, dueCoefficients(statusOf(step), 5), over)
	}
	step.State, step.Reason, step.Coefficients = month.StepWaiting, month.DataMissing, nil
	require.Equal(t, alert.ImportCurves, dueCoefficients(statusOf(step), 5)[0].Action)
}

func TestAMonthThatIsReadyIsNotBilled(t *testing.T) {
	t.Parallel()
	after, before := october.Next().First(), money.Cents(4200)
	data := month.Step{Kind: month.StepData, State: month.StepDone}
	drafts := month.Step{Kind: month.StepDrafts, State: month.StepToDo, Action: month.MakeDrafts, Due: 3, Previous: &before}
	waits := month.Step{Kind: month.StepPublished, State: month.StepWaiting}
	found := unbilledMonths(statusOf(data, drafts, waits), after+20, 20)
	require.Len(t, found, 1)
	require.Equal(t, alert.MakeDrafts, found[0].Action)
	require.Equal(t, before, *found[0].Amount, "as the month before")
	require.Equal(t, alert.Figures{Days: 20, Number: 3}, found[0].Figures)
	require.Empty(t, unbilledMonths(statusOf(data, drafts, waits), after+19, 20))
	made := month.Step{Kind: month.StepDrafts, State: month.StepDone, Drafts: 2, Drafted: 500}
	found = unbilledMonths(statusOf(data, made, month.Step{Kind: month.StepPublished, State: month.StepToDo}), after+20, 20)
	require.Equal(t, alert.PublishDrafts, found[0].Action)
	require.Equal(t, money.Cents(500), *found[0].Amount)
	data.State = month.StepWaiting
	require.Empty(t, unbilledMonths(statusOf(data, drafts, waits), after+20, 20), "its data lack")
	require.Empty(t, unbilledMonths(statusOf(month.Step{Kind: month.StepData, State: month.StepDone}, made), after+20, 20))
}

func TestWaitingSites(t *testing.T) {
	t.Parallel()
	asked := func(daysAgo int) consent.Waiting {
		return consent.Waiting{SiteID: "s", Number: 2, Since: civil.Paris.Start(latest.AddDays(-daysAgo))}
	}
	require.Empty(t, waitingSites([]consent.Waiting{asked(2)}, civil.Paris, latest, 3))
	since := latest.AddDays(-3)
	require.Equal(t, []alert.Fact{{Subject: alert.Subject{SiteID: "s"}, Severity: alert.Warning, Action: alert.AnswerRequest, Figures: alert.Figures{Days: 3, Day: &since, Number: 2}}},
		waitingSites([]consent.Waiting{asked(3)}, civil.Paris, latest, 3))
	for days, want := range map[int]alert.Severity{14: alert.Warning, 15: alert.Urgent} {
		require.Equal(t, want, waitingSites([]consent.Waiting{asked(days)}, civil.Paris, latest, 0)[0].Severity, days)
	}
}

// TestOpenCorrectionsAreToldByMonth: how many, what the differences come to whichever way they go, since
// when; urgent where drafts of other sellers wait.
func TestOpenCorrectionsAreToldByMonth(t *testing.T) {
	t.Parallel()
	of := func(daysAgo int, amount, now money.Cents, held int) correction.Correction {
		return correction.Correction{FoundAt: civil.Paris.Start(latest.AddDays(-daysAgo)), HeldDrafts: held,
			Found: correction.Found{Days: october.Range(), Amount: amount, AmountNow: now, Before: correction.Figures{Energy: 5}, After: correction.Figures{Energy: 2}}}
	}
	require.Empty(t, openCorrections([]correction.Correction{of(2, 0, 9, 0)}, civil.Paris, latest, 3))
	found := openCorrections([]correction.Correction{of(3, 100, 300, 0), of(9, 300, 100, 1)}, civil.Paris, latest, 3)
	require.Len(t, found, 1)
	since := latest.AddDays(-9)
	require.Equal(t, alert.Figures{Days: 9, Day: &since, Number: 2}, found[0].Figures)
	require.Equal(t, []any{alert.Urgent, money.Cents(400), alert.DecideCorrections, october}, []any{found[0].Severity, *found[0].Amount, found[0].Action, *found[0].Month})
}

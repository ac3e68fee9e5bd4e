package demo

import (
	"bytes"
	"context"
	"time"

	"github.com/openpmo/pmo/adapters/dso/fake"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/forecast"
	"github.com/openpmo/pmo/core/metering/pull"
)

// operator is FAKE for an operation of the demo; ok is false for any other.
func (a *Demo) operator(externalID string) (*fake.Operator, bool) {
	for _, o := range a.operations() {
		if o.externalID == externalID {
			return o.reader(civil.MonthOf(a.presentDay())), true
		}
	}
	return nil, false
}

// presentDay is the day after the last day of demo data.
func (a *Demo) presentDay() civil.Date {
	today := civil.Paris.DateOf(a.Clock.Now())
	if last, err := civil.ParseDate(a.Until); err == nil {
		today = min(today, last+1)
	}
	return today
}

// source is the service of the operator FAKE (pull.CurveSource).
type source struct {
	*Demo
	operations metering.Operations
}

func (source) Serves(op metering.Operation) bool { return op.Operator == dso.Fake }

func (source) Oldest(today civil.Date) civil.Date { return today.AddMonths(-24) }

func (source) Calls(pull.CurveRequest) int { return 1 }

// Fetch gives the curves that were asked for as a text file of the operator.
func (s source) Fetch(ctx context.Context, op metering.Operation, requests []pull.CurveRequest) (pull.FetchedFile, error) {
	externalID, err := s.operations.ExternalID(ctx, op.ID)
	if err != nil {
		return pull.FetchedFile{}, err
	}
	operator, ok := s.operator(externalID)
	if !ok {
		return pull.FetchedFile{}, metering.ErrFeature.With("feature", "curvePull").With("dso", string(op.Operator))
	}
	var readings []curvefile.Readings
	days := requests[0].Days
	for _, r := range requests {
		days = civil.Range{From: min(days.From, r.Days.From), To: max(days.To, r.Days.To)}
		for _, set := range operator.Datasets(r.Days, s.presentDay()) {
			for _, reading := range set.Readings {
				if reading.DsoID == r.DsoID && reading.Nature == r.Nature {
					readings = append(readings, reading)
				}
			}
		}
	}
	var text bytes.Buffer
	err = operator.WriteACC(&text, readings)
	return pull.FetchedFile{Name: "CDC_" + externalID + "_" + days.From.String() + "_" + days.Last().String() + ".csv", Content: text.Bytes()}, err
}

// sky is the sky of the demo (forecast.Weather): the one its panels are under.
type sky struct{ *Demo }

// Serves says that the demo is under one sky. Where it plays no operator, as in
// Brussels, it knows no hours.
func (w sky) Serves(metering.Place) bool { return true }

// Hours lists hours of the past and of the days a forecast reaches.
func (w sky) Hours(_ context.Context, p metering.Place, from, to time.Time) ([]forecast.WeatherHour, error) {
	operator, ok := w.operator(p.Operation)
	if !ok {
		return nil, nil
	}
	if end := civil.Paris.Start(fake.WeatherUntil(w.presentDay())); to.After(end) {
		to = end
	}
	return operator.Weather(from, to), nil
}

// Source is the service of the operator FAKE, which gives the curves of the demo.
func (a *Demo) Source(operations metering.Operations) pull.CurveSource { return source{a, operations} }

// Weather is the sky of the demo.
func (a *Demo) Weather() forecast.Weather { return sky{a} }

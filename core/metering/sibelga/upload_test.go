package sibelga

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

const (
	roofEAN   = "541448920000000010"
	schoolEAN = "541448920000000027"
	bakerEAN  = "541448920000000034"
	// nurseryEAN alone has the check digit that its other digits ask for.
	nurseryEAN = "541448920000000043"
)

// pairTown is two files of april 2026 that fit: a roof, a school with two registers, a
// baker who also injects.
type pairTown struct {
	sites             []metering.Site
	monthly, quarters curvefile.Dataset
	before            map[string][]metering.Register
	others            []metering.Site
}

var april = civil.NewMonth(2026, 4)

func townOfPairs() *pairTown {
	all := civil.Range{From: civil.NewDate(2026, 1, 1), To: civil.Forever}
	p := &pairTown{sites: []metering.Site{{ParticipantID: "1", Name: "Toit", DsoID: roofEAN, Side: metering.Producer, Period: all},
		{ParticipantID: "2", Name: "École", DsoID: schoolEAN, Side: metering.Consumer, Period: all},
		{ParticipantID: "3", Name: "Boulanger", DsoID: bakerEAN, Side: metering.Consumer, Prosumer: true, Period: all}}}
	p.monthly = curvefile.Dataset{FileName: "m.csv", Part: curvefile.PartMonthly}
	p.quarters = curvefile.Dataset{FileName: "q.csv", Part: curvefile.PartQuarters}
	n := energy.MilliWh(civil.Brussels.StepsIn(april.Range(), 15*time.Minute))
	p.line(metering.RegisterVolume{DsoID: roofEAN, Register: metering.RegisterTotal, Given: 3 * n * 1000, Surplus: n * 500})
	p.line(metering.RegisterVolume{DsoID: schoolEAN, Register: metering.RegisterHigh, Shared: n * 1000, Complement: 2 * n * 1000})
	p.line(metering.RegisterVolume{DsoID: schoolEAN, Register: metering.RegisterLow, Shared: n * 1000})
	p.line(metering.RegisterVolume{DsoID: bakerEAN, Register: metering.RegisterTotal, Shared: n * 2000, Complement: n * 1000, Given: n * 1000, Surplus: 0})
	p.curve(roofEAN, metering.Autoconso, metering.Producer, 3000)
	p.curve(roofEAN, metering.Surplus, metering.Producer, 500)
	p.curve(schoolEAN, metering.Autoconso, metering.Consumer, 2000)
	p.curve(schoolEAN, metering.Complement, metering.Consumer, 2000)
	p.curve(bakerEAN, metering.Autoconso, metering.Consumer, 2000)
	p.curve(bakerEAN, metering.Complement, metering.Consumer, 1000)
	p.curve(bakerEAN, metering.Autoconso, metering.Producer, 1000)
	p.curve(bakerEAN, metering.Surplus, metering.Producer, 0)
	return p
}

func (p *pairTown) line(v metering.RegisterVolume) {
	v.Days, v.Row = april.Range(), len(p.monthly.Registers)+2
	p.monthly.Registers = append(p.monthly.Registers, v)
}

func (p *pairTown) curve(number string, n metering.Nature, side metering.Side, each energy.MilliWh) {
	values := make([]energy.MilliWh, civil.Brussels.StepsIn(april.Range(), 15*time.Minute))
	for i := range values {
		values[i] = each
	}
	p.quarters.Readings = append(p.quarters.Readings, curvefile.Readings{DsoID: number, Nature: n, Side: side, Status: curvefile.StatusDefinitive,
		Runs: []curvefile.Run{{Start: civil.Brussels.Start(april.First()).Unix(), Step: 900, Values: values, Row: 2}}})
}

func (p *pairTown) drop(number string) {
	var lines []metering.RegisterVolume
	for _, l := range p.monthly.Registers {
		if l.DsoID != number {
			lines = append(lines, l)
		}
	}
	p.monthly.Registers = lines
}

// hole takes the values of a day out of the curve at place i.
func (p *pairTown) hole(i, day int) {
	run := p.quarters.Readings[i].Runs[0]
	before, after := run, run
	before.Values, after.Values = run.Values[:96*(day-1)+40], run.Values[96*(day-1)+41:]
	after.Start += int64(96*(day-1)+41) * 900
	p.quarters.Readings[i].Runs = []curvefile.Run{before, after}
}

func (p *pairTown) check() ([]curvefile.Dataset, []*fault.Error, error) {
	c := NewUpload(civil.Brussels, p.sites, p.monthly, p.quarters)
	c.Before, c.Others = p.before, p.others
	return c.Check()
}

func TestFilesThatFitGiveAllTheirCurves(t *testing.T) {
	t.Parallel()
	p := townOfPairs()
	sets, warnings, err := p.check()
	require.NoError(t, err)
	require.Len(t, sets, 1)
	require.Len(t, sets[0].Readings, 8)
	for _, w := range warnings {
		require.Equal(t, "ean.checkDigit", w.Key) // of invented numbers
	}
}

// TestUploadChecks: each refusal names its people, in the order of domain 5.5.
func TestUploadChecks(t *testing.T) {
	t.Parallel()
	who := func(number, name string, more ...any) map[string]any {
		out := map[string]any{"ean": number, "name": name, "entryDate": "2026-01-01"}
		switch name {
		case "Toit":
			out["participantId"] = "1"
		case "École":
			out["participantId"] = "2"
		case "Boulanger":
			out["participantId"] = "3"
		}
		for i := 0; i < len(more); i += 2 {
			out[more[i].(string)] = more[i+1]
		}
		return out
	}
	none := []map[string]any{}
	stranger := "541448920000000041"
	for _, c := range []struct {
		name   string
		change func(*pairTown)
		key    string
		fields map[string]any
	}{
		{"a consumer is in none of the months' lines", func(p *pairTown) { p.drop(schoolEAN) }, "InconsistentPerimeter",
			map[string]any{"missingConsumers": []map[string]any{who(schoolEAN, "École", "fileName", "m.csv")}, "missingProducers": none}},
		{"a producer is not in the quarters", func(p *pairTown) { p.quarters.Readings = p.quarters.Readings[2:] }, "InconsistentPerimeter",
			map[string]any{"missingProducers": []map[string]any{who(roofEAN, "Toit", "fileName", "q.csv")}, "unexpectedConsumers": none}},
		{"a number nobody has", func(p *pairTown) {
			p.line(metering.RegisterVolume{DsoID: stranger, Register: metering.RegisterTotal, Shared: 5})
		}, "InconsistentPerimeter",
			map[string]any{"unexpectedConsumers": []map[string]any{{"ean": stranger}}, "unexpectedProducers": none}},
		{"a number nobody has that injects", func(p *pairTown) {
			p.line(metering.RegisterVolume{DsoID: stranger, Register: metering.RegisterTotal, Surplus: 5})
		}, "InconsistentPerimeter",
			map[string]any{"unexpectedProducers": []map[string]any{{"ean": stranger}}}},
		{"a participant without an entry date", func(p *pairTown) {
			p.line(metering.RegisterVolume{DsoID: stranger, Register: metering.RegisterTotal, Shared: 5})
			p.others = []metering.Site{{ParticipantID: "9", Name: "Crèche", DsoID: stranger, Side: metering.Consumer}}
		}, "InconsistentPerimeter", map[string]any{"unexpectedConsumers": []map[string]any{{"ean": stranger, "name": "Crèche", "participantId": "9"}}}},
		{"one who left before", func(p *pairTown) { p.sites[1].Period.To = civil.NewDate(2026, 3, 1) }, "InconsistentPerimeter",
			map[string]any{"unexpectedConsumers": []map[string]any{who(schoolEAN, "École", "exitDate", "2026-02-28")}}},
		{"a consumer that injects", func(p *pairTown) { p.sites[2].Prosumer = false }, "InconsistentPerimeter",
			map[string]any{"unexpectedProducers": []map[string]any{who(bakerEAN, "Boulanger", "otherSide", true)}}},
		{"one who came within the month", func(p *pairTown) { p.sites[1].Period.From = civil.NewDate(2026, 4, 10) }, "InvalidPeriod",
			map[string]any{"participants": []map[string]any{who(schoolEAN, "École", "entryDate", "2026-04-10", "from", "2026-04-01", "to", "2026-04-30")}}},
		{"holes", func(p *pairTown) { p.hole(3, 2); p.hole(0, 30) }, "IncompleteData",
			map[string]any{"consumers": []map[string]any{who(schoolEAN, "École", "days", []string{"2026-04-02"})},
				"producers": []map[string]any{who(roofEAN, "Toit", "days", []string{"2026-04-30"})}, "dates": []string{"2026-04-02", "2026-04-30"}}},
		{"a prosumer without its injection", func(p *pairTown) { p.hole(6, 15) }, "IncompleteData",
			map[string]any{"consumers": none, "producers": []map[string]any{who(bakerEAN, "Boulanger", "days", []string{"2026-04-15"})}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := townOfPairs()
			c.change(p)
			sets, _, err := p.check()
			require.Empty(t, sets)
			f := fault.From(err)
			require.NotNil(t, f)
			require.Equal(t, c.key, f.Key)
			for name, want := range c.fields {
				require.Equal(t, want, f.Params[name], name)
			}
		})
	}
}

// TestUploadWarnings change nothing but are told, with the name.
func TestUploadWarnings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		change func(*pairTown)
		key    string
		params map[string]any
	}{
		{"a month that is not the sum of its quarters", func(p *pairTown) { p.monthly.Registers[1].Shared += 20_000 }, "upload.sumDiffers",
			map[string]any{"name": "École", "volume": "shared", "monthlyKwh": "5.780", "quartersKwh": "5.760"}},
		{"equal costs on both registers", func(p *pairTown) { p.monthly.Registers[1].Costs.Total, p.monthly.Registers[2].Costs.Total = 7, 7 },
			"upload.costsRepeated", map[string]any{"name": "École"}},
		{"another register than the month before", func(p *pairTown) {
			p.before = map[string][]metering.Register{bakerEAN: {metering.RegisterHigh, metering.RegisterLow}, schoolEAN: {metering.RegisterHigh, metering.RegisterLow}}
		}, "upload.registerChanged", map[string]any{"name": "Boulanger", "to": []metering.Register{metering.RegisterTotal}}},
		{"quarters of another month", func(p *pairTown) {
			late := p.quarters.Readings[0].Runs[0]
			late.Start, late.Values = civil.Brussels.Start(civil.NewDate(2026, 5, 1)).Unix(), late.Values[:4]
			p.quarters.Readings[0].Runs = append(p.quarters.Readings[0].Runs, late)
		}, "upload.outsideMonth", map[string]any{"count": 4}},
		{"what was said while the monthly file was read", func(p *pairTown) { p.monthly.Warnings = []*fault.Error{metering.ErrNegative.With("name", "mois")} },
			metering.ErrNegative.Key, map[string]any{"name": "mois"}},
		{"what was said while the quarters were read", func(p *pairTown) { p.quarters.Warnings = []*fault.Error{metering.ErrNegative.With("name", "quarts")} },
			metering.ErrNegative.Key, map[string]any{"name": "quarts"}},
		{"a producer's own equipment", func(p *pairTown) { p.curve(roofEAN, metering.Complement, metering.Consumer, 7) }, "curve.natureOfSite", map[string]any{"name": "Toit"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := townOfPairs()
			c.change(p)
			_, warnings, err := p.check()
			require.NoError(t, err)
			var found *fault.Error
			for _, w := range warnings {
				if w.Key == c.key {
					require.Nil(t, found, "told twice")
					found = w
				}
			}
			require.NotNil(t, found)
			for name, want := range c.params {
				require.Equal(t, want, found.Params[name], name)
			}
		})
	}
	p := townOfPairs()
	p.line(metering.RegisterVolume{DsoID: nurseryEAN, Register: metering.RegisterTotal})
	p.sites = append(p.sites, metering.Site{ParticipantID: "4", Name: "Crèche", DsoID: nurseryEAN, Side: metering.Consumer, Period: p.sites[0].Period})
	p.curve(nurseryEAN, metering.Autoconso, metering.Consumer, 0)
	p.curve(nurseryEAN, metering.Complement, metering.Consumer, 0)
	p.monthly.Registers[1].Shared += 9_000 // within 0.01 kWh
	_, warnings, err := p.check()
	require.NoError(t, err)
	var mistyped []string
	for _, w := range warnings {
		require.Equal(t, "ean.checkDigit", w.Key)
		mistyped = append(mistyped, w.Params["name"].(string))
	}
	require.Equal(t, []string{"Toit", "École", "Boulanger"}, mistyped)
}

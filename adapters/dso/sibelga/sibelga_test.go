package sibelga_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/adapters/dso/sibelga"
	"github.com/openpmo/pmo/core/allocation/share"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

const (
	producer = "541448920000000010"
	school   = "541448920000000027"
	baker    = "541448920000000034"
)

func reader() *files.Reader {
	return files.New(files.DefaultLimits(), sibelga.Monthly{}, sibelga.WallClock(), sibelga.GMT())
}

func read(t require.TestingT, name string, content []byte) (curvefile.Dataset, error) {
	sets, err := reader().Read(context.Background(), name, int64(len(content)), func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(content)), nil
	}, civil.Brussels)
	if err != nil {
		return curvefile.Dataset{}, err
	}
	require.Len(t, sets, 1)
	return sets[0], nil
}

// sharing is a month of our own: what a producer made is shared by the golden allocation
// of the core, pro rata of what two consumers use.
func sharing(t require.TestingT, m civil.Month, days civil.Range, value func(i, site int) energy.MilliWh) sibelga.Month {
	n := civil.Brussels.StepsIn(days, 15*time.Minute)
	made, used := make([]energy.MilliWh, n), [][]energy.MilliWh{make([]energy.MilliWh, n), make([]energy.MilliWh, n)}
	received := [][]energy.MilliWh{make([]energy.MilliWh, n), make([]energy.MilliWh, n)}
	for i := range n {
		made[i], used[0][i], used[1][i] = value(i, 0), value(i, 1), value(i, 2)
	}
	var kernel share.Kernel
	require.NoError(t, kernel.Prorata(received, made, used))
	given, kept := make([]energy.MilliWh, n), make([]energy.MilliWh, n)
	rest := [][]energy.MilliWh{make([]energy.MilliWh, n), make([]energy.MilliWh, n)}
	for i := range n {
		given[i] = received[0][i] + received[1][i]
		kept[i] = made[i] - given[i]
		rest[0][i], rest[1][i] = used[0][i]-received[0][i], used[1][i]-received[1][i]
	}
	return sibelga.Month{Sharing: "ES_MARCHE", Month: m, Zone: civil.Brussels, Points: []sibelga.Point{
		{EAN: producer, Meter: "1SAG1", Days: days, Given: given, Surplus: kept},
		{EAN: school, Meter: "1SAG2", Days: days, TwoTariffs: true, Shared: received[0], Complement: rest[0]},
		{EAN: baker, Meter: "1SAG3", Days: days, Shared: received[1], Complement: rest[1]},
	}}
}

func plain(i, site int) energy.MilliWh { return energy.MilliWh((i*7919+site*104729)%900_000) * 3 }

// TestBothGenerationsAreReadBack: what is written of a month is read back to the mWh, as
// text and as workbook, in local time and in GMT, on the nights the clock changes too.
func TestBothGenerationsAreReadBack(t *testing.T) {
	t.Parallel()
	for _, month := range []civil.Month{civil.NewMonth(2026, 3), civil.NewMonth(2025, 10), civil.NewMonth(2024, 2), civil.NewMonth(2025, 12)} {
		m := sharing(t, month, month.Range(), plain)
		for name, write := range map[string]func(io.Writer) error{
			"local.csv":  func(w io.Writer) error { return m.Quarters(w, sibelga.Newer) },
			"gmt.csv":    func(w io.Writer) error { return m.Quarters(w, sibelga.Older) },
			"local.xlsx": func(w io.Writer) error { return m.QuartersBook(w, sibelga.Newer) },
			"gmt.xlsx":   func(w io.Writer) error { return m.QuartersBook(w, sibelga.Older) },
		} {
			var b bytes.Buffer
			require.NoError(t, write(&b))
			set, err := read(t, name, b.Bytes())
			require.NoError(t, err, "%s %s", month, name)
			require.Equal(t, curvefile.PartQuarters, set.Part)
			requireQuarters(t, m, set)
		}
		for name, write := range map[string]func(io.Writer) error{"m.csv": m.Monthly, "m.xlsx": m.MonthlyBook} {
			var b bytes.Buffer
			require.NoError(t, write(&b))
			set, err := read(t, name, b.Bytes())
			require.NoError(t, err)
			requireMonthly(t, m, set)
		}
	}
}

func requireQuarters(t require.TestingT, m sibelga.Month, set curvefile.Dataset) {
	got := map[string][]energy.MilliWh{}
	for _, r := range set.Readings {
		require.Equal(t, curvefile.StatusDefinitive, r.Status)
		require.Len(t, r.Runs, 1, "%s %s", r.DsoID, r.Nature)
		require.Equal(t, m.Zone.Start(m.Points[0].Days.From).Unix(), r.Runs[0].Start)
		got[r.DsoID+r.Nature.String()+string(rune('0'+int(r.Side)))] = r.Runs[0].Values
	}
	want := map[string][]energy.MilliWh{}
	for _, p := range m.Points {
		for key, values := range map[string][]energy.MilliWh{"Autoconso1": p.Shared, "Complement1": p.Complement, "Autoconso2": p.Given, "Surplus2": p.Surplus} {
			if values != nil {
				want[p.EAN+key] = values
			}
		}
	}
	require.Equal(t, want, got)
}

func requireMonthly(t require.TestingT, m sibelga.Month, set curvefile.Dataset) {
	require.Equal(t, curvefile.PartMonthly, set.Part)
	require.Len(t, set.Registers, 4, "the school has two registers")
	for _, p := range m.Points {
		var shared, given energy.MilliWh
		for _, line := range set.Registers {
			if line.DsoID == p.EAN {
				require.Equal(t, p.Days, line.Days)
				require.Equal(t, p.Meter, line.Meter)
				shared, given = shared+line.Shared, given+line.Given
				require.Equal(t, line.Costs.Total, line.Costs.Use+line.Costs.Surcharges+line.Costs.PublicService+line.Costs.Transport+line.Costs.RoadFee)
			}
		}
		total := func(values []energy.MilliWh) (sum energy.MilliWh) {
			for _, v := range values {
				sum += v
			}
			return sum
		}
		require.Equal(t, total(p.Shared), shared)
		require.Equal(t, total(p.Given), given)
	}
}

// TestAnyValuesOnAnyNight is the same with values and days of chance.
func TestAnyValuesOnAnyNight(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		month := civil.NewMonth(rapid.IntRange(2020, 2030).Draw(t, "year"), time.Month(rapid.SampledFrom([]int{3, 10}).Draw(t, "month")))
		first := month.Next().First() - civil.Date(rapid.IntRange(1, 9).Draw(t, "days")) // the last Sunday is mostly in
		seed := rapid.IntRange(0, 1_000_000).Draw(t, "seed")
		m := sharing(t, month, civil.Range{From: first, To: month.Next().First()}, func(i, site int) energy.MilliWh { return plain(i+seed, site) })
		for _, g := range []sibelga.Generation{sibelga.Newer, sibelga.Older} {
			var b bytes.Buffer
			require.NoError(t, m.Quarters(&b, g))
			set, err := read(t, "q.csv", b.Bytes())
			require.NoError(t, err)
			requireQuarters(t, m, set)
		}
	})
}

// TestDoubledHourStandsInterleaved: two equal labels side by side are summer, then
// winter; an hour apart they are too.
func TestDoubledHourStandsInterleaved(t *testing.T) {
	t.Parallel()
	const head = "Date Début;EAN;Type de volume;Volume (kWh)\n"
	line := func(label, value string) string {
		return "26/10/2025 " + label + ";" + school + ";Consommation Partagée;" + value + "\n"
	}
	for name, content := range map[string]string{
		"interleaved": head + line("01:45", "1") + line("02:00", "2") + line("02:00", "6") + line("02:15", "3") + line("02:15", "7") + line("02:30", "4") + line("02:30", "8") + line("02:45", "5") + line("02:45", "9") + line("03:00", "10"),
		"in order":    head + line("01:45", "1") + line("02:00", "2") + line("02:15", "3") + line("02:30", "4") + line("02:45", "5") + line("02:00", "6") + line("02:15", "7") + line("02:30", "8") + line("02:45", "9") + line("03:00", "10"),
	} {
		set, err := read(t, "q.csv", []byte(content))
		require.NoError(t, err, name)
		require.Len(t, set.Readings[0].Runs, 1)
		run := set.Readings[0].Runs[0]
		require.Equal(t, time.Date(2025, 10, 25, 23, 45, 0, 0, time.UTC).Unix(), run.Start)
		for i, v := range run.Values {
			require.Equal(t, energy.MilliWh(i+1)*energy.KilowattHour, v, name)
		}
	}
	_, err := read(t, "q.csv", []byte(head+strings.ReplaceAll(line("02:00", "2"), "26/10/2025", "29/03/2026")))
	require.Equal(t, "time.invalid", fault.From(err).Items[0].Key, "an hour that spring leaves out")
}

// TestHeadersHoweverTheyAreWritten: case, accents and spaces do not matter, older words
// are known, and rates and states are never taken for a volume.
func TestHeadersHoweverTheyAreWritten(t *testing.T) {
	t.Parallel()
	content := "from date (inclu) ;TODATE (EXCLU);Taux Volume Partagé (%);Statut volume partagé;ean;Tariff;CONSOMMATION PARTAGEE (KWH);consommation  réseau (kWh);Injection partagee (kWh);Injection Réseau (kWh);Gridfee total\r\n" +
		"1-avr-25;1-mai-25;12,5;OK;541448 920000 000034;HIGH;23,39882797;18,59517203;0;;3,5\r\n"
	set, err := read(t, "m.csv", []byte(content))
	require.NoError(t, err)
	line := set.Registers[0]
	require.Equal(t, metering.RegisterVolume{DsoID: baker, Days: civil.NewMonth(2025, 4).Range(), Register: metering.RegisterHigh,
		Shared: 23_398_828, Complement: 18_595_172, Costs: metering.NetworkCosts{Total: 3_500_000, Told: true}, Row: 2}, line)
	american := strings.NewReplacer("1-avr-25", "04/01/2025", "1-mai-25", "05/01/2025").Replace(content)
	set, err = read(t, "m.csv", []byte(american))
	require.NoError(t, err)
	require.Equal(t, civil.NewMonth(2025, 4).Range(), set.Registers[0].Days)
}

// TestBadFilesTellLineColumnAndValue of what they are refused for.
func TestBadFilesTellLineColumnAndValue(t *testing.T) {
	t.Parallel()
	const monthly = "FromDate (Inclu);ToDate (Exclu);EAN;Registre;Volume Partagé (kWh);Volume Complémentaire (kWh);Injection Partagée (kWh);Injection Résiduelle (kWh)\n"
	const quarters = "Date Début;EAN;Type de volume;Volume (kWh)\n"
	for _, c := range []struct{ content, key, column, value string }{
		{monthly + "2025-04-01;2025-05-01;5,41449E+17;TH;1;1;0;0\n", "ean.numeric", "EAN", "5,41449E+17"},
		{monthly + "2025-04-01;2025-05-01;541448920000000;TH;1;1;0;0\n", "ean.invalid", "EAN", "541448920000000"},
		{monthly + "2025-04-01;2025-05-01;" + baker + ";JOUR;1;1;0;0\n", "field.enum", "Registre", "JOUR"},
		{monthly + "2025-04-01;2025-06-01;" + baker + ";TH;1;1;0;0\n", "register.period", "ToDate (Exclu)", "2025-06-01"},
		{monthly + "2025-04-31;2025-05-01;" + baker + ";TH;1;1;0;0\n", "time.invalid", "FromDate (Inclu)", "2025-04-31"},
		{monthly + "2025-04-01;2025-05-01;" + baker + ";TH;beaucoup;1;0;0\n", "number.invalid", "Volume Partagé (kWh)", "beaucoup"},
		{monthly + "2025-04-01;2025-05-01;" + baker + ";TH;-1;1;0;0\n", "curve.negative", "Volume Partagé (kWh)", "-1"},
		{quarters + "01/04/2025 00:07;" + baker + ";Consommation Partagée;1\n", "curve.offGrid", "Date Début", "01/04/2025 00:07"},
		{quarters + "01/04/2025 00:00;" + baker + ";Chaleur;1\n", "field.enum", "Type de volume", "Chaleur"},
		{quarters + "01/13/2025 00:00;" + baker + ";Consommation Partagée;1\n", "time.invalid", "Date Début", "01/13/2025 00:00"},
	} {
		_, err := read(t, "f.csv", []byte(c.content))
		f := fault.From(err)
		require.NotNil(t, f, c.key)
		require.Len(t, f.Items, 1, "%v", err)
		item := f.Items[0]
		require.Equal(t, []any{c.key, c.column, c.value, 2, "f.csv"}, []any{item.Key, item.Params["column"], item.Params["value"], item.Row, item.Params["fileName"]})
	}
	_, err := read(t, "f.csv", []byte(quarters+"01/04/2025 00:00;"+baker+";Consommation Partagée;1\n01/04/2025 00:00;"+baker+";Consommation Partagée;2\n"))
	require.Equal(t, "curve.duplicate", fault.From(err).Items[0].Key)
	_, err = read(t, "f.csv", []byte(monthly+strings.Repeat("2025-04-01;2025-05-01;"+baker+";TH;1;1;0;0\n", 2)))
	require.Equal(t, "register.twice", fault.From(err).Items[0].Key)
	_, err = read(t, "f.csv", []byte(strings.ReplaceAll(monthly, ";Registre", "")+"2025-04-01;2025-05-01;"+baker+";1;1;0;0\n"))
	require.Equal(t, "MissingColumns", fault.From(err).Key)
	require.Equal(t, []string{"Registre"}, fault.From(err).Params["columns"])
}

// TestNumericEANInAWorkbook: a number is refused even where a workbook shows all of its
// digits.
func TestNumericEANInAWorkbook(t *testing.T) {
	t.Parallel()
	book := excelize.NewFile()
	require.NoError(t, book.SetSheetRow("Sheet1", "A1", &[]any{"Relevé"}))
	require.NoError(t, book.SetSheetRow("Sheet1", "A3", &[]any{"Date Début", "EAN", "Type de volume", "Volume (kWh)"}))
	require.NoError(t, book.SetSheetRow("Sheet1", "A4", &[]any{45_748, school, "Consommation Partagée", 1.5e-3}))
	var good bytes.Buffer
	require.NoError(t, book.Write(&good))
	set, err := read(t, "q.xlsx", good.Bytes())
	require.NoError(t, err)
	require.Equal(t, []energy.MilliWh{1500}, set.Readings[0].Runs[0].Values)
	require.Equal(t, time.Date(2025, 3, 31, 22, 0, 0, 0, time.UTC).Unix(), set.Readings[0].Runs[0].Start)

	require.NoError(t, book.SetSheetRow("Sheet1", "A5", &[]any{45_748.010416666664, int64(541448920000000027), "Consommation Partagée", 1}))
	var bad bytes.Buffer
	require.NoError(t, book.Write(&bad))
	_, err = read(t, "q.xlsx", bad.Bytes())
	item := fault.From(err).Items[0]
	require.Equal(t, []any{"ean.numeric", 5, "EAN"}, []any{item.Key, item.Row, item.Params["column"]})
}

func FuzzSibelga(f *testing.F) {
	m := sharing(f, civil.NewMonth(2025, 10), civil.Range{From: civil.NewDate(2025, 10, 26), To: civil.NewDate(2025, 10, 27)}, plain)
	m.Points = m.Points[1:2]
	for _, write := range []func(io.Writer) error{m.Monthly, m.MonthlyBook,
		func(w io.Writer) error { return m.Quarters(w, sibelga.Newer) }, func(w io.Writer) error { return m.Quarters(w, sibelga.Older) }} {
		var b bytes.Buffer
		require.NoError(f, write(&b))
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		set, err := read(t, "f", content)
		if err != nil {
			require.NotNil(t, fault.From(err), "%v", err)
			return
		}
		for _, r := range set.Readings {
			for i, run := range r.Runs {
				require.Zero(t, run.Start%900)
				require.NotEmpty(t, run.Values)
				require.True(t, i == 0 || r.Runs[i-1].Start < run.Start)
			}
		}
		for _, line := range set.Registers {
			require.True(t, civil.MonthOf(line.Days.From).Range().Covers(line.Days))
		}
	})
}

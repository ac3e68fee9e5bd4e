package fake

import (
	"cmp"
	"encoding/xml"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// PeriodReadings adds up what an R15 tells of curves: by site and month the energy that
// was shared, the rest that a consumer bought, and what a producer kept, in whole kWh
// below the truth as meters count them.
func PeriodReadings(zone civil.Zone, readings []curvefile.Readings) []metering.PeriodReading {
	type key struct {
		dsoID  string
		month  civil.Month
		nature metering.Nature
		side   metering.Side
	}
	producers := map[string]bool{}
	for _, r := range readings {
		if r.Nature == metering.Prod || r.Nature == metering.Surplus {
			producers[r.DsoID] = true
		}
	}
	sums := map[key]energy.MilliWh{}
	add := func(r curvefile.Readings, nature metering.Nature, side metering.Side, sign energy.MilliWh) {
		for _, run := range r.Runs {
			for i, v := range run.Values {
				month := civil.MonthOf(zone.DateOf(time.Unix(run.Start+int64(i)*int64(run.Step), 0)))
				sums[key{r.DsoID, month, nature, side}] += sign * v
			}
		}
	}
	for _, r := range readings {
		switch {
		case r.Nature == metering.Autoconso && producers[r.DsoID]:
			add(r, metering.Autoconso, metering.Producer, 1)
		case r.Nature == metering.Surplus:
			add(r, metering.Surplus, metering.Producer, 1)
		case r.Nature == metering.Autoconso:
			add(r, metering.Autoconso, metering.Consumer, 1)
			add(r, metering.Complement, metering.Consumer, -1)
		case r.Nature == metering.Conso:
			add(r, metering.Complement, metering.Consumer, 1)
		}
	}
	out := make([]metering.PeriodReading, 0, len(sums))
	for k, sum := range sums {
		out = append(out, metering.PeriodReading{DsoID: k.dsoID, Nature: k.nature, Side: k.side, Days: k.month.Range(),
			Energy: sum / energy.KilowattHour * energy.KilowattHour, Rounding: energy.KilowattHour, Source: string(R15)})
	}
	slices.SortFunc(out, func(a, b metering.PeriodReading) int {
		return cmp.Or(cmp.Compare(a.DsoID, b.DsoID), cmp.Compare(a.Days.From, b.Days.From), cmp.Compare(a.Nature, b.Nature), cmp.Compare(a.Side, b.Side))
	})
	return out
}

// The elements of an R15 that are written.
type r15File struct {
	XMLName xml.Name  `xml:"R15"`
	Flow    string    `xml:"En_Tete_Flux>Identifiant_Flux"`
	Sites   []r15Site `xml:"PRM"`
}

type r15Site struct {
	PRM      string       `xml:"Id_PRM"`
	Readings []r15Reading `xml:"Donnees_Releve"`
}

type r15Reading struct {
	Date     string     `xml:"Date_Releve"`
	Shared   int        `xml:"Autoconsommation_Collective"`
	Status   string     `xml:"Statut_Releve"`
	Previous string     `xml:"Date_Releve_Precedent"`
	Classes  []r15Class `xml:"Classe_Temporelle_Distributeur"`
}

type r15Class struct {
	Name    string `xml:"Id_Classe_Temporelle"`
	Measure int    `xml:"Classe_Mesure"`
	Value   string `xml:"Valeur"`
	Unit    string `xml:"Unite_Mesure"`
}

// WriteR15 writes readings as the flow R15: one element Donnees_Releve for each site and
// period, with all its classes in kWh under one temporal class.
func WriteR15(w io.Writer, zone civil.Zone, readings []metering.PeriodReading) error {
	file := r15File{Flow: string(R15)}
	for _, r := range readings {
		if n := len(file.Sites); n == 0 || file.Sites[n-1].PRM != r.DsoID {
			file.Sites = append(file.Sites, r15Site{PRM: r.DsoID})
		}
		site := &file.Sites[len(file.Sites)-1]
		status := "INITIAL"
		if r.Corrective {
			status = "RECTIFICATIF"
		}
		date, previous := r15Date(zone, r.Days.To), r15Date(zone, r.Days.From)
		if n := len(site.Readings); n == 0 || site.Readings[n-1].Date != date || site.Readings[n-1].Status != status {
			site.Readings = append(site.Readings, r15Reading{Date: date, Shared: 1, Status: status, Previous: previous})
		}
		reading := &site.Readings[len(site.Readings)-1]
		reading.Classes = append(reading.Classes, r15Class{Name: "BASE", Measure: r15Measure(r), Unit: "kWh",
			Value: strconv.FormatInt(int64(r.Energy/energy.KilowattHour), 10)})
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	out := xml.NewEncoder(w)
	out.Indent("", "  ")
	return out.Encode(file)
}

// r15Date is a minute past the start of the day, with its offset, as the flow has it.
func r15Date(zone civil.Zone, d civil.Date) string {
	return zone.Start(d).In(zone.Location()).Add(time.Minute).Format(time.RFC3339)
}

// r15Measure is the class of measure of a nature and side.
func r15Measure(r metering.PeriodReading) int {
	switch {
	case r.Nature == metering.Surplus:
		return 6
	case r.Nature == metering.Complement:
		return 4
	case r.Side == metering.Producer:
		return 5
	}
	return 3
}

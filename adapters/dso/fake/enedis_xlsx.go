package fake

import (
	"io"

	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
)

const wallFormat = "02/01/2006 15:04:05"

// WriteCustomerXLSX writes one site as the customer portal does as a workbook: a page of
// welcome, and a sheet with start and end of each step on the clock of the wall and kW
// as text with three decimals. Steps between runs are NA.
func WriteCustomerXLSX(w io.Writer, zone civil.Zone, r metering.Readings) error {
	book := excelize.NewFile()
	defer func() { _ = book.Close() }()
	sheet := portalSide(r.Nature) + " Horaire"
	if err := book.SetSheetName("Sheet1", "Page d'accueil"); err != nil {
		return err
	}
	if err := book.SetCellStr("Page d'accueil", "B6", "FAKE"); err != nil {
		return err
	}
	if _, err := book.NewSheet(sheet); err != nil {
		return err
	}
	out, err := book.NewStreamWriter(sheet)
	if err != nil {
		return err
	}
	page := portalPage{out: out, zone: zone}
	page.line(6, "B", "Compte Client", nil, "Export des données de la courbe de charge")
	page.line(7, "D", "Données :", "Brutes")
	page.line(8, "B", "Point Référence Mesure (PRM) : ", r.DsoID, "Grandeur physique :", "Puissance Active")
	page.line(9, "D", "Type de comptage :", portalSide(r.Nature)+" horaire")
	page.line(10, "B", "NA", "Données indisponibles", "Date de début :", dayOf(zone, r.Runs[0].Start))
	page.line(11, "D", "Date de fin :", dayOf(zone, endOf(r.Runs[len(r.Runs)-1])-1))
	page.line(15, "C", "Plage horaire")
	page.line(16, "C", "Début", "Fin", "Valeur (en kW)")
	page.runs(r.Runs)
	if page.err != nil {
		return page.err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err = book.WriteTo(w)
	return err
}

// portalPage writes the sheet line by line; the first error stays.
type portalPage struct {
	out  *excelize.StreamWriter
	zone civil.Zone
	next int
	err  error
}

func (p *portalPage) line(row int, column string, cells ...any) {
	if p.err != nil {
		return
	}
	name, err := excelize.JoinCellName(column, row)
	if err == nil {
		err = p.out.SetRow(name, cells)
	}
	p.err, p.next = err, row+1
}

func (p *portalPage) runs(runs []metering.Run) {
	for n, run := range runs {
		if n > 0 {
			before := runs[n-1]
			for gap := endOf(before); gap+int64(before.Step) <= run.Start; gap += int64(before.Step) {
				p.step(gap, before.Step, "NA")
			}
		}
		for i, v := range run.Values {
			p.step(run.Start+int64(i)*int64(run.Step), run.Step, kilowatts(v, run.Step))
		}
	}
}

func (p *portalPage) step(start int64, step int32, value string) {
	from, to := at(p.zone, start), at(p.zone, start+int64(step))
	p.line(p.next, "C", from.Format(wallFormat), to.Format(wallFormat), value)
}

// kilowatts has three decimals: whole watts.
func kilowatts(v energy.MilliWh, step int32) string {
	return string(decimalComma(nil, watts(v, step)))
}

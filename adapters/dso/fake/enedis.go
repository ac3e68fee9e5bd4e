package fake

import (
	"bufio"
	"io"
	"strconv"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

// lines writes the lines of a text file, some of them twice.
type lines struct {
	out      *bufio.Writer
	repeated int
	unequal  bool
	written  int
}

func (o *Operator) lines(w io.Writer) *lines {
	return &lines{out: bufio.NewWriterSize(w, 1<<16), repeated: o.repeated, unequal: o.unequal}
}

// value writes the line that line makes of a value.
func (l *lines) value(v energy.MilliWh, line func(energy.MilliWh) []byte) error {
	if _, err := l.out.Write(line(v)); err != nil {
		return err
	}
	if l.written++; l.repeated == 0 || l.written%l.repeated > 0 {
		return nil
	}
	if l.unequal {
		v += 1000 * milliWhPerWatt
	}
	_, err := l.out.Write(line(v))
	return err
}

const r63Header = "Identifiant PRM;Date de début;Date de fin;Grandeur physique;Grandeur métier;Etape métier;Unité;" +
	"Horodate;Valeur;Nature;Pas;Indice de vraisemblance;Etat complémentaire\n"

// WriteR63 writes consumption and production as a point load curve of Enedis, with the
// repeated rows of the operator: ends of steps on the clock of the wall, whole watts.
func (o *Operator) WriteR63(w io.Writer, readings []curvefile.Readings) error {
	out := o.lines(w)
	if _, err := out.out.WriteString(r63Header); err != nil {
		return err
	}
	for _, r := range readings {
		if len(r.Runs) == 0 {
			continue
		}
		side := "CONS"
		if r.Nature == metering.Prod {
			side = "PROD"
		}
		from, to := r.Runs[0].Start, endOf(r.Runs[len(r.Runs)-1])
		head := r.DsoID + ";" + at(o.zone, from).Format(time.DateTime) + ";" + at(o.zone, to).Format(time.DateTime) + ";PA;" + side + ";BRUT;W;"
		for _, run := range r.Runs {
			if err := o.r63Run(out, head, run); err != nil {
				return err
			}
		}
	}
	return out.out.Flush()
}

func (o *Operator) r63Run(out *lines, head string, run curvefile.Run) error {
	var b []byte
	for i, v := range run.Values {
		err := out.value(v, func(v energy.MilliWh) []byte {
			b = at(o.zone, run.Start+int64(i+1)*int64(run.Step)).AppendFormat(append(b[:0], head...), time.DateTime)
			b = strconv.AppendInt(append(b, ';'), watts(v, run.Step), 10)
			kind, doubt := ";B;", ";0;0\n"
			if run.Quality != nil && run.Quality[i] == loadcurve.Estimated {
				kind = ";E;"
			}
			if run.Quality != nil && run.Quality[i] == loadcurve.Suspect {
				doubt = ";2;11\n"
			}
			return append(append(append(b, kind...), stepWords[run.Step]...), doubt...)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func endOf(r curvefile.Run) int64 { return r.Start + int64(r.Step)*int64(len(r.Values)) }

// WriteCustomerCSV writes one site as the customer portal does as text, with the
// repeated rows of the operator: ends of steps with their offset, whole watts. The step
// is told when it is the same everywhere, by sites with an odd number.
func (o *Operator) WriteCustomerCSV(w io.Writer, r curvefile.Readings) error {
	out := o.lines(w)
	about := "\uFEFFIdentifiant PRM;Type de donnees;Date de debut;Date de fin;Grandeur physique;Grandeur metier;Etape metier;Unite;Pas en minutes\n" +
		r.DsoID + ";Courbe de charge;" + dayOf(o.zone, r.Runs[0].Start) + ";" + dayOf(o.zone, endOf(r.Runs[len(r.Runs)-1])) +
		";Energie active;" + portalSide(r.Nature) + ";Comptage Brut;W;" + toldStep(r) + "\nHorodate;Valeur\n"
	if _, err := out.out.WriteString(about); err != nil {
		return err
	}
	var b []byte
	for _, run := range r.Runs {
		for i, v := range run.Values {
			err := out.value(v, func(v energy.MilliWh) []byte {
				b = at(o.zone, run.Start+int64(i+1)*int64(run.Step)).AppendFormat(b[:0], "2006-01-02T15:04:05-07:00")
				return append(strconv.AppendInt(append(b, ';'), watts(v, run.Step), 10), '\n')
			})
			if err != nil {
				return err
			}
		}
	}
	return out.out.Flush()
}

func dayOf(zone civil.Zone, unix int64) string { return at(zone, unix).Format("02/01/2006") }

func portalSide(n metering.Nature) string {
	if n == metering.Prod {
		return "Production"
	}
	return "Consommation"
}

// toldStep is the step in minutes, or nothing: the portal leaves it out now and then.
func toldStep(r curvefile.Readings) string {
	for _, run := range r.Runs {
		if run.Step != r.Runs[0].Step {
			return ""
		}
	}
	if (r.DsoID[len(r.DsoID)-1]-'0')%2 == 0 && len(r.Runs[0].Values) > 1 {
		return ""
	}
	return strconv.Itoa(int(r.Runs[0].Step / 60))
}

const wallFormat = "02/01/2006 15:04:05"

// WriteCustomerXLSX writes one site as the customer portal does as a workbook: a page of
// welcome, and a sheet with start and end of each step on the clock of the wall and kW
// as text with three decimals. Steps between runs are NA.
func WriteCustomerXLSX(w io.Writer, zone civil.Zone, r curvefile.Readings) error {
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

func (p *portalPage) runs(runs []curvefile.Run) {
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

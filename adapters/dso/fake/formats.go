package fake

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/energy"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// Format is a kind of file that operators send, by its name in the contract.
type Format string

// The kinds of French operators. FAKE writes them all.
const (
	R63          Format = "R63"
	CustomerCSV  Format = "ENEDIS_CUSTOMER_CSV"
	CustomerXLSX Format = "ENEDIS_CUSTOMER_XLSX"
	R15          Format = "R15"
	ACCLong      Format = "ACC_CSV_LONG"
	ACCWide      Format = "ACC_CSV_WIDE"
)

// Formats lists them.
func Formats() []Format { return []Format{R63, CustomerCSV, CustomerXLSX, R15, ACCLong, ACCWide} }

// File is a file that was written.
type File struct {
	Name    string
	Content []byte
}

// Files writes the readings of a month as an operator would send them in a format, with
// the repeated rows of the operator: all sites in one file, or a file a site (customer
// portal) or a nature (wide form). What the format does not know is left out: R63 and
// portal files have consumption and production only, an R15 has shared energies only.
func (o *Operator) Files(f Format, month civil.Month, readings []curvefile.Readings) ([]File, error) {
	switch f {
	case R63:
		name := fmt.Sprintf("ENEDIS_R63_P_CdC_M00FAKE_00001_%s000000.csv", compact(month.Next().First()))
		return o.one(name, func(w io.Writer) error { return o.WriteR63(w, measured(readings)) })
	case R15:
		name := fmt.Sprintf("ENEDIS_R15_FAKE_%s.xml", compact(month.Next().First()))
		return o.one(name, func(w io.Writer) error { return WriteR15(w, o.zone, PeriodReadings(o.zone, readings)) })
	case ACCLong:
		name := fmt.Sprintf("CDC_%s_%04d%02d_1.csv", o.name, month.Year(), int(month.Month()))
		return o.one(name, func(w io.Writer) error { return o.WriteACC(w, readings) })
	case ACCWide:
		return o.wideFiles(month.Range(), readings)
	case CustomerCSV, CustomerXLSX:
		return o.portalFiles(f, month, measured(readings))
	}
	return nil, fmt.Errorf("fake: no format %q", f)
}

func (o *Operator) one(name string, write func(io.Writer) error) ([]File, error) {
	var out bytes.Buffer
	if err := write(&out); err != nil {
		return nil, err
	}
	return []File{{name, out.Bytes()}}, nil
}

// portalFiles writes a file a site.
func (o *Operator) portalFiles(f Format, month civil.Month, readings []curvefile.Readings) (all []File, err error) {
	for _, r := range readings {
		name := fmt.Sprintf("%s_%s_%s", r.DsoID, r.Nature, month)
		var files []File
		if f == CustomerXLSX {
			files, err = o.one(name+".xlsx", func(w io.Writer) error { return WriteCustomerXLSX(w, o.zone, r) })
		} else {
			files, err = o.one(name+".csv", func(w io.Writer) error { return o.WriteCustomerCSV(w, r) })
		}
		if err != nil {
			return nil, err
		}
		all = append(all, files...)
	}
	return all, nil
}

// wideFiles writes a file a nature.
func (o *Operator) wideFiles(days civil.Range, readings []curvefile.Readings) (all []File, err error) {
	byNature := map[metering.Nature][]curvefile.Readings{}
	for _, r := range readings {
		byNature[r.Nature] = append(byNature[r.Nature], r)
	}
	for _, nature := range append(metering.Natures(), metering.Complement) {
		of := byNature[nature]
		if len(of) == 0 {
			continue
		}
		name := WideName(o.name, nature, of[0].Runs[0].Step, days)
		files, err := o.one(name, func(w io.Writer) error { return o.WriteWide(w, of) })
		if err != nil {
			return nil, err
		}
		all = append(all, files...)
	}
	return all, nil
}

// measured are the readings of meters.
func measured(readings []curvefile.Readings) []curvefile.Readings {
	return slices.DeleteFunc(slices.Clone(readings), func(r curvefile.Readings) bool {
		return r.Nature != metering.Conso && r.Nature != metering.Prod
	})
}

// compact is yyyymmdd.
func compact(d civil.Date) string {
	y, m, day := d.YearMonthDay()
	return fmt.Sprintf("%04d%02d%02d", y, int(m), day)
}

// watts is the mean power of a value, to the nearest watt.
func watts(v energy.MilliWh, step int32) int64 {
	return energy.Power(v, time.Duration(step)*time.Second)
}

// at is the start of a step on the clock of the wall.
func at(zone civil.Zone, unix int64) time.Time { return time.Unix(unix, 0).In(zone.Location()) }

// decimalComma writes thousandths as a number with three decimals.
func decimalComma(b []byte, thousandths int64) []byte {
	b = strconv.AppendInt(b, thousandths/1000, 10)
	return append(b, ',', byte('0'+thousandths/100%10), byte('0'+thousandths/10%10), byte('0'+thousandths%10))
}

package enedis

import (
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// ReadCustomerLines reads the cells of a sheet of the customer portal, without the
// workbook around them.
func ReadCustomerLines(lines [][]string) (curvefile.Dataset, error) {
	r := newCustomerSheet(metering.Conso, files.Book{Zone: civil.Paris, DayZero: files.DayZero1900})
	for i, cells := range lines {
		r.cells(cells, i+1)
	}
	return r.dataset("courbe.xlsx")
}

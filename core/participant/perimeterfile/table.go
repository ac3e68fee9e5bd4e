package perimeterfile

import (
	"strings"

	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/participant"
)

// Table is sites in the columns of a perimeter file: the words above, and the rows as people write
// them, numbers as texts so that no zero is lost.
type Table struct {
	Name   string // of the file
	Header []string
	Rows   [][]string
}

// columnsOf are the columns of an operator's file, in their order.
func columnsOf(o dso.Operator) []string {
	french := o.Country() == dso.France
	var columns []string
	for _, name := range knownColumns {
		switch {
		case name == colNumber && o.IdentifierKind() == dso.KindEAN:
			columns = append(columns, "ean")
		case !french && (name == colPADT || name == colSegment || name == colDepartment || name == colINSEE):
		default:
			columns = append(columns, name)
		}
	}
	return columns
}

// rowOf is a site as a line of its file; the file taken in again changes nothing.
func rowOf(columns []string, p participant.Participant) []string {
	side := map[participant.EnergyType]string{participant.Consumer: "C", participant.Producer: "P"}[p.EnergyType]
	prosumer := "non"
	if p.IsProsumer {
		prosumer = "oui"
	}
	cells := map[string]string{colNumber: p.DsoID, "ean": p.DsoID, colPADT: p.PADT, colType: side, colName: p.Name, colAddress: p.Address,
		colPostCode: p.PostCode, colCity: p.City, colSegment: string(p.Segment), colEntry: written(p.Entry()), colExit: written(p.Exit()),
		colStatus: p.DsoStatus, colAction: p.DsoAction, colNorth: degreesOf(p.Position, north), colEast: degreesOf(p.Position, east),
		colEntity: string(p.EntityType), colProduction: number(int64(p.ProductionType)), colPower: kilowatts(p.ContractPower), colProsumer: prosumer, colDepartment: p.DepartmentCode,
		colINSEE: p.INSEECode, colIdentity: p.Identity, colEmail: p.Email, colPhone: p.Phone, colSIRET: p.SIRET, colTreasury: p.Treasury,
		colReference: p.ExternalID, colTags: strings.Join(p.Tags, ","), colBilled: written(p.BilledUntil)}
	row := make([]string, len(columns))
	for i, name := range columns {
		row[i] = cells[name]
	}
	return row
}

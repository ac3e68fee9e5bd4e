package perimeterfile

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/party"
)

// Columns of a perimeter file (domain 4.2).
const (
	colNumber   = "prm" // or ean
	colPADT     = "padt"
	colType     = "type" // C or P
	colName     = "nom"
	colAddress  = "adresse"
	colPostCode = "code_postal"
	colCity     = "ville"
	colSegment  = "segment"
	colEntry    = "date_entree"
	colExit     = "date_sortie"
	colStatus   = "statut"
	colAction   = "action"
	colNorth    = "latitude"
	colEast     = "longitude"

	// What the operators do not know of a site.
	colEntity     = "type_entite"
	colProduction = "production"
	colPower      = "puissance_kw"
	colProsumer   = "prosommateur"
	colDepartment = "departement"
	colINSEE      = "code_insee"
	colIdentity   = "titulaire"
	colEmail      = "email"
	colPhone      = "telephone"
	colSIRET      = "siret"
	colTreasury   = "tresorerie"
	colReference  = "reference"
	colTags       = "etiquettes"
	// colBilled is the last day that another tool billed.
	colBilled = "facture_jusqu_au"
	// colSuccession says yes where the site takes over the meter of the one before.
	colSuccession = "succession"
	// colRemarks is what was wrong with the row when it was sent before (Annotate). It is not read.
	colRemarks = "a_corriger"
)

// Without these a file cannot be read; the others leave their field alone.
var requiredColumns = []string{colNumber, colType, colName, colAddress, colPostCode, colCity, colEntry, colExit}

var knownColumns = append(slices.Clone(requiredColumns), colPADT, colSegment, colStatus, colAction, colNorth, colEast, colEntity, colProduction, colPower,
	colProsumer, colDepartment, colINSEE, colIdentity, colEmail, colPhone, colSIRET, colTreasury, colReference, colTags, colBilled, colSuccession)

// columnOf says where a field of the contract stands in a file.
var columnOf = map[string]string{
	"dsoId": colNumber, "padt": colPADT, "energyType": colType, "name": colName, "address": colAddress,
	"postCode": colPostCode, "city": colCity, "segment": colSegment, "entry": colEntry, "exit": colExit,
	"dsoStatus": colStatus, "dsoAction": colAction, "latitude": colNorth, "longitude": colEast,
	"entityType": colEntity, "productionTypeId": colProduction, "contractPower": colPower, "isProsumer": colProsumer, "departmentCode": colDepartment,
	"inseeCode": colINSEE, "identity": colIdentity, "email": colEmail, "phone": colPhone, "siret": colSIRET, "treasury": colTreasury,
	"externalId": colReference, "tags": colTags, "billedUntil": colBilled,
}

// line is a row of a file, read.
type line struct {
	row         int
	dsoID       string
	energyType  participant.EnergyType
	texts       map[string]string // by column, what is filled
	segment     participant.Segment
	entry, exit *civil.Date
	billedUntil *civil.Date
	position    party.PositionChange
	production  *participant.ProductionType // nil = not said, as the next ones
	power       *int64                      // W
	prosumer    *bool
	succession  bool
}

// table is a perimeter file, read: the lines that can be read, and what is wrong
// with the others.
type table struct {
	lines    []line
	unread   []line // what could be read of the others
	wrong    fault.List
	warnings []*fault.Error
}

// readTable turns a sheet into lines. The error is one of the whole file.
func readTable(o dso.Operator, sheet Sheet, addZeros bool) (table, error) {
	columns, warnings, err := readHeader(sheet, requiredColumns, knownColumns)
	if err != nil {
		return table{}, err
	}
	if len(sheet.Rows) == 0 {
		return table{}, ErrEmpty
	}
	r := lineReader{operator: o, columns: columns, dayZero: sheet.DayZero, addZeros: addZeros, table: table{warnings: warnings}}
	for _, row := range sheet.Rows {
		before := len(r.wrong.Items)
		if l := r.read(row); len(r.wrong.Items) == before {
			r.lines = append(r.lines, l)
		} else {
			r.unread = append(r.unread, l)
		}
	}
	return r.table, nil
}

// readHeader finds the columns, whatever their order, capitals and accents.
func readHeader(sheet Sheet, required, known []string) (map[string]int, []*fault.Error, error) {
	columns := map[string]int{}
	var ignored []*fault.Error
	for i, title := range sheet.Header {
		name := strings.ReplaceAll(operation.Fold(title), " ", "_")
		if name == "ean" || name == "pdl" {
			name = colNumber
		}
		switch {
		case name == "":
		case !slices.Contains(known, name) && name != colRemarks:
			ignored = append(ignored, WarnColumnIgnored.With("column", title).OnRow(sheet.HeadLine))
		default:
			if _, twice := columns[name]; twice {
				return nil, nil, ErrColumnTwice.With("column", title)
			}
			columns[name] = i
		}
	}
	var missing []string
	for _, name := range required {
		if _, ok := columns[name]; !ok {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return nil, nil, ErrColumnsMissing.With("columns", strings.Join(missing, ", "))
	}
	return columns, ignored, nil
}

type lineReader struct {
	operator dso.Operator
	columns  map[string]int
	dayZero  civil.Date
	addZeros bool
	table
}

func (r *lineReader) cell(row Row, column string) Cell {
	i, ok := r.columns[column]
	if !ok || i >= len(row.Cells) {
		return Cell{}
	}
	c := row.Cells[i]
	c.Text = strings.TrimSpace(c.Text)
	return c
}

func (r *lineReader) add(err error, column string, row Row) {
	if f := fault.From(err); f != nil {
		r.wrong.Add(f.At(column).OnRow(row.Line))
	}
}

func (r *lineReader) read(row Row) line {
	l := line{row: row.Line, texts: map[string]string{}}
	l.dsoID = r.number(row)
	switch t := r.cell(row, colType).Text; operation.Fold(t) {
	case "c", "consommateur", "consumer":
		l.energyType = participant.Consumer
	case "p", "producteur", "producer":
		l.energyType = participant.Producer
	case "":
		r.add(participant.ErrFieldRequired, colType, row)
	default:
		r.add(ErrType.With("value", t), colType, row)
	}
	for _, column := range []string{colPADT, colName, colAddress, colCity, colStatus, colAction, colEntity, colIdentity, colEmail, colPhone,
		colSIRET, colTreasury, colReference, colTags} {
		if t := r.cell(row, column).Text; t != "" {
			l.texts[column] = t
		}
	}
	for column, length := range map[string]int{colPostCode: postCodeLength, colDepartment: 2, colINSEE: 5} {
		if t := r.code(row, column, length); t != "" {
			l.texts[column] = t
		}
	}
	l.production, l.power = r.production(row), r.power(row)
	l.prosumer = r.yesNo(row, colProsumer)
	if yes := r.yesNo(row, colSuccession); yes != nil {
		l.succession = *yes
	}
	l.segment = segmentOf(r.cell(row, colSegment).Text)
	l.entry = r.date(row, colEntry)
	l.exit = r.date(row, colExit)
	l.billedUntil = r.date(row, colBilled)
	l.position.Latitude = r.degrees(row, colNorth, party.ErrLatitude)
	l.position.Longitude = r.degrees(row, colEast, party.ErrLongitude)
	return l
}

// move reads a line. Without day, name and kind of who follows nothing can be made of it.
func (r *lineReader) move(row Row) Move {
	text := func(column string) string { return r.cell(row, column).Text }
	m := Move{Row: row.Line, DsoID: r.number(row), Name: text(colName), EntityType: party.EntityType(text(colEntity)), Identity: text(colIdentity),
		Email: text(colEmail), Phone: text(colPhone), SIRET: text(colSIRET), Treasury: text(colTreasury), ExternalID: text(colReference), UserEmail: text(colAccount)}
	if tags := text(colTags); tags != "" {
		m.Tags = strings.Split(tags, ",")
	}
	for _, column := range []string{colEntry, colName, colEntity} {
		if text(column) == "" {
			r.add(participant.ErrFieldRequired, column, row)
		}
	}
	if day := r.date(row, colEntry); day != nil {
		m.Date = *day
	}
	if yes := r.yesNo(row, colWithoutPlans); yes != nil {
		m.WithoutPlans = *yes
	}
	return m
}

// client reads a line.
func (r *lineReader) client(row Row) ClientLine {
	c := ClientLine{Row: row.Line, Fields: map[string]string{}}
	for _, one := range fieldsOfClients {
		text := r.cell(row, one.column).Text
		switch one.column {
		case colPostCode:
			text = r.code(row, colPostCode, postCodeLength)
		case colType:
			text = r.clientType(row)
		case colCountry:
			text = strings.ToUpper(text)
		case colLanguage:
			text = strings.ToLower(text)
		case colSites:
			c.Numbers, text = r.numbers(row), ""
		}
		if text != "" {
			c.Fields[one.field] = text
		}
	}
	if c.Fields["name"] == "" {
		r.add(fault.FieldRequired, colName, row)
	}
	return c
}

// clientType reads whether a client is a person or a body.
func (r *lineReader) clientType(row Row) string {
	t := r.cell(row, colType).Text
	switch operation.Fold(t) {
	case "":
		return ""
	case "particulier", "individual", "particulier persoon", "individu":
		return "individual"
	case "professionnel", "professional", "professioneel":
		return "professional"
	}
	r.add(ErrClientType.With("value", t), colType, row)
	return ""
}

// numbers reads the PRM or EAN of the sites of a client, with anything between them that is none.
func (r *lineReader) numbers(row Row) []string {
	var out []string
	for _, one := range strings.FieldsFunc(r.cell(row, colSites).Text, func(c rune) bool { return strings.ContainsRune(" ,;/|\n\t", c) }) {
		if _, err := dso.ParseIdentifier(r.operator, one); err != nil {
			r.add(err, colSites, row)
			continue
		}
		if !slices.Contains(out, one) {
			out = append(out, one)
		}
	}
	return out
}

// number reads the PRM or EAN. Workbooks cut leading zeros off, which is asked about, and
// round what has more than fifteen digits.
func (r *lineReader) number(row Row) string {
	c := r.cell(row, colNumber)
	if r.operator.IdentifierKind() == dso.KindEAN && c.Number && len(c.Text) > 15 {
		r.add(ErrNumberCut, colNumber, row)
		return c.Text
	}
	if r.operator.IdentifierKind() == dso.KindPRM && len(c.Text) == dso.PRMLength-1 {
		padded := "0" + c.Text
		if _, err := dso.ParsePRM(padded); err == nil {
			if !r.addZeros {
				r.add(ErrZeroMissing.With("from", c.Text).With("to", padded), colNumber, row)
				return c.Text
			}
			r.warn(WarnPadded.With("from", c.Text).With("to", padded), colNumber, row)
			c.Text = padded
		}
	}
	if _, err := dso.ParseIdentifier(r.operator, c.Text); err != nil {
		r.add(err, colNumber, row)
	} else if e := dso.EAN(c.Text); r.operator.IdentifierKind() == dso.KindEAN && !e.CheckDigitHolds() {
		r.warn(WarnCheckDigit.With("value", c.Text), colNumber, row)
	}
	return c.Text
}

// postCodeLength is that of French postal codes, in digits.
const postCodeLength = 5

// code reads a French code whose first zero a workbook may have cut off, which is asked about.
func (r *lineReader) code(row Row, column string, length int) string {
	c := r.cell(row, column)
	if _, err := strconv.Atoi(c.Text); err == nil && len(c.Text) == length-1 && r.operator.Country() == dso.France {
		padded := "0" + c.Text
		if !r.addZeros {
			r.add(ErrZeroMissing.With("from", c.Text).With("to", padded), column, row)
			return c.Text
		}
		r.warn(WarnPadded.With("from", c.Text).With("to", padded), column, row)
		return padded
	}
	return c.Text
}

// yesNo reads oui or non; an empty cell says neither.
func (r *lineReader) yesNo(row Row, column string) *bool {
	t := r.cell(row, column).Text
	yes := false
	switch operation.Fold(t) {
	case "":
		return nil
	case "oui", "o", "yes", "ja", "true", "vrai", "1":
		yes = true
	case "non", "n", "no", "nee", "false", "faux", "0":
	default:
		r.add(ErrYesNo.With("value", t), column, row)
		return nil
	}
	return &yes
}

// production reads the number of a production type; what is none is kept and refused by the check.
func (r *lineReader) production(row Row) *participant.ProductionType {
	t := r.cell(row, colProduction).Text
	if t == "" {
		return nil
	}
	n, err := strconv.Atoi(strings.TrimSuffix(t, ".0"))
	if err != nil {
		n = -1
	}
	kind := participant.ProductionType(n)
	return &kind
}

// power reads kW, with a point or a comma, down to the watt.
func (r *lineReader) power(row Row) *int64 {
	t := r.cell(row, colPower).Text
	if t == "" {
		return nil
	}
	kW, err := strconv.ParseFloat(strings.Replace(t, ",", ".", 1), 64)
	watts := math.Round(kW * 1000)
	if err != nil || !(kW >= 0 && kW <= 1e6) || math.Abs(kW*1000-watts) > 1e-6 {
		r.add(participant.ErrContractPower, colPower, row)
		return nil
	}
	w := int64(watts)
	return &w
}

func (r *lineReader) warn(f *fault.Error, column string, row Row) {
	r.warnings = append(r.warnings, f.At(column).OnRow(row.Line))
}

// firstSerial and lastSerial are the numbers that workbooks have for the days of 2000 to 2099.
const firstSerial, lastSerial = 36_526, 73_050

// serialDay is the day that a workbook stores as a number; dayZero is zero where there are none.
func serialDay(text string, dayZero civil.Date) (civil.Date, bool) {
	n, err := strconv.Atoi(strings.TrimSuffix(text, ".0"))
	if err != nil || dayZero == 0 || n < firstSerial-1_462 || n > lastSerial {
		return 0, false
	}
	return dayZero.AddDays(n), true
}

// Day reads YYYY-MM-DD, DD/MM/YYYY as people type it, or the number of a day in a workbook
// (Sheet.DayZero), and reports whether it is one of them.
func Day(text string, dayZero civil.Date) (civil.Date, bool) {
	if d, ok := serialDay(text, dayZero); ok {
		return d, true
	}
	if len(text) == 10 && text[2] == '/' && text[5] == '/' {
		text = text[6:] + "-" + text[3:5] + "-" + text[:2]
	}
	d, err := civil.ParseDate(text)
	return d, err == nil
}

// date reads a day; an empty cell is none.
func (r *lineReader) date(row Row, column string) *civil.Date {
	t := r.cell(row, column).Text
	if t == "" {
		return nil
	}
	d, ok := Day(t, r.dayZero)
	if !ok {
		r.add(civil.ErrDate.With("value", t), column, row)
		return nil
	}
	return &d
}

// degrees reads a decimal number, with a point or as offices here write it with a
// comma. An empty cell leaves the coordinate alone.
func (r *lineReader) degrees(row Row, column string, invalid *fault.Error) party.Coordinate {
	t := r.cell(row, column).Text
	if t == "" {
		return party.Coordinate{}
	}
	degrees, err := strconv.ParseFloat(strings.Replace(t, ",", ".", 1), 64)
	if err != nil {
		r.add(invalid, column, row)
		return party.Coordinate{}
	}
	return party.Coordinate{Given: true, Value: &degrees}
}

// segmentOf reads a segment by its code or by the words on the screen; what is
// neither is kept and refused by the check.
func segmentOf(s string) participant.Segment {
	switch operation.Fold(s) {
	case "p4 en surplus":
		return participant.SegmentP4Surplus
	case "p4 en totalite":
		return participant.SegmentP4Total
	}
	return participant.Segment(strings.ToUpper(s))
}

// Package perimeterfile takes in perimeter files: the sites of an operation as a table, all rows
// or none (domain 4.2).
package perimeterfile

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/participant"
	"github.com/openpmo/pmo/core/participant/perimeter"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// Limits of a perimeter file. An operation of 10 000 sites fits.
const (
	MaxFileBytes  = 5 << 20
	MaxFileRows   = 10_000
	workbookEnd   = ".xlsx"
	textEnd       = ".csv"
	perimeterWord = "PERIM_"
)

const importPermission policy.Permission = "participant:import"

// perimeterName is PERIM_<operation>_<yyyymmdd>, the name of a perimeter file.
var perimeterName = regexp.MustCompile(`(?i)^PERIM_(.+)_(\d{8})$`)

// ImportInput is a perimeter file. DryRun checks only. AddZeros is the yes to
// import.zeroMissing: numbers and postal codes that lack one digit begin with a zero that
// a spreadsheet has cut.
type ImportInput struct {
	OperationID id.ID
	FileName    string
	Content     []byte
	DryRun      bool
	AddZeros    bool
}

// Deps are what the service works with.
type Deps struct {
	Guard        policy.Guard
	Tx           tx.Runner
	Now          func() time.Time
	Participants participant.Participants
	Operations   participant.Operations
	Changes      *perimeter.Changes
	Workbooks    SheetReader             // .xlsx
	Texts        SheetReader             // .csv
	Sources      map[dso.Operator]Source // those that can be asked
}

// Service takes in perimeter files.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Import adds and updates the sites of a perimeter file: all rows or none. The
// columns are those of domain 4.2, in any order; sites that the file does not name
// stay as they are; the same file again changes nothing. A check of a file that can be
// read is no error: its report names what each row would do, rejected ones with the
// reason. Errors: forbidden, notFound, import.…; import.rejected holds what is wrong row
// by row.
func (s *Service) Import(ctx context.Context, p policy.Principal, in ImportInput) (ImportReport, error) {
	if err := s.Guard.Operation(ctx, p, importPermission, in.OperationID); err != nil {
		return ImportReport{}, err
	}
	o, err := s.Operations.ByID(ctx, in.OperationID)
	if err != nil {
		return ImportReport{}, err
	}
	return s.take(ctx, p, o, in)
}

// Synchronize asks the operator for the perimeter of an operation and takes it in as a file of it:
// all rows or none, sites that it does not name stay as they are, the same answer again changes
// nothing. A check says what it would do. Errors: forbidden, notFound, perimeter.noConnection,
// perimeter.…, and those of Import.
func (s *Service) Synchronize(ctx context.Context, p policy.Principal, in ImportInput) (ImportReport, error) {
	if err := s.Guard.Operation(ctx, p, importPermission, in.OperationID); err != nil {
		return ImportReport{}, err
	}
	o, err := s.Operations.ByID(ctx, in.OperationID)
	if err != nil {
		return ImportReport{}, err
	}
	source := s.Sources[o.DSO]
	if source == nil {
		return ImportReport{}, ErrNoConnection.With("operator", string(o.DSO))
	}
	standing, err := s.standing(ctx, o)
	if err != nil {
		return ImportReport{}, err
	}
	in.FileName = strings.TrimSuffix(standing.Name, workbookEnd) + textEnd
	if in.Content, err = source.Perimeter(ctx, o, standing, o.Zone().DateOf(s.Now())); err != nil {
		return ImportReport{}, err
	}
	if len(in.Content) == 0 {
		return ImportReport{DryRun: in.DryRun}, nil
	}
	return s.take(ctx, p, o, in)
}

// take checks the content of a perimeter file, and carries it out.
func (s *Service) take(ctx context.Context, p policy.Principal, o operation.Operation, in ImportInput) (ImportReport, error) {
	sheet, err := s.readFile(ctx, o, in)
	if err != nil {
		return ImportReport{}, named(in.FileName, err)
	}
	t, err := readTable(o.DSO, sheet, in.AddZeros)
	if err != nil {
		return ImportReport{}, named(in.FileName, err)
	}
	report := ImportReport{DryRun: in.DryRun, Warnings: t.warnings}
	if in.DryRun {
		todo, err := s.compare(ctx, o, t)
		if err != nil {
			return report, named(in.FileName, err)
		}
		report.count(todo)
		report.Touched, err = s.Changes.Touched(ctx, o, todo.moved())
		return report, err
	}
	change := p.Change(importPermission, in.OperationID, "participant", "")
	change.Details = map[string]any{}
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		o, err := s.Operations.Locked(ctx, in.OperationID)
		if err != nil {
			return err
		}
		todo, err := s.compare(ctx, o, t)
		if err != nil {
			return err
		}
		listed := todo.listed()
		if err := listed.Err(ErrImportRejected); err != nil {
			return err
		}
		report.count(todo)
		change.Details["created"], change.Details["updated"] = report.Created, report.Updated
		tx.Concern(ctx, "participant", todo.sites()...)
		report.Touched, err = s.carryOut(ctx, o, todo)
		return err
	})
	if err != nil {
		return ImportReport{}, named(in.FileName, err)
	}
	return report, nil
}

// Annotate checks a file and gives it back with what is wrong. Nothing is stored. Errors: those of
// Import about the whole file; rows that are wrong are none.
func (s *Service) Annotate(ctx context.Context, p policy.Principal, in ImportInput) (Annotation, error) {
	if err := s.Guard.Operation(ctx, p, "participant:import", in.OperationID); err != nil {
		return Annotation{}, err
	}
	o, err := s.Operations.ByID(ctx, in.OperationID)
	if err != nil {
		return Annotation{}, err
	}
	sheet, err := s.readFile(ctx, o, in)
	if err != nil {
		return Annotation{}, named(in.FileName, err)
	}
	t, err := readTable(o.DSO, sheet, in.AddZeros)
	if err != nil {
		return Annotation{}, named(in.FileName, err)
	}
	todo, err := s.compare(ctx, o, t)
	if err != nil {
		return Annotation{}, named(in.FileName, err)
	}
	columns, _, err := readHeader(sheet, requiredColumns, knownColumns)
	if err != nil {
		return Annotation{}, err
	}
	return annotated(in.FileName, sheet, columns, todo.wrong), nil
}

// ReadClients reads a file of clients, for other contexts after their own permission check.
// Errors: those of Import about the whole file.
func (s *Service) ReadClients(ctx context.Context, o operation.Operation, in ImportInput) (Clients, error) {
	sheet, err := s.readSheet(ctx, in, MaxClients, func(string, string) error { return nil })
	if err != nil {
		return Clients{}, named(in.FileName, err)
	}
	known := make([]string, len(fieldsOfClients))
	for i, one := range fieldsOfClients {
		known[i] = one.column
	}
	columns, ignored, err := readHeader(sheet, requiredOfClients, known)
	if err == nil && len(sheet.Rows) == 0 {
		err = ErrEmpty
	}
	if err != nil {
		return Clients{}, named(in.FileName, err)
	}
	r := lineReader{operator: o.DSO, columns: columns, dayZero: sheet.DayZero, addZeros: in.AddZeros, table: table{warnings: ignored}}
	var out Clients
	for _, row := range sheet.Rows {
		before := len(r.wrong.Items)
		if c := r.client(row); len(r.wrong.Items) == before {
			out.Lines = append(out.Lines, c)
		} else {
			out.Unread = append(out.Unread, c)
		}
	}
	out.Wrong, out.Warnings = r.wrong, r.warnings
	return out, nil
}

// ReadMoves reads a file of changes of occupant, for other contexts after their own permission
// check. Errors: those of Import about the whole file.
func (s *Service) ReadMoves(ctx context.Context, o operation.Operation, in ImportInput) (Moves, error) {
	sheet, err := s.readSheet(ctx, in, MaxMoves, func(string, string) error { return nil })
	if err != nil {
		return Moves{}, named(in.FileName, err)
	}
	columns, ignored, err := readHeader(sheet, requiredOfMoves, knownOfMoves)
	if err == nil && len(sheet.Rows) == 0 {
		err = ErrEmpty
	}
	if err != nil {
		return Moves{}, named(in.FileName, err)
	}
	r := lineReader{operator: o.DSO, columns: columns, dayZero: sheet.DayZero, addZeros: in.AddZeros, table: table{warnings: ignored}}
	out := Moves{fileName: in.FileName, sheet: sheet, columns: columns}
	for _, row := range sheet.Rows {
		before := len(r.wrong.Items)
		if m := r.move(row); len(r.wrong.Items) == before {
			out.Lines = append(out.Lines, m)
		} else {
			out.Unread = append(out.Unread, m)
		}
	}
	out.Wrong, out.Warnings = r.wrong, r.warnings
	return out, nil
}

// Template is a perimeter file of the operation, filled with the sites that stand; an operation
// without sites has the columns alone. Errors: forbidden, notFound.
func (s *Service) Template(ctx context.Context, p policy.Principal, operationID id.ID) (Table, error) {
	if err := s.Guard.Operation(ctx, p, "participant:import", operationID); err != nil {
		return Table{}, err
	}
	o, err := s.Operations.ByID(ctx, operationID)
	if err != nil {
		return Table{}, err
	}
	return s.standing(ctx, o)
}

// standing is the sites of an operation as a perimeter file.
func (s *Service) standing(ctx context.Context, o operation.Operation) (Table, error) {
	all, err := s.Participants.OfOperation(ctx, o.ID)
	if err != nil {
		return Table{}, err
	}
	out := Table{Name: perimeterWord + o.ExternalID + "_" + strings.ReplaceAll(o.Zone().DateOf(s.Now()).String(), "-", "") + workbookEnd, Header: columnsOf(o.DSO), Rows: make([][]string, len(all))}
	for i, one := range all {
		out.Rows[i] = rowOf(out.Header, one)
	}
	return out, nil
}

// named puts the file's name into a refusal of it or of its rows.
func named(fileName string, err error) error {
	if f := fault.From(err); f != nil && fileName != "" && strings.HasPrefix(f.Key, "import.") {
		return f.With("fileName", fileName)
	}
	return err
}

// readFile checks name and size, and reads the table of a perimeter file.
func (s *Service) readFile(ctx context.Context, o operation.Operation, in ImportInput) (Sheet, error) {
	return s.readSheet(ctx, in, MaxFileRows, func(name, end string) error { return checkName(o, name, end) })
}

// readSheet checks the size and, by check, the name of a file, and reads its table.
func (s *Service) readSheet(ctx context.Context, in ImportInput, maxRows int, check func(name, end string) error) (Sheet, error) {
	return Readers{Workbooks: s.Workbooks, Texts: s.Texts}.read(ctx, in.FileName, in.Content, maxRows, check)
}

// checkName wants the operation's id in the name of a text file, and in that of a
// workbook that is named like one.
func checkName(o operation.Operation, name, end string) error {
	stem := name[:len(name)-len(end)]
	parts := perimeterName.FindStringSubmatch(stem)
	if parts == nil {
		if end == workbookEnd && !strings.HasPrefix(strings.ToUpper(stem), perimeterWord) {
			return nil
		}
		return ErrFileName.With("expected", fmt.Sprintf("%s%s_<aaaammjj>%s", perimeterWord, o.ExternalID, end))
	}
	if !strings.EqualFold(parts[1], o.ExternalID) {
		return ErrOtherOperation.With("operation", o.ExternalID)
	}
	return nil
}

// maxListed is how many refusals of a file are listed; the rest is counted.
const maxListed = 500

// plan is what a file changes, and what keeps it from doing so.
type plan struct {
	created []perimeter.Movement
	updated []perimeter.Movement
	rows    []ImportRow // in the order of the file
	wrong   fault.List  // by row
}

// listed is what is wrong as answers list it: the first refusals, and how many more there are.
func (p plan) listed() fault.List {
	more := len(p.wrong.Items) - maxListed
	if more <= 0 {
		return p.wrong
	}
	return fault.List{Items: append(slices.Clone(p.wrong.Items[:maxListed]), ErrMore.With("count", more))}
}

// sites are those that it adds or changes.
func (p plan) sites() []id.ID {
	var ids []id.ID
	for _, m := range slices.Concat(p.created, p.updated) {
		ids = append(ids, m.After.ID)
	}
	return ids
}

// outcome is what one line of the file becomes.
type outcome struct {
	perimeter.Movement
	line line
	days civil.Range
}

// compare finds what the lines of a table change in the perimeter, and every row that
// cannot be taken, those of the table included.
func (s *Service) compare(ctx context.Context, o operation.Operation, t table) (plan, error) {
	stored, err := s.Participants.OfOperation(ctx, o.ID)
	if err != nil {
		return plan{}, err
	}
	m := matcher{byNumber: map[string][]participant.Participant{}, used: map[id.ID]bool{}}
	for _, p := range stored {
		m.byNumber[p.DsoID] = append(m.byNumber[p.DsoID], p)
	}
	wrong := fault.List{Items: slices.Clone(t.wrong.Items)}
	outcomes := make([]outcome, 0, len(t.lines))
	successions := make([]line, 0)
	for _, l := range t.lines {
		if l.succession && !m.stands(l) {
			successions = append(successions, l)
			continue
		}
		out := outcome{line: l}
		out.Before = m.match(l)
		s.fill(&out, o, out.Before, &wrong)
		outcomes = append(outcomes, out)
	}
	// After the others: a line may say the predecessor's last day itself.
	for _, l := range successions {
		outcomes = append(outcomes, s.succeed(&m, o, l, &wrong)...)
	}
	duplicates(outcomes, &wrong)
	if err := s.conflicts(ctx, o, outcomes, &wrong); err != nil {
		return plan{}, err
	}
	if err := s.keepInvoiced(ctx, o, outcomes, &wrong); err != nil {
		return plan{}, err
	}
	for _, out := range outcomes {
		err := s.Changes.CheckTakeOver(ctx, o, out.Movement)
		if f := fault.From(err); f != nil && f.Key == participant.ErrBilledHere.Key {
			wrong.Add(f.At(colBilled).OnRow(out.line.row))
		} else if err != nil {
			return plan{}, err
		}
	}
	slices.SortStableFunc(wrong.Items, func(a, b *fault.Error) int { return a.Row - b.Row })
	return planOf(outcomes, t.unread, wrong), nil
}

// matcher finds the stored participant that a line is about.
type matcher struct {
	byNumber map[string][]participant.Participant
	used     map[id.ID]bool
}

// match takes, among the sites with the number, the one that entered on the same
// day, else one whose entry is not known, else one with a day in common; a line
// without entry date is about the last one. Each is taken once; a zero participant
// means that the line adds one.
func (m *matcher) match(l line) participant.Participant {
	var best participant.Participant
	rank := 0
	days, _ := participant.ActivationOf(l.entry, l.exit)
	for _, p := range m.byNumber[l.dsoID] {
		if m.used[p.ID] {
			continue
		}
		this := 0
		switch {
		case p.Activation != nil && l.entry != nil && p.Activation.From == *l.entry:
			this = 4
		case p.Activation == nil:
			this = 3
		case days != nil && p.Activation.Overlaps(*days):
			this = 2
		case l.entry == nil:
			this = 1
		}
		later := this == 1 && rank == 1 && p.Activation.From > best.Activation.From
		if this > rank || later {
			best, rank = p, this
		}
	}
	if rank > 0 {
		m.used[best.ID] = true
	}
	return best
}

// stands reports whether the site of a line is there already: the same file again changes nothing.
func (m *matcher) stands(l line) bool {
	for _, p := range m.byNumber[l.dsoID] {
		if p.Activation != nil && l.entry != nil && p.Activation.From == *l.entry {
			return true
		}
	}
	return false
}

// succeed is what a change of occupant becomes (domain 3.4): the site of the day before ends then,
// unless a line has said its last day, and the new one has what belongs to the place from it.
func (s *Service) succeed(m *matcher, o operation.Operation, l line, wrong *fault.List) []outcome {
	out := outcome{line: l}
	refused := func(f *fault.Error) []outcome {
		wrong.Add(f.OnRow(l.row))
		var rest fault.List // of a line that is refused as a whole
		s.fill(&out, o, participant.Participant{}, &rest)
		return []outcome{out}
	}
	if l.entry == nil {
		return refused(participant.ErrFieldRequired.At(colEntry))
	}
	last := *l.entry - 1
	var before participant.Participant
	for _, p := range m.byNumber[l.dsoID] {
		if p.ActiveOn(last) {
			before = p
		}
	}
	if before.ID.IsZero() {
		return refused(ErrNoPredecessor.With("dsoId", l.dsoID))
	}
	s.fill(&out, o, place(before), wrong)
	if m.used[before.ID] {
		return []outcome{out}
	}
	m.used[before.ID] = true
	ends := outcome{line: l, Movement: perimeter.Movement{Before: before, After: ended(before, l)}}
	ends.days = ends.After.Occupancy(o.Zone())
	return []outcome{ends, out}
}

// fill makes the participant as the line says it. Empty cells leave texts alone; an
// empty last day means that there is none.
func (s *Service) fill(out *outcome, o operation.Operation, from participant.Participant, wrong *fault.List) {
	l, now := out.line, s.Now().UTC()
	p := from
	if p.DsoID == "" {
		p = participant.Participant{OperationID: o.ID, ID: id.New(), DsoID: l.dsoID, EnergyType: l.energyType}
	} else if p.EnergyType != l.energyType && l.energyType != "" {
		wrong.Add(ErrTypeChanged.OnRow(l.row))
	}
	if out.Before.ID.IsZero() {
		p.ID, p.EntityTypeOpen, p.Version, p.CreatedAt, p.UpdatedAt = id.New(), true, 1, now, now
	}
	for column, to := range map[string]*string{colPADT: &p.PADT, colName: &p.Name, colAddress: &p.Address,
		colPostCode: &p.PostCode, colCity: &p.City, colStatus: &p.DsoStatus, colAction: &p.DsoAction,
		colEntity: (*string)(&p.EntityType), colDepartment: &p.DepartmentCode, colINSEE: &p.INSEECode, colIdentity: &p.Identity, colEmail: &p.Email,
		colPhone: &p.Phone, colSIRET: &p.SIRET, colTreasury: &p.Treasury, colReference: &p.ExternalID} {
		if t, ok := l.texts[column]; ok {
			*to = t
		}
	}
	if tags, ok := l.texts[colTags]; ok {
		p.Tags = strings.Split(tags, ",")
	}
	if l.production != nil {
		p.ProductionType = *l.production
	}
	if l.power != nil {
		p.ContractPower = l.power
	}
	if l.billedUntil != nil {
		p.BilledUntil = l.billedUntil
	}
	if l.prosumer != nil {
		p.IsProsumer = *l.prosumer
	}
	if l.segment != "" {
		p.Segment = l.segment
	}
	p.Ask()
	entry := l.entry
	if entry == nil {
		entry = p.Entry()
	}
	days, err := participant.ActivationOf(entry, l.exit)
	if err == nil {
		p.Activation = days
	}
	position, placeErr := l.position.Apply(p.Position)
	p.Position = position
	found := p.Check(o.DSO)
	p.CheckWords(&found, out.Before)
	found.Add(err)
	found.Add(placeErr)
	for _, f := range found.Items {
		if column, ok := columnOf[f.Field]; ok {
			f = f.At(column)
		}
		wrong.Add(f.OnRow(l.row))
	}
	p.Confirm(&out.Before)
	out.After, out.days = p, p.Occupancy(o.Zone())
}

// duplicates refuses two lines that give the same number to the same day.
func duplicates(outcomes []outcome, wrong *fault.List) {
	seen := map[string][]outcome{}
	for _, out := range outcomes {
		for _, first := range seen[out.line.dsoID] {
			if out.line.dsoID != "" && first.days.Overlaps(out.days) {
				wrong.Add(ErrDuplicate.With("dsoId", out.line.dsoID).With("firstRow", first.line.row).
					At(colNumber).OnRow(out.line.row))
				break
			}
		}
		seen[out.line.dsoID] = append(seen[out.line.dsoID], out)
	}
}

// conflicts refuses lines whose number somebody else has on one of the same days.
func (s *Service) conflicts(ctx context.Context, o operation.Operation, outcomes []outcome, wrong *fault.List) error {
	wanted := make([]participant.Occupancy, 0, len(outcomes))
	for _, out := range outcomes {
		wanted = append(wanted, out.After.Occupies(o.Zone()))
	}
	taken, err := s.Participants.Taken(ctx, wanted)
	if err != nil {
		return err
	}
	byNumber := map[string][]civil.Range{}
	for _, t := range taken {
		byNumber[t.DsoID] = append(byNumber[t.DsoID], t.Period)
	}
	for _, out := range outcomes {
		for _, period := range byNumber[out.line.dsoID] {
			if period.Overlaps(out.days) {
				wrong.Add(participant.NumberUsed(o.DSO, out.line.dsoID).At(colNumber).OnRow(out.line.row))
				break
			}
		}
	}
	return nil
}

// keepInvoiced refuses the lines of a perimeter file that would share invoiced days again.
func (s *Service) keepInvoiced(ctx context.Context, o operation.Operation, outcomes []outcome, wrong *fault.List) error {
	last, err := s.Changes.LastInvoiced(ctx, o, civil.Range{From: civil.Min, To: civil.Forever})
	if err != nil || last == nil {
		return err
	}
	for _, out := range outcomes {
		if days := out.Movement.Days(); len(days) == 0 || days[0].From > *last {
			continue
		}
		err := s.Changes.CheckInvoiced(ctx, o, out.Movement)
		f := fault.From(err)
		if err != nil && (f == nil || f.Key != participant.ErrDaysInvoiced.Key) {
			return err
		}
		if f != nil {
			if column, ok := columnOf[f.Field]; ok {
				f = f.At(column)
			}
			wrong.Add(f.OnRow(out.line.row))
		}
	}
	return nil
}

// planOf sorts what the lines become: those that can be taken, and the rest.
func planOf(outcomes []outcome, unread []line, wrong fault.List) plan {
	p := plan{wrong: wrong}
	rejected := map[int]bool{}
	for _, f := range wrong.Items {
		rejected[f.Row] = true
	}
	for _, out := range outcomes {
		row := ImportRow{Row: out.line.row, DsoID: out.line.dsoID, Name: out.After.Name, Outcome: RowUnchanged}
		switch {
		case rejected[row.Row]:
			row.Outcome = RowRejected
		case out.Before.ID.IsZero():
			row.Outcome = RowCreated
			p.created = append(p.created, out.Movement)
		case !out.Unchanged():
			row.Outcome, row.Changes = RowUpdated, changesOf(out.Movement)
			p.updated = append(p.updated, out.Movement)
		}
		p.rows = append(p.rows, row)
	}
	for _, l := range unread {
		p.rows = append(p.rows, ImportRow{Row: l.row, DsoID: l.dsoID, Name: l.texts[colName], Outcome: RowRejected})
	}
	slices.SortStableFunc(p.rows, func(a, b ImportRow) int { return a.Row - b.Row })
	return p
}

// carryOut writes a plan.
func (s *Service) carryOut(ctx context.Context, o operation.Operation, p plan) (participant.Touched, error) {
	created := make([]participant.Participant, len(p.created))
	for i, m := range p.created {
		created[i] = m.After
	}
	updated := make([]participant.Participant, len(p.updated))
	for i := range p.updated {
		m := &p.updated[i]
		m.After.Version++
		m.After.UpdatedAt = s.Now().UTC()
		updated[i] = m.After
	}
	if err := s.Participants.Add(ctx, created...); err != nil {
		return participant.Touched{}, err
	}
	if err := s.Participants.Save(ctx, updated...); err != nil {
		return participant.Touched{}, err
	}
	all := p.moved()
	if len(all) == 0 {
		return participant.Touched{}, nil
	}
	return s.Changes.Settle(ctx, o, all)
}

// moved is all that is added or changed.
func (p plan) moved() []perimeter.Movement { return slices.Concat(p.created, p.updated) }

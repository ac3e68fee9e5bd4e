package payment

import (
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// MaxImportRows is how many mandates one import takes.
const MaxImportRows = 1000

// Outcome is what becomes of a row.
type Outcome string

// A row that says what is kept already changes nothing, so that an import may be sent again.
const (
	Created   Outcome = "CREATED"
	Unchanged Outcome = "UNCHANGED"
	Rejected  Outcome = "REJECTED"
)

// Row is what an import does, or would do, with a row; rows count from 1, those of a file as its lines.
type Row struct {
	Row             int
	Outcome         Outcome
	RUM, DebtorName string // as sent
}

// Report is what an import did, or would do.
type Report struct {
	Rows                         []Row
	Created, Unchanged, Rejected int
	DryRun                       bool
	Wrong                        []*fault.Error // each with its row and field
}

// sortRows says of each row what becomes of it, and gives the mandates that are new. kept are
// those of the same ICS, by folded RUM.
func sortRows(rows []listed, creditor Creditor, debtors map[string]id.ID, kept map[party.RUM]Mandate, today civil.Date) (Report, []Mandate) {
	var r Report
	var fresh []Mandate
	seen := map[party.RUM]bool{}
	for _, in := range rows {
		m, wrong := in.mandate(debtors, today)
		wrong = in.withUnread(wrong)
		m.OperationID, m.CreditorID, m.ICS, m.CreditorName = creditor.OperationID, creditor.ID, creditor.ICS, creditor.Name
		row := Row{Row: in.row, Outcome: Created, RUM: in.RUM, DebtorName: in.DebtorName}
		if rum := folded(m.RUM); rum != "" {
			before, stored := kept[rum]
			switch {
			case seen[rum], stored && !before.same(m):
				wrong.Add(ErrMandateDuplicate.With("mandateId", string(m.RUM)))
			case stored:
				row.Outcome = Unchanged
			}
			seen[rum] = true
		}
		for _, f := range wrong.Items {
			r.Wrong, row.Outcome = append(r.Wrong, f.OnRow(row.Row)), Rejected
		}
		switch row.Outcome {
		case Created:
			r.Created++
			fresh = append(fresh, m)
		case Unchanged:
			r.Unchanged++
		case Rejected:
			r.Rejected++
		}
		r.Rows = append(r.Rows, row)
	}
	return r, fresh
}

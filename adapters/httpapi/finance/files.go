package finance

import (
	"bytes"
	"io"
	"iter"
	"strings"

	genfinance "github.com/openpmo/pmo/adapters/httpapi/gen/finance"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/civil"
	core "github.com/openpmo/pmo/core/finance"
	"github.com/openpmo/pmo/core/table"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// Files writes statements as tables.
type Files struct {
	// Workbook writes a workbook of one sheet, as the server's Deps have it.
	Workbook func(w io.Writer, sheet string, header []string, rows [][]any) error
}

// sheet is a statement as rows of cells.
type sheet struct {
	Files
	language, statement string
	days                civil.Range
	columns             []string
	rows                [][]any
}

func (f Files) table(language, statement string, days civil.Range) *sheet {
	return &sheet{Files: f, language: language, statement: statement, days: days}
}

func (t *sheet) word(key string) string {
	return catalogues.Text(t.language, "finance", "file."+key, nil)
}

func (t *sheet) header(keys ...string) {
	for _, key := range keys {
		t.columns = append(t.columns, t.word(key))
	}
}

// optional is a cell that stays empty where nothing is known.
func optional[T any](v *T) any {
	if v == nil {
		return nil
	}
	return *v
}

// lacks are the reasons in words.
func (t *sheet) lacks(lacks []core.Lack) string {
	words := make([]string, len(lacks))
	for n, l := range lacks {
		words[n] = catalogues.Text(t.language, "enums", "FinanceLackReason."+string(l.Why), nil)
	}
	return strings.Join(words, ", ")
}

func (t *sheet) fill(st core.Statement) {
	if st.Kind == core.Expense {
		t.header("site", "shared", "supplied", "supplierCost", "lacks", "lackingDays", "invoicedNet", "invoiced", "assigned", "total", "taxIncluded")
	} else {
		t.header("site", "produced", "shared", "surplus", "surplusSale", "lacks", "lackingDays", "invoicedNet", "invoiced", "collected", "assigned", "total")
	}
	for _, l := range st.Lines {
		name := l.Name
		if l.ParticipantID.IsZero() {
			name = t.word("operation")
		}
		lacks := t.lacks(l.Rest.Lacks)
		if st.Kind == core.Income {
			t.rows = append(t.rows, []any{name, optional(l.Produced), optional(l.Shared), optional(l.Rest.Energy), optional(l.Rest.Amount), lacks, l.LackingDays,
				l.Sold.Net, l.Sold.Gross, l.Sold.Collected, l.Assigned, l.Total()})
			continue
		}
		taxed := ""
		if l.TaxIncluded {
			taxed = t.word("yes")
		}
		t.rows = append(t.rows, []any{name, optional(l.Shared), optional(l.Rest.Energy), optional(l.Rest.Amount), lacks, l.LackingDays, l.Sold.Net, l.Sold.Gross, l.Assigned, l.Total(), taxed})
	}
}

func (t *sheet) monitoring(m core.Monitoring) {
	t.header("month", "nature", "shared", "surplus", "invoicedNet", "invoiced", "collected", "fixed", "surplusSale", "assignedIncome", "assignedExpense", "lacks")
	for n, in := range m.Incomes {
		out := m.Expenses[n]
		t.rows = append(t.rows, []any{in.Month.String(), t.word("measured"), optional(out.Shared), optional(in.Rest.Energy), in.Sold.Net, in.Sold.Gross, in.Sold.Collected, nil,
			optional(in.Rest.Amount), in.Assigned, out.Assigned, t.lacks(in.Rest.Lacks)})
	}
	for _, p := range m.Projection {
		var lacks []core.Lack
		if p.Unpriced > 0 {
			lacks = append(lacks, core.Lack{Why: core.NoSurplusPrice, Times: p.Unpriced})
		}
		if p.Without > 0 {
			lacks = append(lacks, core.Lack{Why: "NO_DATA", Times: p.Without})
		}
		t.rows = append(t.rows, []any{p.Month.String(), t.word("projected"), optional(p.Shared), optional(p.Surplus), p.PerUnit + p.Fixed, nil, nil, p.Fixed, optional(p.Sale), nil, nil, t.lacks(lacks)})
	}
}

// cells are the rows, as tables are written.
func (t *sheet) cells() iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for _, row := range t.rows {
			if !yield(row, nil) {
				return
			}
		}
	}
}

// file is the table in its form. The day is that of the contract, which a folder sorts.
func (t *sheet) file(workbook bool) (genfinance.DownloadFinancesResponseObject, error) {
	var content bytes.Buffer
	name := t.word(strings.ToLower(t.statement)) + "_" + dayOf(t.days)
	if workbook {
		rows, err := table.Cells(t.cells())
		if err != nil {
			return nil, err
		}
		if err := t.Workbook(&content, t.word(strings.ToLower(t.statement)), t.columns, rows); err != nil {
			return nil, err
		}
		name += ".xlsx"
	} else {
		if err := table.WriteCSV(&content, t.columns, t.cells()); err != nil {
			return nil, err
		}
		name += ".csv"
	}
	disposition := wire.Attachment(name)
	return genfinance.DownloadFinances200ApplicationoctetStreamResponse{Body: &content, ContentLength: int64(content.Len()),
		Headers: genfinance.DownloadFinances200ResponseHeaders{ContentDisposition: &disposition}}, nil
}

package billing

import (
	"bytes"
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/openpmo/pmo/adapters/httpapi/gen/billing"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/accounting"
	"github.com/openpmo/pmo/core/billing/invoicing"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
)

// sheet is a sheet of a workbook, as Deps.Workbooks takes them.
type sheet = struct {
	Name   string
	Header []string
	Rows   [][]any
}

// accounts are an accounting summary in a language.
type accounts struct {
	invoicing.Accounts
	language string
}

func (a accounts) text(key string, params map[string]any) string {
	return catalogues.Text(a.language, "enums", "Accounting."+key, params)
}

func (a accounts) name(enum, value string) string {
	return catalogues.Text(a.language, "enums", enum+"."+value, nil)
}

func (a accounts) header(keys ...string) (words []string) {
	for _, key := range keys {
		words = append(words, a.text(key, nil))
	}
	return words
}

func day(d *civil.Date) any {
	if d == nil {
		return nil
	}
	return *d
}

func (a accounts) invoices() sheet {
	s := sheet{Name: a.text("invoices", nil), Header: a.header("number", "issueDate", "type", "issuer", "client", "first", "last", "net", "tax", "amount", "method", "dueDate", "status", "paymentStatus", "credits")}
	for _, e := range a.Entries {
		s.Rows = append(s.Rows, []any{e.Number, day(e.IssueDate), a.name("InvoiceType", string(e.Type)), e.IssuerName, e.ClientName, e.Days.From, e.Days.Last(), e.Net, e.VAT, e.Amount,
			a.name("PaymentMethod", string(e.Method)), day(e.Due()), a.name("InvoiceStatus", string(e.Status)), a.payment(e), e.Credits.Number})
	}
	s.Rows = append(s.Rows, []any{a.text("total", nil), nil, nil, nil, nil, nil, nil, a.Net, a.Tax, a.Amount})
	return s
}

// payment is whether an invoice was paid; a credit note that is settled was not.
func (a accounts) payment(e accounting.Entry) any {
	if e.Type == core.TypeCreditNote && e.PaymentStatus == core.PaymentSucceeded {
		return nil
	}
	return a.name("PaymentStatus", string(e.PaymentStatus))
}

func (a accounts) vat() sheet {
	s := sheet{Name: a.text("vat", nil), Header: a.header("issuer", "category", "rate", "count", "net", "tax", "amount")}
	for _, v := range a.VAT {
		s.Rows = append(s.Rows, []any{v.IssuerName, string(v.Category), rate(v), v.Invoices, v.Net, v.Tax, v.Net + v.Tax})
	}
	s.Rows = append(s.Rows, []any{a.text("total", nil), nil, nil, nil, a.Net, a.Tax, a.Amount})
	return s
}

// rate is in percent, as a number; nil where there is no tax to have a rate.
func rate(v accounting.VATTotal) any {
	if v.Category == core.VATOutside {
		return nil
	}
	percent, err := strconv.ParseFloat(v.Rate.String(), 64)
	if err != nil {
		return v.Rate.String()
	}
	return percent
}

// workbook is an answer that holds a workbook.
type workbook struct {
	name    string
	content []byte
}

func (b workbook) write(w http.ResponseWriter) error {
	w.Header().Set("Content-Type", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
	w.Header().Set("Content-Disposition", wire.Attachment(b.name))
	w.Header().Set("Content-Length", strconv.Itoa(len(b.content)))
	w.WriteHeader(http.StatusOK)
	_, err := w.Write(b.content)
	return err
}

func (b workbook) VisitDownloadOperationAccountingSummaryResponse(w http.ResponseWriter) error {
	return b.write(w)
}

func (b workbook) VisitDownloadParticipantAccountingSummaryResponse(w http.ResponseWriter) error {
	return b.write(w)
}

func (b workbook) VisitExportOperationAccountingSummaryResponse(w http.ResponseWriter) error {
	return b.write(w)
}

func (b workbook) VisitExportParticipantAccountingSummaryResponse(w http.ResponseWriter) error {
	return b.write(w)
}

func (a API) accounting(ctx context.Context, scope core.Scope, sel core.Selection) (workbook, error) {
	found, err := a.Billing.Invoices.AccountingSummary(ctx, request.Principal(ctx), scope, sel)
	if err != nil {
		return workbook{}, err
	}
	t := accounts{found, request.Language(ctx)}
	var file bytes.Buffer
	if err := a.Workbooks(&file, t.invoices(), t.vat()); err != nil {
		return workbook{}, err
	}
	// The day is that of the contract, which a folder sorts; the catalogue would write it with slashes.
	name := strings.NewReplacer("%{day}", found.Last.String()).Replace(t.text("fileName", map[string]any{"name": found.Name}))
	return workbook{name + ".xlsx", file.Bytes()}, nil
}

func (a API) DownloadOperationAccountingSummary(ctx context.Context, r billing.DownloadOperationAccountingSummaryRequestObject) (billing.DownloadOperationAccountingSummaryResponseObject, error) {
	return a.accounting(ctx, ofOperation(r.OperationId), chosen(r.Params.InvoicesIds))
}

func (a API) DownloadParticipantAccountingSummary(ctx context.Context, r billing.DownloadParticipantAccountingSummaryRequestObject) (billing.DownloadParticipantAccountingSummaryResponseObject, error) {
	return a.accounting(ctx, ofParticipant(r.ParticipantId), chosen(r.Params.InvoicesIds))
}

func (a API) ExportOperationAccountingSummary(ctx context.Context, r billing.ExportOperationAccountingSummaryRequestObject) (billing.ExportOperationAccountingSummaryResponseObject, error) {
	return a.accounting(ctx, ofOperation(r.OperationId), fromAPISelection(nil, r.Body))
}

func (a API) ExportParticipantAccountingSummary(ctx context.Context, r billing.ExportParticipantAccountingSummaryRequestObject) (billing.ExportParticipantAccountingSummaryResponseObject, error) {
	return a.accounting(ctx, ofParticipant(r.ParticipantId), fromAPISelection(nil, r.Body))
}

package payment

import (
	"context"
	"encoding/json"
	"io"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/gen/payment"
	"github.com/openpmo/pmo/adapters/httpapi/transport/parts"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/payment/bankfile"
	"github.com/openpmo/pmo/core/payment/reconciliation"
)

// mostMappingBytes is what is read of what the columns of a table mean.
const mostMappingBytes = 1 << 16

func shownAll(ibans []party.IBAN, full bool) []string {
	out := make([]string, len(ibans))
	for n, i := range ibans {
		out[n] = shown(i, full)
	}
	return out
}

func toAPIBankFile(f reconciliation.File, full bool) model.BankFile {
	return model.BankFile{Id: string(f.ID), OperationId: string(f.OperationID), Name: f.Name, Format: model.BankFileFormat(f.Format), Ibans: shownAll(f.Accounts, full),
		FirstDate: wire.OptionalDate(f.First), LastDate: wire.OptionalDate(f.Last), LineCount: f.Lines, OpenCount: f.Open, CreatedAt: wire.InParis(f.CreatedAt),
		CreatedByName: wire.OptionalText(f.CreatedByName)}
}

func toAPIBankLine(l reconciliation.Line, full bool) model.BankLine {
	out := model.BankLine{Id: string(l.ID), OperationId: string(l.OperationID), FileId: string(l.FileID), FileName: l.FileName, Kind: model.BankLineKind(l.Kind),
		State: model.BankLineState(l.State()), BookedOn: wire.Date(l.BookedOn), AmountCents: int64(l.Amount), SettledCents: int64(l.Settled), Iban: shown(l.Account, full),
		Text: l.Text, Communication: wire.OptionalText(l.Communication), EndToEndId: wire.OptionalText(l.EndToEndID), BankReference: wire.OptionalText(l.BankReference),
		Counterparty: l.Counterparty, Returned: l.Returned, ReturnReason: wire.OptionalText(l.ReturnReason), Settlements: make([]model.BankLinePart, len(l.Parts))}
	if l.CounterpartyIBAN != "" {
		iban := shown(l.CounterpartyIBAN, full)
		out.CounterpartyIban = &iban
	}
	if l.Reason != "" && l.State() == reconciliation.Open {
		reason := model.BankLineReason(l.Reason)
		out.Reason = &reason
	}
	if a := l.Aside; a != nil {
		out.Aside = &model.BankAside{Reason: model.BankAsideReason(a.Reason), Note: a.Note, ByName: wire.OptionalText(a.ByName), At: wire.InParis(a.At)}
	}
	for n, p := range l.Parts {
		out.Settlements[n] = model.BankLinePart{SettlementId: string(p.ID), InvoiceId: string(p.InvoiceID), Number: p.Number, BillableEntityName: p.ClientName,
			Kind: model.SettlementKind(p.Kind), AmountCents: int64(p.Amount), CreatedAt: wire.InParis(p.CreatedAt), CreatedByName: wire.OptionalText(p.CreatedByName),
			WithdrawnAt: wire.OptionalInParis(p.WithdrawnAt)}
	}
	if len(l.PaidOut) > 0 {
		paid := make([]model.BankLinePayout, len(l.PaidOut))
		for n, p := range l.PaidOut {
			paid[n] = model.BankLinePayout{StatementId: string(p.StatementID), Number: p.Number, ProducerName: p.ProducerName, Kind: model.SettlementKind(p.Kind), AmountCents: int64(p.Amount), Withdrawn: p.Withdrawn}
		}
		out.Payouts = &paid
	}
	return out
}

func toAPIBankLines(lines []reconciliation.Line, full bool) []model.BankLine {
	out := make([]model.BankLine, len(lines))
	for n, l := range lines {
		out[n] = toAPIBankLine(l, full)
	}
	return out
}

func toAPIBankProposals(list []reconciliation.Proposal) *[]model.BankProposal {
	out := make([]model.BankProposal, len(list))
	for n, p := range list {
		out[n] = model.BankProposal{InvoiceId: string(p.ID), Number: p.Number, BillableEntityName: p.ClientName, Kind: model.SettlementKind(p.Kind), AmountCents: int64(p.Amount),
			OpenCents: int64(p.Open), Score: p.Score, Evidence: make([]model.BankEvidence, len(p.Why))}
		for k, w := range p.Why {
			out[n].Evidence[k] = model.BankEvidence(w)
		}
	}
	return &out
}

func toAPIBankReport(r reconciliation.Report, full bool) model.BankImportReport {
	out := model.BankImportReport{DryRun: r.DryRun, Format: model.BankFileFormat(r.Format), Ibans: shownAll(r.Accounts, full), FirstDate: wire.OptionalDate(r.First), LastDate: wire.OptionalDate(r.Last),
		Read: r.Read, New: r.File.Lines, Known: r.Known, Unbooked: r.Unbooked, Accepted: r.Accepted, Elsewhere: r.Others, Settled: r.Settled, Open: r.Opened, SetAside: r.SetAside,
		MatchedBefore: r.Matched, PaidCents: int64(r.Paid), ReturnedCents: int64(r.Returned), OverpaidCents: int64(r.Overpaid), Lines: make([]model.BankLine, len(r.Rows)), LinesLeftOut: r.LeftOut}
	if r.File.Lines > 0 && !r.DryRun {
		out.FileId = wire.OptionalText(string(r.ID))
	}
	for n, row := range r.Rows {
		out.Lines[n] = toAPIBankLine(row.Line, full)
		if row.Overpaid > 0 {
			cents := int64(row.Overpaid)
			out.Lines[n].OverpaidCents = &cents
		}
	}
	return out
}

func fromAPIBankMapping(m model.BankFileMapping) reconciliation.Mapping {
	out := reconciliation.Mapping{BillingEntityID: id.ID(m.BillingEntityId), Mapping: bankfile.Mapping{Day: m.Day, Amount: wire.Text(m.Amount), Debit: wire.Text(m.Debit), Credit: wire.Text(m.Credit),
		Counterparty: wire.Text(m.Counterparty), CounterpartyIBAN: wire.Text(m.CounterpartyIban), Reference: wire.Text(m.Reference), Decimal: bankfile.DecimalMark(m.Decimal), Dates: bankfile.DateForm(m.Dates)}}
	if m.Texts != nil {
		out.Texts = *m.Texts
	}
	return out
}

func toAPIBankMapping(m reconciliation.Mapping) model.SavedBankFileMapping {
	return model.SavedBankFileMapping{Id: string(m.ID), OperationId: string(m.OperationID), BillingEntityName: m.IssuerName, Columns: m.Columns,
		Mapping: model.BankFileMapping{BillingEntityId: string(m.BillingEntityID), Day: m.Day, Amount: wire.OptionalText(m.Amount), Debit: wire.OptionalText(m.Debit), Credit: wire.OptionalText(m.Credit),
			Texts: wire.OptionalTexts(m.Texts), Counterparty: wire.OptionalText(m.Counterparty), CounterpartyIban: wire.OptionalText(m.CounterpartyIBAN), Reference: wire.OptionalText(m.Reference),
			Decimal: model.BankDecimal(m.Decimal), Dates: model.BankDates(m.Dates)}}
}

// uploadOf reads a file of a bank, and what its columns mean.
func uploadOf(r payment.ImportBankFileRequestObject) (reconciliation.Upload, error) {
	var u reconciliation.Upload
	received, err := parts.Receive(r.Body, parts.Rules{Words: []string{parts.DryRun}, MaxFiles: 1, MaxBytes: bankfile.MaxBytes, TooMany: problem.ErrInvalidRequest,
		Others: map[string]func(io.Reader) error{parts.Mapping: func(part io.Reader) error {
			var sent model.BankFileMapping
			in := json.NewDecoder(io.LimitReader(part, mostMappingBytes))
			in.DisallowUnknownFields()
			if err := in.Decode(&sent); err != nil {
				return problem.ErrInvalidRequest.Of(problem.ErrBodyInvalid.At(parts.Mapping)).Because(err)
			}
			mapping := fromAPIBankMapping(sent)
			u.Mapping = &mapping
			return nil
		}}})
	if err != nil {
		return u, err
	}
	defer received.Remove()
	if len(received.Files) == 0 {
		return u, problem.ErrInvalidRequest.Of(problem.ErrFieldRequired.At("file"))
	}
	f := received.Files[0]
	u.Name, u.DryRun = f.Name, received.Says(parts.DryRun, "true")
	if f.Size > bankfile.MaxBytes {
		return u, fault.ImportTooLarge.With("fileName", f.Name).With("megabytes", bankfile.MaxBytes>>20)
	}
	content, err := f.Open()
	if err != nil {
		return u, err
	}
	defer func() { _ = content.Close() }()
	u.Content, err = io.ReadAll(content)
	return u, err
}

func (a API) ImportBankFile(ctx context.Context, r payment.ImportBankFileRequestObject) (payment.ImportBankFileResponseObject, error) {
	u, err := uploadOf(r)
	if err != nil {
		return nil, err
	}
	report, err := a.Bank.Import(ctx, request.Principal(ctx), id.ID(r.OperationId), u)
	if err != nil {
		return nil, err
	}
	return payment.ImportBankFile200JSONResponse(toAPIBankReport(report, a.fullOf(ctx, r.OperationId))), nil
}

// fullOf reports whether who asks sees account numbers whole.
func (a API) fullOf(ctx context.Context, operationID string) bool {
	return a.Bank.Full(ctx, request.Principal(ctx), id.ID(operationID))
}

func (a API) ListBankFiles(ctx context.Context, r payment.ListBankFilesRequestObject) (payment.ListBankFilesResponseObject, error) {
	list, err := a.Bank.Files(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	full, out := a.fullOf(ctx, r.OperationId), make([]model.BankFile, len(list))
	for n, f := range list {
		out[n] = toAPIBankFile(f, full)
	}
	return payment.ListBankFiles200JSONResponse{Body: out}, nil
}

func (a API) ListBankLines(ctx context.Context, r payment.ListBankLinesRequestObject) (payment.ListBankLinesResponseObject, error) {
	f := reconciliation.Filter{FileID: id.ID(wire.Text(r.Params.FileId)), State: reconciliation.State(wire.Text((*string)(r.Params.State)))}
	list, err := a.Bank.List(ctx, request.Principal(ctx), id.ID(r.OperationId), f)
	if err != nil {
		return nil, err
	}
	return payment.ListBankLines200JSONResponse{Body: toAPIBankLines(list, a.fullOf(ctx, r.OperationId))}, nil
}

func (a API) GetBankLine(ctx context.Context, r payment.GetBankLineRequestObject) (payment.GetBankLineResponseObject, error) {
	l, proposals, err := a.Bank.Line(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.BankLineId))
	if err != nil {
		return nil, err
	}
	out := toAPIBankLine(l, a.fullOf(ctx, r.OperationId))
	if l.State() == reconciliation.Open {
		out.Proposals = toAPIBankProposals(proposals)
	}
	return payment.GetBankLine200JSONResponse(out), nil
}

func (a API) MatchBankLines(ctx context.Context, r payment.MatchBankLinesRequestObject) (payment.MatchBankLinesResponseObject, error) {
	m, err := a.Bank.Match(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	return payment.MatchBankLines200JSONResponse{Matched: m.Matched, PaidCents: int64(m.Paid), ReturnedCents: int64(m.Returned), OverpaidCents: int64(m.Overpaid)}, nil
}

func (a API) SettleBankLine(ctx context.Context, r payment.SettleBankLineRequestObject) (payment.SettleBankLineResponseObject, error) {
	shares := make([]reconciliation.Share, len(r.Body.Invoices))
	for n, i := range r.Body.Invoices {
		shares[n] = reconciliation.Share{InvoiceID: id.ID(i.InvoiceId), Amount: (*money.Cents)(i.AmountCents)}
	}
	l, err := a.Bank.Settle(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.BankLineId), shares)
	if err != nil {
		return nil, err
	}
	return payment.SettleBankLine200JSONResponse(toAPIBankLine(l, true)), nil
}

func (a API) ReopenBankLine(ctx context.Context, r payment.ReopenBankLineRequestObject) (payment.ReopenBankLineResponseObject, error) {
	l, err := a.Bank.Reopen(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.BankLineId))
	if err != nil {
		return nil, err
	}
	return payment.ReopenBankLine200JSONResponse(toAPIBankLine(l, true)), nil
}

func (a API) SetBankLinesAside(ctx context.Context, r payment.SetBankLinesAsideRequestObject) (payment.SetBankLinesAsideResponseObject, error) {
	list, err := a.Bank.SetAside(ctx, request.Principal(ctx), id.ID(r.OperationId), wire.IDs(&r.Body.Ids), reconciliation.AsideReason(r.Body.Reason), wire.Text(r.Body.Note))
	if err != nil {
		return nil, err
	}
	return payment.SetBankLinesAside200JSONResponse(toAPIBankLines(list, true)), nil
}

func (a API) ListBankFileMappings(ctx context.Context, r payment.ListBankFileMappingsRequestObject) (payment.ListBankFileMappingsResponseObject, error) {
	list, err := a.Bank.TableMappings(ctx, request.Principal(ctx), id.ID(r.OperationId))
	if err != nil {
		return nil, err
	}
	out := make([]model.SavedBankFileMapping, len(list))
	for n, m := range list {
		out[n] = toAPIBankMapping(m)
	}
	return payment.ListBankFileMappings200JSONResponse{Body: out}, nil
}

func (a API) DeleteBankFileMapping(ctx context.Context, r payment.DeleteBankFileMappingRequestObject) (payment.DeleteBankFileMappingResponseObject, error) {
	if err := a.Bank.ForgetMapping(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(r.BankFileMappingId)); err != nil {
		return nil, err
	}
	return payment.DeleteBankFileMapping204Response{}, nil
}

package journal

import (
	"bytes"
	"context"
	"iter"
	"net/http"
	"strconv"

	genjournal "github.com/openpmo/pmo/adapters/httpapi/gen/journal"
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/request"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/billing/cutoff"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/table"
)

func (a API) GetCutOff(ctx context.Context, r genjournal.GetCutOffRequestObject) (genjournal.GetCutOffResponseObject, error) {
	c, err := a.CutOff.On(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(wire.Text(r.Params.BillingEntityId)), wire.Day(r.Params.Date), request.Language(ctx))
	if err != nil {
		return nil, err
	}
	return genjournal.GetCutOff200JSONResponse(toAPICutOff(c, request.Language(ctx))), nil
}

func toAPICutOff(c cutoff.CutOff, lang string) model.CutOff {
	sum := cutoff.Sum(c.Rows)
	out := model.CutOff{Date: wire.Date(c.Day), Rows: make([]model.CutOffRow, len(c.Rows)), EnergyMilliWh: int64(sum.Energy), NetCents: int64(sum.Net), VatCents: int64(sum.VAT),
		ProvisionalMilliWh: int64(sum.ProvisionalEnergy), ProvisionalNetCents: int64(sum.ProvisionalNet), Problems: make([]model.CutOffProblem, len(c.Problems)),
		UnpricedMilliWh: int64(c.Unpriced.Energy), UnpricedPairs: make([]model.UnpricedPair, len(c.Unpriced.Pairs)), Entries: make([]model.CutOffEntry, len(c.Entries))}
	for n, r := range c.Rows {
		percent, _ := strconv.ParseFloat(r.Rate.String(), 64) // the text of a rate is a number
		out.Rows[n] = model.CutOffRow{BillingEntityId: string(r.IssuerID), BillingEntityName: r.IssuerName, BillableEntityId: string(r.ClientID), BillableEntityName: r.ClientName,
			VatPercentage: percent, PeriodStart: wire.Date(r.Days.From), PeriodEnd: wire.Date(r.Days.Last()), EnergyMilliWh: int64(r.Energy), NetCents: int64(r.Net), VatCents: int64(r.VAT),
			ProvisionalMilliWh: int64(r.ProvisionalEnergy), ProvisionalNetCents: int64(r.ProvisionalNet), LackingDays: r.LackingDays}
	}
	for n, p := range c.Problems {
		out.Problems[n] = model.CutOffProblem{BillingEntityName: p.IssuerName, BillableEntityName: p.ClientName, PeriodStart: wire.Date(p.Days.From), PeriodEnd: wire.Date(p.Days.Last()),
			Problem: problem.Items([]*fault.Error{p.Reason}, lang)[0]}
	}
	for n, u := range c.Unpriced.Pairs {
		out.UnpricedPairs[n] = model.UnpricedPair{ConsumerId: string(u.ConsumerID), ConsumerName: u.ConsumerName, ProducerId: string(u.ProducerID), ProducerName: u.ProducerName,
			PeriodStart: wire.Date(u.Days.From), PeriodEnd: wire.Date(u.Days.Last()), EnergyMilliWh: int64(u.Energy), Reason: model.UnpricedReason(u.Reason)}
	}
	for n, e := range c.Entries {
		out.Entries[n] = model.CutOffEntry{BillingEntityName: e.IssuerName, BillableEntityName: e.ClientName, Lines: make([]model.CutOffEntryLine, len(e.Lines))}
		for i, l := range e.Lines {
			out.Entries[n].Lines[i] = model.CutOffEntryLine{Account: l.Account.Number, AccountName: l.Account.Name, DebitCents: int64(l.Debit), CreditCents: int64(l.Credit)}
		}
	}
	named, sums := c.Waiting[:min(len(c.Waiting), cutoff.MaxWaiting)], c.WaitingSums()
	out.Waiting, out.WaitingSums = make([]model.CutOffWaiting, len(named)), make([]model.CutOffWaitingSum, len(sums))
	for n, w := range named {
		out.Waiting[n] = model.CutOffWaiting{BillingEntityId: string(w.IssuerID), BillingEntityName: w.IssuerName, BillableEntityId: string(w.ClientID), BillableEntityName: w.ClientName,
			Reason: w.Reason, Since: wire.Date(w.Since), NetCents: int64(w.Net)}
	}
	for n, s := range sums {
		out.WaitingSums[n] = model.CutOffWaitingSum{BillingEntityId: string(s.IssuerID), BillingEntityName: s.IssuerName, Number: s.Number, NetCents: int64(s.Net)}
	}
	return out
}

func (a API) DownloadCutOff(ctx context.Context, r genjournal.DownloadCutOffRequestObject) (genjournal.DownloadCutOffResponseObject, error) {
	c, err := a.CutOff.On(ctx, request.Principal(ctx), id.ID(r.OperationId), id.ID(wire.Text(r.Params.BillingEntityId)), wire.Day(r.Params.Date), request.Language(ctx))
	if err != nil {
		return nil, err
	}
	name, sheets := a.CutOff.Tables(c, request.Language(ctx))
	var file bytes.Buffer
	if r.Params.Format != nil && *r.Params.Format == "csv" {
		err := table.WriteCSV(&file, sheets[0].Header, each(sheets[0].Rows))
		return cutOffFile{name + ".csv", file.Bytes()}, err
	}
	type sheet = struct {
		Name   string
		Header []string
		Rows   [][]any
	}
	written := make([]sheet, len(sheets))
	for n, s := range sheets {
		cells, err := table.Cells(each(s.Rows))
		if err != nil {
			return nil, err
		}
		written[n] = sheet{s.Name, s.Header, cells}
	}
	err = a.Workbooks(&file, written...)
	return cutOffFile{name + ".xlsx", file.Bytes()}, err
}

// each are rows one after the other, without errors.
func each(rows [][]any) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		for _, row := range rows {
			if !yield(row, nil) {
				return
			}
		}
	}
}

// cutOffFile is an answer that holds a file.
type cutOffFile struct {
	name    string
	content []byte
}

func (b cutOffFile) VisitDownloadCutOffResponse(w http.ResponseWriter) error {
	w.Header().Set("Content-Length", strconv.Itoa(len(b.content)))
	head(w, b.name)
	_, _ = w.Write(b.content) // whoever asked is gone
	return nil
}

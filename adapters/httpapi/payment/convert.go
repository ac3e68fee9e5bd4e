package payment

import (
	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/problem"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
	core "github.com/openpmo/pmo/core/payment"
)

// shown masks an account number for those who may not edit it.
func shown(iban party.IBAN, full bool) string {
	if full {
		return string(iban)
	}
	return iban.Masked()
}

func toAPICreditors(list []core.Creditor, full map[id.ID]bool) []model.Creditor {
	out := make([]model.Creditor, len(list))
	for i, c := range list {
		out[i] = toAPICreditor(c, full[c.OperationID])
	}
	return out
}

func toAPICreditor(c core.Creditor, full bool) model.Creditor {
	return model.Creditor{Id: string(c.ID), OperationId: string(c.OperationID), BillingEntityId: string(c.BillingEntityID), Name: c.Name, Ics: string(c.ICS),
		Iban: shown(c.IBAN, full), Bic: wire.OptionalText(string(c.BIC)), BankReconciliationId: wire.OptionalText(c.ReconciliationID),
		MessageVersion: model.SepaMessageVersion(c.Message), LeadDays: c.LeadDays}
}

func fromAPICreditorCreation(b model.CreditorCreation) core.CreditorChange {
	return core.CreditorChange{Name: &b.Name, ICS: &b.Ics, IBAN: &b.Iban, BIC: b.Bic, ReconciliationID: b.BankReconciliationId,
		Message: (*core.MessageVersion)(b.MessageVersion), LeadDays: b.LeadDays}
}

func fromAPICreditorUpdate(version int, b model.CreditorUpdate) core.CreditorChange {
	return core.CreditorChange{Name: b.Name, ICS: b.Ics, IBAN: b.Iban, BIC: wire.ChangedText(b.Bic), ReconciliationID: wire.ChangedText(b.BankReconciliationId),
		Message: (*core.MessageVersion)(b.MessageVersion), LeadDays: b.LeadDays, IfVersion: version}
}

func toAPIMandates(v core.View) []model.Mandate {
	out := make([]model.Mandate, len(v.Mandates))
	for i, m := range v.Mandates {
		out[i] = toAPIMandate(m, v)
	}
	return out
}

func toAPIMandate(m core.Mandate, v core.View) model.Mandate {
	return model.Mandate{Id: string(m.ID), OperationId: string(m.OperationID), CreditorId: string(m.CreditorID), ParticipantId: string(m.ParticipantID),
		MandateId: string(m.RUM), DebtorName: m.DebtorName, CreditorName: m.CreditorName, Ics: string(m.ICS), Iban: shown(m.IBAN, v.Full),
		Bic: wire.OptionalText(string(m.BIC)), Scheme: model.MandateScheme(m.Scheme), SignatureDate: wire.Date(m.SignedOn),
		BankReconciliationId: wire.OptionalText(m.ReconciliationID), Status: model.MandateStatus(m.Status(v.Today)), LapsesOn: wire.Date(m.LapsesOn()),
		LastCollectionDate: wire.OptionalDate(m.LastCollectedOn), RevokedOn: wire.OptionalDate(m.RevokedOn)}
}

func toAPIAmendments(before []core.Amendment, full bool) *[]model.MandateAmendment {
	out := make([]model.MandateAmendment, len(before))
	for i, a := range before {
		out[i] = model.MandateAmendment{Until: wire.InParis(a.Until), Iban: shown(a.IBAN, full), Bic: wire.OptionalText(string(a.BIC))}
	}
	return &out
}

func fromAPIMandateCreation(b model.MandateCreation) core.MandateInput {
	return core.MandateInput{ParticipantID: b.ParticipantId, RUM: b.MandateId, DebtorName: b.DebtorName, IBAN: b.Iban, BIC: wire.Text(b.Bic),
		Scheme: wire.Text((*string)(b.Scheme)), SignatureDate: wire.Day(b.SignatureDate).String(), ReconciliationID: wire.Text(b.BankReconciliationId)}
}

func fromAPIMandateUpdate(version int, b model.MandateUpdate) core.MandateChange {
	return core.MandateChange{DebtorName: b.DebtorName, IBAN: b.Iban, BIC: wire.ChangedText(b.Bic), ReconciliationID: wire.ChangedText(b.BankReconciliationId),
		RevokedOn: wire.ChangedDay(b.RevokedOn), IfVersion: version}
}

func fromAPIMandateImport(b model.MandateImport) []core.MandateInput {
	out := make([]core.MandateInput, len(b.Mandates))
	for i, m := range b.Mandates {
		out[i] = core.MandateInput{ParticipantID: wire.Text(m.ParticipantId), DsoID: wire.Text(m.DsoId), RUM: wire.Text(m.MandateId), DebtorName: wire.Text(m.DebtorName),
			IBAN: wire.Text(m.Iban), BIC: wire.Text(m.Bic), Scheme: wire.Text(m.Scheme), SignatureDate: wire.Text(m.SignatureDate), ReconciliationID: wire.Text(m.BankReconciliationId)}
	}
	return out
}

func toAPIReport(r core.Report, lang string) model.MandateImportReport {
	out := model.MandateImportReport{Created: r.Created, Unchanged: r.Unchanged, Rejected: r.Rejected, DryRun: r.DryRun, Rows: make([]model.MandateRow, len(r.Rows))}
	for i, row := range r.Rows {
		out.Rows[i] = model.MandateRow{Row: row.Row, Outcome: model.ImportRowOutcome(row.Outcome), MandateId: row.RUM, DebtorName: row.DebtorName}
	}
	if items := problem.Items(r.Wrong, lang); len(items) > 0 {
		out.Errors = &items
	}
	return out
}

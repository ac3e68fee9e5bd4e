package httpapi

import (
	"context"
	"io"
	"net/http"

	"github.com/go-chi/chi/v5"

	"github.com/openpmo/pmo/adapters/httpapi/account"
	"github.com/openpmo/pmo/adapters/httpapi/admin"
	"github.com/openpmo/pmo/adapters/httpapi/alert"
	"github.com/openpmo/pmo/adapters/httpapi/allocation"
	"github.com/openpmo/pmo/adapters/httpapi/billing"
	"github.com/openpmo/pmo/adapters/httpapi/communication"
	"github.com/openpmo/pmo/adapters/httpapi/consent"
	"github.com/openpmo/pmo/adapters/httpapi/correction"
	"github.com/openpmo/pmo/adapters/httpapi/delivery"
	"github.com/openpmo/pmo/adapters/httpapi/economy"
	"github.com/openpmo/pmo/adapters/httpapi/einvoicing"
	"github.com/openpmo/pmo/adapters/httpapi/export"
	"github.com/openpmo/pmo/adapters/httpapi/finance"
	"github.com/openpmo/pmo/adapters/httpapi/history"
	"github.com/openpmo/pmo/adapters/httpapi/job"
	"github.com/openpmo/pmo/adapters/httpapi/journal"
	"github.com/openpmo/pmo/adapters/httpapi/legacy"
	"github.com/openpmo/pmo/adapters/httpapi/library"
	"github.com/openpmo/pmo/adapters/httpapi/metering"
	"github.com/openpmo/pmo/adapters/httpapi/month"
	"github.com/openpmo/pmo/adapters/httpapi/operation"
	"github.com/openpmo/pmo/adapters/httpapi/paper"
	"github.com/openpmo/pmo/adapters/httpapi/participant"
	"github.com/openpmo/pmo/adapters/httpapi/payment"
	"github.com/openpmo/pmo/adapters/httpapi/report"
	"github.com/openpmo/pmo/adapters/httpapi/search"
	"github.com/openpmo/pmo/adapters/httpapi/statement"
	"github.com/openpmo/pmo/adapters/httpapi/transport"
	"github.com/openpmo/pmo/adapters/httpapi/transport/endpoint"
	coreaccount "github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/account/columnchoice"
	"github.com/openpmo/pmo/core/account/provider"
	"github.com/openpmo/pmo/core/account/secondfactor"
	"github.com/openpmo/pmo/core/account/viewing"
	corealert "github.com/openpmo/pmo/core/alert"
	"github.com/openpmo/pmo/core/alert/digest"
	allocationassembly "github.com/openpmo/pmo/core/allocation/assembly"
	"github.com/openpmo/pmo/core/backoffice"
	billingassembly "github.com/openpmo/pmo/core/billing/assembly"
	corelegacy "github.com/openpmo/pmo/core/billing/legacy"
	"github.com/openpmo/pmo/core/billing/legacy/bill"
	"github.com/openpmo/pmo/core/billing/legacy/migration"
	corecommunication "github.com/openpmo/pmo/core/communication"
	coreconsent "github.com/openpmo/pmo/core/consent"
	coreeconomy "github.com/openpmo/pmo/core/economy"
	einvoicingassembly "github.com/openpmo/pmo/core/einvoicing/assembly"
	"github.com/openpmo/pmo/core/enrolment"
	coreexport "github.com/openpmo/pmo/core/export"
	"github.com/openpmo/pmo/core/fault"
	corefinance "github.com/openpmo/pmo/core/finance"
	corehistory "github.com/openpmo/pmo/core/history"
	corejob "github.com/openpmo/pmo/core/job"
	corelibrary "github.com/openpmo/pmo/core/library"
	meteringassembly "github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/emission"
	coremonth "github.com/openpmo/pmo/core/month"
	"github.com/openpmo/pmo/core/month/notice"
	"github.com/openpmo/pmo/core/month/setup"
	coreoperation "github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/operation/branding"
	"github.com/openpmo/pmo/core/operation/simpleview"
	"github.com/openpmo/pmo/core/operation/team"
	corepaper "github.com/openpmo/pmo/core/paper"
	papernotice "github.com/openpmo/pmo/core/paper/notice"
	participantassembly "github.com/openpmo/pmo/core/participant/assembly"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
	corepayment "github.com/openpmo/pmo/core/payment"
	"github.com/openpmo/pmo/core/payment/collection"
	"github.com/openpmo/pmo/core/payment/handover"
	"github.com/openpmo/pmo/core/payment/payout"
	"github.com/openpmo/pmo/core/payment/receivable"
	"github.com/openpmo/pmo/core/payment/reconciliation"
	"github.com/openpmo/pmo/core/payment/reminder"
	"github.com/openpmo/pmo/core/payment/settlement"
	corereport "github.com/openpmo/pmo/core/report"
	coresearch "github.com/openpmo/pmo/core/search"
)

// Services are the use cases that the handlers call, one field a context.
type Services struct {
	Account    *coreaccount.Service
	Alerts     *corealert.Service
	Allocation *allocationassembly.Services
	Backoffice *backoffice.Service
	Exports    *coreexport.Service
	Reports    *corereport.Service
	Billing    billingassembly.Services
	Branding   *branding.Service
	SimpleView *simpleview.Service
	// Communication writes to people of an operation.
	Communication *corecommunication.Service
	History       *corehistory.Service
	Jobs          *corejob.Service
	// Library keeps documents in folders.
	Library  *corelibrary.Service
	Metering *meteringassembly.Services
	Month    *coremonth.Service
	// AlertDigests mails what is new among alerts; jobs call it.
	AlertDigests *digest.Service
	Setup        *setup.Service
	// Enrolment takes somebody in with all that belongs to it.
	Enrolment *enrolment.Service
	// MonthNotices tells organizers that months are ready; jobs call it.
	MonthNotices *notice.Service
	Operation    *coreoperation.Service
	Participant  *participantassembly.Services
	Consents     *coreconsent.Service
	Papers       *corepaper.Service
	Emissions    *emission.Service
	PaperNotices *papernotice.Service
	Economy      *coreeconomy.Service
	Finance      *corefinance.Service
	OldBilling   *corelegacy.Service
	OldBills     *bill.Service
	Migration    *migration.Service
	Payment      *corepayment.Service
	Collections  *collection.Service
	Settlements  *settlement.Service
	EInvoicing   einvoicingassembly.Services
	Receivables  *receivable.Service
	Reminders    *reminder.Service
	Bank         *reconciliation.Service
	Payouts      *payout.Service
	Handovers    *handover.Service
	Search       *coresearch.Service
	SecondFactor *secondfactor.Service
	Provider     *provider.Service
	Team         *team.Service
	Viewing      *viewing.Service
	Columns      *columnchoice.Service
	// OpenFile opens what a signed link of this server leads to; nil when links lead
	// elsewhere. Error: object.linkInvalid.
	OpenFile func(ctx context.Context, token string) (account.File, error)
	// Workbook writes a workbook of one sheet: its name, the words above, the rows, whose
	// cells are texts, numbers or nil.
	Workbook func(w io.Writer, sheet string, header []string, rows [][]any) error
	// Annotated writes a perimeter file with what is wrong beside its rows.
	Annotated func(w io.Writer, sheet string, a perimeterfile.Annotation, words func(*fault.Error) string) error
	// Workbooks is the same for several sheets.
	Workbooks func(w io.Writer, sheets ...struct {
		Name   string
		Header []string
		Rows   [][]any
	}) error
}

// tag is the operations of a tag of the contract, and what stands around their answers.
type tag struct {
	endpoints []endpoint.Endpoint
	around    []func(http.Handler) http.Handler
}

// tags are the operations of every tag. Answers about curves and keys are named, so that a caller
// who has one asks whether it still holds.
func (d Deps) tags(callers transport.Callers) []tag {
	named := []func(http.Handler) http.Handler{transport.Named}
	return []tag{
		{endpoints: account.API{Account: d.Account, Viewing: d.Viewing, Columns: d.Columns, SecondFactor: d.SecondFactor, Provider: d.Provider, Callers: callers, Settings: d.Settings, OpenFile: d.OpenFile}.Endpoints()},
		{endpoints: admin.API{Account: d.Account, SecondFactor: d.SecondFactor, Bills: d.OldBills, Backoffice: d.Backoffice, Economy: d.Economy, Emissions: d.Emissions, Billing: d.Billing, Operation: d.Operation, Participant: d.Participant}.Endpoints()},
		{endpoints: alert.API{Alerts: d.Alerts}.Endpoints()},
		{endpoints: allocation.API{Allocation: d.Allocation, Economy: d.Economy}.Endpoints(), around: named},
		{endpoints: billing.API{Billing: d.Billing, Bills: d.OldBills, Workbooks: d.Workbooks}.Endpoints()},
		{endpoints: communication.API{Communication: d.Communication}.Endpoints()},
		{endpoints: economy.API{Economy: d.Economy}.Endpoints()},
		{endpoints: einvoicing.API{EInvoicing: d.EInvoicing}.Endpoints()},
		{endpoints: export.API{Exports: d.Exports}.Endpoints()},
		{endpoints: report.API{Reports: d.Reports}.Endpoints()},
		{endpoints: finance.API{Finance: d.Finance, Files: finance.Files{Workbook: d.Workbook}}.Endpoints()},
		{endpoints: correction.API{Corrections: d.Billing.Corrections}.Endpoints()},
		{endpoints: delivery.API{Delivery: d.Billing.Delivery}.Endpoints()},
		{endpoints: journal.API{Journal: d.Billing.Journal, CutOff: d.Billing.CutOff, Workbooks: d.Workbooks}.Endpoints()},
		{endpoints: legacy.API{Agreements: d.OldBilling, Bills: d.OldBills, Migration: d.Migration}.Endpoints()},
		{endpoints: paper.API{Papers: d.Papers, Notices: d.PaperNotices}.Endpoints()},
		{endpoints: consent.API{Consents: d.Consents}.Endpoints()},
		{endpoints: history.API{History: d.History}.Endpoints()},
		{endpoints: job.API{Jobs: d.Jobs, Billing: d.Billing, Metering: d.Metering}.Endpoints()},
		{endpoints: library.API{Library: d.Library}.Endpoints()},
		{endpoints: metering.API{Metering: d.Metering, Workbook: d.Workbook}.Endpoints(), around: append([]func(http.Handler) http.Handler{transport.Kept()}, named...)},
		{endpoints: month.API{Month: d.Month, Setup: d.Setup}.Endpoints()},
		{endpoints: operation.API{Operation: d.Operation, Branding: d.Branding, Views: d.SimpleView, Team: d.Team}.Endpoints()},
		{endpoints: participant.API{Participant: d.Participant, Enrolment: d.Enrolment, Workbook: d.Workbook, Annotated: d.Annotated}.Endpoints()},
		{endpoints: payment.API{Payment: d.Payment, Collections: d.Collections, Settlements: d.Settlements, Receivables: d.Receivables, Reminders: d.Reminders, Bank: d.Bank, Handovers: d.Handovers, Workbook: d.Workbook}.Endpoints()},
		{endpoints: statement.API{Statements: d.Billing.Statements, Payouts: d.Payouts}.Endpoints()},
		{endpoints: search.API{Things: d.Search}.Endpoints()},
	}
}

// mount routes the operations of every tag to their handlers.
func (d Deps) mount(r chi.Router, t *transport.Transport) {
	for _, tag := range d.tags(t.Callers) {
		t.Mount(r, tag.endpoints, tag.around...)
	}
}

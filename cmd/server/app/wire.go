package app

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"github.com/openpmo/pmo/adapters/bankfile/camt053"
	"github.com/openpmo/pmo/adapters/bankfile/coda"
	bankcsv "github.com/openpmo/pmo/adapters/bankfile/csv"
	"github.com/openpmo/pmo/adapters/bankfile/pain002"
	"github.com/openpmo/pmo/adapters/blob/fs"
	"github.com/openpmo/pmo/adapters/blob/s3"
	"github.com/openpmo/pmo/adapters/dso/perim"
	"github.com/openpmo/pmo/adapters/einvoice"
	"github.com/openpmo/pmo/adapters/httpapi"
	httpaccount "github.com/openpmo/pmo/adapters/httpapi/account"
	"github.com/openpmo/pmo/adapters/httpapi/transport"
	"github.com/openpmo/pmo/adapters/jobs"
	"github.com/openpmo/pmo/adapters/jobs/carriers"
	"github.com/openpmo/pmo/adapters/mail/outbox"
	"github.com/openpmo/pmo/adapters/mail/smtp"
	"github.com/openpmo/pmo/adapters/memory"
	"github.com/openpmo/pmo/adapters/password"
	"github.com/openpmo/pmo/adapters/pdf"
	"github.com/openpmo/pmo/adapters/pdf/bind"
	"github.com/openpmo/pmo/adapters/picture"
	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/adapters/postgres/accountstore"
	"github.com/openpmo/pmo/adapters/postgres/alertstore"
	"github.com/openpmo/pmo/adapters/postgres/allocationstore"
	"github.com/openpmo/pmo/adapters/postgres/backofficestore"
	"github.com/openpmo/pmo/adapters/postgres/billingstore"
	"github.com/openpmo/pmo/adapters/postgres/communicationstore"
	"github.com/openpmo/pmo/adapters/postgres/consentstore"
	"github.com/openpmo/pmo/adapters/postgres/correctionstore"
	"github.com/openpmo/pmo/adapters/postgres/economystore"
	"github.com/openpmo/pmo/adapters/postgres/einvoicingstore"
	"github.com/openpmo/pmo/adapters/postgres/exportstore"
	"github.com/openpmo/pmo/adapters/postgres/financestore"
	"github.com/openpmo/pmo/adapters/postgres/historystore"
	"github.com/openpmo/pmo/adapters/postgres/importstore"
	"github.com/openpmo/pmo/adapters/postgres/invoicestore"
	"github.com/openpmo/pmo/adapters/postgres/journalstore"
	"github.com/openpmo/pmo/adapters/postgres/kernelstore"
	"github.com/openpmo/pmo/adapters/postgres/legacystore"
	"github.com/openpmo/pmo/adapters/postgres/librarystore"
	"github.com/openpmo/pmo/adapters/postgres/meteringstore"
	"github.com/openpmo/pmo/adapters/postgres/monthstore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/paperstore"
	"github.com/openpmo/pmo/adapters/postgres/participantstore"
	"github.com/openpmo/pmo/adapters/postgres/paymentstore"
	"github.com/openpmo/pmo/adapters/postgres/reportstore"
	"github.com/openpmo/pmo/adapters/postgres/searchstore"
	"github.com/openpmo/pmo/adapters/postgres/statementstore"
	"github.com/openpmo/pmo/adapters/qr"
	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/adapters/sepa"
	"github.com/openpmo/pmo/adapters/xlsx"
	"github.com/openpmo/pmo/admin"
	"github.com/openpmo/pmo/cmd/server/app/config"
	"github.com/openpmo/pmo/cmd/server/app/demo"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/account/columnchoice"
	"github.com/openpmo/pmo/core/account/provider"
	"github.com/openpmo/pmo/core/account/secondfactor"
	"github.com/openpmo/pmo/core/account/viewing"
	"github.com/openpmo/pmo/core/alert"
	"github.com/openpmo/pmo/core/alert/digest"
	"github.com/openpmo/pmo/core/alert/rule"
	allocationassembly "github.com/openpmo/pmo/core/allocation/assembly"
	"github.com/openpmo/pmo/core/allocation/coefficientset/reminder"
	"github.com/openpmo/pmo/core/allocation/replay"
	"github.com/openpmo/pmo/core/backoffice"
	billingassembly "github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/billing/delivery"
	"github.com/openpmo/pmo/core/billing/drafting"
	"github.com/openpmo/pmo/core/billing/legacy"
	"github.com/openpmo/pmo/core/billing/legacy/bill"
	"github.com/openpmo/pmo/core/billing/legacy/migration"
	"github.com/openpmo/pmo/core/billing/statement"
	"github.com/openpmo/pmo/core/communication"
	"github.com/openpmo/pmo/core/consent"
	"github.com/openpmo/pmo/core/document"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/economy"
	"github.com/openpmo/pmo/core/einvoicing/transmission"
	"github.com/openpmo/pmo/core/enrolment"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/export"
	"github.com/openpmo/pmo/core/finance"
	"github.com/openpmo/pmo/core/history"
	"github.com/openpmo/pmo/core/job"
	"github.com/openpmo/pmo/core/library"
	"github.com/openpmo/pmo/core/logo"
	"github.com/openpmo/pmo/core/mail"
	meteringassembly "github.com/openpmo/pmo/core/metering/assembly"
	"github.com/openpmo/pmo/core/metering/emission"
	"github.com/openpmo/pmo/core/metering/ingest"
	"github.com/openpmo/pmo/core/metering/monthly"
	"github.com/openpmo/pmo/core/metering/pairing"
	"github.com/openpmo/pmo/core/metering/pull"
	"github.com/openpmo/pmo/core/metering/pull/drop"
	"github.com/openpmo/pmo/core/month"
	"github.com/openpmo/pmo/core/month/notice"
	"github.com/openpmo/pmo/core/month/setup"
	"github.com/openpmo/pmo/core/object"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/operation/branding"
	"github.com/openpmo/pmo/core/operation/invitationmail"
	"github.com/openpmo/pmo/core/operation/simpleview"
	"github.com/openpmo/pmo/core/operation/team"
	"github.com/openpmo/pmo/core/paper"
	papernotice "github.com/openpmo/pmo/core/paper/notice"
	participantassembly "github.com/openpmo/pmo/core/participant/assembly"
	"github.com/openpmo/pmo/core/participant/perimeterfile"
	"github.com/openpmo/pmo/core/payment"
	"github.com/openpmo/pmo/core/payment/bankfile"
	"github.com/openpmo/pmo/core/payment/collection"
	"github.com/openpmo/pmo/core/payment/handover"
	"github.com/openpmo/pmo/core/payment/payout"
	"github.com/openpmo/pmo/core/payment/receivable"
	"github.com/openpmo/pmo/core/payment/reconciliation"
	paymentreminder "github.com/openpmo/pmo/core/payment/reminder"
	"github.com/openpmo/pmo/core/payment/settlement"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/report"
	"github.com/openpmo/pmo/core/search"
	"github.com/openpmo/pmo/openapi"
	"github.com/openpmo/pmo/sdk/ui/catalogues"
	"github.com/openpmo/pmo/webapp"
)

// memoryBytes is the most that is remembered of the sums of months: a year of some ten large
// operations.
const memoryBytes = 32 << 20

// wiring is what the parts of a server share.
type wiring struct {
	guard      policy.Guard
	objects    object.Store
	links      *fs.Store // nil when files lie in S3
	pictures   string    // the origin of links that lead elsewhere; "" = none
	documents  *document.Service
	logos      *logo.Service
	mail       mail.Sender
	jobs       *jobs.Client
	events     *event.Bus
	keys       *seal.Sealer // of account numbers
	drafts     *seal.Sealer // of forms that are left half-way
	codes      *seal.Sealer // of what codes at the sign-in are made of
	signed     seal.Links
	platforms  *seal.Sealer   // of what lets us in at platforms
	hooks      seal.Links     // of the addresses that platforms call
	perimeters []dso.Operator // whose perimeter can be asked for
	attempts   *seal.Sealer   // of sign-ins by the identity provider
}

// wire builds every adapter and context, lowest first.
func (a *App) wire(ctx context.Context, decider policy.Decider) error {
	w := &wiring{}
	w.events = event.New(event.Deps{Tx: a.db, Log: kernelstore.NewEvents(a.db), Queue: jobs.EventDeliveries{Client: func() *jobs.Client { return w.jobs }}, Now: a.now})
	a.wiring = w
	secret, err := a.config.Secret()
	if err != nil {
		return err
	}
	w.guard = policy.Guard{Decider: decider, Locator: participantstore.NewParticipants(a.db)}
	if a.watch != nil {
		w.guard.Decider = a.watch(decider)
	}
	if err := w.openObjects(ctx, a, secret); err != nil {
		return err
	}
	w.documents = document.New(document.Deps{Documents: kernelstore.NewDocuments(a.db), Objects: w.objects, Tx: a.db, Now: a.now})
	w.logos = logo.New(logo.Deps{Documents: w.documents, Pictures: picture.Drawer{}, Now: a.now})
	if err := w.openMail(a); err != nil {
		return err
	}
	if w.keys, err = seal.New(secret, "iban"); err != nil {
		return err
	}
	if w.signed, err = seal.NewLinks(secret); err != nil {
		return err
	}
	if w.drafts, err = seal.New(secret, "draft"); err != nil {
		return err
	}
	if w.codes, err = seal.New(secret, "second factor"); err != nil {
		return err
	}
	if w.attempts, err = seal.New(secret, "sign-in by a provider"); err != nil {
		return err
	}
	if w.platforms, err = seal.New(secret, "platform"); err != nil {
		return err
	}
	if w.hooks, err = seal.NewLinksOf(secret, "hooks"); err != nil {
		return err
	}
	if err := a.contexts(); err != nil {
		return err
	}
	w.events.Handle(a.handlers()...)
	workers := river.NewWorkers()
	jobs.AddAccountMails(workers, a.Services.Account)
	jobs.AddSiteInvitations(workers, a.Services.Participant.Invitation)
	jobs.AddMemberInvitations(workers, a.Services.Team)
	a.Services.Jobs.Handle(a.jobHandlers()...)
	jobs.AddJobs(workers, a.Services.Jobs, ingest.JobKind)
	reminders := func() *reminder.Service { return a.Services.Allocation.Reminder }
	jobs.AddKeyExpectations(workers, func() *replay.Service { return a.Services.Allocation.Replay })
	jobs.AddCurvePull(workers, func() *pull.Service { return a.Services.Metering.Pull }, a.Services.Jobs)
	jobs.AddCurveDropLook(workers, func() *drop.Service { return a.Services.Metering.Drop })
	jobs.AddCoefficientReminders(workers, reminders)
	months := func() *notice.Service { return a.Services.MonthNotices }
	jobs.AddMonthNotices(workers, months)
	digests := func() *digest.Service { return a.Services.AlertDigests }
	jobs.AddAlertDigests(workers, digests)
	jobs.AddInvoiceDeliveries(workers, func() *delivery.Service { return a.Services.Billing.Delivery })
	jobs.AddStatementMails(workers, func() *statement.Service { return a.Services.Billing.Statements })
	jobs.AddMessageDeliveries(workers, func() *communication.Service { return a.Services.Communication })
	dunning := func() *paymentreminder.Service { return a.Services.Reminders }
	jobs.AddPaymentReminders(workers, dunning)
	exports := func() *export.Service { return a.Services.Exports }
	jobs.AddExportMails(workers, exports)
	reports := func() *report.Service { return a.Services.Reports }
	jobs.AddReportMails(workers, reports)
	notices := func() *papernotice.Service { return a.Services.PaperNotices }
	jobs.AddPaperMails(workers, notices)
	jobs.AddEventDeliveries(workers, w.events)
	sending := func() *transmission.Worker { return a.Services.EInvoicing.Worker }
	carriers.Add(workers, sending)
	sweeps := []jobs.Sweep{jobs.JobSweep(a.Services.Jobs), jobs.EventSweep(w.events), jobs.CurveRenewalSweep(a.Services.Metering.Rollup),
		jobs.CoefficientReminderSweep(reminders), jobs.AlertSweep(a.Services.Alerts), jobs.ExportSweep(exports), jobs.ReportSweep(reports), jobs.BillSweep(a.Services.OldBills), carriers.Sweep(sending), jobs.PaymentReminderSweep(dunning), jobs.PaperReminderSweep(notices)}
	if a.config.Handover != (config.HandoverConfig{}) {
		sweeps = append(sweeps, jobs.HandoverSweep(func() *handover.Service { return a.Services.Handovers }))
	}
	if a.config.MonthMails {
		sweeps = append(sweeps, jobs.MonthNoticeSweep(months), jobs.AlertDigestSweep(digests))
	}
	w.jobs, err = jobs.New(a.db.Pool(), jobs.Options{Work: true, Workers: workers, TxFrom: postgres.TxFrom, Log: a.log,
		Sweeps: append(sweeps, a.sweeps()...)})
	if err != nil {
		return err
	}
	a.Handler = httpapi.New(a.api())
	return nil
}

// contexts makes the use cases, in the order in which they know of each other.
func (a *App) contexts() error {
	w, db, s := a.wiring, a.db, &a.Services
	client, billed := func() *jobs.Client { return w.jobs }, invoicestore.NewBilledDays(db)
	hasher, err := password.New(a.hashes)
	if err != nil {
		return err
	}
	s.Jobs = job.New(job.Deps{Guard: w.guard, Tx: db, Jobs: kernelstore.NewJobs(db), Queue: jobs.JobQueue{Client: client}, Now: a.now})
	s.Viewing = viewing.New(viewing.Deps{Guard: w.guard, Tx: db, Now: a.now, Views: accountstore.NewViews(db)})
	s.Columns = columnchoice.New(columnchoice.Deps{Guard: w.guard, Tx: db, Choices: accountstore.NewColumns(db)})
	codes := secondfactor.Codes{Factors: accountstore.NewSecondFactors(db, w.codes), Attempts: accountstore.NewLoginAttempts(db), Tx: db, Now: a.now}
	s.Account = account.New(account.Deps{Viewer: s.Viewing, Codes: codes, SecondFactorOf: a.config.SecondFactorOf(), Guard: w.guard, Tx: db, Stores: accountstore.Stores(db), Now: a.now, Hasher: hasher,
		Queue: jobs.AccountMails{Client: client}, Mail: accountMail{a}})
	s.SecondFactor = secondfactor.New(secondfactor.Deps{Guard: w.guard, Codes: codes, Passwords: s.Account, Sessions: accountstore.NewSessions(db), QR: qr.Drawer{}, Required: a.config.SecondFactorOf()})
	views := operationstore.NewViews(db)
	s.SimpleView = simpleview.New(simpleview.Deps{Guard: w.guard, Tx: db, Now: a.now, Operations: operationstore.NewOperations(db),
		Sites: participantstore.NewParticipants(db), Choices: views, Uses: views, Limit: a.config.SimpleViewSites})
	s.Operation = operation.New(operation.Deps{Guard: w.guard, Tx: db, Now: a.now,
		Operations: operationstore.NewOperations(db), Members: operationstore.NewMembers(db), Accounts: operationstore.NewAccounts(db),
		Sites: participantstore.NewParticipants(db), Data: curveDays{Rollups: meteringstore.NewRollups(db), Curves: meteringstore.NewCurves(db)},
		Bills: billingstore.NewUse(db), Views: s.SimpleView})
	s.Branding = branding.New(branding.Deps{Guard: w.guard, Tx: db, Operations: operationstore.NewOperations(db), Logos: w.logos})
	journal := invitationmail.Journal{Mails: operationstore.NewInvitationMails(db), Openings: openings{a}, Now: a.now}
	sources, err := a.config.Perimeter.Sources()
	if err != nil {
		return err
	}
	w.perimeters = config.PerimeterOperators(sources)
	identities, err := a.config.OIDC.Provider(a.config.PublicURL, a.now)
	if err != nil {
		return err
	}
	s.Provider = provider.New(provider.Deps{Provider: identities, Accounts: s.Account, Sealer: w.attempts, Now: a.now, TrustFactors: a.config.OIDC.TrustFactors})
	s.Team = team.New(team.Deps{Guard: w.guard, Tx: db, Now: a.now, Operations: s.Operation, Accounts: operationstore.NewAccounts(db),
		Members: operationstore.NewTeam(db), Invitations: operationstore.NewMemberInvitations(db),
		Journal: journal, Queue: memberMails{a, jobs.MemberInvitations{Client: client}}, Mail: accountMail{a}})
	s.Participant = participantassembly.Assemble(participantassembly.Parts{Guard: w.guard, Tx: db, Now: a.now,
		Participants: participantstore.NewParticipants(db), Operations: s.Operation, Accounts: operationstore.NewAccounts(db),
		Workbooks: xlsx.Reader{}, Texts: perim.Reader{}, Sources: sources, Events: w.events, Curves: meteringstore.NewCurves(db), Answers: historystore.NewAnswers(db),
		Invoices: billed, Billing: billingstore.NewSites(db),
		Invitations: participantstore.NewSiteInvitations(db), Journal: journal, Queue: siteMails{a, jobs.SiteInvitations{Client: client}}, InvitationMail: accountMail{a}, Logos: w.logos})
	s.Allocation = allocationassembly.Assemble(allocationassembly.Parts{Guard: w.guard, Tx: db, Now: a.now,
		Configs: allocationstore.NewConfigs(db), Drafts: allocationstore.NewDrafts(db), Seasons: allocationstore.NewSeasonalities(db),
		Coefficients: allocationstore.NewCoefficientSets(db), Files: a.config.Coefficients.Files(), DeadlineDay: a.config.Coefficients.DeadlineDay,
		Reminders: allocationstore.NewReminders(db), Organizers: operationstore.NewMembers(db),
		Letters: jobs.CoefficientReminders{Client: client}, Mail: reminderMail{a},
		Energies: lateEnergies{a}, Expectations: lateExpectations{a}, Jobs: s.Jobs, Queue: jobs.KeyExpectations{Client: client}, Operations: s.Operation, Participants: participantstore.NewParticipants(db), Authors: operationstore.NewAccounts(db),
		Events: w.events, Invoices: billed})
	measuring, err := a.withPulls(meteringassembly.Parts{Guard: w.guard, Tx: db, Now: a.now, Stores: meteringassembly.Stores{Perimeter: meteringstore.NewPerimeters(db),
		Curves: meteringstore.NewCurves(db), Rollups: meteringstore.NewRollups(db), Imports: importstore.NewImports(db), Declarations: meteringstore.NewDefinitiveMonths(db),
		Registers: meteringstore.NewRegisters(db), Readings: meteringstore.NewPeriodReadings(db), Mappings: importstore.NewFileMappings(db), Operations: importstore.NewWorkOperations(db)},
		Memory: memory.New[monthly.MemoryKey](memoryBytes), Documents: w.documents, Reader: curveReader(), Jobs: s.Jobs,
		Keys: pairing.AllocatedKeys{Allocation: s.Allocation.Applied}, Events: w.events, Invoices: billed})
	if err != nil {
		return err
	}
	s.Metering = meteringassembly.Assemble(measuring)
	mandates := paymentstore.NewMandates(db, w.keys, a.now)
	s.Billing = billingassembly.Assemble(billingassembly.Parts{Guard: w.guard, Tx: db, Now: a.now, Operations: s.Operation, Stores: invoicestore.Stores(db, w.keys), Adjustments: billingstore.NewAdjustments(db), Journals: journalstore.Stores(db), Corrections: correctionstore.New(db), Thresholds: correctionstore.NewThresholds(db), Words: catalogues.Text,
		Measurements: s.Metering.Billable, Volumes: drafting.RegisterVolumes{Registers: s.Metering.Readings}, Mandates: mandates,
		Jobs: s.Jobs, Events: w.events, Stored: w.documents, Logos: w.logos, Renderer: pdf.New(), EInvoices: einvoice.Writer{},
		Delivery:   delivery.Means{Deliveries: invoicestore.NewDeliveries(db), Letters: invoiceLetters{a}, Mail: w.mail, Queue: jobs.InvoiceDeliveries{Client: client}, Accounts: invoiceLetters{a}, Binder: bind.Binder{}},
		Statements: statement.Means{Statements: statementstore.NewStatements(db), Letters: statementLetters{a}, Mail: w.mail, Queue: jobs.StatementMails{Client: client}}})
	s.EInvoicing = a.eInvoicing()
	s.OldBilling = legacy.New(legacy.Deps{Guard: w.guard, Tx: db, Now: a.now, Configs: legacystore.NewAgreements(db), Contracts: legacystore.NewAgreements(db),
		Operations: s.Operation, Sites: participantstore.NewParticipants(db)})
	s.OldBills = bill.New(bill.Deps{Guard: w.guard, Tx: db, Now: a.now, Bills: legacystore.NewBills(db), Agreements: legacystore.NewAgreements(db),
		Operations: s.Operation, Sites: participantstore.NewParticipants(db), Measurements: s.Metering.Billable, Documents: w.documents, Printer: bill.Printer{Renderer: pdf.New(), Words: catalogues.Text}})
	s.Migration = migration.New(migration.Deps{Guard: w.guard, Tx: db, Now: a.now, Operations: operationstore.NewOperations(db), Old: legacystore.NewAgreements(db), Bills: legacystore.NewBills(db),
		Agreements: s.Billing.Agreements, Contracts: s.Billing.Contracts, Records: legacystore.NewMigrations(db), Words: catalogues.Text})
	s.Enrolment = enrolment.New(enrolment.Deps{Guard: w.guard, Tx: db, Now: a.now, Operations: s.Operation, Sites: s.Participant.Site,
		Entities: s.Billing.Entities, Contracts: s.Billing.Contracts, Drafts: participantstore.NewEnrolmentDrafts(db, w.drafts), Files: s.Participant.PerimeterFile})
	s.Month = month.New(month.Deps{Guard: w.guard, Now: a.now, Operations: s.Operation, Curves: s.Metering.Billable, Coefficients: s.Allocation.Calendar,
		Runs: s.Billing.Runs, Clients: billingstore.NewSites(db), Invoices: monthstore.NewInvoices(db), Corrections: s.Billing.Corrections, Statements: s.Billing.Statements})
	s.Setup = setup.New(setup.Deps{Guard: w.guard, Now: a.now, Operations: s.Operation, Stock: monthstore.NewStock(db)})
	s.Search = search.New(search.Deps{Guard: w.guard, Operations: s.Operation, Things: searchstore.NewThings(db)})
	s.MonthNotices = notice.New(notice.Deps{Now: a.now, Tx: db, Operations: s.Operation, Curves: s.Metering.Billable, Notices: monthstore.NewNotices(db),
		Organizers: operationstore.NewMembers(db), Queue: jobs.MonthNotices{Client: client}, Mail: monthMail{a}})
	s.Communication = communication.New(communication.Deps{Guard: w.guard, Tx: db, Now: a.now, Messages: communicationstore.NewMessages(db), Recipients: communicationstore.NewRecipients(db),
		Operations: s.Operation, Documents: w.documents, Letters: messageLetters{}, Queue: jobs.MessageDeliveries{Client: client}, Mail: w.mail})
	s.Alerts = alert.New(alert.Deps{Guard: w.guard, Tx: db, Now: a.now, Alerts: alertstore.NewAlerts(db), Settings: alertstore.NewSettings(db),
		Looks: alertstore.NewLooks(db), Operations: s.Operation})
	s.Alerts.Register(rule.All(rule.Deps{Sites: meteringstore.NewPerimeters(db), Series: rule.Series{Curves: meteringstore.NewCurves(db), Latest: meteringstore.NewRollups(db)},
		Coverage: s.Metering.Billable, Sun: s.Metering.Forecast, Participants: participantstore.NewParticipants(db), Months: s.Month, Requests: consentstore.NewRequests(db), Corrections: s.Billing.Corrections, Network: rule.Network{Carriers: einvoicingstore.NewTransmissions(db), EReports: s.EInvoicing.EReports}, Payments: paymentstore.NewReceivables(db)})...)
	s.AlertDigests = digest.New(digest.Deps{Now: a.now, Tx: db, Digests: alertstore.NewDigests(db), Operations: s.Operation,
		Queue: jobs.AlertDigests{Client: client}, Mail: alertMail{a}})
	s.Library = library.New(library.Deps{Guard: w.guard, Tx: db, Now: a.now, Entries: librarystore.NewEntries(db, a.now), Shares: librarystore.NewShares(db),
		Operations: s.Operation, Documents: w.documents, Signatures: w.signed})
	s.Exports = export.New(export.Deps{Guard: w.guard, Tx: db, Now: a.now, Waits: a.config.Exports.Waits(), Exports: exportstore.NewExports(db), Jobs: s.Jobs,
		Sources: export.Sources{Sites: participantstore.NewParticipants(db), Operations: s.Operation, Curves: s.Metering.Drawing},
		Files:   export.Files{Documents: w.documents, Words: catalogues.Text, Workbook: xlsx.WriteTable},
		Letters: export.Letters{Signatures: w.signed, Queue: jobs.ExportMails{Client: client}, Mail: exportMail{a}}})
	s.Economy = economy.New(economy.Deps{Guard: w.guard, Tx: db, Now: a.now, Stores: economy.Stores{Configs: economystore.NewConfigs(db), Tariffs: economystore.NewTariffs(db)}, Operations: s.Operation, Keys: s.Allocation.Analysis,
		Sites: participantstore.NewParticipants(db), Curves: s.Metering.Drawing, Received: s.Metering.Billable, Agreements: s.Billing.Agreements})
	s.Finance = finance.New(finance.Deps{Guard: w.guard, Tx: db, Now: a.now, Stores: financestore.Stores(db), Energies: s.Metering.Billable, Suppliers: s.Economy,
		Agreements: s.Billing.Agreements, Operations: s.Operation, Sites: participantstore.NewParticipants(db)})
	s.Reports = report.New(report.Deps{Guard: w.guard, Tx: db, Now: a.now, Jobs: s.Jobs,
		Sources: report.Sources{Operations: s.Operation, Sites: participantstore.NewParticipants(db), Figures: s.Metering.Dashboard, Curves: s.Metering.Drawing,
			Economy: s.Economy, Sharing: s.Allocation.Analysis, Keys: s.Allocation.Key, Extents: s.Participant.Extent, Sales: financestore.Stores(db).Sales},
		Files:   report.Files{Drawer: pdf.New(), Documents: w.documents, Links: reportstore.NewLinks(db), Signatures: w.signed},
		Letters: report.Letters{Recipients: communicationstore.NewRecipients(db), Queue: jobs.ReportMails{Client: client}, Mail: reportMail{a}}})
	s.Consents = consent.New(consent.Deps{Guard: w.guard, Tx: db, Now: a.now, Register: consentstore.NewRegister(db), Requests: consentstore.NewRequests(db),
		Operations: s.Operation, Events: w.events})
	s.PaperNotices = papernotice.New(papernotice.Deps{Guard: w.guard, Tx: db, Now: a.now, Papers: paperstore.New(db), Operations: s.Operation, Mails: paperstore.NewMails(db),
		Queue: jobs.PaperMails{Client: client}, Post: paperMail{a}, ReminderDays: a.config.PaperReminderDays})
	s.Papers = paper.New(paper.Deps{Guard: w.guard, Tx: db, Now: a.now, Papers: paperstore.New(db), Operations: s.Operation, Sites: participantstore.NewParticipants(db),
		Creditors: paperstore.Creditors{DB: db, Of: paymentstore.NewCreditors(db, w.keys)}, Documents: w.documents, Drawer: pdf.New(), Notices: s.PaperNotices})
	s.History = history.New(history.Deps{Guard: w.guard, Trail: historystore.NewTrail(db)})
	s.Payment = payment.New(payment.Deps{Guard: w.guard, Tx: db, Now: a.now, Operations: s.Operation, Issuers: paymentstore.NewIssuers(db),
		Creditors: paymentstore.NewCreditors(db, w.keys), Mandates: mandates, Lists: perimeterfile.Readers{Workbooks: xlsx.Reader{}, Texts: perim.Reader{}}})
	s.Collections = collection.New(collection.Deps{Guard: w.guard, Tx: db, Now: a.now, Operations: s.Operation, Issuers: paymentstore.NewIssuers(db),
		Creditors: paymentstore.NewCreditors(db, w.keys), Collections: paymentstore.NewCollections(db, w.keys), Documents: w.documents, Writer: sepa.Writer{}, Cipher: w.keys})
	s.Settlements = settlement.New(settlement.Deps{Guard: w.guard, Tx: db, Now: a.now, Operations: s.Operation, Settlements: paymentstore.NewSettlements(db)})
	s.Receivables = receivable.New(receivable.Deps{Guard: w.guard, Now: a.now, Operations: s.Operation, Receivables: paymentstore.NewReceivables(db)})
	dunning := paymentstore.NewReminders(db, w.keys)
	s.Reminders = paymentreminder.New(paymentreminder.Deps{Guard: w.guard, Tx: db, Now: a.now, Operations: s.Operation, Reminders: dunning, Choices: dunning, Words: catalogues.Text,
		Letters: messageLetters{}, Queue: jobs.PaymentReminders{Client: client}, Mail: w.mail})
	payouts := statementstore.NewPayouts(db, w.keys)
	s.Payouts = payout.New(payout.Deps{Guard: w.guard, Tx: db, Now: a.now, Operations: s.Operation, Payouts: payouts, Documents: w.documents, Writer: sepa.Writer{}, Cipher: w.keys})
	s.Bank = reconciliation.New(reconciliation.Deps{Guard: w.guard, Tx: db, Now: a.now, Operations: s.Operation, Lines: paymentstore.NewBankLines(db, w.keys),
		Mappings: paymentstore.NewBankMappings(db), Settlements: paymentstore.NewSettlements(db), Payouts: payouts,
		Readers: bankfile.Readers{Formats: []bankfile.Reader{camt053.Reader{}, pain002.Reader{}, coda.Reader{}}, Table: bankcsv.Table{}}})
	s.Emissions = emission.New(emission.Deps{Guard: w.guard, Tx: db, Now: a.now, Store: meteringstore.NewEmissions(db)})
	if s.Handovers, err = a.handovers(); err != nil {
		return err
	}
	s.Backoffice = backoffice.New(backoffice.Deps{Guard: w.guard, Lists: backofficestore.NewLists(db)})
	s.OpenFile, s.Workbook, s.Workbooks, s.Annotated = a.openFile, xlsx.WriteTable, xlsx.WriteTables, xlsx.WriteAnnotated
	return nil
}

func (w *wiring) openObjects(ctx context.Context, a *App, secret []byte) error {
	c := a.config
	if c.S3Endpoint == "" {
		store, err := fs.New(filepath.Join(c.DataDir, "files"), secret, a.now)
		w.objects, w.links = store, store
		return err
	}
	endpoint := c.S3Endpoint
	if !strings.Contains(endpoint, "://") {
		endpoint = map[bool]string{true: "http://", false: "https://"}[c.S3Insecure] + endpoint
	}
	store, err := s3.New(ctx, s3.Options{Endpoint: endpoint, Region: c.S3Region, Bucket: c.S3Bucket,
		AccessKey: c.S3AccessKey, SecretKey: c.S3SecretKey})
	if err != nil {
		return err
	}
	w.objects, w.pictures = store, store.Origin()
	return nil
}

func (w *wiring) openMail(a *App) (err error) {
	c := a.config
	if c.SMTPHost == "" {
		w.mail = outbox.New(kernelstore.NewOutboxMessages(a.db), a.now)
		return nil
	}
	w.mail, err = smtp.New(smtp.Options{Host: c.SMTPHost, Port: c.SMTPPort, User: c.SMTPUser, Password: c.SMTPPassword,
		From: c.SMTPFrom, Encryption: smtp.Encryption(c.SMTPTLS)})
	return err
}

// openFile reads what a signed link of this server leads to.
func (a *App) openFile(ctx context.Context, token string) (httpaccount.File, error) {
	if a.wiring.links == nil {
		return httpaccount.File{}, object.ErrLink
	}
	link, err := a.wiring.links.Verify(token)
	if err != nil {
		return httpaccount.File{}, err
	}
	content, info, err := a.wiring.objects.Get(ctx, link.Key)
	if err != nil {
		return httpaccount.File{}, err
	}
	return httpaccount.File{Name: link.FileName, Size: info.Size, ContentType: info.ContentType, Content: content}, nil
}

// sweeps are looked after by one process at a time.
func (a *App) sweeps() []jobs.Sweep {
	return append(a.pullSweeps(), []jobs.Sweep{
		{Name: "sessions", Every: time.Hour, Run: a.Services.Account.Sweep},
		{Name: "viewings", Every: time.Minute, Run: a.Services.Viewing.Sweep},
		{Name: "documents", Every: time.Hour, Run: a.wiring.documents.Sweep},
		{Name: "idempotency_keys", Every: time.Hour, Run: func(ctx context.Context) error {
			_, err := kernelstore.NewIdempotencyKeys(a.db).DeleteBefore(ctx, a.now().Add(-idempotencyLife))
			return err
		}},
	}...)
}

// idempotencyLife is how long a first answer is kept.
const idempotencyLife = 48 * time.Hour

func (a *App) api() httpapi.Deps {
	c := a.config
	proxies, _ := config.Networks(c.TrustedProxies) // checked with the settings
	return httpapi.Deps{
		Contract: openapi.Bundle, Log: a.log, Services: a.Services, Ready: a.ready,
		Outage: a.outage, Metrics: a.metrics, MetricsApart: c.MetricsAddr != "",
		Authenticator:   httpaccount.NewAuthenticator(a.Services.Account),
		Guard:           a.wiring.guard,
		OneMoment:       postgres.InOneMoment,
		Now:             a.now,
		TrustedProxies:  proxies,
		IdempotencyKeys: idempotencyKeys{a.db, kernelstore.NewIdempotencyKeys(a.db), a.now},
		PictureOrigin:   a.wiring.pictures,
		Webapp:          webapp.Dist(), Admin: admin.Dist(),
		Settings: httpaccount.Settings{Version: Version, Demo: c.Demo, SupportEmail: c.SupportEmail,
			SupportHours: c.SupportHours, SupportURL: c.SupportURL, LogoutURL: c.LogoutURL, TLS: strings.HasPrefix(c.PublicURL, "https://"), Weather: c.Pull.WeatherURL != "" || c.Demo, ProviderName: c.OIDC.Title(), PerimeterOperators: a.wiring.perimeters, DemoAccounts: a.demoAccounts()},
	}
}

// idempotencyKeys joins two adapters that do not know each other.
type idempotencyKeys struct {
	db   *postgres.DB
	keys *kernelstore.IdempotencyKeys
	now  func() time.Time
}

func (k idempotencyKeys) Enclose(ctx context.Context, fn func(context.Context) error) error {
	return k.db.Enclose(ctx, fn)
}

func (k idempotencyKeys) Lock(ctx context.Context, holder transport.ReplyHolder, key string) error {
	return k.keys.Lock(ctx, kernelstore.ReplyHolder(holder), key)
}

func (k idempotencyKeys) Find(ctx context.Context, holder transport.ReplyHolder, key string) (transport.StoredReply, bool, error) {
	r, ok, err := k.keys.Find(ctx, kernelstore.ReplyHolder(holder), key)
	return transport.StoredReply{Operation: r.Operation, RequestHash: r.RequestHash, Status: r.Status, Headers: r.Headers, Body: r.Body, Asked: r.Asked}, ok, err
}

func (k idempotencyKeys) Add(ctx context.Context, holder transport.ReplyHolder, key string, r transport.StoredReply) error {
	return k.keys.Add(ctx, kernelstore.IdempotentReply{Holder: kernelstore.ReplyHolder(holder), Key: key, Operation: r.Operation, RequestHash: r.RequestHash,
		Status: r.Status, Headers: r.Headers, Body: r.Body, Asked: r.Asked, CreatedAt: k.now()})
}

// demoAccounts are told to the login page, when the demo is loaded.
func (a *App) demoAccounts() (told []httpaccount.DemoAccount) {
	if !a.config.Demo {
		return nil
	}
	for _, one := range demo.Accounts {
		told = append(told, httpaccount.DemoAccount{Email: one.Email, Password: demo.Password, Role: one.Role})
	}
	return told
}

// curveDays finds the last days with data: of operations by their sums, of sites by their curves
// (operation.Data).
type curveDays struct {
	*meteringstore.Rollups
	*meteringstore.Curves
}

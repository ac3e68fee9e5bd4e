package transmission_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"io"
	"net/http/httptest"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/einvoice/afnor"
	"github.com/openpmo/pmo/adapters/einvoice/cdar"
	"github.com/openpmo/pmo/adapters/einvoice/fakeplatform"
	"github.com/openpmo/pmo/adapters/einvoice/flux10"
	"github.com/openpmo/pmo/adapters/einvoice/outward"
	"github.com/openpmo/pmo/adapters/einvoice/peppol"
	"github.com/openpmo/pmo/adapters/pdf"
	"github.com/openpmo/pmo/adapters/postgres/einvoicingstore"
	"github.com/openpmo/pmo/adapters/postgres/invoicestore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/core/billing"
	billingassembly "github.com/openpmo/pmo/core/billing/assembly"
	"github.com/openpmo/pmo/core/billing/document"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/einvoicing/assembly"
	"github.com/openpmo/pmo/core/einvoicing/connection"
	"github.com/openpmo/pmo/core/einvoicing/transmission"
	"github.com/openpmo/pmo/core/event"
	"github.com/openpmo/pmo/core/id"
)

// desk is the town with a made-up platform that its seller is connected with.
type desk struct {
	*coretest.Billing
	assembly.Services
	platform   *fakeplatform.Platform
	server     *httptest.Server
	connection connection.View
	submits    []id.ID
	polls      int
	changed    int
}

// Publish of event.Publisher: what is published is heard as the server wires it.
func (d *desk) Publish(ctx context.Context, e event.Event) error {
	switch e := e.(type) {
	case billing.InvoicesPublished:
		return d.Transmissions.Published(ctx, e.OperationID, e.InvoiceIDs)
	case einvoicing.Changed:
		d.changed++
	}
	return nil
}

// Submit and Poll of einvoicing.Queue: nothing is started.
func (d *desk) Submit(_ context.Context, ids []id.ID) error {
	d.submits = append(d.submits, ids...)
	return nil
}
func (d *desk) Poll(context.Context, id.ID) error { d.polls++; return nil }

// documents are those of billing as it is wired last (einvoicing.Documents).
type documents struct{ *desk }

func (d documents) Travelling(ctx context.Context, operationID, invoiceID id.ID) (document.Travelling, error) {
	return d.Billing.Documents.Travelling(ctx, operationID, invoiceID)
}

var hookKey = base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{3}, 32))

// newDesk connects the seller of the town; the invoices of October are drafts.
func newDesk(t *testing.T, o fakeplatform.Options, change ...func(*einvoicing.Connection)) *desk {
	t.Helper()
	d := unconnected(t, o)
	c := einvoicing.Connection{Name: "Plateforme", Active: true, Secret: "s3cret", HookKey: hookKey, Settings: einvoicing.Settings{FlowURL: d.server.URL + "/flow-service",
		TokenURL: d.server.URL + "/token", ClientID: "pmo", SendsRule: true, Version: einvoicing.Version(d.platform.Version)}}
	for _, f := range change {
		f(&c)
	}
	issuers, _, err := d.Entities.ListBillingEntities(t.Context(), d.Organizer, d.Scope)
	require.NoError(t, err)
	d.connection, err = d.Connections.Create(t.Context(), d.Organizer, d.Operation, issuers[0].ID, c)
	require.NoError(t, err)
	return d
}

// patience is how long an answer is waited for: short only where none comes, as a busy machine answers late.
func patience(o fakeplatform.Options) time.Duration {
	if slices.ContainsFunc(o.Rules, func(r fakeplatform.Rule) bool { return r.Hangs || r.Body == "slow" }) {
		return 2 * time.Second
	}
	return time.Minute
}

func unconnected(t *testing.T, o fakeplatform.Options) *desk {
	t.Helper()
	return deskOf(t, coretest.Town(t), o)
}

// deskOf is the desk of an operation whose drafts of October are made.
func deskOf(t *testing.T, of *coretest.Billing, o fakeplatform.Options) *desk {
	t.Helper()
	d := &desk{Billing: of}
	if o.Now == nil {
		o.Now = d.Now
	}
	d.platform = fakeplatform.New(o)
	d.server = httptest.NewServer(d.platform)
	t.Cleanup(func() { d.platform.Release(); d.server.Close() })
	cipher, err := seal.New(bytes.Repeat([]byte{1}, 32), "platform")
	require.NoError(t, err)
	accounts, err := seal.New(bytes.Repeat([]byte{1}, 32), "iban")
	require.NoError(t, err)
	hooks, err := seal.NewLinksOf(bytes.Repeat([]byte{1}, 32), "hooks")
	require.NoError(t, err)
	stores := invoicestore.Stores(d.DB, accounts)
	client := outward.New(outward.Options{Local: true, Timeout: patience(o)})
	d.Services = assembly.Assemble(assembly.Parts{
		Access:   einvoicing.Access{Guard: d.Guard, Tx: d.DB, Now: d.Now, Operations: operationstore.NewOperations(d.DB)},
		Stores:   transmission.Stores{Connections: einvoicingstore.NewConnections(d.DB, cipher), Transmissions: einvoicingstore.NewTransmissions(d.DB), Invoices: einvoicingstore.NewTransmissions(d.DB)},
		Composer: transmission.Composer{Snapshots: stores.Documents, Documents: documents{d}, Messages: cdar.Writer{}},
		Issuers:  stores.BillingEntities, Clients: d.Entities, Carriers: einvoicing.Carriers{einvoicing.AFNOR: afnor.New(client, d.Now), einvoicing.PeppolRaw: peppol.New(client, nil, d.Now)}, Signatures: hooks, Queue: d, Events: d,
		Reports: einvoicingstore.NewEReports(d.DB), Files: d.Keeping(d.Shelf), Writer: flux10.Writer{},
	})
	d.Rewire(func(p *billingassembly.Parts) { p.Events, p.Renderer = d, pdf.New() })
	d.Run("2026-10-31")
	return d
}

// publish issues the draft of a client, and has its document stored, as the job that hears of it does.
func (d *desk) publish(client string) billing.Invoice {
	d.T.Helper()
	inv := d.issue(client)
	require.NoError(d.T, d.Billing.Documents.StoreDocuments(d.T.Context(), d.Operation, []id.ID{inv.ID}))
	return inv
}

// issue issues the draft of a client, whose document is not stored yet.
func (d *desk) issue(client string) billing.Invoice {
	d.T.Helper()
	for _, inv := range d.Listed(billing.InvoiceFilter{Statuses: []billing.InvoiceStatus{billing.Draft}}) {
		if inv.ClientName == client {
			require.Nil(d.T, d.Billing.Publish(inv.ID)[0].Refused)
			one, err := d.Invoices.Invoice(d.T.Context(), d.Organizer, d.Scope, inv.ID)
			require.NoError(d.T, err)
			return one.Invoice
		}
	}
	require.Fail(d.T, "no draft", client)
	return billing.Invoice{}
}

// later moves the clock and does what is due then, as the sweep does.
func (d *desk) later(after time.Duration) {
	d.T.Helper()
	d.Clock = d.Clock.Add(after)
	require.NoError(d.T, d.Worker.Sweep(d.T.Context()))
}

// attempt makes one attempt to send an invoice.
func (d *desk) attempt(inv billing.Invoice) {
	d.T.Helper()
	require.NoError(d.T, d.Worker.Submit(d.T.Context(), d.of(inv).ID))
}

// of is the newest transmission of an invoice.
func (d *desk) of(inv billing.Invoice) einvoicing.Transmission {
	d.T.Helper()
	list, err := d.Transmissions.List(d.T.Context(), d.Organizer, d.Operation, einvoicing.Filter{InvoiceID: inv.ID})
	require.NoError(d.T, err)
	require.NotEmpty(d.T, list)
	return list[0]
}

func (d *desk) invoices() (n int) {
	for _, f := range d.platform.Deposits() {
		if f.Type == "CustomerInvoice" {
			n++
		}
	}
	return n
}

func (d *desk) send(inv billing.Invoice) string {
	d.T.Helper()
	results, err := d.Transmissions.Send(d.T.Context(), d.Organizer, d.Operation, []id.ID{inv.ID})
	require.NoError(d.T, err)
	if results[0].Refused == nil {
		return ""
	}
	return results[0].Refused.Key
}

func (d *desk) call(body string, at time.Time, variant einvoicing.Signature, key string) error {
	raw, _ := base64.StdEncoding.DecodeString(key)
	stamp := strconv.FormatInt(at.Unix(), 10)
	return d.Transmissions.Call(d.T.Context(), d.connection.HookToken, einvoicing.HookCall{Body: []byte(body), Timestamp: stamp,
		Signature: base64.StdEncoding.EncodeToString(afnor.Sign(variant, raw, []byte(body), stamp))})
}

// client changes a client, and answers it.
func (d *desk) client(name string, change entity.BillableEntityChange) billing.BillableEntity {
	d.T.Helper()
	list, err := d.Entities.ListBillableEntities(d.T.Context(), d.Organizer, d.Scope)
	require.NoError(d.T, err)
	at := slices.IndexFunc(list, func(e billing.BillableEntity) bool { return e.Name == name })
	require.GreaterOrEqual(d.T, at, 0)
	changed, err := d.Entities.UpdateBillableEntity(d.T.Context(), d.Organizer, d.Scope, list[at].ID, change)
	require.NoError(d.T, err)
	return changed
}

// xmlOf is the e-invoice in a document that was sent.
func xmlOf(t *testing.T, sent []byte) []byte {
	t.Helper()
	held, err := api.ExtractAttachmentsRaw(bytes.NewReader(sent), "", nil, model.NewDefaultConfiguration())
	require.NoError(t, err)
	require.Len(t, held, 1)
	content, err := io.ReadAll(held[0])
	require.NoError(t, err)
	return content
}

package transmission_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/einvoice"
	"github.com/openpmo/pmo/adapters/einvoice/afnor"
	"github.com/openpmo/pmo/adapters/einvoice/cdar"
	"github.com/openpmo/pmo/adapters/einvoice/fakeplatform"
	"github.com/openpmo/pmo/adapters/einvoice/outward"
	"github.com/openpmo/pmo/adapters/postgres/einvoicingstore"
	"github.com/openpmo/pmo/adapters/postgres/invoicestore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/core/billing"
	billingassembly "github.com/openpmo/pmo/core/billing/assembly"
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

func unconnected(t *testing.T, o fakeplatform.Options) *desk {
	t.Helper()
	d := &desk{Billing: coretest.Town(t)}
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
	client := outward.New(outward.Options{Local: true, Timeout: 300 * time.Millisecond})
	d.Services = assembly.Assemble(assembly.Parts{
		Access:   einvoicing.Access{Guard: d.Guard, Tx: d.DB, Now: d.Now, Operations: operationstore.NewOperations(d.DB)},
		Stores:   transmission.Stores{Connections: einvoicingstore.NewConnections(d.DB, cipher), Transmissions: einvoicingstore.NewTransmissions(d.DB), Invoices: einvoicingstore.NewTransmissions(d.DB)},
		Composer: transmission.Composer{Snapshots: stores.Documents, Writer: einvoice.Writer{}, Messages: cdar.Writer{}},
		Issuers:  stores.BillingEntities, Carriers: einvoicing.Carriers{einvoicing.AFNOR: afnor.New(client, d.Now)}, Signatures: hooks, Queue: d, Events: d,
	})
	d.Rewire(func(p *billingassembly.Parts) { p.Events = d })
	d.Run("2026-10-31")
	return d
}

// publish issues the draft of a client.
func (d *desk) publish(client string) billing.Invoice {
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

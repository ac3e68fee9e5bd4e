package connection_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/postgres/einvoicingstore"
	"github.com/openpmo/pmo/adapters/postgres/invoicestore"
	"github.com/openpmo/pmo/adapters/postgres/operationstore"
	"github.com/openpmo/pmo/adapters/postgres/pgtest"
	"github.com/openpmo/pmo/adapters/seal"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/coretest"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/einvoicing/connection"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// switchboard is the town, whose seller is connected with a carrier that answers what the test says.
type switchboard struct {
	*coretest.Billing
	*connection.Service
	trouble error
	lines   map[string]einvoicing.Line
	asked   []string
	issuer  billing.BillingEntity
}

func (s *switchboard) Sign(connectionID id.ID) string            { return "sign-" + string(connectionID) }
func (s *switchboard) Read(string) (connectionID id.ID, ok bool) { return "", false }

// carrier is what the switchboard speaks with.
type carrier struct {
	einvoicing.Carrier
	of *switchboard
}

func (c carrier) Test(context.Context, einvoicing.Connection) error { return c.of.trouble }

func (c carrier) Directory(_ context.Context, _ einvoicing.Connection, number string) ([]einvoicing.Line, error) {
	c.of.asked = append(c.of.asked, number)
	return []einvoicing.Line{{Siren: number}}, c.of.trouble
}

func (c carrier) Line(_ context.Context, _ einvoicing.Connection, a einvoicing.Address) (einvoicing.Line, bool, error) {
	line, ok := c.of.lines[a.Value]
	return line, ok, c.of.trouble
}

func newSwitchboard(t *testing.T) *switchboard {
	t.Helper()
	s := &switchboard{Billing: coretest.Town(t), lines: map[string]einvoicing.Line{}}
	key := bytes.Repeat([]byte{1}, 32)
	cipher, err := seal.New(key, "platform")
	require.NoError(t, err)
	accounts, err := seal.New(key, "iban")
	require.NoError(t, err)
	s.Service = connection.New(connection.Deps{
		Access:  einvoicing.Access{Guard: s.Guard, Tx: s.DB, Now: s.Now, Operations: operationstore.NewOperations(s.DB)},
		Issuers: invoicestore.Stores(s.DB, accounts).BillingEntities, Clients: s.Entities, Connections: einvoicingstore.NewConnections(s.DB, cipher),
		Carriers: einvoicing.Carriers{einvoicing.AFNOR: carrier{nil, s}}, Signatures: s,
	})
	issuers, _, err := s.Entities.ListBillingEntities(t.Context(), s.Organizer, s.Scope)
	require.NoError(t, err)
	s.issuer = issuers[0]
	return s
}

func platform() einvoicing.Connection {
	return einvoicing.Connection{Name: "Plateforme", Active: true, Secret: "s3cret", Settings: einvoicing.Settings{FlowURL: "https://p.example", DirectoryURL: "https://d.example", TokenURL: "https://t.example", ClientID: "pmo"}}
}

func (s *switchboard) made() connection.View {
	s.T.Helper()
	v, err := s.Create(s.T.Context(), s.Organizer, s.Operation, s.issuer.ID, platform())
	require.NoError(s.T, err)
	return v
}

// TestAConnectionIsOfALegalSeller: kept once, with its legal number and its secret sealed, changed by its version and
// removed; each change is a line that names what changed.
func TestAConnectionIsOfALegalSeller(t *testing.T) {
	t.Parallel()
	s := newSwitchboard(t)
	ctx := t.Context()
	_, err := s.Create(ctx, s.Organizer, s.Operation, id.New(), platform())
	require.Equal(t, billing.ErrIssuerNotFound.Key, fault.KeyOf(err))
	_, err = s.Create(ctx, s.Organizer, s.Operation, s.issuer.ID, einvoicing.Connection{})
	require.Equal(t, einvoicing.ErrConnectionInvalid.Key, fault.KeyOf(err))
	v := s.made()
	require.Equal(t, []any{s.issuer.ID, s.issuer.Name, coretest.Commune[:9], 1, "sign-" + string(v.ID), s.Clock.UTC()}, []any{v.IssuerID, v.IssuerName, v.Seller, v.Version, v.HookToken, v.CreatedAt})
	_, err = s.Create(ctx, s.Organizer, s.Operation, s.issuer.ID, platform())
	require.Equal(t, "connection.taken", fault.KeyOf(err))
	require.Zero(t, s.Count("einvoice_connections where secret_sealed::text like '%s3cret%'"))

	_, err = s.Update(ctx, s.Organizer, s.Operation, v.ID, 2, func(*einvoicing.Connection) {})
	require.ErrorIs(t, err, fault.ObjectChanged)
	changed, err := s.Update(ctx, s.Organizer, s.Operation, v.ID, 1, func(c *einvoicing.Connection) { c.Name = "Autre" })
	require.NoError(t, err)
	require.Equal(t, []any{"Autre", 2}, []any{changed.Name, changed.Version})
	again, err := s.Update(ctx, s.Organizer, s.Operation, v.ID, 0, func(c *einvoicing.Connection) { c.Active = false })
	require.NoError(t, err, "without a version the last one holds")
	require.Equal(t, []any{3, false}, []any{again.Version, again.Active})
	_, err = s.Update(ctx, s.Organizer, s.Operation, v.ID, 3, func(c *einvoicing.Connection) { c.Name = "" })
	require.Equal(t, einvoicing.ErrConnectionInvalid.Key, fault.KeyOf(err))
	list, err := s.List(ctx, s.Organizer, s.Operation)
	require.NoError(t, err)
	one, err := s.ByID(ctx, s.Organizer, s.Operation, v.ID)
	require.NoError(t, err)
	require.Equal(t, []connection.View{one}, list)
	require.Equal(t, []any{"Autre", "s3cret"}, []any{one.Name, one.Secret})
	require.NoError(t, s.Delete(ctx, s.Organizer, s.Operation, v.ID))
	_, err = s.ByID(ctx, s.Organizer, s.Operation, v.ID)
	require.Equal(t, "notFound", fault.KeyOf(err))
	require.Equal(t, []string{"", "name", "active", ""}, pgtest.Column(t, s.DB, "select coalesce((select string_agg(x, ',') from jsonb_array_elements_text(details->'fields') x), '') from audit_entries where object_kind = 'einvoiceConnection' order by at, id"))
	s.issuer.LegalNumber = ""
	s.Exec("update billing_entities set legal_number = '' where id = $1", s.issuer.ID)
	_, err = s.Create(ctx, s.Organizer, s.Operation, s.issuer.ID, platform())
	require.Equal(t, []any{"connection.sellerNumber", s.issuer.Name}, []any{fault.KeyOf(err), fault.From(err).Params["name"]})
}

// TestAPlatformThatDoesNotAnswerIsNoError: what is wrong is kept until it answers; what is wrong here is an error.
func TestAPlatformThatDoesNotAnswerIsNoError(t *testing.T) {
	t.Parallel()
	s := newSwitchboard(t)
	v := s.made()
	kept := func() *einvoicing.Problem {
		one, err := s.ByID(t.Context(), s.Organizer, s.Operation, v.ID)
		require.NoError(t, err)
		return one.Problem
	}
	s.trouble = &einvoicing.Trouble{Kind: einvoicing.TroubleDenied, Text: "no"}
	problem, err := s.Test(t.Context(), s.Organizer, s.Operation, v.ID)
	require.NoError(t, err)
	require.Equal(t, []any{einvoicing.TroubleDenied, "no", s.Clock.UTC()}, []any{problem.Kind, problem.Text, problem.At})
	require.Equal(t, einvoicing.TroubleDenied, kept().Kind)
	s.trouble = nil
	problem, err = s.Test(t.Context(), s.Organizer, s.Operation, v.ID)
	require.NoError(t, err)
	require.Nil(t, problem)
	require.Nil(t, kept())
	require.Equal(t, []string{"false", "true"}, pgtest.Column(t, s.DB, "select details->>'works' from audit_entries where details ? 'tested' order by at, id"))
	s.trouble = context.DeadlineExceeded
	_, err = s.Test(t.Context(), s.Organizer, s.Operation, v.ID)
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

// TestAnAddressOfTheDirectoryIsKeptWhereItIsTheClients, and open; the directory is asked again.
func TestAnAddressOfTheDirectoryIsKeptWhereItIsTheClients(t *testing.T) {
	t.Parallel()
	s := newSwitchboard(t)
	ctx := t.Context()
	v := s.made()
	_, err := s.Directory(ctx, s.Organizer, s.Operation, v.ID, "732 829 320")
	require.NoError(t, err)
	require.Equal(t, []string{"732829320"}, s.asked)
	_, err = s.Directory(ctx, s.Organizer, s.Operation, v.ID, "12")
	require.Equal(t, einvoicing.ErrSiren.Key, fault.KeyOf(err))
	var bakery, martin id.ID
	list, err := s.Entities.ListBillableEntities(ctx, s.Organizer, s.Scope)
	require.NoError(t, err)
	for _, c := range list {
		if c.Name == "Boulangerie" {
			bakery = c.ID
			s.lines["good"] = einvoicing.Line{Siren: c.LegalNumber[:9], Status: einvoicing.LineEnabled}
			s.lines["closed"] = einvoicing.Line{Siren: c.LegalNumber[:9], Status: einvoicing.LineDisabled}
			s.lines["portal"] = einvoicing.Line{Siren: c.LegalNumber[:9], Status: einvoicing.LineEnabled, Portal: true}
		} else if c.LegalNumber == "" {
			martin = c.ID
		}
	}
	s.lines["other"] = einvoicing.Line{Siren: "000000000", Status: einvoicing.LineEnabled}
	keep := func(clientID id.ID, address string) error {
		_, err := s.KeepAddress(ctx, s.Organizer, s.Operation, v.ID, clientID, einvoicing.Address{Scheme: "0225", Value: address})
		return err
	}
	for address, want := range map[string]*fault.Error{"nowhere": einvoicing.ErrLineUnknown, "closed": einvoicing.ErrLineClosed, "portal": einvoicing.ErrLineClosed, "other": einvoicing.ErrLineOther} {
		require.ErrorIs(t, keep(bakery, address), want, address)
	}
	require.ErrorIs(t, keep(martin, "good"), einvoicing.ErrClientNumber)
	s.trouble = &einvoicing.Trouble{Kind: einvoicing.TroubleBusy, Text: "later", RetryAfter: 90 * time.Second}
	err = keep(bakery, "good")
	require.Equal(t, []any{"connection.carrier", "BUSY", "later", 90}, []any{fault.KeyOf(err), fault.From(err).Params["kind"], fault.From(err).Params["reason"], fault.From(err).Params["retryAfterSeconds"]})
	s.trouble = &einvoicing.Trouble{Kind: einvoicing.TroubleUnavailable}
	_, err = s.Directory(ctx, s.Organizer, s.Operation, v.ID, "732829320")
	require.Equal(t, 1, fault.From(err).Params["retryAfterSeconds"], "at least a second")
	s.trouble = nil
	_, err = s.Update(ctx, s.Organizer, s.Operation, v.ID, 0, func(c *einvoicing.Connection) { c.DirectoryURL = "" })
	require.NoError(t, err)
	require.ErrorIs(t, keep(bakery, "good"), einvoicing.ErrNoDirectory)
	_, err = s.Directory(ctx, s.Organizer, s.Operation, v.ID, "732829320")
	require.ErrorIs(t, err, einvoicing.ErrNoDirectory)
}

// TestWhoMayChangeConnections: an organizer of the operation; others read at most.
func TestWhoMayChangeConnections(t *testing.T) {
	t.Parallel()
	s := newSwitchboard(t)
	v := s.made()
	ctx, stranger := t.Context(), policy.Principal{UserID: s.User(policy.RoleOrganizer), Role: policy.RoleOrganizer, Operations: []id.ID{id.New()}}
	for who, c := range map[string]struct {
		p   policy.Principal
		key string
	}{"an observer": {s.Observer(), "forbidden"}, "a participant": {s.Account("Martin"), "forbidden"}, "a stranger": {stranger, "notFound"}} {
		for what, do := range map[string]func() error{
			"create": func() error { _, err := s.Create(ctx, c.p, s.Operation, s.issuer.ID, platform()); return err },
			"update": func() error {
				_, err := s.Update(ctx, c.p, s.Operation, v.ID, 0, func(*einvoicing.Connection) {})
				return err
			},
			"delete": func() error { return s.Delete(ctx, c.p, s.Operation, v.ID) },
			"test":   func() error { _, err := s.Test(ctx, c.p, s.Operation, v.ID); return err },
			"keep": func() error {
				_, err := s.KeepAddress(ctx, c.p, s.Operation, v.ID, id.New(), einvoicing.Address{})
				return err
			},
		} {
			require.Equal(t, c.key, fault.KeyOf(do()), "%s: %s", who, what)
		}
	}
	require.Equal(t, 1, s.Count("einvoice_connections"))
}

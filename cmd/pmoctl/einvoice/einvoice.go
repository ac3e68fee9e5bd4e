// Package einvoice holds the commands of e-invoices on their way.
package einvoice

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"strings"

	"github.com/oapi-codegen/nullable"
	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/cmd/pmoctl/invoice"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// New is the noun with its verbs.
func New(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "einvoice", Short: "E-invoices: by which platform they travel, and what becomes of them", Aliases: []string{"einvoices"}}
	cmd.AddCommand(newConnections(f), newConnect(f), newChange(f), newDisconnect(f), newTest(f), newLook(f), invoice.NewSend(f), invoice.NewStatus(f), invoice.NewWithdraw(f), newLookup(f), newAddress(f), newMessages(f))
	return cmd
}

func table(list ...pmo.EInvoiceConnection) *output.Table {
	t := output.NewTable("id", "seller", "legal_number", "platform", "kind", "version", "active", "flow_url", "directory_url", "calls", "problem")
	for _, c := range list {
		calls := ""
		if c.HasHookKey {
			calls = c.HookPath
		}
		t.Add(c.Id, c.BillingEntityName, c.LegalNumber, c.Name, string(c.Kind), string(c.Version), output.Yes(c.Active), c.FlowUrl, output.Or(c.DirectoryUrl), calls, problem(c.Problem))
	}
	return t
}

func problem(p *pmo.CarrierProblem) string {
	if p == nil {
		return ""
	}
	return strings.TrimSpace(string(p.Kind) + " " + output.Or(p.Text))
}

func list(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id) ([]byte, []pmo.EInvoiceConnection, error) {
	reply, err := c.ListEInvoiceConnectionsWithResponse(ctx, operationID)
	found, err := pmo.OK(reply, err)
	if err != nil {
		return nil, nil, err
	}
	return reply.Body, *found, nil
}

func newConnections(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "connections", Short: "List by which platforms the invoices of an operation travel", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		raw, found, err := list(cmd.Context(), c, id)
		if err != nil {
			return err
		}
		return f.Print(raw, table(found...))
	}
	return cmd
}

// settings are what is told of a connection.
type settings struct {
	name, flow, directory, token, client, organization, version, info, signature string
	kind, peppol                                                                 string
	secretStdin, hookKeyStdin, stop, start, rule, payments                       bool
}

func (s *settings) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&s.name, "name", "", "name of the platform")
	flags.StringVar(&s.peppol, "peppol-file", "", "file with how an access point of Peppol is reached, as JSON; - = standard input")
	flags.StringVar(&s.flow, "flow-url", "", "address of its service for flows, without /v1")
	flags.StringVar(&s.directory, "directory-url", "", "address of its directory, without /v1; empty = buyers are not looked up")
	flags.StringVar(&s.token, "token-url", "", "address where tokens are given")
	flags.StringVar(&s.client, "client-id", "", "who we are there")
	flags.StringVar(&s.organization, "organization-id", "", "whom a call is for, where one client is of several sellers")
	flags.StringVar(&s.version, "version", "1.3", "of XP Z12-013: 1.1, 1.2 or 1.3")
	flags.StringVar(&s.info, "info-type", "JSON", "as what deposits are described: JSON or TEXT")
	flags.StringVar(&s.signature, "signature", "A", "how the platform signs its calls: A, B or C")
	flags.BoolVar(&s.rule, "send-rule", true, "name the kind of sale with each deposit")
	flags.BoolVar(&s.payments, "declare-payments", false, "tell the platform when an invoice is paid")
	flags.BoolVar(&s.secretStdin, "secret-stdin", false, "read the secret of the client from standard input")
}

// access reads how an access point of Peppol is reached; nil where nothing is said.
func (s *settings) access(f *factory.Factory) (*pmo.PeppolSettings, error) {
	if s.peppol == "" {
		return nil, nil
	}
	var text []byte
	var err error
	if s.peppol == "-" {
		text, err = io.ReadAll(f.In)
	} else {
		text, err = os.ReadFile(s.peppol)
	}
	if err != nil {
		return nil, err
	}
	var out pmo.PeppolSettings
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&out); err != nil {
		return nil, exit.Usagef("--peppol-file: %v", err)
	}
	return &out, nil
}

// pointer gives what was said on the command line; nil = nothing.
func pointer[T any](cmd *cobra.Command, flag string, v T) *T {
	if !cmd.Flags().Changed(flag) {
		return nil
	}
	return &v
}

func newConnect(f *factory.Factory) *cobra.Command {
	var s settings
	cmd := &cobra.Command{
		Use:   "connect ISSUER",
		Short: "Connect a seller with a platform",
		Long: `Connect the legal seller of an issuer with a French platform (XP Z12-013), or with an access
point of Peppol (--kind, --peppol-file). From then on what is published to professional
clients is sent by it. The secret is asked for on the terminal, or read with --secret-stdin.`,
		Example: `  pmoctl einvoice connect Commune --name 'Plateforme Exemple' --flow-url https://api.plateforme.example/flow-service \
    --directory-url https://api.plateforme.example/directory-service --token-url https://auth.plateforme.example/token --client-id pmo --operation ACC00000001`,
		Args: cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	s.flags(cmd)
	_ = cmd.MarkFlagRequired("name")
	cmd.Flags().StringVar(&s.kind, "kind", "AFNOR", "AFNOR, PEPPOL_JSON, PEPPOL_RAW or PEPPOL_FOLDER")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		issuer, err := f.Issuer(cmd.Context(), id, args[0])
		if err != nil {
			return err
		}
		access, err := s.access(f)
		if err != nil {
			return err
		}
		kind := pmo.EInvoiceCarrierKind(strings.ToUpper(s.kind))
		var secret string
		if kind != pmo.PEPPOLFOLDER {
			if secret, err = f.Secret(cmd.Context(), s.secretStdin, "Secret of the client"); err != nil {
				return err
			}
		}
		version, info, signature := pmo.PlatformVersion(s.version), pmo.PlatformInfoType(strings.ToUpper(s.info)), pmo.PlatformSignature(strings.ToUpper(s.signature))
		reply, err := c.CreateEInvoiceConnectionWithResponse(cmd.Context(), id, nil, pmo.EInvoiceConnectionCreation{BillingEntityId: issuer, Name: s.name, Kind: &kind, Peppol: access,
			FlowUrl: pointer(cmd, "flow-url", s.flow), TokenUrl: pointer(cmd, "token-url", s.token), ClientId: pointer(cmd, "client-id", s.client), Secret: &secret, DirectoryUrl: pointer(cmd, "directory-url", s.directory), OrganizationId: pointer(cmd, "organization-id", s.organization),
			Version: &version, InfoType: &info, Signature: &signature, SendsRule: &s.rule, DeclaresPayments: &s.payments})
		made, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(*made))
	}
	return cmd
}

// find is a connection by its id, or the name or number of its seller.
func find(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id, name string) (pmo.Id, error) {
	if factory.IsID(name) {
		return strings.ToLower(name), nil
	}
	_, found, err := list(ctx, c, operationID)
	if err != nil {
		return "", err
	}
	var matching []pmo.EInvoiceConnection
	for _, one := range found {
		if strings.EqualFold(one.BillingEntityName, name) || one.LegalNumber == name || strings.EqualFold(one.Name, name) {
			matching = append(matching, one)
		}
	}
	if len(matching) != 1 {
		return "", exit.Usagef("%s have the name %q: give the id", factory.Count(len(matching), "connection"), name)
	}
	return matching[0].Id, nil
}

func newChange(f *factory.Factory) *cobra.Command {
	var s settings
	cmd := &cobra.Command{Use: "change CONNECTION", Short: "Change, stop or start a connection", Args: cobra.ExactArgs(1),
		Long: `Change, stop or start a connection: its id, or the name or number of its seller. What is not said
stays. With --hook-key-stdin the key of the platform's calls is read, as base64.`,
		Example: `  pmoctl einvoice change Commune --stop --operation ACC00000001`}
	operation := factory.OperationFlag(cmd)
	s.flags(cmd)
	cmd.Flags().BoolVar(&s.hookKeyStdin, "hook-key-stdin", false, "read the key of the platform's calls from standard input")
	cmd.Flags().BoolVar(&s.stop, "stop", false, "nothing is sent any more")
	cmd.Flags().BoolVar(&s.start, "start", false, "what waits is sent again")
	cmd.MarkFlagsMutuallyExclusive("stop", "start")
	cmd.MarkFlagsMutuallyExclusive("secret-stdin", "hook-key-stdin")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		one, err := find(cmd.Context(), c, id, args[0])
		if err != nil {
			return err
		}
		access, err := s.access(f)
		if err != nil {
			return err
		}
		body := pmo.EInvoiceConnectionUpdate{Peppol: access, Name: pointer(cmd, "name", s.name), FlowUrl: pointer(cmd, "flow-url", s.flow), TokenUrl: pointer(cmd, "token-url", s.token),
			ClientId: pointer(cmd, "client-id", s.client), Version: pointer(cmd, "version", pmo.PlatformVersion(s.version)),
			InfoType: pointer(cmd, "info-type", pmo.PlatformInfoType(strings.ToUpper(s.info))), Signature: pointer(cmd, "signature", pmo.PlatformSignature(strings.ToUpper(s.signature))),
			SendsRule: pointer(cmd, "send-rule", s.rule), DeclaresPayments: pointer(cmd, "declare-payments", s.payments)}
		if s.stop || s.start {
			body.Active = &s.start
		}
		for flag, to := range map[string]*nullable.Nullable[string]{"directory-url": &body.DirectoryUrl, "organization-id": &body.OrganizationId} {
			if text, _ := cmd.Flags().GetString(flag); text != "" {
				to.Set(text)
			} else if cmd.Flags().Changed(flag) {
				to.SetNull()
			}
		}
		if s.secretStdin || s.hookKeyStdin {
			text, err := f.Secret(cmd.Context(), true, "")
			if err != nil {
				return err
			}
			if s.secretStdin {
				body.Secret = &text
			} else {
				body.HookKey.Set(text)
			}
		}
		reply, err := c.UpdateEInvoiceConnectionWithResponse(cmd.Context(), id, one, nil, body)
		changed, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		return f.Print(reply.Body, table(*changed))
	}
	return cmd
}

// onOne is a verb about one connection.
func onOne(f *factory.Factory, use, short string, do func(ctx context.Context, c *pmo.ClientWithResponses, operationID, connectionID pmo.Id) error) *cobra.Command {
	cmd := &cobra.Command{Use: use + " CONNECTION", Short: short, Args: cobra.ExactArgs(1)}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		one, err := find(cmd.Context(), c, id, args[0])
		if err != nil {
			return err
		}
		return do(cmd.Context(), c, id, one)
	}
	return cmd
}

func newDisconnect(f *factory.Factory) *cobra.Command {
	return onOne(f, "disconnect", "Remove a connection by which nothing was sent", func(ctx context.Context, c *pmo.ClientWithResponses, operationID, connectionID pmo.Id) error {
		return pmo.Done(c.DeleteEInvoiceConnectionWithResponse(ctx, operationID, connectionID))
	})
}

func newLook(f *factory.Factory) *cobra.Command {
	return onOne(f, "look", "Have the platform asked now for what changed", func(ctx context.Context, c *pmo.ClientWithResponses, operationID, connectionID pmo.Id) error {
		return pmo.Done(c.LookAtEInvoiceConnectionWithResponse(ctx, operationID, connectionID))
	})
}

func newTest(f *factory.Factory) *cobra.Command {
	return onOne(f, "test", "Ask the platform whether it knows us", func(ctx context.Context, c *pmo.ClientWithResponses, operationID, connectionID pmo.Id) error {
		reply, err := c.TestEInvoiceConnectionWithResponse(ctx, operationID, connectionID)
		said, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		if err := f.Print(reply.Body, output.One("works", "problem").Add(output.Yes(said.Works), problem(said.Problem))); err != nil || said.Works {
			return err
		}
		return exit.Partialf("the platform does not answer as it should")
	})
}

// only is the connection of a name, or the only one.
func only(ctx context.Context, c *pmo.ClientWithResponses, operationID pmo.Id, name string) (pmo.Id, error) {
	if name != "" {
		return find(ctx, c, operationID, name)
	}
	_, found, err := list(ctx, c, operationID)
	if err != nil {
		return "", err
	}
	if len(found) != 1 {
		return "", exit.Usagef("there are %s: say --connection", factory.Count(len(found), "connection"))
	}
	return found[0].Id, nil
}

func newAddress(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "address CLIENT ADDRESS", Short: "Keep an address of the directory as the one where a client receives its e-invoices", Args: cobra.ExactArgs(2),
		Long: `Keep an address of the directory as the one where a client, by its name or id, receives its
e-invoices. The directory is asked again: an address that is not there, is closed or is of
somebody else is not kept.`,
		Example: `  pmoctl einvoice address Boulangerie 987654324_ACHATS --operation ACC00000001`}
	operation := factory.OperationFlag(cmd)
	connection := cmd.Flags().String("connection", "", "id, or name or number of its seller")
	scheme := cmd.Flags().String("scheme", "0225", "register of the address: 0225 in France, 0208 or 9925 in Belgium")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		client, err := f.BillingClient(cmd.Context(), id, args[0])
		if err != nil {
			return err
		}
		one, err := only(cmd.Context(), c, id, *connection)
		if err != nil {
			return err
		}
		return pmo.Done(c.KeepDirectoryLineWithResponse(cmd.Context(), id, one, pmo.DirectoryChoice{BillableEntityId: client, Scheme: pmo.ElectronicAddressScheme(*scheme), Address: args[1]}))
	}
	return cmd
}

func newLookup(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "lookup SIREN", Short: "List the addresses of a legal person in the directory", Args: cobra.ExactArgs(1),
		Long: `List the addresses of a legal person in the directory of a connection: the only one, or that of
--connection. Where there are several none is chosen: agree with the client, and keep the one
chosen with it.`,
		Example: `  pmoctl einvoice lookup 732829320 --operation ACC00000001`}
	operation := factory.OperationFlag(cmd)
	connection := cmd.Flags().String("connection", "", "id, or name or number of its seller")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		one, err := only(cmd.Context(), c, id, *connection)
		if err != nil {
			return err
		}
		reply, err := c.ListDirectoryLinesWithResponse(cmd.Context(), id, one, &pmo.ListDirectoryLinesParams{Siren: args[0]})
		lines, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("address", "name", "siren", "siret", "routing_code", "status", "portal_only", "reachable")
		for _, l := range *lines {
			t.Add(l.Address, output.Or(l.Name), output.Or(l.Siren), output.Or(l.Siret), output.Or(l.RoutingCode), string(l.Status), output.Yes(l.PortalOnly), output.Yes(l.Reachable))
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

func newMessages(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{Use: "messages", Short: "List what platforms gave and is of nothing that is known", Args: cobra.NoArgs}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		reply, err := c.ListCarrierMessagesWithResponse(cmd.Context(), id, nil)
		found, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("received", "platform", "flow", "outcome", "number")
		for _, m := range *found {
			t.Add(m.ReceivedAt.Format("2006-01-02T15:04:05Z07:00"), m.ConnectionName, m.CarrierId, string(m.Outcome), output.Or(m.Number))
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

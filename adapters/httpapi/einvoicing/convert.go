package einvoicing

import (
	"github.com/oapi-codegen/nullable"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/contract"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/einvoicing/connection"
	"github.com/openpmo/pmo/core/id"
)

func toAPIProblem(p *core.Problem) *model.CarrierProblem {
	if p == nil {
		return nil
	}
	return &model.CarrierProblem{Kind: model.CarrierTrouble(p.Kind), Text: wire.OptionalText(p.Text), At: wire.InParis(p.At)}
}

// hooksPath is where platforms call.
const hooksPath = contract.Base + "/einvoicing/hooks/"

func toAPIConnection(v connection.View) model.EInvoiceConnection {
	return model.EInvoiceConnection{Id: string(v.ID), OperationId: string(v.OperationID), BillingEntityId: string(v.IssuerID), BillingEntityName: v.IssuerName, LegalNumber: v.Seller,
		Name: v.Name, Kind: model.EInvoiceCarrierKind(v.Kind), Active: v.Active, FlowUrl: v.FlowURL, DirectoryUrl: wire.OptionalText(v.DirectoryURL), TokenUrl: v.TokenURL,
		ClientId: v.ClientID, OrganizationId: wire.OptionalText(v.OrganizationID), Version: model.PlatformVersion(v.Settings.Version), InfoType: model.PlatformInfoType(v.InfoType),
		SendsRule: v.SendsRule, Signature: model.PlatformSignature(v.Signature), DeclaresPayments: v.DeclaresPayments, Peppol: toAPIPeppol(v.Peppol), HasHookKey: v.HookKey != "", HookPath: hooksPath + v.HookToken,
		Problem: toAPIProblem(v.Problem), PolledAt: wire.OptionalInParis(v.PolledAt), CreatedAt: wire.InParis(v.CreatedAt)}
}

func toAPIPeppol(p *core.PeppolSettings) *model.PeppolSettings {
	if p == nil {
		return nil
	}
	out := &model.PeppolSettings{SubmitUrl: wire.OptionalText(p.SubmitURL), StatusUrl: wire.OptionalText(p.StatusURL), Header: wire.OptionalText(p.Header), HeaderValue: wire.OptionalText(p.HeaderValue),
		Body: wire.OptionalText(p.Body), IdField: wire.OptionalText(p.IDField), StateField: wire.OptionalText(p.StateField), ReasonField: wire.OptionalText(p.ReasonField),
		Delivered: wire.OptionalText(p.Delivered), Failed: wire.OptionalText(p.Failed), Folder: wire.OptionalText(p.Folder)}
	if p.Zone != "" {
		zone := model.PeppolZone(p.Zone)
		out.Zone = &zone
	}
	return out
}

func fromAPIPeppol(p *model.PeppolSettings) *core.PeppolSettings {
	if p == nil {
		return nil
	}
	out := &core.PeppolSettings{SubmitURL: wire.Text(p.SubmitUrl), StatusURL: wire.Text(p.StatusUrl), Header: wire.Text(p.Header), HeaderValue: wire.Text(p.HeaderValue), Body: wire.Text(p.Body),
		IDField: wire.Text(p.IdField), StateField: wire.Text(p.StateField), ReasonField: wire.Text(p.ReasonField), Delivered: wire.Text(p.Delivered), Failed: wire.Text(p.Failed),
		Folder: wire.Text(p.Folder)}
	if p.Zone != nil {
		out.Zone = core.Zone(*p.Zone)
	}
	return out
}

func fromAPIConnectionCreation(b model.EInvoiceConnectionCreation) core.Connection {
	c := core.Connection{Name: b.Name, Active: b.Active == nil || *b.Active, Secret: wire.Text(b.Secret), HookKey: wire.Text(b.HookKey),
		Settings: core.Settings{FlowURL: wire.Text(b.FlowUrl), DirectoryURL: wire.Text(b.DirectoryUrl), TokenURL: wire.Text(b.TokenUrl), ClientID: wire.Text(b.ClientId), Peppol: fromAPIPeppol(b.Peppol), OrganizationID: wire.Text(b.OrganizationId),
			SendsRule: b.SendsRule == nil || *b.SendsRule, DeclaresPayments: wire.IsTrue(b.DeclaresPayments)}}
	if b.Kind != nil {
		c.Kind = core.Kind(*b.Kind)
	}
	if b.Version != nil {
		c.Settings.Version = core.Version(*b.Version)
	}
	if b.InfoType != nil {
		c.InfoType = core.InfoType(*b.InfoType)
	}
	if b.Signature != nil {
		c.Signature = core.Signature(*b.Signature)
	}
	return c
}

// fromAPIConnectionUpdate changes what is told of a connection.
func fromAPIConnectionUpdate(b model.EInvoiceConnectionUpdate) func(*core.Connection) {
	return func(c *core.Connection) {
		text := func(to, from *string) {
			if from != nil {
				*to = *from
			}
		}
		cleared := func(to *string, from nullable.Nullable[string]) { text(to, wire.ChangedText(from)) }
		truth := func(to, from *bool) {
			if from != nil {
				*to = *from
			}
		}
		text(&c.Name, b.Name)
		text(&c.FlowURL, b.FlowUrl)
		text(&c.TokenURL, b.TokenUrl)
		text(&c.ClientID, b.ClientId)
		text(&c.Secret, b.Secret)
		cleared(&c.DirectoryURL, b.DirectoryUrl)
		cleared(&c.OrganizationID, b.OrganizationId)
		cleared(&c.HookKey, b.HookKey)
		truth(&c.Active, b.Active)
		truth(&c.SendsRule, b.SendsRule)
		truth(&c.DeclaresPayments, b.DeclaresPayments)
		if b.Peppol != nil {
			c.Peppol = fromAPIPeppol(b.Peppol)
		}
		text((*string)(&c.Settings.Version), (*string)(b.Version))
		text((*string)(&c.InfoType), (*string)(b.InfoType))
		text((*string)(&c.Signature), (*string)(b.Signature))
	}
}

func toAPIReasons(list []core.Reason) []model.TransmissionReason {
	out := make([]model.TransmissionReason, len(list))
	for n, r := range list {
		out[n] = model.TransmissionReason{Code: r.Code, Text: wire.OptionalText(r.Text), Item: wire.OptionalText(r.Item)}
	}
	return out
}

func toAPITransmission(t core.Transmission) model.Transmission {
	out := model.Transmission{Id: string(t.ID), OperationId: string(t.OperationID), ConnectionId: string(t.ConnectionID), ConnectionName: t.ConnectionName,
		InvoiceId: string(t.InvoiceID), Number: t.Number, BillableEntityId: string(t.ClientID), BillableEntityName: t.ClientName, Subject: model.TransmissionSubject(t.Subject),
		State: model.TransmissionState(t.State()), Reasons: toAPIReasons(t.Reasons()), Resendable: t.Resendable() && t.Subject == core.OfInvoice, Ended: t.Ended(), Task: t.Task,
		Sha256: wire.OptionalText(t.SHA256), CarrierId: wire.OptionalText(t.CarrierID), Statuses: make([]model.TransmissionStatus, len(t.Statuses)), Attempts: t.Attempts, Problem: toAPIProblem(t.Problem),
		DepositedAt: wire.OptionalInParis(t.DepositedAt), CreatedAt: wire.InParis(t.CreatedAt), UpdatedAt: wire.InParis(t.UpdatedAt)}
	if by := t.Refuser(); by != "" {
		refuser := model.TransmissionRefuser(by)
		out.RefusedBy = &refuser
	}
	if t.Syntax != "" {
		syntax := model.TransmissionSyntax(t.Syntax)
		out.Syntax = &syntax
	}
	if t.InDoubt {
		out.InDoubt = &t.InDoubt
	}
	if t.State() == core.Queued {
		out.NextAttemptAt = wire.OptionalInParis(&t.NextAt)
	}
	for n, s := range t.Statuses {
		out.Statuses[n] = model.TransmissionStatus{Code: s.Code, At: wire.InParis(s.At), Reasons: toAPIReasons(s.Reasons)}
	}
	return out
}

func fromAPITransmissionFilter(invoiceID, connectionID *string, states *[]model.TransmissionState) core.Filter {
	f := core.Filter{InvoiceID: id.ID(wire.Text(invoiceID)), ConnectionID: id.ID(wire.Text(connectionID))}
	if states != nil {
		for _, s := range *states {
			f.States = append(f.States, core.State(s))
		}
	}
	return f
}

func toAPILine(l core.Line) model.DirectoryLine {
	return model.DirectoryLine{Scheme: model.ElectronicAddressScheme(l.Scheme), Address: l.Value, Name: wire.OptionalText(l.Name), Siren: wire.OptionalText(l.Siren), Siret: wire.OptionalText(l.Siret),
		RoutingCode: wire.OptionalText(l.Routing), Status: model.DirectoryLineStatus(l.Status), PortalOnly: l.Portal, Reachable: l.Routable()}
}

func toAPIMessage(r core.Received) model.CarrierMessage {
	return model.CarrierMessage{ConnectionId: string(r.ConnectionID), ConnectionName: r.ConnectionName, CarrierId: r.CarrierID, Outcome: model.CarrierMessageOutcome(r.Outcome),
		Number: wire.OptionalText(r.Number), Raw: wire.OptionalText(string(r.Raw)), ReceivedAt: wire.InParis(r.ReceivedAt)}
}

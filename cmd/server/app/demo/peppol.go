package demo

import (
	"context"
	"fmt"

	"github.com/openpmo/pmo/cmd/server/app/demo/platform"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/billrun"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/einvoicing/ereporting"
	"github.com/openpmo/pmo/core/id"
)

// seedReports tells how the sellers report their sales to private clients, and reports those of the periods that
// are over: by the platform of who has one, by hand otherwise.
func (d *seeding) seedReports(ctx context.Context, scope billing.Scope) error {
	reporting := d.Services.EInvoicing.EReports
	sellers, err := reporting.List(ctx, d.organizer, scope.OperationID)
	if err != nil {
		return err
	}
	for _, seller := range sellers {
		since := civil.MonthOf(d.today).Add(-1 - pastMonths).First()
		if _, err := reporting.PutSettings(ctx, d.organizer, scope.OperationID, seller.EntityID, 0, func(s *ereporting.Settings) {
			s.Regime, s.Since, s.PlatformCode = ereporting.Simplified, since, "0001"
		}); err != nil {
			return err
		}
	}
	if sellers, err = reporting.List(ctx, d.organizer, scope.OperationID); err != nil {
		return err
	}
	for _, seller := range sellers {
		for _, period := range seller.Periods {
			if period.State != ereporting.Due && period.State != ereporting.Late {
				continue
			}
			if _, err := reporting.Send(ctx, d.organizer, scope.OperationID, seller.EntityID, period.Period.From, ereporting.Order{ByHand: seller.Name != demoIssuers[0].name}); err != nil {
				return err
			}
		}
	}
	return nil
}

// AccessPoint is how the made-up platform of the demo is reached as an access point of Peppol. Receivers are
// not looked up: the names of the network are those of real enterprises.
func AccessPoint() *einvoicing.PeppolSettings {
	base := "https://" + platform.Host + "/peppol"
	return &einvoicing.PeppolSettings{SubmitURL: base + "/raw/{sender}/{receiver}/{key}", StatusURL: base + "/status/{key}",
		Header: "Authorization", HeaderValue: "Bearer {secret}", IDField: "data.id", StateField: "status", ReasonField: "reason", Delivered: "sent,delivered", Failed: "failed"}
}

// seedPeppol invoices the first month of the operation in Brussels, on its day, and sends to enterprises by an
// access point that the operation got since. The months after it are left to the visitor.
func (d *seeding) seedPeppol(ctx context.Context, operationID id.ID) error {
	scope := billing.Scope{OperationID: operationID}
	month := civil.MonthOf(d.today).Add(-1 - pastMonths)
	var left []id.ID
	err := d.Clock.on(invoicedOn(month), func() error {
		upTo := month.Next().First() - 1
		run, err := d.Services.Billing.Runs.StartRun(ctx, d.organizer, scope, billrun.RunInput{BillUpTo: &upTo, Mode: billing.Sync})
		if err != nil {
			return err
		}
		published, err := d.Services.Billing.Publication.PublishInvoices(ctx, d.organizer, scope, billing.Selection{RunID: run.ID})
		for _, r := range published {
			if r.Refused != nil {
				return r.Refused
			}
			left = append(left, r.ID)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", month, err)
	}
	issuers, _, err := d.Services.Billing.Entities.ListBillingEntities(ctx, d.organizer, scope)
	if err != nil {
		return err
	}
	for _, issuer := range issuers {
		if !issuer.OwnedByOperation {
			continue
		}
		if _, err := d.Services.EInvoicing.Connections.Create(ctx, d.organizer, operationID, issuer.ID, einvoicing.Connection{Name: "Point d’accès Peppol de démonstration", Kind: einvoicing.PeppolRaw, Active: true,
			Settings: einvoicing.Settings{Peppol: AccessPoint()}, Secret: "demonstration"}); err != nil {
			return err
		}
	}
	return d.send(ctx, scope, left, true)
}

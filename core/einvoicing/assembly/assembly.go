// Package assembly makes the services of e-invoicing.
package assembly

import (
	"github.com/openpmo/pmo/core/einvoicing"
	"github.com/openpmo/pmo/core/einvoicing/connection"
	"github.com/openpmo/pmo/core/einvoicing/ereporting"
	"github.com/openpmo/pmo/core/einvoicing/transmission"
	"github.com/openpmo/pmo/core/event"
)

// Parts are what e-invoicing is made of: stores, the services of other contexts, and adapters.
type Parts struct {
	einvoicing.Access
	transmission.Stores
	transmission.Composer
	Issuers    einvoicing.Issuers
	Clients    einvoicing.Clients
	Carriers   einvoicing.Carriers
	Signatures einvoicing.Signatures
	Reports    ereporting.Reports
	Files      ereporting.Documents
	Writer     ereporting.Writer
	Queue      einvoicing.Queue
	Events     event.Publisher // nil = nobody hears
}

// Services are the rooms of e-invoicing.
type Services struct {
	Connections   *connection.Service
	Transmissions *transmission.Service
	Worker        *transmission.Worker
	EReports      *ereporting.Service
}

// Assemble makes all services of e-invoicing.
func Assemble(p Parts) Services {
	reports := ereporting.New(ereporting.Deps{Access: p.Access, Issuers: p.Issuers, Connections: p.Connections, Transmissions: p.Transmissions, Queue: p.Queue, Reports: p.Reports,
		Documents: p.Files, Writer: p.Writer})
	p.Composer.EReports = reports
	sending := transmission.Deps{Access: p.Access, Stores: p.Stores, Composer: p.Composer, Carriers: p.Carriers, Signatures: p.Signatures, Queue: p.Queue, Events: p.Events}
	return Services{
		Connections:   connection.New(connection.Deps{Access: p.Access, Issuers: p.Issuers, Clients: p.Clients, Connections: p.Connections, Carriers: p.Carriers, Signatures: p.Signatures}),
		Transmissions: transmission.New(sending), Worker: transmission.NewWorker(sending), EReports: reports,
	}
}

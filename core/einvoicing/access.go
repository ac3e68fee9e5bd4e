package einvoicing

import (
	"context"
	"time"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/policy"
	"github.com/openpmo/pmo/core/tx"
)

// The permissions.
const (
	PermRead   policy.Permission = "einvoicing:read"
	PermUpdate policy.Permission = "einvoicing:update"
	PermSend   policy.Permission = "einvoicing:send"
)

// Access is how every use case begins.
type Access struct {
	Guard      policy.Guard
	Tx         tx.Runner
	Now        func() time.Time
	Operations Operations
}

// Enter asks for a right, and whether the operation has invoices at all.
// Errors: forbidden, notFound, featureNotAvailable.
func (a Access) Enter(ctx context.Context, p policy.Principal, perm policy.Permission, operationID id.ID) (operation.Operation, error) {
	if err := a.Guard.Operation(ctx, p, perm, operationID); err != nil {
		return operation.Operation{}, err
	}
	op, err := a.Operations.ByID(ctx, operationID)
	if err == nil {
		err = op.Require(operation.FeatureBilling)
	}
	return op, err
}

// Carriers are those that can be spoken to, by kind.
type Carriers map[Kind]Carrier

// Of is the carrier of a connection.
func (c Carriers) Of(one Connection) (Carrier, error) {
	if carrier := c[one.Kind]; carrier != nil {
		return carrier, nil
	}
	return nil, &Trouble{Kind: TroubleForbidden, Text: string(one.Kind)}
}

// Signatures make the texts that addresses for calls of platforms end with.
type Signatures interface {
	Sign(connectionID id.ID) string
	Read(token string) (connectionID id.ID, ok bool)
}

package drafting

import (
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/agreement"
	"github.com/openpmo/pmo/core/fault"
)

// Again is what an issued invoice would be if it were made now, of the same days and between the same
// parties.
type Again struct {
	billing.Invoice // without lines where nothing of its days would be billed
	Due             agreement.Due
	Same            bool         // nothing that it was made from has changed
	Rebuilt         bool         // its days are due as they were, between who issues and receives today
	Unpriced        *fault.Error // why nobody knows what it would cost
	Refused         *fault.Error // why it cannot be drafted as things are
}

package billing

import (
	"testing"

	"github.com/openpmo/pmo/internal/pinnedtest"
)

// TestPinned: conversions leave out nothing that they did not leave out before.
func TestPinned(t *testing.T) {
	t.Parallel()
	pinnedtest.Functions(t, "pinned", map[string]any{
		"ToAPIRunJob": ToAPIRunJob, "billingPath": billingPath, "changedIdentity": changedIdentity, "changedTo": changedTo,
		"createdAt": createdAt, "documentName": documentName, "fromAPIBillableEntityCreation": fromAPIBillableEntityCreation, "fromAPIBillableEntityUpdate": fromAPIBillableEntityUpdate,
		"fromAPIBillingEntityCreation": fromAPIBillingEntityCreation, "fromAPIBillingEntityUpdate": fromAPIBillingEntityUpdate, "fromAPICharges": fromAPICharges, "fromAPIPlanCreation": fromAPIPlanCreation,
		"fromAPIPlanUpdate": fromAPIPlanUpdate, "fromAPIRunCreation": fromAPIRunCreation, "fromAPISelection": fromAPISelection, "fromAPISubscriptionCreation": fromAPISubscriptionCreation,
		"fromAPISubscriptionsCreation": fromAPISubscriptionsCreation, "invoiceOrders": invoiceOrders, "missing": missing, "ofOperation": ofOperation,
		"ofParticipant": ofParticipant, "pairsOf": pairsOf, "percentage": percentage, "sortOf": sortOf,
		"statusesOf": statusesOf, "subscriptionStatusOf": subscriptionStatusOf, "toAPIBillableEntities": toAPIBillableEntities, "toAPIBillableEntity": toAPIBillableEntity, "toAPIBilledParty": toAPIBilledParty,
		"toAPIBillingEntities": toAPIBillingEntities, "toAPIBillingEntity": toAPIBillingEntity, "toAPICharge": toAPICharge, "toAPICheck": toAPICheck,
		"toAPIInvoice": toAPIInvoice, "toAPIInvoiceTotals": toAPIInvoiceTotals, "toAPIInvoices": toAPIInvoices, "toAPIOpen": toAPIOpen, "toAPIOperationBilling": toAPIOperationBilling,
		"toAPIResults": toAPIResults, "toAPIRun": toAPIRun, "toAPIRunItem": toAPIRunItem, "toAPISubscription": toAPISubscription,
		"toAPISubscriptions": toAPISubscriptions, "toAPISummary": toAPISummary, "toAPIUnpriced": toAPIUnpriced, "typesOf": typesOf,
	})
}

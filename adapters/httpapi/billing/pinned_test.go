package billing

import (
	"testing"

	"github.com/openpmo/pmo/internal/pinnedtest"
)

// TestPinned: conversions leave out nothing that they did not leave out before.
func TestPinned(t *testing.T) {
	t.Parallel()
	pinnedtest.Functions(t, "pinned", map[string]any{
		"fromAPICancellation": fromAPICancellation, "toAPIRunSummary": toAPIRunSummary, "FromAPIPriceRangeUpdate": FromAPIPriceRangeUpdate,
		"ToAPIRunJob": ToAPIRunJob, "toAPIAdjustments": toAPIAdjustments, "toAPIAdjustment": toAPIAdjustment, "fromAPIAdjustmentCreation": fromAPIAdjustmentCreation, "toAPIInvoiceAdjustments": toAPIInvoiceAdjustments,
		"toAPIDiscounts": toAPIDiscounts, "toAPIDiscount": toAPIDiscount, "fromAPIDiscountCreation": fromAPIDiscountCreation, "adjustmentsThat": adjustmentsThat,
		"billingPath": billingPath, "changedIdentity": changedIdentity, "changedTo": changedTo,
		"createdAt": createdAt, "deliveriesOf": deliveriesOf, "documentName": documentName, "FromAPIBillableEntityCreation": FromAPIBillableEntityCreation, "FromAPIBillableEntityUpdate": FromAPIBillableEntityUpdate,
		"FromAPIBillingEntityCreation": FromAPIBillingEntityCreation, "FromAPIBillingEntityUpdate": FromAPIBillingEntityUpdate, "fromAPICharges": fromAPICharges, "fromAPIPlanCreation": fromAPIPlanCreation,
		"fromAPIPlanUpdate": fromAPIPlanUpdate, "fromAPIRunCreation": fromAPIRunCreation, "fromAPISelection": fromAPISelection, "fromAPISubscriptionCreation": fromAPISubscriptionCreation,
		"fromAPISubscriptionsCreation": fromAPISubscriptionsCreation, "invoiceOrders": invoiceOrders, "missing": missing, "ofOperation": ofOperation,
		"fromAPIPreview": fromAPIPreview, "fromAPIPriceChange": fromAPIPriceChange, "toAPIPreview": toAPIPreview, "toAPIPriceChangeCheck": toAPIPriceChangeCheck,
		"toAPIOption": toAPIOption, "FromAPIPriceRangeCreation": FromAPIPriceRangeCreation, "ToAPIPriceRange": ToAPIPriceRange, "toAPIReview": toAPIReview, "toAPIProblem": toAPIProblem, "toAPISum": toAPISum, "toAPIVolumes": toAPIVolumes,
		"ofParticipant": ofParticipant, "pairsOf": pairsOf, "percentage": percentage, "sortOf": sortOf,
		"statusesOf": statusesOf, "subscriptionStatusOf": subscriptionStatusOf, "toAPIBillableEntities": toAPIBillableEntities, "ToAPIBillableEntity": ToAPIBillableEntity, "toAPIBilledParty": toAPIBilledParty,
		"toAPIBillingEntities": toAPIBillingEntities, "ToAPIBillingEntity": ToAPIBillingEntity, "toAPICharge": toAPICharge, "toAPICheck": toAPICheck,
		"toAPIEInvoice": toAPIEInvoice, "toAPIInvoice": toAPIInvoice, "toAPIInvoiceTotals": toAPIInvoiceTotals, "toAPIInvoices": toAPIInvoices, "toAPILegacyInvoice": toAPILegacyInvoice, "toAPILegacyInvoices": toAPILegacyInvoices, "billsThat": billsThat, "notOfBills": notOfBills, "toAPIOpen": toAPIOpen, "toAPIOperationBilling": toAPIOperationBilling,
		"toAPIResults": toAPIResults, "toAPIRun": toAPIRun, "toAPIRunItem": toAPIRunItem, "toAPISubscription": toAPISubscription,
		"ToAPISubscriptions": ToAPISubscriptions, "toAPISummary": toAPISummary, "toAPIUnpriced": toAPIUnpriced, "typesOf": typesOf,
	})
}

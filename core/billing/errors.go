package billing

import "github.com/openpmo/pmo/core/fault"

// Refusals of plans.
var (
	ErrPlanNotFound           = fault.New(fault.NotFound, "plan.notFound")
	ErrPlanAlreadyInvoiced    = fault.New(fault.Conflict, "planAlreadyInvoiced")
	ErrPlanInvalid            = fault.New(fault.Invalid, "plan.invalid")
	ErrPlanName               = fault.New(fault.Invalid, "plan.nameRequired").At("name")
	ErrPlanNameTaken          = fault.New(fault.Conflict, "plan.nameTaken").At("name")
	ErrPlanPeriod             = fault.New(fault.Invalid, "plan.periodUnknown").At("period")
	ErrPlanTerm               = fault.New(fault.Invalid, "plan.paymentTermInvalid").At("paymentTerm") // parameter max
	ErrPlanCharges            = fault.New(fault.Invalid, "plan.chargesRequired").At("charges")
	ErrChargeCode             = fault.New(fault.Invalid, "charge.codeRequired").At("code")
	ErrChargeCodeTaken        = fault.New(fault.Invalid, "charge.codeTaken").At("code")
	ErrChargePrice            = fault.New(fault.Invalid, "charge.priceInvalid").At("priceMicroEuro")
	ErrChargeType             = fault.New(fault.Invalid, "charge.typeUnknown").At("type")
	ErrChargeUsageRequired    = fault.New(fault.Invalid, "charge.usageRequired").At("usage")
	ErrChargeUsageNotAllowed  = fault.New(fault.Invalid, "charge.usageNotAllowed").At("usage")
	ErrChargeUsageUnavailable = fault.New(fault.Invalid, "charge.usageUnavailable").At("usage")                 // parameter usage
	ErrPlanMethod             = fault.New(fault.Invalid, "plan.methodUnavailable").At("paymentMethod")          // parameter method
	ErrChargeOption           = fault.New(fault.Invalid, "charge.pricingOptionUnavailable").At("pricingOption") // parameter pricingOption
	ErrChargeVAT              = fault.New(fault.Invalid, "charge.vatInvalid").At("vatPercentage")               // parameters rate, rates (percent)
	// WarnUnusualPrice refuses nothing; parameters code, price, from, to (€/kWh).
	WarnUnusualPrice = fault.New(fault.Invalid, "plan.unusualPrice").At("priceMicroEuro")
)

// Refusals of issuers and clients.
var (
	ErrIssuerNotFound   = fault.New(fault.NotFound, "billingEntity.notFound")
	ErrClientNotFound   = fault.New(fault.NotFound, "billableEntity.notFound")
	ErrEntityName       = fault.New(fault.Invalid, "billingEntity.nameRequired").At("name")
	ErrIssuerIncomplete = fault.New(fault.Conflict, "billingEntity.incomplete")  // parameters name, fields
	ErrClientIncomplete = fault.New(fault.Conflict, "billableEntity.incomplete") // parameters name, fields
	ErrSeriesCode       = fault.New(fault.Invalid, "billingEntity.seriesCodeInvalid").At("seriesCode")
	ErrSeriesFixed      = fault.New(fault.Conflict, "billingEntity.alreadyInvoiced") // parameter fields
	ErrProducerTaken    = fault.New(fault.Conflict, "billingEntity.producerTaken").At("producerIds")
	ErrConsumerTaken    = fault.New(fault.Conflict, "billableEntity.consumerTaken").At("consumerIds")
	// ErrIssuerUnconfirmed is an issuer for whose legal person nobody has let the operation
	// in yet, ErrNumberTaken one for whom another operation issues, or that was refused;
	// parameters name, legalNumber.
	ErrIssuerUnconfirmed  = fault.New(fault.Conflict, "billingEntity.unconfirmed")
	ErrNumberTaken        = fault.New(fault.Conflict, "billingEntity.legalNumberTaken")
	ErrClaimNotFound      = fault.New(fault.NotFound, "claim.notFound")
	ErrClaimStatus        = fault.New(fault.Invalid, "claim.statusInvalid").At("status")
	ErrOperationHasIssuer = fault.New(fault.Conflict, "billingEntity.operationHasOne")
	ErrPmoIncomplete      = fault.New(fault.Conflict, "interlocutor.incomplete") // parameter fields
)

// Refusals of subscriptions (specification section 5), each with its own key.
var (
	ErrSubscriptionNotFound   = fault.New(fault.NotFound, "subscription.notFound")
	ErrSubscriptionsRejected  = fault.New(fault.Conflict, "subscription.rejected") // items per pair
	ErrSubscriptionDates      = fault.New(fault.Invalid, "subscription.datesReversed").At("endDate")
	ErrConsumerRequired       = fault.New(fault.Invalid, "subscription.consumerRequired").At("consumerId")
	ErrConsumerNotInOperation = fault.New(fault.Conflict, "subscription.consumerNotInOperation").At("consumerId")
	ErrProducerNotInOperation = fault.New(fault.Conflict, "subscription.producerNotInOperation").At("producerId")
	ErrOutsidePerimeter       = fault.New(fault.Conflict, "subscription.outsidePerimeter")               // parameters name, from, to
	ErrClientMissing          = fault.New(fault.Conflict, "subscription.clientMissing").At("consumerId") // parameter name
	ErrIssuerMissing          = fault.New(fault.Conflict, "subscription.issuerMissing").At("producerId") // parameter name
	ErrOwnIssuerMissing       = fault.New(fault.Conflict, "subscription.operationIssuerMissing")
	ErrBeforeLastInvoice      = fault.New(fault.Conflict, "subscription.startNotAfterLastInvoice").At("startDate") // parameter lastInvoiceDate
	ErrOverlapsInvoiced       = fault.New(fault.Conflict, "subscription.overlapsInvoicedPeriod").At("startDate")   // parameter invoicedUntil
	ErrAlreadySubscribed      = fault.New(fault.Conflict, "subscription.alreadySubscribed").At("planId")           // parameter startDate
	ErrNotAfterPrevious       = fault.New(fault.Conflict, "subscription.startNotAfterPrevious").At("startDate")    // parameter startDate
	ErrSubscriptionInvoiced   = fault.New(fault.Conflict, "subscription.alreadyInvoiced")                          // parameter invoicedUntil
	ErrSubscriptionOverlap    = fault.New(fault.Conflict, "subscription.overlap").At("startDate")
	// ErrEnergyTwice is energy that another subscription of the consumer prices already;
	// parameters consumer, seller, plan (of the other one), from, to (absent = open).
	ErrEnergyTwice = fault.New(fault.Conflict, "subscription.energyTwice")
)

// Refusals of runs and invoices.
var (
	ErrRunNotFound       = fault.New(fault.NotFound, "run.notFound")
	ErrRunInProgress     = fault.New(fault.Conflict, "run.inProgress") // parameter id
	ErrRunTooLarge       = fault.New(fault.Conflict, "run.tooLarge")   // parameters pairs, max
	ErrRunInterrupted    = fault.New(fault.Conflict, "run.interrupted")
	ErrBillUpToInFuture  = fault.New(fault.Invalid, "run.billUpToInFuture").At("billUpTo") // parameter today
	ErrNothingDue        = fault.New(fault.Conflict, "run.nothingDue")
	ErrTooManyPeriods    = fault.New(fault.Conflict, "run.tooManyPeriods") // parameter max
	ErrListTooLong       = fault.New(fault.Invalid, "list.tooLong")        // parameter max
	ErrInvoiceNotFound   = fault.New(fault.NotFound, "invoice.notFound")
	ErrInvoiceNotDraft   = fault.New(fault.Conflict, "invoice.notDraft") // parameter status
	ErrInvoiceStale      = fault.New(fault.Conflict, "invoice.stale")    // parameters amountBefore, amountAfter (euros)
	ErrAlreadyBilled     = fault.New(fault.Conflict, "invoice.alreadyBilled")
	ErrInvoiceNoDocument = fault.New(fault.Conflict, "invoice.noDocument") // parameter status
	ErrInvoiceLegacy     = fault.New(fault.Conflict, "invoice.legacyUnavailable").At("isLegacyBill")
	ErrSelectionRequired = fault.New(fault.Invalid, "invoice.selectionRequired").At("ids")
	ErrSelectionTwice    = fault.New(fault.Invalid, "invoice.selectionTwice").At("ids")
	// ErrEnergyUnpriced asks for a yes before publishing; parameters quantity (kWh), pairs,
	// and items ErrPairUnpriced of those with most energy.
	ErrEnergyUnpriced = fault.New(fault.Conflict, "invoice.energyUnpriced").At("confirmUnpriced")
	// ErrPairUnpriced has parameters consumer, producer, quantity (kWh), from, to, reason.
	ErrPairUnpriced  = fault.New(fault.Conflict, "invoice.pairUnpriced")
	ErrNumberTooLong = fault.New(fault.Conflict, "invoice.numberTooLong")
)

// Why a client's period could not be billed; stored with the run, never a refusal of
// the run. The texts are the specification's.
var (
	ErrMeasurementsMissing    = fault.New(fault.Conflict, "measurements.missing")             // parameters date, sites (producers that lack data; absent = none)
	ErrPairsContradict        = fault.New(fault.Conflict, "measurements.pairsContradict")     // parameter days
	ErrMeasurementsIncomplete = fault.New(fault.Conflict, "measurements.incomplete")          // parameters days, sites
	ErrIssuerPayment          = fault.New(fault.Conflict, "payment.billingEntityIncomplete")  // parameter name
	ErrClientPayment          = fault.New(fault.Conflict, "payment.billableEntityIncomplete") // parameter name
	ErrVolumeUnpriced         = fault.New(fault.Conflict, "plan.volumeUnpriced")              // parameters plan, usage, quantity
	ErrVolumesBroken          = fault.New(fault.Conflict, "plan.volumesBroken")               // parameters plan, from, to
	// ErrVATRate is a rate of a plan that the country does not have on the last day billed;
	// parameters plan, rate, date, rates.
	ErrVATRate = fault.New(fault.Conflict, "plan.vatRateUnknown")
	// ErrVATPlace is an issuer or a client in a place whose rates of VAT are not known here;
	// parameters name, postCode.
	ErrVATPlace = fault.New(fault.Conflict, "vat.placeUnknown")
	ErrUnknown  = fault.New(fault.Conflict, "billing.unknown") // parameters invoiceId, error
)

// at names the field of a fault of another package as the contract calls it here.
func at(err error, field string) error {
	if f := fault.From(err); f != nil {
		return f.At(field)
	}
	return err
}

var ErrChanged = fault.New(fault.Changed, "object.changed")

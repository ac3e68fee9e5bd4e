package billing

import "github.com/openpmo/pmo/core/fault"

// Refusals of plans.
var (
	ErrPlanNotFound           = fault.New(fault.NotFound, "plan.notFound")
	ErrPlanAlreadyInvoiced    = fault.Specified(fault.Conflict, "planAlreadyInvoiced")
	ErrPlanInvalid            = fault.New(fault.Invalid, "plan.invalid")
	ErrPlanName               = fault.New(fault.Invalid, "plan.nameRequired").At("name")
	ErrPlanNameTaken          = fault.New(fault.Conflict, "plan.nameTaken").At("name")
	ErrPlanPeriod             = fault.New(fault.Invalid, "plan.periodUnknown").At("period")
	ErrPlanTerm               = fault.New(fault.Invalid, "plan.paymentTermInvalid", fault.Int("max")).At("paymentTerm")
	ErrPlanCharges            = fault.New(fault.Invalid, "plan.chargesRequired").At("charges")
	ErrChargeCode             = fault.New(fault.Invalid, "charge.codeRequired", fault.Text("code")).At("code")
	ErrChargeCodeTaken        = fault.New(fault.Invalid, "charge.codeTaken", fault.Text("code")).At("code")
	ErrChargePrice            = fault.New(fault.Invalid, "charge.priceInvalid", fault.Text("code")).At("priceMicroEuro")
	ErrChargeType             = fault.New(fault.Invalid, "charge.typeUnknown", fault.Text("code")).At("type")
	ErrChargeUsageRequired    = fault.New(fault.Invalid, "charge.usageRequired", fault.Text("code")).At("usage")
	ErrChargeUsageNotAllowed  = fault.New(fault.Invalid, "charge.usageNotAllowed", fault.Text("code")).At("usage")
	ErrChargeUsageUnavailable = fault.New(fault.Invalid, "charge.usageUnavailable", fault.Text("code", "usage")).At("usage")
	// Refusals of charges that pass on network costs.
	ErrChargePriceNotAllowed  = fault.New(fault.Invalid, "charge.priceNotAllowed", fault.Text("code")).At("priceMicroEuro")
	ErrPassThroughUnavailable = fault.New(fault.Invalid, "charge.passThroughUnavailable", fault.Text("code")).At("type")
	ErrPassThroughTwice       = fault.New(fault.Invalid, "charge.passThroughTwice", fault.Text("code")).At("type")
	ErrPassThroughOfProducers = fault.New(fault.Invalid, "charge.passThroughOfProducers", fault.Text("code")).At("type")
	ErrTreatmentRequired      = fault.New(fault.Invalid, "charge.vatTreatmentRequired", fault.Text("code")).At("vatTreatment")
	ErrTreatmentNotAllowed    = fault.New(fault.Invalid, "charge.vatTreatmentNotAllowed", fault.Text("code")).At("vatTreatment")
	ErrGrossRateRequired      = fault.New(fault.Invalid, "charge.grossRateRequired", fault.Text("code")).At("vatPercentage")
	ErrPlanMethod             = fault.New(fault.Invalid, "plan.methodUnavailable", fault.Text("method")).At("paymentMethod")
	// ErrChargeUsageMixed is a price of a plan of producers that is not for what they shared: a plan says
	// what producers are owed, or what consumers pay.
	ErrChargeUsageMixed = fault.New(fault.Invalid, "charge.usageMixed", fault.Text("code", "usage")).At("usage")
	ErrChargeOption     = fault.New(fault.Invalid, "charge.pricingOptionUnavailable", fault.Text("code", "pricingOption")).At("pricingOption")
	ErrChargeVAT        = fault.New(fault.Invalid, "charge.vatInvalid", fault.Text("code", "rate", "rates")).At("vatPercentage") // parameters rate, rates (percent)
	// Refusals of ranges of usual prices.
	ErrRangeInvalid  = fault.New(fault.Invalid, "priceRange.invalid")
	ErrRangeCountry  = fault.New(fault.Invalid, "priceRange.country").At("country")
	ErrRangePrice    = fault.New(fault.Invalid, "priceRange.price", fault.Int("max"))
	ErrRangeReversed = fault.New(fault.Invalid, "priceRange.reversed").At("highMicroEuro")
	ErrRangeTaken    = fault.New(fault.Conflict, "priceRange.taken").At("startDate")
	ErrRangesTooMany = fault.New(fault.Conflict, "priceRange.tooMany", fault.Int("max"))
	// ErrSamePrices is a price change to what is paid already.
	ErrSamePrices = fault.New(fault.Conflict, "plan.samePrices").At("charges")
	// ErrNoneSubscribed is a price change of a plan that nobody has on the day; parameter from.
	ErrNoneSubscribed = fault.New(fault.Conflict, "plan.noneSubscribed", fault.Text("from")).At("startDate")
	// ErrChangeTarget is a price change to neither or both of a plan that there is and a new one.
	ErrChangeTarget = fault.New(fault.Invalid, "plan.changeTarget").At("toPlanId")
	// ErrPreviewSubject is a preview of neither a plan nor prices.
	ErrPreviewSubject = fault.New(fault.Invalid, "plan.previewSubject").At("charges")
	// ErrMonthAhead is a preview of a month that is not over; parameter last.
	ErrMonthAhead = fault.New(fault.Invalid, "plan.previewMonthAhead", fault.Text("last")).At("monthTo")
	// WarnUnusualPrice refuses nothing; parameters code, price, from, to (€/kWh).
	WarnUnusualPrice = fault.New(fault.Invalid, "plan.unusualPrice", fault.Text("code", "price", "from", "to")).At("priceMicroEuro")
)

// Refusals of issuers and clients.
var (
	ErrIssuerNotFound   = fault.New(fault.NotFound, "billingEntity.notFound")
	ErrClientNotFound   = fault.New(fault.NotFound, "billableEntity.notFound")
	ErrEntityName       = fault.New(fault.Invalid, "billingEntity.nameRequired").At("name")
	ErrIssuerIncomplete = fault.New(fault.Conflict, "billingEntity.incomplete", fault.Text("name"), fault.Texts("fields"))
	ErrClientIncomplete = fault.New(fault.Conflict, "billableEntity.incomplete", fault.Text("name"), fault.Texts("fields"))
	ErrChannel          = fault.New(fault.Invalid, "invoiceChannel.unknown", fault.Text("value")).At("invoiceChannel")
	ErrFranchiseForm    = fault.New(fault.Invalid, "franchiseForm.unknown", fault.Text("value")).At("franchiseForm")
	ErrShareCapital     = fault.New(fault.Invalid, "shareCapital.invalid", fault.Int("max")).At("shareCapitalCents")
	ErrMandateAhead     = fault.New(fault.Invalid, "billingMandate.ahead").At("billingMandateDate")
	// ErrPublicPerson is a private person that is said to be a public body.
	ErrPublicPerson = fault.New(fault.Invalid, "billableEntity.publicPerson").At("publicBody")
	// ErrCommitment is an invoice of a client that wants its order named, and none is known.
	ErrCommitment    = fault.New(fault.Conflict, "billableEntity.commitmentRequired", fault.Text("name")).At("commitmentNumber")
	ErrSeriesCode    = fault.New(fault.Invalid, "billingEntity.seriesCodeInvalid").At("seriesCode")
	ErrSeriesFixed   = fault.New(fault.Conflict, "billingEntity.alreadyInvoiced", fault.Texts("fields"))
	ErrProducerTaken = fault.New(fault.Conflict, "billingEntity.producerTaken").At("producerIds")
	ErrConsumerTaken = fault.New(fault.Conflict, "billableEntity.consumerTaken").At("consumerIds")
	// ErrIssuerUnconfirmed is an issuer for whose legal person nobody has let the operation
	// in yet, ErrNumberTaken one for whom another operation issues, or that was refused;
	// parameters name, legalNumber.
	ErrIssuerUnconfirmed  = fault.New(fault.Conflict, "billingEntity.unconfirmed", fault.Text("name", "legalNumber"))
	ErrNumberTaken        = fault.New(fault.Conflict, "billingEntity.legalNumberTaken", fault.Text("name", "legalNumber"))
	ErrClaimNotFound      = fault.New(fault.NotFound, "claim.notFound")
	ErrClaimStatus        = fault.New(fault.Invalid, "claim.statusInvalid").At("status")
	ErrOperationHasIssuer = fault.New(fault.Conflict, "billingEntity.operationHasOne")
	ErrPmoIncomplete      = fault.New(fault.Conflict, "interlocutor.incomplete", fault.Texts("fields"))
)

// pairNamed says of which pair a refusal of subscriptions is, as far as it is known.
var pairNamed = fault.Text("consumerId", "consumerName", "producerId", "producerName")

// Refusals of subscriptions (specification section 5), each with its own key.
var (
	ErrSubscriptionNotFound   = fault.New(fault.NotFound, "subscription.notFound")
	ErrSubscriptionsRejected  = fault.New(fault.Conflict, "subscription.rejected") // items per pair
	ErrSubscriptionDates      = fault.New(fault.Invalid, "subscription.datesReversed", pairNamed).At("endDate")
	ErrConsumerRequired       = fault.New(fault.Invalid, "subscription.consumerRequired", pairNamed).At("consumerId")
	ErrConsumerNotInOperation = fault.New(fault.Conflict, "subscription.consumerNotInOperation", fault.Text("id"), pairNamed).At("consumerId")
	ErrProducerNotInOperation = fault.New(fault.Conflict, "subscription.producerNotInOperation", fault.Text("id"), pairNamed).At("producerId")
	ErrOutsidePerimeter       = fault.New(fault.Conflict, "subscription.outsidePerimeter", fault.Text("name", "from", "to"), pairNamed)
	ErrClientMissing          = fault.New(fault.Conflict, "subscription.clientMissing", fault.Text("name"), pairNamed).At("consumerId")
	// ErrPlanOfConsumers and ErrPlanOfProducers are plans of the other side than that of who subscribes.
	ErrPlanOfConsumers = fault.New(fault.Conflict, "subscription.planOfConsumers", fault.Text("plan"), pairNamed).At("planId")
	ErrPlanOfProducers = fault.New(fault.Conflict, "subscription.planOfProducers", fault.Text("plan"), pairNamed).At("planId")
	// ErrPlanSide is a plan with subscriptions whose prices come to be for the other side.
	ErrPlanSide          = fault.New(fault.Conflict, "plan.sideFixed", fault.Text("plan")).At("charges")
	ErrIssuerMissing     = fault.New(fault.Conflict, "subscription.issuerMissing", fault.Text("name"), pairNamed).At("producerId")
	ErrOwnIssuerMissing  = fault.New(fault.Conflict, "subscription.operationIssuerMissing", pairNamed)
	ErrBeforeLastInvoice = fault.New(fault.Conflict, "subscription.startNotAfterLastInvoice", fault.Text("lastInvoiceDate"), pairNamed).At("startDate")
	// ErrSubscriptionPrinted is one whose invoices were all cancelled: they still name it.
	ErrSubscriptionPrinted  = fault.New(fault.Conflict, "subscription.onCancelledInvoice")
	ErrOverlapsInvoiced     = fault.New(fault.Conflict, "subscription.overlapsInvoicedPeriod", fault.Text("invoicedUntil"), pairNamed).At("startDate")
	ErrAlreadySubscribed    = fault.New(fault.Conflict, "subscription.alreadySubscribed", fault.Text("startDate"), pairNamed).At("planId")
	ErrNotAfterPrevious     = fault.New(fault.Conflict, "subscription.startNotAfterPrevious", fault.Text("startDate"), pairNamed).At("startDate")
	ErrSubscriptionInvoiced = fault.New(fault.Conflict, "subscription.alreadyInvoiced", fault.Text("invoicedUntil"), pairNamed)
	// ErrNotRunning is a subscription that does not run on the day on which its price is to change.
	ErrNotRunning          = fault.New(fault.Conflict, "subscription.notRunning", fault.Text("from"), pairNamed).At("startDate")
	ErrSubscriptionOverlap = fault.New(fault.Conflict, "subscription.overlap", pairNamed).At("startDate")
	// ErrEnergyTwice is energy that another subscription of the consumer prices already;
	// parameters consumer, seller, plan (of the other one), from, to (absent = open).
	ErrEnergyTwice = fault.New(fault.Conflict, "subscription.energyTwice", fault.Text("consumer", "seller", "plan", "from", "to"), pairNamed)
	// ErrCostsTwice is network costs of a consumer that another of its subscriptions passes on already.
	ErrCostsTwice = fault.New(fault.Conflict, "subscription.costsTwice", fault.Text("consumer", "seller", "plan", "from", "to"), pairNamed)
)

// Refusals of runs and invoices.
var (
	ErrRunNotFound      = fault.New(fault.NotFound, "run.notFound")
	ErrRunInProgress    = fault.New(fault.Conflict, "run.inProgress", fault.Text("id"))
	ErrRunTooLarge      = fault.New(fault.Conflict, "run.tooLarge", fault.Int("pairs", "max"))
	ErrRunInterrupted   = fault.New(fault.Conflict, "run.interrupted")
	ErrBillUpToInFuture = fault.New(fault.Invalid, "run.billUpToInFuture", fault.Text("today")).At("billUpTo")
	ErrNothingDue       = fault.New(fault.Conflict, "run.nothingDue")
	ErrTooManyPeriods   = fault.New(fault.Conflict, "run.tooManyPeriods", fault.Int("max"))
	ErrListTooLong      = fault.ListTooLong // parameter max
	ErrInvoiceNotFound  = fault.New(fault.NotFound, "invoice.notFound")
	ErrInvoiceNotDraft  = fault.New(fault.Conflict, "invoice.notDraft", fault.Text("status"))
	// ErrNotCancellable is what is neither a draft nor an invoice that holds.
	ErrNotCancellable = fault.New(fault.Conflict, "invoice.notCancellable", fault.Text("status"))
	// ErrInCollection is an invoice that a SEPA direct debit asks for: its client would pay what is
	// taken back. Parameters: the message of the order, the day it is due.
	ErrInCollection = fault.New(fault.Conflict, "invoice.inCollection", fault.Text("message", "date"))
	ErrInvoiceStale = fault.New(fault.Conflict, "invoice.stale", fault.Text("amountBefore", "amountAfter")) // parameters amountBefore, amountAfter (euros)
	// ErrHeld is a draft of a client whose invoice of another seller for the same days waits for a decision
	// about its correction: what the client pays for these days is decided together. Parameter number.
	ErrHeld              = fault.New(fault.Conflict, "invoice.heldByCorrection", fault.Text("number"))
	ErrAlreadyBilled     = fault.New(fault.Conflict, "invoice.alreadyBilled")
	ErrTooManyDocuments  = fault.New(fault.Invalid, "invoice.tooManyDocuments", fault.Int("max"))
	ErrInvoiceNoDocument = fault.New(fault.Conflict, "invoice.noDocument", fault.Text("status"))
	// ErrInvoiceLegacy is a question that bills of the old engine do not answer; its field is the parameter.
	ErrInvoiceLegacy     = fault.New(fault.Invalid, "invoice.legacyFilter")
	ErrSelectionRequired = fault.New(fault.Invalid, "invoice.selectionRequired").At("ids")
	ErrSelectionTwice    = fault.New(fault.Invalid, "invoice.selectionTwice").At("ids")
	// ErrEnergyUnpriced asks for a yes before publishing; parameters quantity (kWh), pairs,
	// and items ErrPairUnpriced of those with most energy.
	ErrEnergyUnpriced = fault.New(fault.Conflict, "invoice.energyUnpriced", fault.Text("quantity"), fault.Int("pairs")).At("confirmUnpriced")
	// ErrPairUnpriced has parameters consumer, producer, quantity (kWh), from, to, reason.
	ErrPairUnpriced = fault.New(fault.Conflict, "invoice.pairUnpriced", fault.Text("consumer", "producer", "quantity", "from", "to", "consumerId", "producerId", "reason"))
	// ErrMonthLocked is a number that would be dated in a month that is closed; parameters name (of the
	// issuer), month.
	ErrMonthLocked   = fault.New(fault.Conflict, "invoice.monthLocked", fault.Text("name", "month"))
	ErrNumberTooLong = fault.New(fault.Conflict, "invoice.numberTooLong", fault.Text("number"))
)

// Why a client's period could not be billed; stored with the run, never a refusal of
// the run. The texts are the specification's.
var (
	ErrMeasurementsMissing    = fault.New(fault.Conflict, "measurements.missing", fault.Text("date"), fault.Texts("sites")) // parameters date, sites (producers that lack data; absent = none)
	ErrPairsContradict        = fault.New(fault.Conflict, "measurements.pairsContradict", fault.Texts("days"))
	ErrMeasurementsIncomplete = fault.New(fault.Conflict, "measurements.incomplete", fault.Texts("days", "sites"))
	ErrIssuerPayment          = fault.New(fault.Conflict, "payment.billingEntityIncomplete", fault.Text("name"))
	ErrClientPayment          = fault.New(fault.Conflict, "payment.billableEntityIncomplete", fault.Text("name"))
	ErrVolumeUnpriced         = fault.New(fault.Conflict, "plan.volumeUnpriced", fault.Text("plan", "usage", "quantity"))
	// ErrHoursMissing is a price at some hours for a site whose hours nobody has told.
	ErrHoursMissing = fault.New(fault.Conflict, "subscription.hoursMissing", fault.Text("name", "plan", "consumerId")).At("pricingOption")
	// ErrSlotUnpriced is energy at hours at which no charge of a plan prices it.
	ErrSlotUnpriced  = fault.New(fault.Conflict, "plan.slotUnpriced", fault.Text("plan", "pricingOption", "quantity"))
	ErrVolumesBroken = fault.New(fault.Conflict, "plan.volumesBroken", fault.Text("plan", "from", "to"))
	// ErrCostsMissing is days of a site whose network costs no file of the operator has told, ErrCostsTorn
	// a cost that is also of other days than those billed, and ErrCostsNegative one that is below zero.
	ErrCostsMissing  = fault.New(fault.Conflict, "plan.networkCostsMissing", fault.Text("plan", "name", "from", "to"))
	ErrCostsTorn     = fault.New(fault.Conflict, "plan.networkCostsTorn", fault.Text("plan", "name", "from", "to"))
	ErrCostsNegative = fault.New(fault.Conflict, "plan.networkCostsNegative", fault.Text("plan", "name", "from", "to", "cost"))
	// ErrCostsGross is a plan that passes costs on with the VAT in them, of an issuer that charges VAT, and
	// ErrCostsNet the opposite: the VAT that the issuer paid would be lost to it.
	ErrCostsGross = fault.New(fault.Conflict, "plan.costsGrossWithVat", fault.Text("plan", "name"))
	ErrCostsNet   = fault.New(fault.Conflict, "plan.costsNetWithoutVat", fault.Text("plan", "name"))
	// ErrVATRate is a rate of a plan that the country does not have on the last day billed;
	// parameters plan, rate, date, rates.
	ErrVATRate = fault.New(fault.Conflict, "plan.vatRateUnknown", fault.Text("plan", "rate", "date", "rates"))
	// ErrVATPlace is an issuer or a client in a place whose rates of VAT are not known here;
	// parameters name, postCode.
	ErrVATPlace = fault.New(fault.Conflict, "vat.placeUnknown", fault.Text("name", "postCode"))
	ErrUnknown  = fault.New(fault.Conflict, "billing.unknown", fault.Text("error", "invoiceId"))
)

// at names the field of a fault of another package as the contract calls it here.
func at(err error, field string) error {
	if f := fault.From(err); f != nil {
		return f.At(field)
	}
	return err
}

var ErrChanged = fault.ObjectChanged

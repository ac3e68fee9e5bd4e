package billing

import (
	"cmp"
	"context"

	"github.com/oapi-codegen/nullable"
	openapi_types "github.com/oapi-codegen/runtime/types"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	core "github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/billing/contract"
	"github.com/openpmo/pmo/core/billing/entity"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

// percentage is a rate in percent, as the wire has it.
func percentage(r money.VATRate) float64 { return float64(r) / 100 }

func (a API) plans(ctx context.Context, plans []core.Plan) []model.Plan {
	out := make([]model.Plan, len(plans))
	for i, p := range plans {
		out[i] = a.plan(ctx, p)
	}
	return out
}

func (a API) plan(ctx context.Context, p core.Plan) model.Plan {
	method := model.PaymentMethod(p.Method)
	out := model.Plan{Id: string(p.ID), OperationId: string(p.OperationID), Name: p.Name, Description: wire.OptionalText(p.Description),
		Period: model.PlanPeriod(p.Period), PaymentMethod: &method, PaymentTerm: p.TermDays, AlreadyInvoiced: p.Invoiced,
		SubscriptionsNumber: p.Subscriptions, Charges: make([]model.Charge, len(p.Charges))}
	for i, c := range p.Charges {
		out.Charges[i] = toAPICharge(c)
	}
	out.Warnings = a.unusual(ctx, p)
	return out
}

func toAPICharge(c core.Charge) model.Charge {
	option := model.PricingOption(cmp.Or(c.Option, core.AtAnyHour))
	out := model.Charge{Code: c.Code, Name: wire.OptionalText(c.Name), Type: model.ChargeType(c.Type), PricingOption: &option}
	if c.Type == core.PassThrough {
		treatment := model.VatTreatment(c.Treatment)
		out.VatTreatment = &treatment
	} else {
		price := int64(c.Price)
		out.PriceMicroEuro = &price
	}
	if c.Usage != "" {
		usage := model.Usage(c.Usage)
		out.Usage = &usage
	}
	if c.VATRate != nil {
		rate := percentage(*c.VATRate)
		out.VatPercentage = &rate
	}
	return out
}

// fromAPICharges refuses rates finer than a hundredth of a percent, each with its row.
func fromAPICharges(charges []model.Charge) ([]core.Charge, error) {
	out := make([]core.Charge, len(charges))
	var wrong fault.List
	for i, c := range charges {
		out[i] = core.Charge{Code: c.Code, Name: wire.Text(c.Name), Type: core.ChargeType(c.Type)}
		if c.PriceMicroEuro != nil {
			out[i].Price = money.MicroEuro(*c.PriceMicroEuro)
		}
		if c.VatTreatment != nil {
			out[i].Treatment = core.VATTreatment(*c.VatTreatment)
		}
		if c.Usage != nil {
			out[i].Usage = core.Usage(*c.Usage)
		}
		if c.VatPercentage != nil {
			hundredths, err := wire.Hundredths(*c.VatPercentage, "vatPercentage")
			if err != nil {
				wrong.Add(fault.From(err).OnRow(i+1).With("code", c.Code))
			}
			rate := money.VATRate(hundredths)
			out[i].VATRate = &rate
		}
		out[i].Option = core.AtAnyHour
		if c.PricingOption != nil {
			out[i].Option = core.PricingOption(*c.PricingOption)
		}
	}
	return out, wrong.Err(core.ErrPlanInvalid)
}

func fromAPIPlanCreation(b model.PlanCreation) (contract.PlanInput, error) {
	charges, err := fromAPICharges(b.Charges)
	in := contract.PlanInput{Name: b.Name, Description: wire.Text(b.Description), Period: core.PlanPeriod(b.Period), Charges: charges, TermDays: b.PaymentTerm}
	if b.PaymentMethod != nil {
		in.Method = core.PaymentMethod(*b.PaymentMethod)
	}
	return in, err
}

func fromAPIPlanUpdate(version int, b model.PlanUpdate) (contract.PlanChange, error) {
	in := contract.PlanChange{Name: b.Name, Description: wire.ChangedText(b.Description), TermDays: b.PaymentTerm, IfVersion: version,
		Period: (*core.PlanPeriod)(b.Period), Method: (*core.PaymentMethod)(b.PaymentMethod)}
	var err error
	if b.Charges != nil {
		in.Charges, err = fromAPICharges(*b.Charges)
	}
	return in, err
}

func toAPIBillingEntities(list []core.BillingEntity, full bool) []model.BillingEntity {
	out := make([]model.BillingEntity, len(list))
	for i, e := range list {
		out[i] = ToAPIBillingEntity(e, full)
	}
	return out
}

// ToAPIBillingEntity masks the account number for those who may not edit it.
func ToAPIBillingEntity(e core.BillingEntity, full bool) model.BillingEntity {
	iban := string(e.IBAN)
	if !full {
		iban = e.IBAN.Masked()
	}
	var claim *model.ClaimStatus
	if e.Claim != "" {
		claim = (*model.ClaimStatus)(&e.Claim)
	}
	return model.BillingEntity{Claim: claim, Id: string(e.ID), OperationId: string(e.OperationID), Name: e.Name, Address: wire.OptionalText(e.Street),
		PostCode: wire.OptionalText(e.PostCode), City: wire.OptionalText(e.City), Country: wire.OptionalText(string(e.Country)), Email: wire.OptionalText(e.Email),
		PhoneNumber: wire.OptionalText(e.Phone), LegalNumber: wire.OptionalText(e.LegalNumber), TaxId: wire.OptionalText(e.TaxID),
		VatRegime: model.VatRegime(e.VATRegime), VatExemptionText: wire.OptionalText(e.ExemptionText), Iban: wire.OptionalText(iban),
		Bic: wire.OptionalText(string(e.BIC)), SeriesCode: wire.OptionalText(e.SeriesCode), ProducerIds: *wire.IDTexts(e.ProducerIDs),
		AddressLine2: wire.OptionalText(e.Street2), ContactName: wire.OptionalText(e.Contact),
		ElectronicAddressScheme: toAPIScheme(e.EAddress.Scheme), ElectronicAddress: wire.OptionalText(e.EAddress.Value),
		LegalForm: wire.OptionalText(e.LegalForm), ShareCapitalCents: optionalCents(e.ShareCapital), RegistrationCourt: wire.OptionalText(e.Registration),
		FranchiseForm: toAPIFranchiseForm(e.FranchiseForm), VatOnDebits: &e.VATOnDebits, BillingMandateDate: wire.OptionalDate(e.BillingMandate.Signed),
		BillingMandateReference: wire.OptionalText(e.BillingMandate.Reference),
		OwnedByOperation:        e.OwnedByOperation, BillingLogo: wire.OptionalText(string(e.LogoID)), Complete: len(e.Missing()) == 0, Missing: missing(e.Missing()),
		NumberYear: optionalNumber(e.NumberYear), NextNumber: optionalNumber(e.NextNumber)}
}

// optionalNumber is nil for none.
func optionalNumber(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

// missing is never null on the wire.
func missing(fields []string) []string {
	if fields == nil {
		return []string{}
	}
	return fields
}

// FromAPIBillingEntityCreation reads a new issuer.
func FromAPIBillingEntityCreation(b model.BillingEntityCreation) entity.BillingEntityChange {
	return entity.BillingEntityChange{IdentityChange: entity.IdentityChange{Name: &b.Name, Street: b.Address, PostCode: b.PostCode, City: b.City,
		Country: b.Country, Email: b.Email, Phone: b.PhoneNumber, LegalNumber: b.LegalNumber, TaxID: b.TaxId, VATRegime: (*string)(b.VatRegime),
		Street2: b.AddressLine2, Contact: b.ContactName, EAddressScheme: (*string)(b.ElectronicAddressScheme), EAddress: b.ElectronicAddress},
		LegalForm: b.LegalForm, ShareCapital: (*money.Cents)(b.ShareCapitalCents), Registration: b.RegistrationCourt, FranchiseForm: (*string)(b.FranchiseForm),
		VATOnDebits: b.VatOnDebits, MandateSigned: createdDay(b.BillingMandateDate), MandateReference: b.BillingMandateReference,
		ExemptionText: b.VatExemptionText, IBAN: b.Iban, BIC: b.Bic, SeriesCode: b.SeriesCode, ProducerIDs: wire.IDs(b.ProducerIds)}
}

// FromAPIBillingEntityUpdate reads what changes of an issuer.
func FromAPIBillingEntityUpdate(version int, b model.BillingEntityUpdate) entity.BillingEntityChange {
	return entity.BillingEntityChange{IdentityChange: changedIdentity(b.Name, b.Address, b.PostCode, b.City, b.Country, b.Email, b.PhoneNumber, b.LegalNumber, b.TaxId, b.VatRegime,
		reach{b.AddressLine2, b.ContactName, b.ElectronicAddress, b.ElectronicAddressScheme}),
		LegalForm: wire.ChangedText(b.LegalForm), ShareCapital: changedCents(b.ShareCapitalCents), Registration: wire.ChangedText(b.RegistrationCourt),
		FranchiseForm: (*string)(b.FranchiseForm), VATOnDebits: b.VatOnDebits, MandateSigned: wire.ChangedDay(b.BillingMandateDate), MandateReference: wire.ChangedText(b.BillingMandateReference),
		ExemptionText: wire.ChangedText(b.VatExemptionText), IBAN: wire.ChangedText(b.Iban), BIC: wire.ChangedText(b.Bic), SeriesCode: b.SeriesCode,
		ProducerIDs: wire.IDs(b.ProducerIds), FirstNumber: b.FirstNumber, IfVersion: version}
}

// reach is how an issuer or a client is reached beside mail and telephone.
type reach struct {
	street2, contact, address nullable.Nullable[string]
	scheme                    *model.ElectronicAddressScheme
}

func toAPIScheme(s party.Scheme) *model.ElectronicAddressScheme {
	if s == "" {
		return nil
	}
	return (*model.ElectronicAddressScheme)(&s)
}

func toAPIFranchiseForm(f core.FranchiseForm) *model.FranchiseForm {
	if f == "" {
		return nil
	}
	return (*model.FranchiseForm)(&f)
}

func toAPIChannel(c core.Channel) *model.InvoiceChannel {
	if c == "" {
		return nil
	}
	return (*model.InvoiceChannel)(&c)
}

// changedChannel is nil where nothing changes, "" where the choice is taken back.
func changedChannel(n nullable.Nullable[model.BillableEntityUpdateInvoiceChannel]) *string {
	if !n.IsSpecified() {
		return nil
	}
	var s string
	if !n.IsNull() {
		s = string(n.MustGet())
	}
	return &s
}

func optionalCents(c money.Cents) *int64 {
	if c == 0 {
		return nil
	}
	return (*int64)(&c)
}

func changedCents(n nullable.Nullable[int64]) *money.Cents {
	if !n.IsSpecified() {
		return nil
	}
	var c money.Cents
	if !n.IsNull() {
		c = money.Cents(n.MustGet())
	}
	return &c
}

func createdDay(d *openapi_types.Date) **civil.Date {
	if d == nil {
		return nil
	}
	day := wire.OptionalDay(d)
	return &day
}

func changedIdentity(name *string, address, postCode, city nullable.Nullable[string], country *string, email, phone, legalNumber, taxID nullable.Nullable[string], regime *model.VatRegime, r reach) entity.IdentityChange {
	return entity.IdentityChange{Street2: wire.ChangedText(r.street2), Contact: wire.ChangedText(r.contact), EAddress: wire.ChangedText(r.address), EAddressScheme: (*string)(r.scheme),
		Name: name, Street: wire.ChangedText(address), PostCode: wire.ChangedText(postCode), City: wire.ChangedText(city), Country: country,
		Email: wire.ChangedText(email), Phone: wire.ChangedText(phone), LegalNumber: wire.ChangedText(legalNumber), TaxID: wire.ChangedText(taxID), VATRegime: (*string)(regime)}
}

func toAPIBillableEntities(list []core.BillableEntity) []model.BillableEntity {
	return each(list, ToAPIBillableEntity)
}

// ToAPIBillableEntity writes a client; its account number is masked for those who may not change it.
func ToAPIBillableEntity(e core.BillableEntity) model.BillableEntity {
	regime, lang, iban := model.VatRegime(e.VATRegime), model.Language(e.Language), string(e.IBAN)
	if e.Masked {
		iban = e.IBAN.Masked()
	}
	derived := model.InvoiceChannel(e.Channel())
	return model.BillableEntity{Id: string(e.ID), OperationId: string(e.OperationID), Name: e.Name, Address: wire.OptionalText(e.Street),
		PostCode: wire.OptionalText(e.PostCode), City: wire.OptionalText(e.City), Country: wire.OptionalText(string(e.Country)), Email: wire.OptionalText(e.Email),
		PhoneNumber: wire.OptionalText(e.Phone), LegalNumber: wire.OptionalText(e.LegalNumber), TaxId: wire.OptionalText(e.TaxID),
		ConsumerType: model.ConsumerType(e.ConsumerType), VatRegime: &regime, Language: &lang, Iban: wire.OptionalText(iban), Bic: wire.OptionalText(string(e.BIC)),
		AddressLine2: wire.OptionalText(e.Street2), ContactName: wire.OptionalText(e.Contact),
		ElectronicAddressScheme: toAPIScheme(e.EAddress.Scheme), ElectronicAddress: wire.OptionalText(e.EAddress.Value), PublicBody: &e.PublicBody,
		ServiceCode: wire.OptionalText(e.ServiceCode), CommitmentNumber: wire.OptionalText(e.Commitment), ContractNumber: wire.OptionalText(e.Contract), CommitmentRequired: &e.CommitmentRequired,
		InvoiceChannel: toAPIChannel(e.ChosenChannel), DerivedChannel: &derived,
		Reference: wire.OptionalText(e.Reference), Tags: wire.OptionalTexts(e.Tags), ConsumerIds: *wire.IDTexts(e.ConsumerIDs),
		Complete: len(e.Missing()) == 0, Missing: missing(e.Missing())}
}

// FromAPIBillableEntityCreation reads a new client.
func FromAPIBillableEntityCreation(b model.BillableEntityCreation) entity.BillableEntityChange {
	return entity.BillableEntityChange{IdentityChange: entity.IdentityChange{Name: &b.Name, Street: b.Address, PostCode: b.PostCode, City: b.City,
		Country: b.Country, Email: b.Email, Phone: b.PhoneNumber, LegalNumber: b.LegalNumber, TaxID: b.TaxId, VATRegime: (*string)(b.VatRegime),
		Street2: b.AddressLine2, Contact: b.ContactName, EAddressScheme: (*string)(b.ElectronicAddressScheme), EAddress: b.ElectronicAddress},
		PublicBody: b.PublicBody, ServiceCode: b.ServiceCode, Commitment: b.CommitmentNumber, Contract: b.ContractNumber, CommitmentRequired: b.CommitmentRequired, Channel: (*string)(b.InvoiceChannel),
		ConsumerType: (*party.ConsumerType)(b.ConsumerType), Language: (*string)(b.Language), IBAN: b.Iban, BIC: b.Bic, Reference: b.Reference, Tags: b.Tags, ConsumerIDs: wire.IDs(b.ConsumerIds)}
}

// FromAPIBillableEntityUpdate reads what changes of a client.
func FromAPIBillableEntityUpdate(version int, b model.BillableEntityUpdate) entity.BillableEntityChange {
	return entity.BillableEntityChange{IdentityChange: changedIdentity(b.Name, b.Address, b.PostCode, b.City, b.Country, b.Email, b.PhoneNumber, b.LegalNumber, b.TaxId, b.VatRegime,
		reach{b.AddressLine2, b.ContactName, b.ElectronicAddress, b.ElectronicAddressScheme}),
		PublicBody: b.PublicBody, ServiceCode: wire.ChangedText(b.ServiceCode), Commitment: wire.ChangedText(b.CommitmentNumber), Contract: wire.ChangedText(b.ContractNumber),
		CommitmentRequired: b.CommitmentRequired, Channel: changedChannel(b.InvoiceChannel),
		ConsumerType: (*party.ConsumerType)(b.ConsumerType), Language: (*string)(b.Language), IBAN: wire.ChangedText(b.Iban), BIC: wire.ChangedText(b.Bic),
		Reference: wire.ChangedText(b.Reference), Tags: b.Tags, ConsumerIDs: wire.IDs(b.ConsumerIds), IfVersion: version}
}

// ToAPISubscriptions writes subscriptions.
func ToAPISubscriptions(list []contract.SubscriptionView) []model.Subscription {
	return each(list, toAPISubscription)
}

func toAPISubscription(s contract.SubscriptionView) model.Subscription {
	out := model.Subscription{Id: string(s.ID), OperationId: string(s.OperationID), ConsumerId: wire.OptionalText(string(s.ConsumerID)),
		ConsumerName: wire.OptionalText(s.ConsumerName), ProducerId: wire.OptionalText(string(s.ProducerID)), ProducerName: wire.OptionalText(s.ProducerName),
		Plan: model.PlanRef{Id: string(s.PlanID), Name: s.PlanName}, Status: model.SubscriptionStatus(s.Status), StartDate: wire.Date(s.Days.From),
		InvoicedUntil: wire.OptionalDate(s.InvoicedUntil), HeldUntil: wire.OptionalDate(s.Deletion.Held)}
	if len(s.Deletion.Later) > 0 {
		out.LaterIds = wire.IDTexts(s.Deletion.Later)
	}
	if !s.Days.IsOpen() {
		last := wire.Date(s.Days.Last())
		out.EndDate = &last
	}
	return out
}

func subscriptionStatusOf(status *model.SubscriptionStatus) core.SubscriptionStatus {
	if status == nil {
		return ""
	}
	return core.SubscriptionStatus(*status)
}

func fromAPISubscriptionCreation(b model.SubscriptionCreation) contract.SubscriptionsInput {
	in := contract.SubscriptionsInput{PlanID: id.ID(b.PlanId), Days: civil.Range{From: wire.Day(b.StartDate), To: civil.Forever},
		Pairs: []core.Pair{{ConsumerID: id.ID(wire.Text(b.ConsumerId)), ProducerID: id.ID(wire.Text(b.ProducerId))}}, EndOthers: b.EndOthers != nil && *b.EndOthers}
	if b.EndDate != nil {
		in.Days.To = wire.Day(*b.EndDate) + 1
	}
	return in
}

func pairsOf(list []model.SubscriptionPair) []core.Pair {
	out := make([]core.Pair, len(list))
	for i, p := range list {
		out[i] = core.Pair{ConsumerID: id.ID(wire.Text(p.ConsumerId)), ProducerID: id.ID(wire.Text(p.ProducerId))}
	}
	return out
}

func fromAPISubscriptionsCreation(b model.SubscriptionsCreation) contract.SubscriptionsInput {
	in := contract.SubscriptionsInput{PlanID: id.ID(b.PlanId), Days: civil.Range{From: wire.Day(b.StartDate), To: civil.Forever}, EndOthers: b.EndOthers != nil && *b.EndOthers}
	in.Pairs = pairsOf(b.Pairs)
	if b.EndDate != nil {
		in.Days.To = wire.Day(*b.EndDate) + 1
	}
	return in
}

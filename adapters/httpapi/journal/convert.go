package journal

import (
	"strconv"

	"github.com/openpmo/pmo/adapters/httpapi/gen/model"
	"github.com/openpmo/pmo/adapters/httpapi/transport/wire"
	"github.com/openpmo/pmo/core/billing"
	core "github.com/openpmo/pmo/core/billing/journal"
	"github.com/openpmo/pmo/core/money"
)

func toAPISeller(s core.Seller) model.Seller {
	out := model.Seller{BillingEntityId: string(s.EntityID), Name: s.Name, LegalNumber: wire.OptionalText(s.LegalNumber), Confirmed: s.Confirmed, OperationsCount: s.Operations,
		HiddenOperationsCount: s.HiddenOperations, IssuedCount: s.Issued, IssuedCents: int64(s.Amount), NewCount: s.New, NewCents: int64(s.NewAmount),
		OwedCount: s.Owed.Booked, OwedCents: int64(s.Owed.Amount), NewOwedCount: s.Owed.New, NewOwedCents: int64(s.Owed.NewAmount),
		FirstNewDate: wire.OptionalDate(s.FirstNew), LastExportAt: wire.OptionalInParis(s.LastExport), LockedMonths: make([]model.CivilMonth, len(s.Locks))}
	for n, l := range s.Locks {
		out.LockedMonths[n] = l.Month.String()
	}
	return out
}

func toAPIAccounts(a core.Accounts) model.SellerAccounts {
	out := model.SellerAccounts{JournalCode: a.Code, JournalName: a.Name, ClientAccount: a.Client.Number, ClientAccountName: a.Client.Name, SalesAccount: a.Sales.Number,
		SalesAccountName: a.Sales.Name, VatAccount: a.VAT.Number, VatAccountName: a.VAT.Name, CostsAccount: wire.OptionalText(a.Costs.Number), CostsAccountName: wire.OptionalText(a.Costs.Name),
		ToInvoiceAccount: a.ToInvoice.Number, ToInvoiceAccountName: a.ToInvoice.Name, VatToComeAccount: wire.OptionalText(a.VATToCome.Number), VatToComeAccountName: wire.OptionalText(a.VATToCome.Name), AuxiliaryRule: model.AuxiliaryRule(a.Auxiliary), AuxiliaryPrefix: a.AuxiliaryPrefix,
		Rates: make([]model.RateAccounts, len(a.Rates)), Told: !a.UpdatedAt.IsZero(), Version: a.Version,
		PurchaseJournalCode: a.Purchases.Code, PurchaseJournalName: a.Purchases.Name, SupplierAccount: a.Purchases.Supplier.Number, SupplierAccountName: a.Purchases.Supplier.Name,
		SupplierPrefix: a.Purchases.Prefix, PurchaseAccount: a.Purchases.Energy.Number, PurchaseAccountName: a.Purchases.Energy.Name,
		DeductibleVatAccount: a.Purchases.VAT.Number, DeductibleVatAccountName: a.Purchases.VAT.Name}
	if out.Told {
		at := wire.InParis(a.UpdatedAt)
		out.UpdatedAt = &at
	}
	for n, r := range a.Rates {
		percent, _ := strconv.ParseFloat(r.Rate.String(), 64) // the text of a rate is a number
		out.Rates[n] = model.RateAccounts{VatCategory: model.VatCategory(r.Category), VatPercentage: percent, SalesAccount: r.Sales.Number, SalesAccountName: r.Sales.Name,
			VatAccount: wire.OptionalText(r.VAT.Number), VatAccountName: wire.OptionalText(r.VAT.Name)}
	}
	return out
}

// fromAPIAccounts is a change of accounts: what is absent stays.
func fromAPIAccounts(u model.SellerAccountsUpdate) (func(core.Accounts) core.Accounts, error) {
	var rates []core.RateAccounts
	if u.Rates != nil {
		for _, r := range *u.Rates {
			hundredths, err := wire.Hundredths(r.VatPercentage, "vatPercentage")
			if err != nil {
				return nil, err
			}
			rates = append(rates, core.RateAccounts{Category: billing.VATCategory(r.VatCategory), Rate: money.VATRate(hundredths),
				Sales: core.Account{Number: r.SalesAccount, Name: r.SalesAccountName}, VAT: core.Account{Number: wire.Text(r.VatAccount), Name: wire.Text(r.VatAccountName)}})
		}
	}
	return func(a core.Accounts) core.Accounts {
		for _, f := range []struct {
			to   *string
			from *string
		}{
			{&a.Code, u.JournalCode}, {&a.Name, u.JournalName}, {&a.Client.Number, u.ClientAccount}, {&a.Client.Name, u.ClientAccountName}, {&a.Sales.Number, u.SalesAccount},
			{&a.Sales.Name, u.SalesAccountName}, {&a.VAT.Number, u.VatAccount}, {&a.VAT.Name, u.VatAccountName}, {&a.Costs.Number, u.CostsAccount}, {&a.Costs.Name, u.CostsAccountName},
			{&a.ToInvoice.Number, u.ToInvoiceAccount}, {&a.ToInvoice.Name, u.ToInvoiceAccountName}, {&a.VATToCome.Number, u.VatToComeAccount}, {&a.VATToCome.Name, u.VatToComeAccountName}, {(*string)(&a.Auxiliary), (*string)(u.AuxiliaryRule)}, {&a.AuxiliaryPrefix, u.AuxiliaryPrefix},
			{&a.Purchases.Code, u.PurchaseJournalCode}, {&a.Purchases.Name, u.PurchaseJournalName}, {&a.Purchases.Supplier.Number, u.SupplierAccount}, {&a.Purchases.Supplier.Name, u.SupplierAccountName},
			{&a.Purchases.Prefix, u.SupplierPrefix}, {&a.Purchases.Energy.Number, u.PurchaseAccount}, {&a.Purchases.Energy.Name, u.PurchaseAccountName},
			{&a.Purchases.VAT.Number, u.DeductibleVatAccount}, {&a.Purchases.VAT.Name, u.DeductibleVatAccountName},
		} {
			if f.from != nil {
				*f.to = *f.from
			}
		}
		if u.Rates != nil {
			a.Rates = rates
		}
		return a
	}, nil
}

func toAPIExport(e core.Export) model.JournalExport {
	out := model.JournalExport{Id: string(e.ID), BillingEntityId: string(e.EntityID), FirstDate: wire.Date(e.First), LastDate: wire.Date(e.Last), FirstNumber: e.FirstNumber,
		LastNumber: e.LastNumber, EntriesCount: e.Entries, DebitCents: int64(e.Debit), AmountCents: int64(e.Amount), OwedCents: int64(e.Owed), FileName: e.FileName, Sha256: e.SHA256, Size: e.Size,
		CreatedByName: wire.OptionalText(e.CreatedByName), CreatedAt: wire.InParis(e.CreatedAt)}
	if e.More {
		out.More = &e.More
	}
	return out
}

func toAPILock(l core.Lock) model.MonthLock {
	return model.MonthLock{Month: l.Month.String(), LockedByName: wire.OptionalText(l.LockedByName), LockedAt: wire.InParis(l.LockedAt)}
}

package billing

import (
	"context"
	"slices"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

// EnsureOwnIssuer makes the operation's own issuer from its interlocutor, or returns
// the one that is there. Consumers who subscribe alone are invoiced by it.
// Errors: interlocutor.incomplete with the empty fields.
func (s *Service) EnsureOwnIssuer(ctx context.Context, p policy.Principal, operationID id.ID) (BillingEntity, error) {
	op, err := s.enter(ctx, p, "issuer:create", Scope{OperationID: operationID})
	if err != nil {
		return BillingEntity{}, err
	}
	var own BillingEntity
	change := p.Change("issuer:create", op.ID, "billingEntity", "")
	err = s.Tx.InTx(ctx, change, func(ctx context.Context) error {
		if err := s.Locks.Operation(ctx, op.ID, true); err != nil {
			return err
		}
		list, err := s.BillingEntities.List(ctx, op.ID)
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(list, func(e BillingEntity) bool { return e.OwnedByOperation }); i >= 0 {
			own = list[i]
			return nil
		}
		own, err = s.addOwnIssuer(ctx, p, op)
		return err
	})
	return own, err
}

// addOwnIssuer stores the issuer that the interlocutor is.
func (s *Service) addOwnIssuer(ctx context.Context, p policy.Principal, op operation.Operation) (BillingEntity, error) {
	pmo := op.Interlocutor
	if !pmo.Complete() {
		return BillingEntity{}, ErrPmoIncomplete.With("fields", pmoMissing(pmo))
	}
	regime, series, where := string(party.VATNormal), "PMO", string(pmo.Country)
	if pmo.VATFranchise {
		regime = string(party.VATFranchise)
	}
	e := BillingEntity{ID: id.New(), OperationID: op.ID, OwnedByOperation: true, Version: 1, CreatedAt: s.Now()}
	e, err := BillingEntityChange{
		IdentityChange: IdentityChange{Name: &pmo.LegalName, Street: &pmo.Address, PostCode: &pmo.PostCode, City: &pmo.City, Country: &where,
			Email: &pmo.Email, Phone: &pmo.PhoneNumber, LegalNumber: &pmo.LegalNumber, TaxID: &pmo.TaxID, VATRegime: &regime},
		SeriesCode: &series,
	}.apply(e, op)
	if err != nil {
		return BillingEntity{}, err
	}
	if err := s.BillingEntities.Add(ctx, e); err != nil {
		return BillingEntity{}, err
	}
	return s.claim(ctx, p, e)
}

func pmoMissing(i operation.Interlocutor) []string {
	var out []string
	for _, f := range []struct{ name, value string }{
		{"legalName", i.LegalName}, {"legalNumber", i.LegalNumber}, {"address", i.Address}, {"postCode", i.PostCode}, {"city", i.City},
	} {
		if f.value == "" {
			out = append(out, f.name)
		}
	}
	return out
}

package billingstore

import (
	"context"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/account"
	"github.com/openpmo/pmo/core/billing"
	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/policy"
)

// AccountSites reads what accounts have to do with billing.
type AccountSites struct{ db *postgres.DB }

// NewAccountSites is the reader over db.
func NewAccountSites(db *postgres.DB) *AccountSites { return &AccountSites{db} }

var _ billing.AccountSites = (*AccountSites)(nil)

// OfAccount reads the operations and the sites of an account. Error: user.notFound.
func (s *AccountSites) OfAccount(ctx context.Context, userID id.ID) (billing.AccountHoldings, error) {
	q := queries(ctx, s.db)
	role, err := q.GetAccountRole(ctx, userID)
	if err != nil {
		return billing.AccountHoldings{}, postgres.OrMissing(err, account.ErrNotFound)
	}
	h := billing.AccountHoldings{Role: policy.Role(role)}
	if h.Operations, err = q.ListAccountOperations(ctx, userID); err != nil {
		return h, err
	}
	rows, err := q.ListAccountSites(ctx, &userID)
	for _, r := range rows {
		h.Sites = append(h.Sites, billing.HeldSite{
			Site: billing.Site{ID: r.ID, OperationID: r.OperationID, Name: r.Name, AccountID: userID,
				Consumes: r.EnergyType == "consumer" || r.IsProsumer, Produces: r.EnergyType == "producer" || r.IsProsumer},
			Client: addressee(r.ClientID, r.ClientName, r.ClientStreet, r.ClientPostCode, r.ClientCity),
			Issuer: addressee(r.IssuerID, r.IssuerName, r.IssuerStreet, r.IssuerPostCode, r.IssuerCity),
		})
	}
	return h, err
}

func addressee(partyID *id.ID, name, street, postCode, city string) *billing.Addressee {
	if partyID == nil {
		return nil
	}
	return &billing.Addressee{ID: *partyID, Name: name, Street: street, PostCode: postCode, City: city}
}

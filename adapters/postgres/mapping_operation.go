package postgres

import (
	"github.com/openpmo/pmo/adapters/postgres/internal/sqlcgen"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/operation"
	"github.com/openpmo/pmo/core/party"
	"github.com/openpmo/pmo/core/policy"
)

func fromDBOperation(r sqlcgen.Operation) operation.Operation {
	o := operation.Operation{
		ID: r.ID, ExternalID: r.ExternalID, Name: r.Name, Type: operation.Type(r.Type), DSO: dso.Operator(r.Dso),
		JdbToggle: r.JdbToggle, UseEnphaseData: r.UseEnphaseData, AnniversaryDate: civilDate(r.AnniversaryDate),
		Theme: operation.Theme{Primary: r.PrimaryColor, Secondary: r.SecondaryColor},
		Interlocutor: operation.Interlocutor{
			LegalName: r.PmoLegalName, LegalNumber: r.PmoLegalNumber, TaxID: r.PmoTaxID, Address: r.PmoAddress,
			PostCode: r.PmoPostCode, City: r.PmoCity, Country: dso.Country(r.PmoCountry), Email: r.PmoEmail,
			PhoneNumber: r.PmoPhoneNumber, ContactName: r.PmoContactName, VATFranchise: r.PmoVATFranchise,
		},
		Position: fromDBPosition(r.Latitude, r.Longitude),
		Version:  int(r.Version), CreatedAt: r.CreatedAt,
	}
	if r.BillingEngine != nil {
		o.Engine = operation.Engine(*r.BillingEngine)
	}
	for _, f := range r.Functionalities {
		o.Functionalities = append(o.Functionalities, operation.Functionality(f))
	}
	return o
}

// A position is two columns, both null where nobody has said it.
func fromDBPosition(latitude, longitude *float64) *party.Position {
	if latitude == nil || longitude == nil {
		return nil
	}
	return &party.Position{Latitude: *latitude, Longitude: *longitude}
}

func latitude(p *party.Position) *float64 {
	if p == nil {
		return nil
	}
	return &p.Latitude
}

func longitude(p *party.Position) *float64 {
	if p == nil {
		return nil
	}
	return &p.Longitude
}

func toDBEngine(e operation.Engine) *string {
	if e == operation.EngineOld {
		return nil
	}
	s := string(e)
	return &s
}

func toDBFunctionalities(fs []operation.Functionality) []string {
	out := make([]string, len(fs))
	for i, f := range fs {
		out[i] = string(f)
	}
	return out
}

func fromDBMember(r sqlcgen.ListMemberAccountsRow) operation.Account {
	return operation.Account{ID: r.ID, Email: r.Email, Username: r.Username, FirstName: r.Firstname, LastName: r.Lastname,
		Structure: r.Structure, Role: policy.Role(r.Role), Active: r.Active, Initialized: r.Initialized,
		ActivationError: r.ActivationError}
}

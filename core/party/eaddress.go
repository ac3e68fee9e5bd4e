package party

import (
	"strings"

	"github.com/openpmo/pmo/core/dso"
)

// Scheme is a register of electronic addresses, by its code in the list of EN 16931 (EAS).
type Scheme string

// The registers that occur: French enterprises, Belgian ones by enterprise number and by VAT number.
const (
	SchemeFrench     Scheme = "0225"
	SchemeEnterprise Scheme = "0208"
	SchemeBelgianVAT Scheme = "9925"
)

// sirenDigits is how a French address begins.
const sirenDigits = 9

// EAddress is where e-invoices reach an enterprise (BT-34 and BT-49 of EN 16931): a register and a
// number or name within it. The zero value is none.
type EAddress struct {
	Scheme Scheme
	Value  string
}

// IsZero reports whether there is none.
func (a EAddress) IsZero() bool { return a == EAddress{} }

// Check refuses an address that its register does not know the form of, and one of another
// enterprise than the legal number is of: a French address begins with the SIREN (BR-FR-21), and
// the others are the enterprise number. Errors: eAddress.scheme, eAddress.incomplete,
// eAddress.form, eAddress.otherEnterprise.
func (a EAddress) Check(country dso.Country, legalNumber string) (EAddress, error) {
	a.Value = strings.TrimSpace(a.Value)
	if a.IsZero() {
		return a, nil
	}
	if a.Scheme == "" || a.Value == "" {
		return a, ErrEAddressIncomplete
	}
	switch a.Scheme {
	case SchemeFrench:
		if !madeOf(a.Value, sirenDigits, 125, "+._-") || !digits(a.Value[:sirenDigits]) {
			return a, ErrEAddressForm.With("scheme", string(a.Scheme))
		}
		if country == dso.France && legalNumber != "" && a.Value[:sirenDigits] != LegalPerson(legalNumber) {
			return a, ErrEAddressOther.With("number", LegalPerson(legalNumber))
		}
		return a, nil
	case SchemeEnterprise, SchemeBelgianVAT:
		number := strings.TrimPrefix(strings.ToUpper(compact(a.Value)), "BE")
		enterprise, err := ParseBCE(number)
		if err != nil {
			return a, ErrEAddressForm.With("scheme", string(a.Scheme))
		}
		if country == dso.Belgium && legalNumber != "" && string(enterprise) != legalNumber {
			return a, ErrEAddressOther.With("number", legalNumber)
		}
		if a.Value = string(enterprise); a.Scheme == SchemeBelgianVAT {
			a.Value = "BE" + a.Value
		}
		return a, nil
	}
	return a, ErrEAddressScheme.With("value", string(a.Scheme))
}

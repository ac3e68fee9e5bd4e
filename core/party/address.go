package party

import (
	"net/mail"
	"strings"

	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
)

// Address is where somebody is, as invoices print it.
type Address struct {
	Street   string // number and street; the contract's field address
	PostCode string
	City     string
	Country  dso.Country
}

// Check wants all three lines filled and a postal code of the country's shape
// (specification section 5). Everything that is wrong is in the items of parent.
// Items: address.required, postCode.required, postCode.invalid, city.required.
func (a Address) Check(parent *fault.Error) error {
	var wrong fault.List
	if strings.TrimSpace(a.Street) == "" {
		wrong.Add(ErrAddressRequired)
	}
	if strings.TrimSpace(a.PostCode) == "" {
		wrong.Add(ErrPostCodeRequired)
	} else if err := dso.CheckPostCode(a.Country, a.PostCode); err != nil {
		wrong.Add(err)
	}
	if strings.TrimSpace(a.City) == "" {
		wrong.Add(ErrCityRequired)
	}
	return wrong.Err(parent)
}

// Email is an address that mail can be sent to, in lower case: two addresses that
// differ in capitals are one account.
type Email string

// ParseEmail wants name@domain with a dot in the domain. Error: email.invalid.
func ParseEmail(s string) (Email, error) {
	s = strings.TrimSpace(s)
	a, err := mail.ParseAddress(s)
	if err != nil || a.Address != s || len(s) > 254 {
		return "", ErrEmail
	}
	name, domain, _ := strings.Cut(s, "@")
	if strings.ContainsAny(name, `" `) || !strings.Contains(domain, ".") || strings.ContainsAny(domain, "[]") {
		return "", ErrEmail
	}
	return Email(strings.ToLower(s)), nil
}

package party

import "github.com/openpmo/pmo/core/fault"

// Refusals. Each carries the usual name of its field; callers whose field is called
// otherwise set it with At.
var (
	ErrAddressRequired  = fault.New(fault.Invalid, "address.required").At("address")
	ErrPostCodeRequired = fault.New(fault.Invalid, "postCode.required").At("postCode")
	ErrCityRequired     = fault.New(fault.Invalid, "city.required").At("city")
	ErrLatitude         = fault.New(fault.Invalid, "latitude.invalid").At("latitude")
	ErrLongitude        = fault.New(fault.Invalid, "longitude.invalid").At("longitude")
	// ErrPositionHalf is a latitude without a longitude, or the other way round.
	ErrPositionHalf = fault.New(fault.Invalid, "position.incomplete")
	ErrEmail        = fault.New(fault.Invalid, "email.invalid").At("email")

	ErrEntityType = fault.New(fault.Invalid, "entityType.unknown", fault.Text("value")).At("entityType")
	ErrVATRegime  = fault.New(fault.Invalid, "vatRegime.unknown", fault.Text("value")).At("vatRegime")

	// ErrTag is a tag that is too long or holds a comma; parameters value, max.
	ErrTag         = fault.New(fault.Invalid, "tags.invalid", fault.Text("value"), fault.Int("max")).At("tags")
	ErrTooManyTags = fault.New(fault.Invalid, "tags.tooMany", fault.Int("max")).At("tags")

	// ErrEAddressScheme is a register that is not taken, ErrEAddressIncomplete one without an address
	// or the other way round, ErrEAddressOther the address of another enterprise; parameter number.
	ErrEAddressScheme     = fault.New(fault.Invalid, "eAddress.scheme", fault.Text("value")).At("electronicAddressScheme")
	ErrEAddressIncomplete = fault.New(fault.Invalid, "eAddress.incomplete").At("electronicAddress")
	ErrEAddressForm       = fault.New(fault.Invalid, "eAddress.form", fault.Text("scheme")).At("electronicAddress")
	ErrEAddressOther      = fault.New(fault.Invalid, "eAddress.otherEnterprise", fault.Text("number")).At("electronicAddress")

	ErrSIREN     = fault.New(fault.Invalid, "siren.invalid").At("siren")
	ErrSIRET     = fault.New(fault.Invalid, "siret.invalid").At("siret")
	ErrBCE       = fault.New(fault.Invalid, "bce.invalid").At("bce")
	ErrVATNumber = fault.New(fault.Invalid, "vatNumber.invalid").At("taxId")

	ErrIBANCountry = fault.New(fault.Invalid, "iban.country", fault.Text("country")).At("iban")
	ErrIBANLength  = fault.New(fault.Invalid, "iban.length", fault.Text("country"), fault.Int("length")).At("iban") // parameters country, length (due)
	ErrIBAN        = fault.New(fault.Invalid, "iban.invalid").At("iban")
	ErrBIC         = fault.New(fault.Invalid, "bic.invalid").At("bic")
	ErrICS         = fault.New(fault.Invalid, "ics.invalid").At("ics")
	ErrRUM         = fault.New(fault.Invalid, "rum.invalid").At("rum")
)

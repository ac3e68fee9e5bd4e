package dso

import "github.com/openpmo/pmo/core/fault"

// Refusals of operators and numbers. Each carries the usual name of its field;
// callers whose field is called otherwise set it with At.
var (
	// ErrUnknown is a text that is none of the six operators; parameter value.
	ErrUnknown = fault.New(fault.Invalid, "dso.unknown", fault.Text("value")).At("dso")
	// ErrIdentifierRequired is a site without a number.
	ErrIdentifierRequired = fault.New(fault.Invalid, "identifier.required").At("dsoId")
	// ErrPRMScientific is a PRM that a spreadsheet has written with an exponent; parameter
	// value.
	ErrPRMScientific = fault.New(fault.Invalid, "prm.scientific", fault.Text("column", "value")).At("prm")
	// ErrPRMLength is a PRM that has not 14 characters; parameter length.
	ErrPRMLength = fault.New(fault.Invalid, "prm.length", fault.Int("length"), fault.Text("column", "value")).At("prm")
	// ErrPRMDigits is a PRM with something else than digits.
	ErrPRMDigits = fault.New(fault.Invalid, "prm.digits", fault.Text("column", "value")).At("prm")
	// ErrPADTLength is a PADT neither empty nor of 10 characters; parameter length.
	ErrPADTLength = fault.New(fault.Invalid, "padt.length", fault.Int("length")).At("padt")
	// ErrEAN is an EAN that has not 18 characters or another prefix than 5414489.
	ErrEAN = fault.New(fault.Invalid, "ean.invalid").At("ean")
	// ErrEANDigits is an EAN with something else than digits.
	ErrEANDigits = fault.New(fault.Invalid, "ean.digits").At("ean")
	// ErrPostCode is a postal code of the wrong shape; parameter length, the digits due.
	ErrPostCode = fault.New(fault.Invalid, "postCode.invalid", fault.Int("length")).At("postCode")
	// ErrDepartmentCode is a French department code that has not 2 or 3 characters, or not
	// those of a department.
	ErrDepartmentCode = fault.New(fault.Invalid, "departmentCode.invalid").At("departmentCode")
	// ErrINSEECode is a code of a French commune that has not 5 characters, or not those of
	// a commune.
	ErrINSEECode = fault.New(fault.Invalid, "inseeCode.invalid").At("inseeCode")
	// ErrINSEEDepartment is a commune of another department; parameter departmentCode.
	ErrINSEEDepartment = fault.New(fault.Invalid, "inseeCode.otherDepartment", fault.Text("departmentCode")).At("inseeCode")
	// ErrFrenchCode is a code of French administration in another country.
	ErrFrenchCode = fault.New(fault.Invalid, "place.franceOnly")
)

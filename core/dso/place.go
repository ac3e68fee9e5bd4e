package dso

import (
	"regexp"
	"strings"
)

// CheckPostCode accepts five digits in France, four in Belgium.
// Error: postCode.invalid.
func CheckPostCode(c Country, s string) error {
	length := 5
	if c == Belgium {
		length = 4
	}
	if len(s) != length || !digits(s) {
		return ErrPostCode.With("length", length)
	}
	return nil
}

// Departments are two digits, 2A and 2B of Corsica, or three digits overseas; communes have
// that of their department first, overseas its first two digits (specification section 5,
// domain 9).
var (
	departmentPattern = regexp.MustCompile(`^(?:0[1-9]|[1-8][0-9]|9[0-5]|2[AB]|9[78][0-9])$`)
	inseePattern      = regexp.MustCompile(`^(?:[0-9]{2}|2[AB])[0-9]{3}$`)
)

// CheckCodes checks the code of a department (2 or 3 characters) and of a commune (5), as the
// French administration gives them; "" is not known. Both in capitals. Errors, all that hold:
// departmentCode.invalid, inseeCode.invalid, inseeCode.otherDepartment, place.franceOnly.
func CheckCodes(c Country, department, insee string) []error {
	var wrong []error
	if c != France {
		if department != "" {
			wrong = append(wrong, ErrFrenchCode.At("departmentCode"))
		}
		if insee != "" {
			wrong = append(wrong, ErrFrenchCode.At("inseeCode"))
		}
		return wrong
	}
	if department != "" && !departmentPattern.MatchString(department) {
		wrong = append(wrong, ErrDepartmentCode)
	}
	if insee != "" && !inseePattern.MatchString(insee) {
		wrong = append(wrong, ErrINSEECode)
	}
	if len(wrong) == 0 && department != "" && insee != "" && !strings.HasPrefix(insee, department) {
		wrong = append(wrong, ErrINSEEDepartment.With("departmentCode", department))
	}
	return wrong
}

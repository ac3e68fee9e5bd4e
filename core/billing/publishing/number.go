package publishing

import (
	"fmt"
	"strings"

	"github.com/openpmo/pmo/core/billing"
)

// maxNumber is the longest number of the French rules for electronic invoices.
const maxNumber = 35

// FormatNumber is <series>-<year>-<sequence>, the sequence with at least five digits
// (domain 8.2). Error: invoice.numberTooLong.
func FormatNumber(series string, year, sequence int) (string, error) {
	n := fmt.Sprintf("%s-%d-%05d", series, year, sequence)
	if len(n) > maxNumber {
		return "", billing.ErrNumberTooLong.With("number", n)
	}
	return n, nil
}

// MaxReference is the last number that a structured communication can hold.
const MaxReference = 9_999_999_999

// StructuredCommunication is the Belgian payment reference of a number of its own, at most
// MaxReference: ten digits and their remainder by 97 (97 instead of 0), as
// +++ddd/dddd/ddddd+++. Two invoices to be paid to one account never have the same
// (domain 8.2), whoever issues them and whatever their numbers.
func StructuredCommunication(reference int64) string {
	key := reference % 97
	if key == 0 {
		key = 97
	}
	digits := fmt.Sprintf("%010d%02d", reference, key)
	return "+++" + strings.Join([]string{digits[:3], digits[3:7], digits[7:]}, "/") + "+++"
}

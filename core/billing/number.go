package billing

import (
	"fmt"
	"strings"
)

// maxNumber is the longest number of the French rules for electronic invoices.
const maxNumber = 35

// FormatNumber is <series>-<year>-<sequence>, the sequence with at least five digits
// (decisions 5.3). Error: invoice.numberTooLong.
func FormatNumber(series string, year, sequence int) (string, error) {
	n := fmt.Sprintf("%s-%d-%05d", series, year, sequence)
	if len(n) > maxNumber {
		return "", ErrNumberTooLong.With("number", n)
	}
	return n, nil
}

// StructuredCommunication is the Belgian payment reference of an invoice: the two last
// digits of the year and the sequence with eight digits, then the remainder by 97
// (97 instead of 0), as +++ddd/dddd/ddddd+++.
func StructuredCommunication(year, sequence int) string {
	body := int64(year%100)*100_000_000 + int64(sequence%100_000_000)
	key := body % 97
	if key == 0 {
		key = 97
	}
	digits := fmt.Sprintf("%010d%02d", body, key)
	return "+++" + strings.Join([]string{digits[:3], digits[3:7], digits[7:]}, "/") + "+++"
}

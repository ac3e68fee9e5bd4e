package party_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/party"
)

// lengths of account numbers by country, as the SEPA scheme publishes them.
const lengths = "AD24 AL28 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 " +
	"IS26 IT27 LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MT31 NL18 NO15 PL28 PT25 RO24 RS22 SE24 SI19 SK24 SM27 VA22"

// withCheckDigits is a number of a country whose remainder by 97 is one.
func withCheckDigits(country string, length int) string {
	body := strings.Repeat("0", length-4)
	number := func(s string) (rest int) {
		for _, r := range s {
			v := int(r - '0')
			if r >= 'A' {
				v = int(r-'A') + 10
				rest = (rest*100 + v) % 97
				continue
			}
			rest = (rest*10 + v) % 97
		}
		return rest
	}
	return fmt.Sprintf("%s%02d%s", country, 98-number(body+country+"00"), body)
}

// Of each country one length is taken, and none beside it; countries with a national key of their
// own are in TestNationalKeysOfAccounts.
func TestEachCountryHasOneLengthOfAccounts(t *testing.T) {
	t.Parallel()
	for one := range strings.FieldsSeq(lengths) {
		var length int
		_, err := fmt.Sscan(one[2:], &length)
		require.NoError(t, err)
		for _, off := range []int{-1, 0, 1} {
			_, err := party.ParseIBAN(withCheckDigits(one[:2], length+off))
			switch {
			case off != 0:
				require.ErrorIs(t, err, party.ErrIBANLength, one)
				require.Equal(t, length, fault.From(err).Params["length"])
			case one[:2] == "BE" || one[:2] == "FR" || one[:2] == "MC": // their key is not that of zeros
				require.NotErrorIs(t, err, party.ErrIBANLength, one)
			default:
				require.NoError(t, err, one)
			}
		}
	}
	for s, want := range map[string]error{"DE8": party.ErrIBAN, "DE89": party.ErrIBAN, "DE893": party.ErrIBANLength, "XX893": party.ErrIBANCountry, "DEA93": party.ErrIBAN, "DE89é": party.ErrIBAN} {
		_, err := party.ParseIBAN(s)
		require.ErrorIs(t, err, want, s)
	}
}

func TestMaskedAccountsNeedEightCharacters(t *testing.T) {
	t.Parallel()
	require.Empty(t, party.IBAN("FR14200").Masked())
	require.Equal(t, "FR14 •••• 2004", party.IBAN("FR142004").Masked())
	require.Equal(t, "FR", party.IBAN("FR142004").Country())
}

// The creditor identifier: two letters, two digits, a business code that is not checked, the rest
// by 97; a French one has thirteen characters.
func TestCreditorIdentifiers(t *testing.T) {
	t.Parallel()
	for s, good := range map[string]bool{
		"FR72ZZZ123456": true, "FR72ABC123456": true, "FR73ZZZ123456": false, "FR72ZZZ1234567": false, "FR72ZZZ12345": false,
		"DE98ZZZ09999999999": true, "DE98ABC09999999999": true, "DE98ZZZ09999999998": false, "DE98ZZZ": false, "1E98ZZZ09999999999": false, "D198ZZZ09999999999": false,
		"DEX8ZZZ09999999999": false, "DE98ZZZ" + strings.Repeat("9", 29): false, "": false,
	} {
		_, err := party.ParseICS(s)
		require.Equal(t, good, err == nil, "%s: %v", s, err)
	}
	for _, country := range []string{"1E", "D1", "11"} {
		for digits := range 98 {
			_, err := party.ParseICS(fmt.Sprintf("%s%02dZZZ09999999999", country, digits))
			require.ErrorIs(t, err, party.ErrICS, "whatever its check digits")
		}
	}
	// Letters from A on begin a country; the longest has 35 characters, the shortest eight.
	for _, length := range []int{7, 8, 35, 36} {
		var taken bool
		for digits := range 97 {
			_, err := party.ParseICS(fmt.Sprintf("AA%02dZZZ%s", digits, strings.Repeat("1", max(0, length-7))))
			taken = taken || err == nil
		}
		require.Equal(t, length >= 8 && length <= 35, taken, "%d", length)
	}
}

func TestMandateReferences(t *testing.T) {
	t.Parallel()
	for s, good := range map[string]bool{"A": true, strings.Repeat("a", 35): true, strings.Repeat("a", 36): false, "": false, "/A": false, "A/": false, "A//B": false, "A/B": true, "A B": false, " A ": true, "é": false} {
		_, err := party.ParseRUM(s)
		require.Equal(t, good, err == nil, s)
	}
}

// rest97 is what a text leaves when it is divided by 97, letters read as numbers from 10 on.
func rest97(text string) int {
	rest := 0
	for _, r := range text {
		if r >= 'A' {
			rest = (rest*100 + int(r-'A') + 10) % 97
		} else {
			rest = (rest*10 + int(r-'0')) % 97
		}
	}
	return rest
}

// TestNumbersThatAddUpAreRefusedForWhatTheirCountryWants: check digits alone make no number.
func TestNumbersThatAddUpAreRefusedForWhatTheirCountryWants(t *testing.T) {
	t.Parallel()
	iban := func(country, bban string) string {
		return fmt.Sprintf("%s%02d%s", country, 98-rest97(bban+country+"00"), bban)
	}
	_, err := party.ParseIBAN(iban("BE", "539007547034"))
	require.NoError(t, err)
	for _, bban := range []string{"A39007547034", "53900754703A", "539007547035"} {
		_, err := party.ParseIBAN(iban("BE", bban))
		require.ErrorIs(t, err, party.ErrIBAN, bban)
	}
	ics := func(country, national string) string {
		return fmt.Sprintf("%s%02dZZZ%s", country, 98-rest97(national+country+"00"), national)
	}
	for national, good := range map[string]bool{"123456": true, "12345": false, "1234567": false} {
		_, err := party.ParseICS(ics("FR", national))
		require.Equal(t, good, err == nil, national)
		_, err = party.ParseICS(ics("DE", national))
		require.NoError(t, err, "others may be of any length")
	}
}

// TestASIRETIsOfDigits: no letter makes its sums come out.
func TestASIRETIsOfDigits(t *testing.T) {
	t.Parallel()
	good := 0
	for _, letter := range "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
		for at := 9; at < 14; at++ {
			number := "73282932000074"
			_, err := party.ParseSIRET(number[:at] + string(letter) + number[at+1:])
			if letter > '9' {
				require.ErrorIs(t, err, party.ErrSIRET, "%c at %d", letter, at)
			} else if err == nil {
				good++
			}
		}
	}
	require.Equal(t, 5, good, "the number itself, at each place")
}

// TestCharactersOfFrenchAddresses: how long one may be, and of what.
func TestCharactersOfFrenchAddresses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		good bool
	}{{"123456789", true}, {"12345678", false}, {"123456789" + strings.Repeat("z", 116), true}, {"123456789" + strings.Repeat("z", 117), false},
		{"123456789_A+b.c-d", true}, {"123456789/x", false}, {"123456789é", false}, {"12345678a", false}} {
		_, err := party.EAddress{Scheme: party.SchemeFrench, Value: c.text}.Check(dso.Belgium, "")
		require.Equal(t, c.good, err == nil, "%q", c.text)
	}
}

package party_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/money"
	"github.com/openpmo/pmo/core/party"
)

func read[T ~string](parse func(string) (T, error)) func(string) (string, error) {
	return func(s string) (string, error) { v, err := parse(s); return string(v), err }
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	siren, siret, bce, vat := read(party.ParseSIREN), read(party.ParseSIRET), read(party.ParseBCE), read(party.ParseVATNumber)
	iban, bic, ics, rum := read(party.ParseIBAN), read(party.ParseBIC), read(party.ParseICS), read(party.ParseRUM)
	email := read(party.ParseEmail)
	for _, c := range []struct {
		parse func(string) (string, error)
		in    string
		want  string
		key   string
	}{
		{siren, "444608442", "444608442", ""}, {siren, "444 608 442", "444608442", ""},
		{siren, "444608443", "", "siren.invalid"}, {siren, "000000000", "", "siren.invalid"}, {siren, "44460844A", "", "siren.invalid"},
		{siret, "44460844213631", "44460844213631", ""}, {siret, "444 608 442 13631", "44460844213631", ""},
		{siret, "44460844213632", "", "siret.invalid"}, {siret, "444608442", "", "siret.invalid"},
		{siret, "35600000000048", "35600000000048", ""}, // La Poste's seat obeys Luhn
		{siret, "35600000049837", "35600000049837", ""}, // digit sum 45
		{siret, "35600000049838", "", "siret.invalid"},
		{bce, "0222869673", "0222869673", ""}, {bce, "0878.051.819", "0878051819", ""},
		{bce, "0222869674", "", "bce.invalid"}, {bce, "2222869673", "", "bce.invalid"}, {bce, "222869673", "", "bce.invalid"},
		{vat, "FR66444608442", "FR66444608442", ""}, {vat, "be 0222.869.673", "BE0222869673", ""},
		{vat, "FR67444608442", "", "vatNumber.invalid"}, {vat, "DE123456789", "", "vatNumber.invalid"}, {vat, "", "", "vatNumber.invalid"},
		{iban, "FR14 2004 1010 0505 0001 3M02 606", "FR1420041010050500013M02606", ""},
		{iban, "BE68539007547034", "BE68539007547034", ""}, {iban, "GB82WEST12345698765432", "GB82WEST12345698765432", ""},
		{iban, "FR1420041010050500013M02607", "", "iban.invalid"}, {iban, "FR142004", "", "iban.length"},
		{iban, "US00123456789", "", "iban.country"}, {iban, "", "", "iban.invalid"}, {iban, "FRXX20041010050500013M02606", "", "iban.invalid"},
		{bic, "BNPAFRPP", "BNPAFRPP", ""}, {bic, "bnpafrppxxx", "BNPAFRPPXXX", ""}, {bic, "BNPAFRP", "", "bic.invalid"}, {bic, "BNP1FRPP", "", "bic.invalid"},
		{ics, "FR72ZZZ123456", "FR72ZZZ123456", ""}, {ics, "DE98ZZZ09999999999", "DE98ZZZ09999999999", ""},
		{ics, "FR73ZZZ123456", "", "ics.invalid"}, {ics, "FR72ABC123456", "FR72ABC123456", ""}, {ics, "FR72ZZZ", "", "ics.invalid"},
		{rum, "PMO-2026/0001", "PMO-2026/0001", ""}, {rum, "/A", "", "rum.invalid"}, {rum, "A//B", "", "rum.invalid"},
		{rum, "A B", "", "rum.invalid"}, {rum, "", "", "rum.invalid"}, {rum, "é", "", "rum.invalid"},
		{email, "Jean.Martin@Example.org", "jean.martin@example.org", ""}, {email, "jean@localhost", "", "email.invalid"},
		{email, " jean@example.org\t", "jean@example.org", ""},
		{email, "Jean <jean@example.org>", "", "email.invalid"}, {email, "jean", "", "email.invalid"}, {email, "a@b.c, d@e.f", "", "email.invalid"},
	} {
		got, err := c.parse(c.in)
		if c.key == "" {
			require.NoError(t, err, c.in)
		} else {
			require.Equal(t, c.key, fault.KeyOf(err), c.in)
			require.NotEmpty(t, fault.From(err).Field)
		}
		require.Equal(t, c.want, got, c.in)
	}
}

// A check that lets a single wrong digit pass does not check.
func TestOneWrongDigitIsSeen(t *testing.T) {
	t.Parallel()
	numbers := map[string]func(string) (string, error){
		"444608442": read(party.ParseSIREN), "44460844213631": read(party.ParseSIRET), "0222869673": read(party.ParseBCE),
		"FR66444608442": read(party.ParseVATNumber), "BE68539007547034": read(party.ParseIBAN), "FR1420041010050500013M02606": read(party.ParseIBAN),
	}
	for good, parse := range numbers {
		for i, c := range []byte(good) {
			if c < '0' || c > '9' {
				continue
			}
			for other := byte('0'); other <= '9'; other++ {
				if other == c {
					continue
				}
				wrong := []byte(good)
				wrong[i] = other
				_, err := parse(string(wrong))
				require.Error(t, err, string(wrong))
			}
		}
	}
}

func TestNothingMakesAParserPanic(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.StringMatching(`(FR|BE|DE)[0-9A-Z]{0,30}`)).Draw(t, "text")
		_, _ = party.ParseSIREN(s)
		_, _ = party.ParseSIRET(s)
		_, _ = party.ParseBCE(s)
		_, _ = party.ParseVATNumber(s)
		_, _ = party.ParseBIC(s)
		_, _ = party.ParseRUM(s)
		_, _ = party.ParseEmail(s)
		_, _ = party.ParseICS(s)
		if i, err := party.ParseIBAN(s); err == nil {
			again, err := party.ParseIBAN(string(i))
			require.NoError(t, err)
			require.Equal(t, i, again)
		}
	})
}

func TestLegalNumbers(t *testing.T) {
	t.Parallel()
	n, err := party.ParseLegalNumber(dso.France, "444 608 442")
	require.NoError(t, err)
	require.Equal(t, "444608442", party.LegalPerson(n))
	n, err = party.ParseLegalNumber(dso.France, "44460844213631")
	require.NoError(t, err)
	require.Equal(t, "444608442", party.LegalPerson(n))
	_, err = party.ParseLegalNumber(dso.Belgium, "44460844213631")
	require.ErrorIs(t, err, party.ErrBCE)
	require.Equal(t, party.VATNumber("FR66444608442"), party.SIRET("44460844213631").SIREN().VATNumber())
	require.Equal(t, "FR14 •••• 2606", party.IBAN("FR1420041010050500013M02606").Masked())
}

func TestConsumerType(t *testing.T) {
	t.Parallel()
	require.Len(t, party.EntityTypes(), 10)
	for _, e := range party.EntityTypes() {
		want := party.Individual
		if e[:3] == "pro" {
			want = party.Professional
		}
		require.Equal(t, want, party.ConsumerTypeOf(e, "44460844213631"))
		require.Equal(t, want, party.ConsumerTypeOf(e, ""))
	}
	require.Equal(t, party.Professional, party.ConsumerTypeOf("", "44460844213631"))
	require.Equal(t, party.Individual, party.ConsumerTypeOf("", ""))
	_, err := party.ParseEntityType("pro")
	require.ErrorIs(t, err, party.ErrEntityType)
}

func TestVATRegimes(t *testing.T) {
	t.Parallel()
	charged := map[party.VATRegime]bool{party.VATNormal: true, party.VATSimplified: true, party.VATAgriculturalSimplified: true}
	require.Len(t, party.VATRegimes(), 7)
	for _, r := range party.VATRegimes() {
		wantFR, wantBE := money.VATRate(0), money.VATRate(0)
		if charged[r] {
			wantFR, wantBE = 2000, 2100
		}
		require.Equal(t, wantFR, r.DefaultRate(dso.France), r)
		require.Equal(t, wantBE, r.DefaultRate(dso.Belgium), r)
	}
	_, err := party.ParseVATRegime("Normal")
	require.ErrorIs(t, err, party.ErrVATRegime)
}

func TestAddressesTellEverythingAtOnce(t *testing.T) {
	t.Parallel()
	parent := fault.New(fault.Invalid, "import.rejected")
	good := party.Address{Street: "1 rue du Four", PostCode: "75006", City: "Paris", Country: dso.France}
	require.NoError(t, good.Check(parent))
	wrong := fault.From(party.Address{PostCode: "1000", Country: dso.France, City: " "}.Check(parent))
	require.Len(t, wrong.Items, 3)
	require.Equal(t, "postCode.invalid", wrong.Items[1].Key)
	var keys []string
	for _, item := range fault.From(party.Address{PostCode: " ", Country: dso.France}.Check(parent)).Items {
		keys = append(keys, item.Key)
	}
	require.Equal(t, []string{"address.required", "postCode.required", "city.required"}, keys, "nobody fills in half an address")
	require.NoError(t, party.Position{Latitude: 90, Longitude: -180}.Check())
	require.ErrorIs(t, party.Position{Latitude: math.NaN()}.Check(), party.ErrLatitude)
	require.ErrorIs(t, party.Position{Longitude: 181}.Check(), party.ErrLongitude)
	for _, beyond := range []float64{90.0001, -90.0001} {
		require.ErrorIs(t, party.Position{Latitude: beyond}.Check(), party.ErrLatitude)
		require.ErrorIs(t, party.Position{Longitude: 2 * beyond}.Check(), party.ErrLongitude)
		require.NoError(t, party.Position{Latitude: -math.Trunc(beyond), Longitude: 2 * math.Trunc(beyond)}.Check())
	}
}

func TestPositionsAreWholeOrAbsent(t *testing.T) {
	t.Parallel()
	at := func(v float64) party.Coordinate { return party.Coordinate{Given: true, Value: &v} }
	none := party.Coordinate{Given: true}
	somewhere := party.Position{Latitude: 48.35, Longitude: -1.2}
	for name, c := range map[string]struct {
		before *party.Position
		change party.PositionChange
		after  *party.Position
		key    string
	}{
		"nothing said":       {&somewhere, party.PositionChange{}, &somewhere, ""},
		"given":              {nil, party.PositionChange{Latitude: at(50.8), Longitude: at(4.3)}, &party.Position{Latitude: 50.8, Longitude: 4.3}, ""},
		"the equator counts": {nil, party.PositionChange{Latitude: at(0), Longitude: at(0)}, &party.Position{}, ""},
		"one moved":          {&somewhere, party.PositionChange{Longitude: at(4.3)}, &party.Position{Latitude: 48.35, Longitude: 4.3}, ""},
		"taken away":         {&somewhere, party.PositionChange{Latitude: none, Longitude: none}, nil, ""},
		"half given":         {nil, party.PositionChange{Latitude: at(50.8)}, nil, "position.incomplete"},
		"half taken away":    {&somewhere, party.PositionChange{Latitude: none}, &somewhere, "position.incomplete"},
		"off the globe":      {&somewhere, party.PositionChange{Latitude: at(90.1)}, &somewhere, "latitude.invalid"},
		"round the globe":    {nil, party.PositionChange{Latitude: at(1), Longitude: at(-181)}, nil, "longitude.invalid"},
	} {
		after, err := c.change.Apply(c.before)
		if c.key == "" {
			require.NoError(t, err, name)
		} else {
			require.Equal(t, c.key, fault.KeyOf(err), name)
		}
		require.Equal(t, c.after, after, name)
	}
	require.Equal(t, party.Position{Latitude: 48.35, Longitude: -1.2}, somewhere, "a change is another position")
}

// TestNationalKeysOfAccounts: the remainder by 97 of an IBAN can hold where the key that its
// country put into the number does not.
func TestNationalKeysOfAccounts(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"FR1420041010050500013M02606", "FR7020041010050ASZJR0902619", "MC5811111000010123456789015",
		"BE68539007547034", "BE54000000009797"} {
		_, err := party.ParseIBAN(good)
		require.NoError(t, err, good)
	}
	for name, wrong := range map[string]string{
		"key of a French account":        "FR8420041010050500013M02607",
		"letter in a bank's number":      "FR682004101A050500013M02606",
		"key of a Monegasque account":    "MC3111111000010123456789016",
		"key of a Belgian account":       "BE41539007547035",
		"a Belgian key 97 is never 00":   "BE54000000009700",
		"remainder of the whole account": "FR1520041010050500013M02606",
	} {
		_, err := party.ParseIBAN(wrong)
		require.ErrorIs(t, err, party.ErrIBAN, name)
	}
}

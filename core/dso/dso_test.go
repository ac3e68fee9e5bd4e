package dso_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/dso"
	"github.com/openpmo/pmo/core/fault"
)

func TestOperators(t *testing.T) {
	t.Parallel()
	require.Len(t, dso.Operators(), 6)
	for _, o := range dso.Operators() {
		back, err := dso.ParseOperator(o.String())
		require.NoError(t, err)
		require.Equal(t, o, back)
		belgian := o == dso.Sibelga
		require.Equal(t, belgian, o.Country() == dso.Belgium)
		require.Equal(t, belgian, o.Zone() == civil.Brussels)
		require.Equal(t, belgian, o.IdentifierKind() == dso.KindEAN)
		require.Equal(t, !belgian, o.Capabilities().Metrics)
		require.Equal(t, o == dso.Enedis, o.Capabilities().SendsCoefficients)
		require.Equal(t, o == dso.Fake, o.Capabilities().AllocatesHere)
		require.NotEmpty(t, o.Capabilities().Format)
	}
	for _, s := range []string{"", "enedis", "FLUVIUS"} {
		_, err := dso.ParseOperator(s)
		require.ErrorIs(t, err, dso.ErrUnknown, s)
	}
}

func TestIdentifiers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		operator dso.Operator
		value    string
		key      string // "" = accepted
	}{
		{dso.Enedis, "16401220101758", ""},
		{dso.Fake, "00000000000001", ""},
		{dso.SER, "", "identifier.required"},
		{dso.Enedis, "1640122010175", "prm.length"},
		{dso.Enedis, "164012201017581", "prm.length"},
		{dso.Enedis, "1,64E+13", "prm.scientific"},
		{dso.Enedis, "1.6401220101758E+13", "prm.scientific"},
		{dso.Enedis, "1E+13", "prm.scientific"},
		{dso.Enedis, "1.6E+1x", "prm.length"},
		{dso.Enedis, "1640122010175A", "prm.digits"},
		{dso.Enedis, "1640122010175é", "prm.digits"},
		{dso.Enedis, " 16401220101758", "prm.length"},
		{dso.Sibelga, "541448965001643820", ""},
		{dso.Sibelga, "541448900000000000", ""}, // another check digit: a warning only
		{dso.Sibelga, "541449065001643820", "ean.invalid"},
		{dso.Sibelga, "54144896500164382", "ean.invalid"},
		{dso.Sibelga, "54144896500164382X", "ean.digits"},
		{dso.Sibelga, "16401220101758", "ean.invalid"},
	} {
		got, err := dso.ParseIdentifier(c.operator, c.value)
		if c.key == "" {
			require.NoError(t, err, c.value)
			require.Equal(t, c.value, got)
			continue
		}
		require.Equal(t, c.key, fault.KeyOf(err), c.value)
		require.Empty(t, got)
	}
	require.True(t, dso.EAN("541448965001643820").CheckDigitHolds())
	require.False(t, dso.EAN("541448965001643821").CheckDigitHolds())
	require.False(t, dso.EAN("").CheckDigitHolds())
}

func TestPADT(t *testing.T) {
	t.Parallel()
	for s, good := range map[string]bool{"": true, "0123456789": true, "PADT-00001": true, "123456789": false, "01234567890": false, "éééééééééé": true} {
		_, err := dso.ParsePADT(s)
		require.Equal(t, good, err == nil, s)
	}
	_, err := dso.ParsePADT("123")
	require.Equal(t, map[string]any{"length": 3}, fault.From(err).Params)
	require.Equal(t, "padt", fault.From(err).Field)
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		country dso.Country
		code    string
		good    bool
	}{{dso.France, "75001", true}, {dso.France, "1000", false}, {dso.France, "2A004", false}, {dso.Belgium, "1000", true}, {dso.Belgium, "75001", false}, {dso.Belgium, "B100", false}} {
		require.Equal(t, c.good, dso.CheckPostCode(c.country, c.code) == nil, c.code)
	}
}

// TestCodesOfFrenchPlaces: departments have 2 or 3 characters, communes 5, and a commune is in its
// department.
func TestCodesOfFrenchPlaces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		country           dso.Country
		department, insee string
		want              []string // key at field
	}{
		{dso.France, "", "", nil},
		{dso.France, "35", "35115", nil},
		{dso.France, "2A", "2A004", nil},
		{dso.France, "971", "97105", nil},
		{dso.France, "988", "", nil},
		{dso.France, "5", "", []string{"departmentCode.invalid at departmentCode"}},
		{dso.France, "0351", "", []string{"departmentCode.invalid at departmentCode"}},
		{dso.France, "96", "", []string{"departmentCode.invalid at departmentCode"}},
		{dso.France, "20", "", nil}, // Corsica before 1976, still in old files
		{dso.France, "", "3511", []string{"inseeCode.invalid at inseeCode"}},
		{dso.France, "", "351155", []string{"inseeCode.invalid at inseeCode"}},
		{dso.France, "", "2C004", []string{"inseeCode.invalid at inseeCode"}},
		{dso.France, "35", "53115", []string{"inseeCode.otherDepartment at inseeCode"}},
		{dso.France, "x", "y", []string{"departmentCode.invalid at departmentCode", "inseeCode.invalid at inseeCode"}},
		{dso.Belgium, "35", "35115", []string{"place.franceOnly at departmentCode", "place.franceOnly at inseeCode"}},
		{dso.Belgium, "", "", nil},
	} {
		var got []string
		for _, err := range dso.CheckCodes(c.country, c.department, c.insee) {
			f := fault.From(err)
			got = append(got, f.Key+" at "+f.Field)
		}
		require.Equal(t, c.want, got, c)
	}
}

// TestOperatorsWithoutAFormatOfTheirOwn are rows that name ours.
func TestOperatorsWithoutAFormatOfTheirOwn(t *testing.T) {
	t.Parallel()
	for _, o := range []dso.Operator{dso.SRD, dso.SER, dso.Greenalp} {
		require.Equal(t, "acccsv", o.Capabilities().Format, o)
		require.Zero(t, o.Capabilities().UploadFiles, o)
	}
}

package einvoicing

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/fault"
)

// A directory is asked by the number that its country knows a legal person by.
func TestADirectoryIsAskedByTheNumberOfItsCountry(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind               Kind
		number, asked, key string
	}{
		{AFNOR, "732 829 320", "732829320", ""},
		{AFNOR, "35600000000048", "356000000", ""},
		{AFNOR, "0202.239.951", "", ErrSiren.Key},
		{AFNOR, "", "", ErrSiren.Key},
		{PeppolRaw, "0202.239.951", "0202239951", ""},
		{PeppolJSON, "0202239951", "0202239951", ""},
		{PeppolRaw, "0202239952", "", "bce.invalid"},
		{PeppolRaw, "732829320", "", "bce.invalid"},
	} {
		asked, err := Connection{Kind: c.kind}.Asked(c.number)
		require.Equal(t, c.asked, asked, "%s %s", c.kind, c.number)
		if c.key == "" {
			require.NoError(t, err, "%s %s", c.kind, c.number)
			continue
		}
		require.Equal(t, []string{c.key, "siren"}, []string{fault.From(err).Key, fault.From(err).Field})
	}
}

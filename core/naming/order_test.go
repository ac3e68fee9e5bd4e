package naming_test

import (
	"slices"
	"testing"
	"testing/quick"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/naming"
)

func TestNamesAreOrderedAsPeopleDo(t *testing.T) {
	t.Parallel()
	want := []string{
		"Crèche", "École", "Eglise", "mairie", "Mairie annexe", "Rue 9", "Rue 9 bis", "Rue 10",
		"Site 1", "Site 2", "Site 2 B", "Site 10", "Site 0011", "Site 12", "Zoé",
	}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, naming.Compare)
	require.Equal(t, want, got)
	require.Negative(t, naming.Compare("Site 02", "Site 2"), "alike: the texts decide")
	require.Negative(t, naming.Compare("", "A"))
	require.Negative(t, naming.Compare("P 18446744073709551616", "P 18446744073709551617"), "longer than any integer")
}

func TestTheOrderOfNamesIsOne(t *testing.T) {
	t.Parallel()
	turned := func(a, b string) bool { return naming.Compare(a, b) == -naming.Compare(b, a) }
	require.NoError(t, quick.Check(turned, nil))
	same := func(a, b string) bool { return (naming.Compare(a, b) == 0) == (a == b) }
	require.NoError(t, quick.Check(same, nil))
	words := []string{"a", "B", "é", "e", "1", "01", "10", "2", " ", "-", "œ"}
	follows := func(x, y, z []byte) bool {
		spell := func(letters []byte) (s string) {
			for _, l := range letters[:min(len(letters), 6)] {
				s += words[int(l)%len(words)]
			}
			return s
		}
		a, b, c := spell(x), spell(y), spell(z)
		return naming.Compare(a, b) > 0 || naming.Compare(b, c) > 0 || naming.Compare(a, c) <= 0
	}
	require.NoError(t, quick.Check(follows, &quick.Config{MaxCount: 20_000}))
}

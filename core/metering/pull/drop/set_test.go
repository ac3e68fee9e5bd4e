package drop

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

// TestASetIsOneFileOfEachPart: whichever comes first, of months that the quarters hold too.
func TestASetIsOneFileOfEachPart(t *testing.T) {
	t.Parallel()
	july := civil.NewMonth(2026, 7)
	none, one, two := []civil.Month(nil), []civil.Month{july}, []civil.Month{july, july.Next()}
	parts := []curvefile.UploadPart{curvefile.PartNone, curvefile.PartMonthly, curvefile.PartQuarters}
	for _, p := range parts {
		for _, q := range parts {
			for _, months := range [][]civil.Month{none, one, two} {
				for _, others := range [][]civil.Month{none, one, two} {
					a, b := leaf{part: p, months: months}, leaf{part: q, months: others}
					monthly, quarters := months, others
					if p == curvefile.PartQuarters {
						monthly, quarters = others, months
					}
					both := p == curvefile.PartMonthly && q == curvefile.PartQuarters || p == curvefile.PartQuarters && q == curvefile.PartMonthly
					want := both && len(monthly) > 0 && len(quarters) >= len(monthly)
					require.Equal(t, []bool{want, want}, []bool{a.fits(b), b.fits(a)}, "%v of %v, %v of %v", p, months, q, others)
				}
			}
		}
	}
}

// TestTheNewestFileThatFitsIsTheOther, of so many that are looked into; a file is not its own other part.
func TestTheNewestFileThatFitsIsTheOther(t *testing.T) {
	t.Parallel()
	july := []civil.Month{civil.NewMonth(2026, 7)}
	one := leaf{file: TakenFile{File: File{Name: "monthly"}}, part: curvefile.PartMonthly, months: july}
	quarters := func(name string) leaf {
		return leaf{file: TakenFile{File: File{Name: name}}, part: curvefile.PartQuarters, months: july}
	}
	for _, c := range []struct {
		after int // files that do not fit and came after the one that does
		found bool
	}{{0, true}, {mostPartners - 1, true}, {mostPartners, false}} {
		all := []File{{Name: "old"}, {Name: "new"}}
		for n := range c.after {
			all = append(all, File{Name: fmt.Sprint(n)})
		}
		all = append(all, File{Name: "monthly"})
		looked := 0
		other, ok := partner(one, all, func(f File) (leaf, bool) {
			looked++
			require.NotEqual(t, "monthly", f.Name)
			if f.Name == "old" || f.Name == "new" {
				return quarters(f.Name), true
			}
			return leaf{}, f.Name == "0"
		})
		require.Equal(t, []any{c.found, min(c.after+1, mostPartners)}, []any{ok, looked}, "after %d", c.after)
		if c.found {
			require.Equal(t, "new", other.file.Name)
		}
	}
}

package bill

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// TestProducersBillsBeyondABoundAreLeftWholeAndTold: no producer's bill holds a part of a period,
// and whoever asks is told that there is more.
func TestProducersBillsBeyondABoundAreLeftWholeAndTold(t *testing.T) {
	t.Parallel()
	of := func(bill, producer string) Bill {
		return Bill{ID: id.ID(bill), ProducerID: id.ID(producer), Cycle: civil.Range{From: 0, To: 31}}
	}
	unstated := func() []Bill { return []Bill{of("1", "A"), of("2", "A"), of("3", "B"), of("4", "B"), of("5", "C")} }
	made := []Bill{of("6", "A"), of("7", "C"), of("8", "D")}
	for _, c := range []struct {
		name                  string
		open                  map[group]bool
		mostBills, mostGroups int
		want                  []string
		more                  bool
	}{
		{"all", nil, 5, 4, []string{"126", "34", "57", "8"}, false},
		{"a producer of whom some wait", map[group]bool{groupOf(of("", "B")): true}, 5, 4, []string{"126", "57", "8"}, false},
		{"more producers than one call makes", nil, 5, 2, []string{"126", "34"}, true},
		{"more bills than are read: B is cut, C and D were not read", nil, 3, 4, []string{"126"}, true},
		{"the bound falls between producers", nil, 4, 4, []string{"126", "34"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			read := unstated()[:min(c.mostBills+1, 5)]
			whole, more := together(read, made, c.open, c.mostBills, c.mostGroups)
			var got []string
			for _, bills := range whole {
				var ids string
				for _, b := range bills {
					ids += string(b.ID)
				}
				got = append(got, ids)
			}
			require.Equal(t, c.want, got)
			require.Equal(t, c.more, more)
		})
	}
}

//go:build real

package apptest_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// yearSites are the curves of a real project study, under names and numbers of our own.
var yearSites = []struct {
	file, name, prm string
	producer, legal bool // legal: labelled with the wall's clock, else UTC+1 all year
}{
	{file: "Parking_Harmony1_*.csv", name: "Parking", prm: "99700000000101", legal: true},
	{file: "Simu_50_particuliers.csv", name: "Fifty homes", prm: "99700000000102"},
	{file: "Simu_5Conso.csv", name: "Five homes", prm: "99700000000103"},
	{file: "Simu_Azimut.csv", name: "Offices", prm: "99700000000104"},
	{file: "Simu_Harmony2.csv", name: "Second parking", prm: "99700000000105"},
	{file: "Simu_PtiteEchoppe.csv", name: "Shop", prm: "99700000000106"},
	{file: "Simu_Prod.csv", name: "First roof", prm: "99700000000107", producer: true},
	{file: "Simu_Prod_Enerev_100.csv", name: "Second roof", prm: "99700000000108", producer: true},
}

const (
	quarters2024 = 366 * 96
	leapDay      = "2024-02-29"
)

// yearCurve is a curve of 2024 by quarter since local midnight, gap where the file has
// nothing.
type yearCurve [quarters2024]int64

// readYear turns a file into mWh by quarter. Labels are starts.
func readYear(t *testing.T, path string, legal bool) *yearCurve {
	t.Helper()
	curve := new(yearCurve)
	for i := range curve {
		curve[i] = gap
	}
	start := time.Date(2024, 1, 1, 0, 0, 0, 0, paris(t))
	at, rows := start.Add(-15*time.Minute), 0
	lines(t, path, func(label, value string) {
		at = at.Add(15 * time.Minute)
		for labelOf(at, legal) != label { // only the leap day is left out
			require.Equal(t, leapDay, at.In(paris(t)).Format(time.DateOnly), "%s: a step is missing before %s", path, label)
			at = at.Add(15 * time.Minute)
		}
		curve[at.Sub(start)/(15*time.Minute)] = milliOf(t, value)
		rows++
	})
	require.Equal(t, 365*96, rows, path)
	return curve
}

func labelOf(at time.Time, legal bool) string {
	if legal {
		return at.Format("02/01/2006 15:04")
	}
	return at.In(time.FixedZone("", 3600)).Format("02.01. 15:04")
}

// longForm writes curves as one ACC-CSV file.
func longForm(t *testing.T, curves []*yearCurve) []byte {
	t.Helper()
	var out bytes.Buffer
	out.WriteString("prm;nature;horodate;pas;valeur;unite;statut\n")
	start := time.Date(2024, 1, 1, 0, 0, 0, 0, paris(t))
	for i, curve := range curves {
		nature := "CONSO"
		if yearSites[i].producer {
			nature = "PROD"
		}
		for q, v := range curve {
			if v == gap {
				continue
			}
			at := start.Add(time.Duration(q) * 15 * time.Minute).Format("2006-01-02T15:04:05-07:00")
			fmt.Fprintf(&out, "%s;%s;%s;PT15M;%d.%03d;WH;D\n", yearSites[i].prm, nature, at, v/1000, v%1000)
		}
	}
	return out.Bytes()
}

// realYear is the operation of the study, with what the test knows of it.
type realYear struct {
	realOperation
	files                []*yearCurve
	ids                  []string
	consumers, producers []int // indexes of yearSites
	received             map[int][]int64
	given                map[int][]int64
	from                 map[[2]int][]int64 // consumer, producer
}

// TestRealYear runs a real project as a FAKE operation of 2024: the curves come in as a
// file, pmo shares and publishes, every step is conserved, and eleven months are billed
// to the cent. The leap day is in none of the files: February is not billed.
func TestRealYear(t *testing.T) {
	t.Parallel()
	y := &realYear{realOperation: newRealOperation(t, "FAKE", "ENGINE_2025", "ACC00000098"), received: map[int][]int64{}, given: map[int][]int64{},
		from: map[[2]int][]int64{}}
	values := 0
	for i, s := range yearSites {
		y.files = append(y.files, readYear(t, realFile(t, "dso", "acc_curves_15min", s.file), s.legal))
		values += 365 * 96
		side := "consumer"
		if s.producer {
			side = "producer"
			y.producers = append(y.producers, i)
		} else {
			y.consumers = append(y.consumers, i)
		}
		y.ids = append(y.ids, y.site(s.name, side, s.prm, "2024-01-01"))
	}
	result := y.imported("2024.csv", longForm(t, y.files))
	require.EqualValues(t, values, result["points"])
	require.EqualValues(t, 365, result["changedDays"])
	y.requireConserved()
	y.requireBilled()
}

// requireConserved reads the raw curves of all sites and of the operation, and compares
// every one of the 35 136 steps.
func (y *realYear) requireConserved() {
	surplus, all := y.read()
	y.t.Run("gaps", func(t *testing.T) { y.requireGaps(t, all, surplus) })
	y.t.Run("shared", func(t *testing.T) { y.everyStep(t, y.shared) })
	y.t.Run("consumers", func(t *testing.T) { y.everyStep(t, y.consumer) })
	y.t.Run("producers", func(t *testing.T) {
		y.everyStep(t, func(q int) string { return y.producer(q, surplus) })
	})
	y.t.Run("operation", func(t *testing.T) {
		y.everyStep(t, func(q int) string { return y.operation(q, all, surplus) })
	})
}

// read fetches the year of each site, of each pair and of the operation.
func (y *realYear) read() (surplus map[int][]int64, all map[string][]int64) {
	t := y.t
	t.Helper()
	surplus = map[int][]int64{}
	const autoconso = "Autoconso"
	for i, site := range y.ids {
		own := "Conso"
		if yearSites[i].producer {
			own = "Prod"
		}
		curve, natures := y.raw("by-participant/"+site, "2024-01-01", "2024-12-31", "")
		require.Equal(t, "PT15M", curve.Step)
		require.Equal(t, y.files[i][:], natures[own], "%s is not stored as it came", yearSites[i].name)
		require.Len(t, natures[autoconso], quarters2024)
		if yearSites[i].producer {
			y.given[i], surplus[i] = natures[autoconso], natures["Surplus"]
			require.Len(t, surplus[i], quarters2024)
			continue
		}
		y.received[i] = natures[autoconso]
		for _, p := range y.producers {
			_, of := y.raw("by-participant/"+site, "2024-01-01", "2024-12-31", "&nature=Autoconso&producerId="+y.ids[p])
			require.Len(t, of[autoconso], quarters2024)
			y.from[[2]int{i, p}] = of[autoconso]
		}
	}
	_, all = y.raw("by-operation/"+y.id, "2024-01-01", "2024-12-31", "")
	return surplus, all
}

// everyStep counts the steps about which wrong has a word, and tells the first.
func (y *realYear) everyStep(t *testing.T, wrong func(q int) string) {
	t.Helper()
	steps, bad, first := 0, 0, ""
	for q := range quarters2024 {
		if y.files[0][q] == gap {
			continue
		}
		steps++
		if word := wrong(q); word != "" {
			if bad++; bad == 1 {
				at := time.Date(2024, 1, 1, 0, 0, 0, 0, paris(t)).Add(time.Duration(q) * 15 * time.Minute)
				first = at.Format(time.RFC3339) + ": " + word
			}
		}
	}
	require.Equal(t, 365*96, steps)
	require.Zero(t, bad, "steps are wrong, the first at %s", first)
}

// requireGaps wants nothing invented where the files have nothing.
func (y *realYear) requireGaps(t *testing.T, all map[string][]int64, surplus map[int][]int64) {
	t.Helper()
	gaps := 0
	for q := range quarters2024 {
		if y.files[0][q] != gap {
			continue
		}
		gaps++
		for nature, curve := range all {
			require.Equal(t, gap, curve[q], "%s of the operation at quarter %d", nature, q)
		}
		for _, c := range y.consumers {
			require.Equal(t, gap, y.received[c][q])
		}
		for _, p := range y.producers {
			require.Equal(t, []int64{gap, gap}, []int64{y.given[p][q], surplus[p][q]})
		}
	}
	require.Equal(t, 96, gaps)
}

// sums of the sites at a step, in mWh.
func (y *realYear) sums(q int) (consumed, produced, received, given int64) {
	for _, c := range y.consumers {
		consumed += y.files[c][q]
		received += y.received[c][q]
	}
	for _, p := range y.producers {
		produced += y.files[p][q]
		given += y.given[p][q]
	}
	return consumed, produced, received, given
}

// shared: by the key of the law everything is shared that can be, and what consumers
// received is what producers gave.
func (y *realYear) shared(q int) string {
	consumed, produced, received, given := y.sums(q)
	if received == min(consumed, produced) && given == received {
		return ""
	}
	return fmt.Sprintf("consumed %d, produced %d, received %d, given %d", consumed, produced, received, given)
}

// consumer: no more than it used, its part to the mWh, and the sum over producers.
// Energies are below 2^31 mWh a step, so products fit.
func (y *realYear) consumer(q int) string {
	consumed, produced, received, _ := y.sums(q)
	for _, c := range y.consumers {
		got, need, name := y.received[c][q], y.files[c][q], yearSites[c].name
		if got < 0 || got > need || consumed > 0 && abs(got*consumed-need*received) >= consumed {
			return fmt.Sprintf("%s used %d of %d and received %d of %d", name, need, consumed, got, received)
		}
		var sum int64
		for _, p := range y.producers {
			part := y.from[[2]int{c, p}][q]
			sum += part
			if part < 0 || produced > 0 && abs(part*produced-got*y.files[p][q]) >= produced {
				return fmt.Sprintf("%s had %d of its %d from %s, which made %d of %d", name, part, got, yearSites[p].name, y.files[p][q], produced)
			}
		}
		if sum != got {
			return fmt.Sprintf("%s received %d, %d by producer", name, got, sum)
		}
	}
	return ""
}

// producer: what it made is what it gave and what it kept. What single consumers had
// from it is rounded for each of them: a mWh a consumer may lie between.
func (y *realYear) producer(q int, surplus map[int][]int64) string {
	for _, p := range y.producers {
		made, gave, kept := y.files[p][q], y.given[p][q], surplus[p][q]
		if gave < 0 || kept < 0 || gave+kept != made {
			return fmt.Sprintf("%s made %d, gave %d, kept %d", yearSites[p].name, made, gave, kept)
		}
		var had int64
		for _, c := range y.consumers {
			had += y.from[[2]int{c, p}][q]
		}
		if abs(had-gave) > int64(len(y.consumers)) {
			return fmt.Sprintf("%s gave %d, consumers had %d from it", yearSites[p].name, gave, had)
		}
	}
	return ""
}

// operation: its curves are the sums of its sites'.
func (y *realYear) operation(q int, all map[string][]int64, surplus map[int][]int64) string {
	consumed, produced, received, _ := y.sums(q)
	var kept int64
	for _, p := range y.producers {
		kept += surplus[p][q]
	}
	for nature, want := range map[string]int64{"Conso": consumed, "Prod": produced, "Autoconso": received, "Surplus": kept} {
		if all[nature][q] != want {
			return fmt.Sprintf("%s is %d, its sites have %d", nature, all[nature][q], want)
		}
	}
	return ""
}

func abs(v int64) int64 { return max(v, -v) }

package coefficient

import "slices"

// Percentages of comparisons are in ten-thousandths of a percent, as allocation.Value.

// Difference is how one site's coefficients differ in two sets of the same steps.
type Difference struct {
	Site    string
	Before  bool  // the first set has the site
	After   bool  // the second set has it
	Changed int   // steps with another value, also a missing one
	Mean    int64 // of the differences' amounts over all steps
	Max     int64 // the largest amount
}

// Compare tells the differences of two sets, a line for each site of either, those of
// the first set first. A site that a set does not have counts as 0, and so does a
// missing value.
// Error: coefficients.notComparable.
func Compare(before, after Set) ([]Difference, error) {
	if !before.like(after) || before.Producer != after.Producer {
		return nil, ErrCompare
	}
	steps := before.Steps()
	numbers := slices.Clone(before.Sites)
	for _, number := range after.Sites {
		if !slices.Contains(before.Sites, number) {
			numbers = append(numbers, number)
		}
	}
	one, two := before.Columns(numbers), after.Columns(numbers)
	out := make([]Difference, len(numbers))
	for i, number := range numbers {
		if len(one[i]) != steps || len(two[i]) != steps {
			return nil, ErrCompare
		}
		d := Difference{Site: number, Before: i < len(before.Sites), After: slices.Contains(after.Sites, number)}
		sum := int64(0)
		for t := range steps {
			a, b := tenThousandths(one[i][t], before.Decimals), tenThousandths(two[i][t], after.Decimals)
			if a == b && (one[i][t] < 0) == (two[i][t] < 0) {
				continue
			}
			amount := max(a-b, b-a)
			d.Changed++
			d.Max = max(d.Max, amount)
			sum += amount
		}
		d.Mean = mean(sum, steps)
		out[i] = d
	}
	return out, nil
}

// Changed counts the cells that differ.
func Changed(differences []Difference) (cells int) {
	for _, d := range differences {
		cells += d.Changed
	}
	return cells
}

// SiteMean is the mean coefficient of a site.
type SiteMean struct {
	Site string
	Mean int64 // over the steps at which any site has a part; 0 when there is none
}

func tenThousandths(units int32, decimals int) int64 {
	return int64(max(units, 0)) * int64(Whole(MaxDecimals)/Whole(decimals))
}

// mean is rounded half up.
func mean(sum int64, n int) int64 {
	if n == 0 {
		return 0
	}
	return (2*sum + int64(n)) / (2 * int64(n))
}

package loadcurve

// Quality says how much a point is worth. Higher is better, so the quality of a sum
// is the lowest of its parts. The numbers are stored.
type Quality uint8

// The qualities. Only Definitive is billed (domain 1.5).
const (
	Missing     Quality = iota // a gap: there is no value
	Suspect                    // the operator or a check doubts it
	Estimated                  // the operator computed it in place of a measure
	Provisional                // measured, may still change
	Definitive                 // will not change, save by a corrective file
	qualities
)

// Run is so many points of one quality.
type Run struct {
	Quality Quality
	Count   int
}

// Runs are the qualities of all points of a series, in order. Neighbours differ and
// no count is zero, so that equal qualities are equal Runs.
type Runs []Run

// Add appends count points of quality q, joined to the last run when it is the same.
func (r Runs) Add(q Quality, count int) Runs {
	if count <= 0 {
		return r
	}
	if n := len(r); n > 0 && r[n-1].Quality == q {
		r[n-1].Count += count
		return r
	}
	return append(r, Run{q, count})
}

// Len is the number of points.
func (r Runs) Len() int {
	n := 0
	for _, run := range r {
		n += run.Count
	}
	return n
}

// At is the quality of point i, which must be below Len.
func (r Runs) At(i int) Quality {
	for _, run := range r {
		if i < run.Count {
			return run.Quality
		}
		i -= run.Count
	}
	return Missing
}

// Window appends the qualities of points from to to (excluded) to dst.
func (r Runs) Window(dst Runs, from, to int) Runs {
	at := 0
	for _, run := range r {
		dst = dst.Add(run.Quality, min(at+run.Count, to)-max(at, from))
		at += run.Count
	}
	return dst
}

// Count is the number of points of quality q.
func (r Runs) Count(q Quality) int {
	n := 0
	for _, run := range r {
		if run.Quality == q {
			n += run.Count
		}
	}
	return n
}

// combine walks both in step and appends what pick makes of each pair to dst.
func combine(dst, a, b Runs, pick func(a, b Quality) Quality) Runs {
	var i, j, usedA, usedB int
	for i < len(a) && j < len(b) {
		n := min(a[i].Count-usedA, b[j].Count-usedB)
		dst = dst.Add(pick(a[i].Quality, b[j].Quality), n)
		if usedA += n; usedA == a[i].Count {
			i, usedA = i+1, 0
		}
		if usedB += n; usedB == b[j].Count {
			j, usedB = j+1, 0
		}
	}
	return dst
}

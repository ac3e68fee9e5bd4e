package fake

import "hash/fnv"

// random is a small generator of numbers (splitmix64): a run of them depends on where
// it begins only.
type random uint64

// seeded begins a run that has no likeness with those of other parts.
func seeded(seed uint64, parts ...string) random {
	h := fnv.New64a()
	var b [8]byte
	for i := range b {
		b[i] = byte(seed >> (8 * i))
	}
	_, _ = h.Write(b[:])
	for _, p := range parts {
		_, _ = h.Write([]byte(p))
		_, _ = h.Write([]byte{0})
	}
	return random(h.Sum64())
}

// at begins the run of one part of what r stands for, as a day of a site.
func (r random) at(n int64) random {
	r += random(n) * 0x9e3779b97f4a7c15
	r.next()
	return r
}

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below is a number from 0 to n-1; n is small.
func (r *random) below(n int64) int64 { return int64(r.next() >> 33 * uint64(n) >> 31) }

// between is a number from a to b.
func (r *random) between(a, b int64) int64 { return a + r.below(b-a+1) }

// around is a number near 1000, most often close to it: the sum of two dice.
func (r *random) around(spread int64) int64 {
	z := r.next()
	a, b := int64(z>>33), int64(z<<31>>33)
	return 1000 + ((a+b)*spread)>>31 - spread
}

package square

import (
	"fmt"
	"math/rand/v2"
	"testing"

	qr "github.com/piglig/go-qr"
	"github.com/stretchr/testify/require"
)

// The library chooses its mask by looking at each module. Texts of all lengths, letters and figures, up to codes
// that are left to the library: each module is the same.
func TestTheMaskIsTheOneOfTheRules(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(18004, 2015))
	seen := map[int]bool{}
	for length := range 400 {
		for range 3 {
			text := make([]byte, length)
			for n := range text {
				text[n] = "0123456789ABCDEF\nabcdefé "[random.IntN(24)]
			}
			sameAsTheLibrary(t, string(text), seen)
		}
	}
	for _, same := range []string{"\x00", "\xff", "U", "3", "\xf0"} { // long stretches and eyes
		for length := range 220 {
			text := ""
			for range length {
				text += same
			}
			sameAsTheLibrary(t, text, seen)
		}
	}
	require.Len(t, seen, masks, "all masks are chosen at times")
	_, err := Encode(string(make([]byte, 2_332)))
	require.Error(t, err, "no code holds it")
}

func sameAsTheLibrary(t *testing.T, text string, seen map[int]bool) {
	t.Helper()
	segment, err := qr.MakeBytes([]byte(text))
	require.NoError(t, err)
	want, err := encode(segment, qr.MinVersion, qr.MaxVersion, chose)
	require.NoError(t, err)
	got, err := Encode(text)
	require.NoError(t, err)
	require.Equal(t, want.Size(), got.Size())
	for y := -1; y <= want.Size(); y++ {
		for x := -1; x <= want.Size(); x++ {
			if want.Module(x, y) != got.Module(x, y) {
				t.Fatalf("%q: module %d, %d differs", text, x, y)
			}
		}
	}
	// Which mask it is stands beside the upper left corner, below the level.
	mask := 0
	for n := range 3 {
		if want.Module(2+n, 8) {
			mask |= 4 >> n
		}
	}
	seen[mask] = true
}

func BenchmarkEncode(b *testing.B) {
	b.Run("chosen here", func(b *testing.B) {
		for n := range b.N {
			if _, err := Encode(ofBank(n)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("chosen by the library", func(b *testing.B) {
		for n := range b.N {
			segment, err := qr.MakeBytes([]byte(ofBank(n)))
			if err != nil {
				b.Fatal(err)
			}
			if _, err := encode(segment, qr.MinVersion, qr.MaxVersion, chose); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func ofBank(n int) string {
	return fmt.Sprintf("BCD\n002\n1\nSCT\nAGRIFRPP\nSAS Toits Solaires du Pilat\nFR7630006000011234567890189\nEUR%d.59\n\n\nSOL-2026-%06d", n, n)
}

package payment

import (
	"io"
	"io/fs"
	"mime/multipart"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/httpapi/gen/payment"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/payment/bankfile"
)

// blanks are bytes without an end.
type blanks struct{}

func (blanks) Read(p []byte) (int, error) {
	for n := range p {
		p[n] = ' '
	}
	return len(p), nil
}

// TestAHundredMegabytesAreRefusedInLittleMemory: they are neither held nor kept beyond what a file may be, are
// refused by name with the limit, and nothing of them stays. It runs alone, for it counts what is allocated.
func TestAHundredMegabytesAreRefusedInLittleMemory(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	onDisk := func() (sum int64) {
		require.NoError(t, filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			info, err := d.Info()
			sum += info.Size()
			return err
		}))
		return sum
	}
	const large = 100 << 20
	r, w := io.Pipe()
	form := multipart.NewWriter(w)
	var kept int64
	go func() {
		part, err := form.CreateFormFile("file", "relevé.xml")
		if err == nil {
			_, err = io.CopyN(part, blanks{}, large)
		}
		kept = onDisk()
		if err == nil {
			err = form.Close()
		}
		_ = w.CloseWithError(err)
	}()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := uploadOf(payment.ImportBankFileRequestObject{Body: multipart.NewReader(r, form.Boundary())})
	runtime.ReadMemStats(&after)
	f := fault.From(err)
	require.NotNil(t, f, "%v", err)
	require.Equal(t, []any{"import.tooLarge", fault.TooLarge, "relevé.xml", bankfile.MaxBytes >> 20}, []any{f.Key, f.Kind, f.Params["fileName"], f.Params["megabytes"]})
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(2<<20), "of a hundred")
	require.LessOrEqual(t, kept, int64(bankfile.MaxBytes+1))
	require.Zero(t, onDisk())
}

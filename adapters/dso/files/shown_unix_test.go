//go:build unix

package files_test

import (
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/acccsv"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
)

// cut is a file that somebody cuts as soon as it is looked at.
type cut struct {
	*os.File
	t    *testing.T
	size int64
	cut  bool
}

func (c *cut) Size() int64 { return c.size }

func (c *cut) Window(int64) ([]byte, error) {
	mapped, err := syscall.Mmap(int(c.Fd()), 0, int(c.size), syscall.PROT_READ, syscall.MAP_SHARED)
	require.NoError(c.t, err)
	c.t.Cleanup(func() { require.NoError(c.t, syscall.Munmap(mapped)) })
	if c.cut {
		require.NoError(c.t, c.Truncate(0))
	}
	return mapped, nil
}

// TestAFileThatIsCutWhileItIsReadIsAnErrorOfReading: the process goes on, and the file is
// not to blame.
func TestAFileThatIsCutWhileItIsReadIsAnErrorOfReading(t *testing.T) {
	t.Parallel()
	text := acc("1") + strings.Repeat("\n", 1<<20)
	for _, gone := range []bool{false, true} {
		file, err := os.CreateTemp(t.TempDir(), "cut")
		require.NoError(t, err)
		_, err = file.WriteString(text)
		require.NoError(t, err)
		_, err = file.Seek(0, io.SeekStart)
		require.NoError(t, err)
		sets, err := files.New(files.DefaultLimits(), acccsv.Long{}).Read(t.Context(), "a.csv", int64(len(text)),
			func() (io.ReadCloser, error) { return &cut{file, t, int64(len(text)), gone}, nil }, civil.Paris)
		if gone {
			require.ErrorContains(t, err, "a.csv: its content could not be read")
			require.Nil(t, fault.From(err))
			continue
		}
		require.NoError(t, err)
		require.Len(t, sets, 1)
	}
}

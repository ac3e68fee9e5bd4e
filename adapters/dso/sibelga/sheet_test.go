package sibelga_test

import (
	"bytes"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"github.com/openpmo/pmo/adapters/dso/sibelga"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
)

// TestWorkbooksAsTheyAreKept: days that count from 1904, and sheets that are hidden.
func TestWorkbooksAsTheyAreKept(t *testing.T) {
	t.Parallel()
	april := civil.NewMonth(2025, time.April)
	m := sharing(t, april, april.Range(), plain)
	const between = 1462 // days from 1900-01-00 to 1904-01-01
	since := func(f *excelize.File) {
		old := true
		require.NoError(t, f.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &old}))
	}
	hide := func(f *excelize.File) {
		name := f.GetSheetName(0)
		at, err := f.NewSheet("Notes")
		require.NoError(t, err)
		f.SetActiveSheet(at)
		require.NoError(t, f.SetSheetVisible(name, false))
	}
	for name, write := range map[string]func(io.Writer) error{"month": m.MonthlyBook,
		"quarters": func(w io.Writer) error { return m.QuartersBook(w, sibelga.Newer) }} {
		set, err := read(t, name+".xlsx", changed(t, write, since))
		if name == "month" { // that month is none any more, and the refusal says from when to when it is
			require.Equal(t, "import.rejected", fault.KeyOf(err))
			require.Equal(t, (april.First() + between).String(), fault.From(err).Items[0].Params["from"])
		} else {
			require.NoError(t, err)
			from := time.Unix(set.Readings[0].Runs[0].Start, 0)
			require.Equal(t, april.First()+between, civil.Brussels.DateOf(from))
		}
		_, err = read(t, name+".xlsx", changed(t, write, hide))
		require.Equal(t, "file.hiddenSheets", fault.KeyOf(err), name)
	}
}

func changed(t *testing.T, write func(io.Writer) error, with func(f *excelize.File)) []byte {
	t.Helper()
	var written, out bytes.Buffer
	require.NoError(t, write(&written))
	f, err := excelize.OpenReader(&written)
	require.NoError(t, err)
	defer func() { require.NoError(t, f.Close()) }()
	with(f)
	require.NoError(t, f.Write(&out))
	return out.Bytes()
}

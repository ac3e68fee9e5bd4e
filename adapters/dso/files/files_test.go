package files_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/dso/acccsv"
	"github.com/openpmo/pmo/adapters/dso/enedis"
	"github.com/openpmo/pmo/adapters/dso/files"
	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/curvefile"
)

const accHeader = "prm;nature;horodate;pas;valeur;unite;statut\n"

func acc(value string) string {
	return accHeader + "99100000000017;CONSO;2026-06-01T00:00:00+02:00;PT15M;" + value + ";W;D\n"
}

const r63 = "Identifiant PRM;Date de début;Date de fin;Grandeur physique;Grandeur métier;Etape métier;Unité;Horodate;Valeur;Nature;Pas;Indice de vraisemblance;Etat complémentaire\n" +
	"99100000000024;;;PA;CONS;BRUT;W;2026-02-01 00:30:00;200;B;PT30M;0;0\n"

var small = files.Limits{FileBytes: 1 << 20, TotalBytes: 3 << 19, Files: 3, Ratio: 100}

func read(data []byte) ([]curvefile.Dataset, error) {
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
	return files.New(small, enedis.R63{}, acccsv.Long{}).Read(context.Background(), "in.bin", int64(len(data)), open, civil.Paris)
}

func TestRecognisesByContent(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{acc("1"): "ACC_CSV_LONG", r63: "R63", "\xef\xbb\xbf\r\n" + acc("1"): "ACC_CSV_LONG"} {
		sets, err := read([]byte(text))
		require.NoError(t, err)
		require.Len(t, sets, 1)
		require.Equal(t, want, sets[0].Format)
		require.Equal(t, "in.bin", sets[0].FileName)
	}
}

func TestRefusesWholeFiles(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ data, key string }{
		"empty":          {"", "import.empty"},
		"blank":          {"\xef\xbb\xbf \r\n\n", "import.empty"},
		"header only":    {accHeader, "import.empty"},
		"binary":         {"\x89PNG\r\n\x1a\n\x00\x00", "import.notText"},
		"UTF-16":         {"p\x00r\x00m\x00;\x00", "import.notText"},
		"other text":     {"Horodate;Valeur\n2026-06-01 00:00;3\n", "UnknownFile"},
		"prose":          {"Bonjour,\nvoici les courbes.\n", "UnknownFile"},
		"missing column": {strings.Replace(acc("1"), "unite", "u", 1), "MissingColumns"},
		"one long line":  {accHeader + strings.Repeat("x", 600_000), "import.rejected"},
		"too large":      {acc("1") + strings.Repeat(" ", 1<<20), "import.tooLarge"},
		"no zip":         {"PK\x03\x04 no zip at all", "import.zipDamaged"},
		"old workbook":   {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00\x00", "file.xls"},
	} {
		sets, err := read([]byte(c.data))
		require.Error(t, err, name)
		require.Equal(t, c.key, fault.KeyOf(err), name)
		require.Equal(t, "in.bin", fault.From(err).Params["fileName"], name)
		require.Empty(t, sets)
	}
	picture := []byte("\x89PNG\r\n\x1a\n\x00\x00")
	_, err := files.New(small, acccsv.Long{}).Read(context.Background(), "in.XLSX", 10,
		func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(picture)), nil }, civil.Paris)
	require.ErrorIs(t, err, files.ErrNotSpreadsheet, "by its name it should be one")
	_, err = read([]byte(strings.Replace(acc("1"), "unite;statut", "u;s", 1)))
	require.Equal(t, []string{"unite", "statut"}, fault.From(err).Params["columns"])
	_, err = read([]byte(strings.NewReplacer("Horodate;", ";", "Pas;", ";").Replace(r63)))
	require.Equal(t, []string{"Horodate", "Pas"}, fault.From(err).Params["columns"])
}

func TestSizeIsCountedNotBelieved(t *testing.T) {
	t.Parallel()
	data := acc("1") + strings.Repeat("\n", 1<<20)
	open := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(data)), nil }
	_, err := files.New(small, acccsv.Long{}).Read(context.Background(), "a.csv", 10, open, civil.Paris)
	require.ErrorIs(t, err, metering.ErrFileTooLarge)
}

func TestErrorsOfReadingAreNotTheFilesFault(t *testing.T) {
	t.Parallel()
	broken := errors.New("the disk")
	open := func() (io.ReadCloser, error) {
		return io.NopCloser(io.MultiReader(strings.NewReader(acc("1")+strings.Repeat("\n", 9000)), failing{err: broken})), nil
	}
	_, err := files.New(small, acccsv.Long{}).Read(context.Background(), "a.csv", 10, open, civil.Paris)
	require.ErrorIs(t, err, broken)
	require.Nil(t, fault.From(err))
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

type entry struct{ name, text string }

func packed(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, e := range entries {
		f, err := w.Create(e.name)
		require.NoError(t, err)
		_, err = io.WriteString(f, e.text)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return out.Bytes()
}

func TestZip(t *testing.T) {
	t.Parallel()
	sets, err := read(packed(t, entry{name: "folder/", text: ""}, entry{name: "folder/a.csv", text: acc("1")}, entry{name: "__MACOSX/folder/._a.csv", text: "\x00"},
		entry{name: ".DS_Store", text: "\x00"}, entry{name: `b\r63.csv`, text: r63}))
	require.NoError(t, err)
	require.Len(t, sets, 2)
	require.Equal(t, []string{"a.csv", "r63.csv"}, []string{sets[0].FileName, sets[1].FileName})
}

func TestZipTellsWhatIsWrongInAllFiles(t *testing.T) {
	t.Parallel()
	_, err := read(packed(t, entry{name: "a.csv", text: acc("x")}, entry{name: "b.csv", text: "Bonjour"}, entry{name: "c.csv", text: acc("1") + acc("2")[len(accHeader):]}))
	require.ErrorIs(t, err, metering.ErrRejected)
	var got []string
	for _, f := range fault.From(err).Items {
		got = append(got, fmt.Sprint(f.Key, " ", f.Params["fileName"], " ", f.Row))
	}
	require.Equal(t, []string{"number.invalid a.csv 2", "UnknownFile b.csv 0", "curve.duplicate c.csv 3"}, got)

	_, err = read(packed(t, entry{name: "b.csv", text: "Bonjour"}))
	require.Equal(t, "UnknownFile", fault.KeyOf(err))
	_, err = read(packed(t, entry{name: "inner.zip", text: string(packed(t, entry{name: "a.csv", text: acc("1")}))}))
	require.Equal(t, "UnknownFile", fault.KeyOf(err), "a zip in a zip")
	_, err = read(packed(t))
	require.Error(t, err)
}

func TestZipBombs(t *testing.T) {
	t.Parallel()
	zeros := acc("1") + strings.Repeat("\n", 2<<20)
	for name, data := range map[string][]byte{
		"ratio": packed(t, entry{name: "a.csv", text: zeros}),
		"files": packed(t, entry{name: "a.csv", text: "x"}, entry{name: "b.csv", text: "x"}, entry{name: "c.csv", text: "x"}, entry{name: "d.csv", text: "x"}),
		"total": packed(t, entry{name: "a.csv", text: zeros[:900<<10]}, entry{name: "b.csv", text: zeros[:900<<10]}),
	} {
		_, err := read(data)
		require.ErrorIs(t, err, files.ErrZipBomb, name)
	}
}

func TestZipDamaged(t *testing.T) {
	t.Parallel()
	whole := packed(t, entry{name: "a.csv", text: acc("1")})
	_, err := read(whole[:len(whole)/2])
	require.ErrorIs(t, err, files.ErrZipDamaged)

	flipped := bytes.Clone(whole)
	flipped[60] ^= 0xff
	_, err = read(flipped)
	require.Error(t, err)
	require.NotNil(t, fault.From(err))

	locked := bytes.Clone(whole)
	at := bytes.Index(locked, []byte("PK\x01\x02"))
	locked[at+8] |= 1 // the flag of the directory
	_, err = read(locked)
	require.ErrorIs(t, err, files.ErrZipEncrypted)
}

// counter is a Format that takes anything, and holds nothing.
type counter struct{ bytes *int64 }

func (counter) Recognise([]byte) (int, []string) { return 1, nil }

func (c counter) Read(_ context.Context, in files.Input) (curvefile.Dataset, error) {
	n, err := io.Copy(io.Discard, in.Reader)
	*c.bytes += n
	return curvefile.Dataset{}, err
}

// TestALargeZipIsNotHeld reads one that is not on disk: what is allocated does not grow
// with it, and no temporary file stays.
func TestALargeZipIsNotHeld(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	noise := make([]byte, 24<<20)
	_, err := rand.NewChaCha8([32]byte{}).Read(noise)
	require.NoError(t, err)
	for i := range noise {
		noise[i] = 'a' + noise[i]%16
		if i%64 == 0 {
			noise[i] = '\n'
		}
	}
	data := packed(t, entry{name: "a.csv", text: string(noise[:8<<20])}, entry{name: "b.csv", text: string(noise[8<<20 : 16<<20])}, entry{name: "c.csv", text: string(noise[16<<20:])})
	require.Greater(t, len(data), 12<<20)
	limits := files.Limits{FileBytes: 1 << 30, TotalBytes: 1 << 30, Files: 3, Ratio: 100}
	allocated := func(open func() (io.ReadCloser, error)) uint64 {
		t.Helper()
		var read int64
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := files.New(limits, counter{bytes: &read}).Read(context.Background(), "in.zip", int64(len(data)), open, civil.Paris)
		runtime.ReadMemStats(&after)
		require.NoError(t, err)
		require.Equal(t, int64(len(noise)), read)
		return after.TotalAlloc - before.TotalAlloc
	}
	stream := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
	require.Less(t, allocated(stream), uint64(8<<20), "a copy on disk")
	name := filepath.Join(t.TempDir(), "in.zip")
	require.NoError(t, os.WriteFile(name, data, 0o600))
	require.Less(t, allocated(func() (io.ReadCloser, error) { return os.Open(name) }), uint64(2<<20), "the file itself")
	left, err := os.ReadDir(os.Getenv("TMPDIR"))
	require.NoError(t, err)
	require.Empty(t, left)
}

// FuzzRead feeds whatever bytes: every refusal has a key.
func FuzzRead(f *testing.F) {
	f.Add([]byte(acc("1")))
	f.Add([]byte(r63))
	f.Add(packed(f, entry{name: "a.csv", text: acc("1")}, entry{name: "b.csv", text: r63}))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := read(data); err != nil {
			require.NotNil(t, fault.From(err), err)
		}
	})
}

// TestTextsOfTwoBytesACharacter are what spreadsheets save as "Unicode text".
func TestTextsOfTwoBytesACharacter(t *testing.T) {
	t.Parallel()
	for name, order := range map[string]binary.AppendByteOrder{"little": binary.LittleEndian, "big": binary.BigEndian} {
		data := order.AppendUint16(nil, 0xfeff)
		for _, c := range utf16.Encode([]rune(acc("7"))) {
			data = order.AppendUint16(data, c)
		}
		sets, err := readAll("a.csv", data, files.DefaultLimits())
		require.NoError(t, err, name)
		plain, err := readAll("a.csv", []byte(acc("7")), files.DefaultLimits())
		require.NoError(t, err)
		require.Equal(t, plain, sets, name)
		sets, err = readAll("a.zip", packed(t, entry{name: "a.csv", text: string(data)}), files.DefaultLimits())
		require.NoError(t, err, name)
		require.Equal(t, plain[0].Readings, sets[0].Readings, name)
	}
}

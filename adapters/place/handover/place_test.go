package handover_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/place"
	"github.com/openpmo/pmo/adapters/place/fake"
	"github.com/openpmo/pmo/adapters/place/handover"
	core "github.com/openpmo/pmo/core/payment/handover"
)

// TestFilesGoAndComeBack: the same in a folder and on an SFTP server. What is named is there whole, no
// name is taken twice, what is gone is told apart from a place that is not there.
func TestFilesGoAndComeBack(t *testing.T) {
	t.Parallel()
	for kind, open := range map[string]func(t *testing.T, folder string) *handover.Place{
		"folder": func(t *testing.T, folder string) *handover.Place {
			files, err := place.OpenFolder(filepath.Join(folder, "bank"))
			require.NoError(t, err)
			return handover.In(files)
		},
		"sftp": func(t *testing.T, folder string) *handover.Place {
			h, err := fake.Serve(folder, nil)
			require.NoError(t, err)
			t.Cleanup(func() { _ = h.Close() })
			server, err := place.NewSFTP(place.Settings{Address: "sftp://pmo@" + h.Address + "/bank", HostKey: h.Fingerprint, Password: "right"})
			require.NoError(t, err)
			return handover.In(server)
		},
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			ctx, base := t.Context(), t.TempDir()
			bank := filepath.Join(base, "bank")
			require.NoError(t, os.Mkdir(bank, 0o755))
			p := open(t, base)
			t.Cleanup(func() { _ = p.Close() })
			require.Equal(t, kind, p.Name())
			none, err := p.Incoming(ctx)
			require.NoError(t, err)
			require.Empty(t, none)
			require.Error(t, p.Rename(ctx, "a.1.part", "a.xml"))
			require.NotErrorIs(t, p.Rename(ctx, "a.1.part", "a.xml"), core.ErrGone, "there is no folder out: nothing is known of the file")

			require.NoError(t, p.Write(ctx, "a.1.part", []byte("half")))
			require.NoError(t, p.Write(ctx, "a.1.part", []byte("whole")))
			require.NoError(t, p.Rename(ctx, "a.1.part", "a.xml"))
			content, err := os.ReadFile(filepath.Join(bank, "out", "a.xml"))
			require.NoError(t, err)
			require.Equal(t, "whole", string(content))
			require.ErrorIs(t, p.Rename(ctx, "a.1.part", "a.xml"), core.ErrGone)
			require.NoError(t, p.Write(ctx, "a.2.part", []byte("other")))
			err = p.Rename(ctx, "a.2.part", "a.xml")
			require.Error(t, err)
			require.NotErrorIs(t, err, core.ErrGone, "the name is taken")
			require.NoError(t, p.Remove(ctx, "a.2.part"))
			require.NoError(t, p.Remove(ctx, "a.2.part"))
			for _, name := range []string{"../x", "a/b", "..", ""} {
				require.Error(t, p.Write(ctx, name, nil), name)
				require.Error(t, p.Rename(ctx, "a.xml", name), name)
				require.Error(t, p.Remove(ctx, name), name)
			}

			own := filepath.Join(bank, "in", "ACC00000001")
			require.NoError(t, os.MkdirAll(filepath.Join(own, "old"), 0o755))
			at := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
			require.NoError(t, os.WriteFile(filepath.Join(own, "camt.xml"), []byte("money"), 0o600))
			require.NoError(t, os.Chtimes(filepath.Join(own, "camt.xml"), at, at))
			require.NoError(t, os.WriteFile(filepath.Join(bank, "in", "nobody.xml"), nil, 0o600))
			files, err := p.Incoming(ctx)
			require.NoError(t, err)
			require.Len(t, files, 2, "no folders")
			slices.SortFunc(files, func(a, b core.Incoming) int { return strings.Compare(b.Folder, a.Folder) })
			require.Equal(t, []string{"", "nobody.xml"}, []string{files[1].Folder, files[1].Name}, "in no folder")
			_, err = p.Read(ctx, files[1], 3)
			require.NoError(t, err)
			require.NoError(t, p.PutAside(ctx, files[1], at, "of nobody"))
			require.FileExists(t, filepath.Join(bank, "refused", "20261120T080000.000Z-nobody.xml"))
			require.FileExists(t, filepath.Join(bank, "refused", "20261120T080000.000Z-nobody.xml.txt"))
			require.Equal(t, []any{"ACC00000001", "camt.xml", at, int64(5)}, []any{files[0].Folder, files[0].Name, files[0].ModifiedAt.UTC(), files[0].Size})
			content, err = p.Read(ctx, files[0], 3)
			require.NoError(t, err)
			require.Equal(t, "mone", string(content), "one more than asked for, to see that there is more")
			_, err = p.Read(ctx, core.Incoming{Folder: "ACC00000001", Name: "none.xml"}, 3)
			require.ErrorIs(t, err, core.ErrGone)
			require.NoError(t, p.PutAside(ctx, files[0], at, ""))
			require.FileExists(t, filepath.Join(bank, "done", "ACC00000001", "20261120T080000.000Z-camt.xml"))
			require.NoError(t, p.PutAside(ctx, files[0], at, ""), "somebody else was faster")
			require.NoError(t, os.WriteFile(filepath.Join(own, "camt.xml"), []byte("what"), 0o600))
			require.NoError(t, p.PutAside(ctx, files[0], at, "not a statement"))
			reason, err := os.ReadFile(filepath.Join(bank, "refused", "ACC00000001", "20261120T080000.000Z-camt.xml.txt"))
			require.NoError(t, err)
			require.Equal(t, "not a statement\n", string(reason))
		})
	}
}

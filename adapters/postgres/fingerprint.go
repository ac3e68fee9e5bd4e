package postgres

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
)

// SchemaFingerprint names what Migrate makes of an empty database: it changes with
// every migration. Test databases are kept and cloned under it.
func SchemaFingerprint() (string, error) {
	sum := sha256.New()
	files, err := fs.Glob(migrationFiles, "migrations/*.sql") // in the order of names
	if err != nil {
		return "", err
	}
	for _, name := range files {
		text, err := migrationFiles.ReadFile(name)
		if err != nil {
			return "", err
		}
		sum.Write([]byte(name + "\x00"))
		sum.Write(text)
	}
	// The version of the job queue's tables comes from a library, not from a file here.
	queue, err := rivermigrate.New[pgx.Tx](riverpgxv5.New(nil), nil)
	if err != nil {
		return "", err
	}
	for _, m := range queue.AllVersions() {
		sum.Write([]byte(strconv.Itoa(m.Version) + " " + m.Name + "\x00"))
	}
	return hex.EncodeToString(sum.Sum(nil)[:6]), nil
}

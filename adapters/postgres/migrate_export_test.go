package postgres

import (
	"context"
	"io/fs"
	"testing/fstest"

	"github.com/pressly/goose/v3"
)

// MigrateUntil brings the tables to what they were before a migration.
func (db *DB) MigrateUntil(ctx context.Context, before int64) error {
	earlier := fstest.MapFS{}
	err := fs.WalkDir(migrationFiles, "migrations", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		version, err := goose.NumericComponent(entry.Name())
		if err != nil || version >= before {
			return err
		}
		content, err := fs.ReadFile(migrationFiles, path)
		earlier[path] = &fstest.MapFile{Data: content}
		return err
	})
	if err != nil {
		return err
	}
	return db.migrate(ctx, earlier)
}

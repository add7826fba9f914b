package store

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"sort"
)

// MigrationsDir can be changed by tests.
var MigrationsDir = "migrations"

// applyMigrations runs each file of MigrationsDir once, in the order of their names.
func applyMigrations(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS applied (name text PRIMARY KEY)`); err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(MigrationsDir, "*.sql"))
	if err != nil {
		return err
	}
	sort.Strings(names)
	for _, name := range names {
		if err := applyOne(ctx, db, name); err != nil {
			return err
		}
	}
	return nil
}

func applyOne(ctx context.Context, db *sql.DB, name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	result, err := tx.ExecContext(ctx, `INSERT INTO applied VALUES ($1) ON CONFLICT DO NOTHING`, filepath.Base(name))
	if err != nil {
		return err
	}
	if n, _ := result.RowsAffected(); n == 0 {
		return nil
	}
	if _, err := tx.ExecContext(ctx, string(text)); err != nil {
		return err
	}
	return tx.Commit()
}

package store

import (
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strconv"
)

// migrations/NNNN_what.sql, numbered from 0001 without gaps. A file that was released
// is never edited again.
//
//go:embed migrations/*.sql
var migrationFS embed.FS

func migrationFiles() ([]string, error) {
	names, err := fs.Glob(migrationFS, "migrations/*.sql") // sorted
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		base := path.Base(name)
		if len(base) < 5 || base[4] != '_' {
			return nil, fmt.Errorf("migration %s: name is not NNNN_what.sql", base)
		}
		n, err := strconv.Atoi(base[:4])
		if err != nil || n != i+1 {
			return nil, fmt.Errorf("migration %s: expected number %04d", base, i+1)
		}
	}
	return names, nil
}

func migrate(db *sql.DB) error {
	names, err := migrationFiles()
	if err != nil {
		return err
	}
	return migrateTo(db, len(names))
}

// migrateTo applies what is missing up to and including number target. Each file runs
// in a transaction of its own, together with the new user_version.
func migrateTo(db *sql.DB, target int) error {
	names, err := migrationFiles()
	if err != nil {
		return err
	}
	var have int
	if err := db.QueryRow(`PRAGMA user_version`).Scan(&have); err != nil {
		return err
	}
	if have > len(names) {
		return fmt.Errorf("schema %d is newer than this program (%d)", have, len(names))
	}
	for n := have + 1; n <= target; n++ {
		if err := apply(db, names[n-1], n); err != nil {
			return fmt.Errorf("migration %s: %w", path.Base(names[n-1]), err)
		}
	}
	return nil
}

func apply(db *sql.DB, name string, n int) error {
	stmts, err := migrationFS.ReadFile(name)
	if err != nil {
		return err
	}
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.Exec(string(stmts)); err != nil {
		return err
	}
	if _, err := tx.Exec(fmt.Sprintf(`PRAGMA user_version = %d`, n)); err != nil {
		return err
	}
	return tx.Commit()
}

// Package store keeps readings in SQLite until upstream has them.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	_ "modernc.org/sqlite"

	"github.com/brackwater/standpipe/internal/reading"
)

// ErrNotFound is returned when there is no such row.
var ErrNotFound = errors.New("store: not found")

// Store is the database. It has one connection, so that a writer never meets another
// writer; whoever holds a transaction must not use the database beside it.
type Store struct {
	db *sql.DB
}

// Open opens or creates the database at path and brings its schema up to date.
func Open(path string) (*Store, error) {
	db, err := openDB(path)
	if err != nil {
		return nil, err
	}
	if err := migrate(db); err != nil {
		db.Close()
		return nil, fmt.Errorf("store: %s: %w", path, err)
	}
	return &Store{db: db}, nil
}

func openDB(path string) (*sql.DB, error) {
	dsn := "file:" + path + "?_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_pragma=busy_timeout(5000)"
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// Insert adds a reading to the queue.
func (s *Store) Insert(ctx context.Context, r reading.Reading) error {
	_, err := s.db.ExecContext(ctx,
		`INSERT INTO readings (meter, received_at, volume_l, status, access_no, rssi, raw)
		 VALUES (?, ?, ?, ?, ?, ?, ?)`,
		r.Meter, r.ReceivedAt.Unix(), r.VolumeL, r.Status, r.AccessNo, r.RSSI, r.Raw)
	if err != nil {
		return fmt.Errorf("store: insert: %w", err)
	}
	return nil
}

const readingColumns = `id, meter, received_at, volume_l, status, access_no, rssi, raw`

// Pending returns up to limit readings that upstream does not have, oldest first.
func (s *Store) Pending(ctx context.Context, limit int) ([]reading.Reading, error) {
	rows, err := s.db.QueryContext(ctx,
		`SELECT `+readingColumns+` FROM readings WHERE sent_at IS NULL ORDER BY id LIMIT ?`, limit)
	if err != nil {
		return nil, fmt.Errorf("store: pending: %w", err)
	}
	defer rows.Close()
	var out []reading.Reading
	for rows.Next() {
		r, err := scanReading(rows)
		if err != nil {
			return nil, fmt.Errorf("store: pending: %w", err)
		}
		out = append(out, r)
	}
	return out, rows.Err()
}

// MarkSent takes readings off the queue.
func (s *Store) MarkSent(ctx context.Context, ids []int64, at time.Time) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("store: mark sent: %w", err)
	}
	defer tx.Rollback()
	for _, id := range ids {
		if _, err := tx.ExecContext(ctx, `UPDATE readings SET sent_at = ? WHERE id = ?`, at.Unix(), id); err != nil {
			return fmt.Errorf("store: mark sent: %w", err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("store: mark sent: %w", err)
	}
	return nil
}

// Stats are the totals on the status page.
type Stats struct {
	Total   int64
	Sent    int64
	Pending int64
}

// Stats counts readings.
func (s *Store) Stats(ctx context.Context) (Stats, error) {
	var st Stats
	err := s.db.QueryRowContext(ctx,
		`SELECT count(*), count(sent_at), count(*) - count(sent_at) FROM readings`,
	).Scan(&st.Total, &st.Sent, &st.Pending)
	if err != nil {
		return Stats{}, fmt.Errorf("store: stats: %w", err)
	}
	return st, nil
}

// Meters returns the names of all meters ever heard, sorted.
func (s *Store) Meters(ctx context.Context) ([]string, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT DISTINCT meter FROM readings ORDER BY meter`)
	if err != nil {
		return nil, fmt.Errorf("store: meters: %w", err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var m string
		if err := rows.Scan(&m); err != nil {
			return nil, fmt.Errorf("store: meters: %w", err)
		}
		out = append(out, m)
	}
	return out, rows.Err()
}

// LastReading returns the newest reading of a meter, or ErrNotFound.
func (s *Store) LastReading(ctx context.Context, meter string) (reading.Reading, error) {
	row := s.db.QueryRowContext(ctx,
		`SELECT `+readingColumns+` FROM readings WHERE meter = ? ORDER BY received_at DESC, id DESC LIMIT 1`, meter)
	r, err := scanReading(row)
	if errors.Is(err, sql.ErrNoRows) {
		return reading.Reading{}, ErrNotFound
	}
	if err != nil {
		return reading.Reading{}, fmt.Errorf("store: last reading: %w", err)
	}
	return r, nil
}

type scanner interface{ Scan(dest ...any) error }

func scanReading(row scanner) (reading.Reading, error) {
	var r reading.Reading
	var received int64
	if err := row.Scan(&r.ID, &r.Meter, &received, &r.VolumeL, &r.Status, &r.AccessNo, &r.RSSI, &r.Raw); err != nil {
		return reading.Reading{}, err
	}
	r.ReceivedAt = time.Unix(received, 0).UTC()
	return r, nil
}

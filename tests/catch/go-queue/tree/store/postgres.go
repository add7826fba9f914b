package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"example.com/relayq/job"
	_ "github.com/lib/pq"
)

const columns = `id, queue, payload, state, attempts, max_attempts, run_at, created_at, last_error`

// Postgres keeps jobs in the table jobs.
type Postgres struct {
	db *sql.DB
}

// OpenPostgres connects and applies the migrations.
func OpenPostgres(ctx context.Context, dsn string) (*Postgres, error) {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return nil, err
	}
	if err := applyMigrations(ctx, db); err != nil {
		db.Close()
		return nil, err
	}
	return &Postgres{db: db}, nil
}

type scanner interface{ Scan(dest ...any) error }

func scanJob(row scanner) (*job.Job, error) {
	var j job.Job
	err := row.Scan(&j.ID, &j.Queue, &j.Payload, &j.State, &j.Attempts, &j.MaxAttempts, &j.RunAt, &j.CreatedAt, &j.LastError)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNotFound
	}
	return &j, err
}

func (p *Postgres) Insert(ctx context.Context, j *job.Job) error {
	_, err := p.db.ExecContext(ctx, `INSERT INTO jobs (`+columns+`) VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9)`,
		j.ID, j.Queue, j.Payload, j.State, j.Attempts, j.MaxAttempts, j.RunAt, j.CreatedAt, j.LastError)
	return err
}

func (p *Postgres) Get(ctx context.Context, id string) (*job.Job, error) {
	return scanJob(p.db.QueryRowContext(ctx, `SELECT `+columns+` FROM jobs WHERE id = $1`, id))
}

func (p *Postgres) Claim(ctx context.Context, queue string, now time.Time, lease time.Duration) (*job.Job, error) {
	j, err := scanJob(p.db.QueryRowContext(ctx, `UPDATE jobs SET state = 'running', attempts = attempts + 1, leased_until = $3
		WHERE id = (SELECT id FROM jobs WHERE queue = $1 AND state = 'queued' AND run_at <= $2
			ORDER BY run_at FOR UPDATE SKIP LOCKED LIMIT 1)
		RETURNING `+columns, queue, now, now.Add(lease)))
	if errors.Is(err, ErrNotFound) {
		return nil, ErrEmpty
	}
	return j, err
}

func (p *Postgres) Extend(ctx context.Context, id string, until time.Time) error {
	return p.mustChange(p.db.ExecContext(ctx, `UPDATE jobs SET leased_until = $2 WHERE id = $1 AND state = 'running'`, id, until))
}

func (p *Postgres) Finish(ctx context.Context, id string, to job.State, lastError string) error {
	return p.mustChange(p.db.ExecContext(ctx, `UPDATE jobs SET state = $2, last_error = $3 WHERE id = $1 AND state = 'running'`, id, to, lastError))
}

// mustChange turns "no row" into ErrConflict.
func (p *Postgres) mustChange(result sql.Result, err error) error {
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 1 {
		return err
	}
	return ErrConflict
}

func (p *Postgres) List(ctx context.Context, f Filter) ([]*job.Job, error) {
	rows, err := p.db.QueryContext(ctx, `SELECT `+columns+` FROM jobs WHERE ($1 = '' OR queue = $1)
		AND ($2 = '' OR state = $2) ORDER BY created_at, id LIMIT NULLIF($3, 0)`, f.Queue, f.State, f.Limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []*job.Job
	for rows.Next() {
		j, err := scanJob(rows)
		if err != nil {
			return nil, err
		}
		found = append(found, j)
	}
	return found, rows.Err()
}

// Package store keeps jobs.
package store

import (
	"context"
	"errors"
	"time"

	"example.com/relayq/job"
)

var (
	ErrNotFound = errors.New("store: no such job")
	ErrConflict = errors.New("store: the job is not in a state that allows this")
	ErrEmpty    = errors.New("store: nothing is due")
)

// Filter chooses jobs for List. Zero fields do not restrict.
type Filter struct {
	Queue string
	State job.State
	Limit int
}

// Store is implemented by Memory and Postgres.
type Store interface {
	Insert(ctx context.Context, j *job.Job) error
	Get(ctx context.Context, id string) (*job.Job, error)
	// Claim takes the due job with the smallest RunAt and leases it; ErrEmpty when there is none.
	Claim(ctx context.Context, queue string, now time.Time, lease time.Duration) (*job.Job, error)
	// Extend moves the end of a lease; ErrConflict when the job is not running.
	Extend(ctx context.Context, id string, until time.Time) error
	// Finish moves a running job to a final state.
	Finish(ctx context.Context, id string, to job.State, lastError string) error
	// List is ordered by CreatedAt, then ID.
	List(ctx context.Context, f Filter) ([]*job.Job, error)
}

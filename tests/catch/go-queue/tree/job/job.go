// Package job holds what a job is, without storage or transport.
package job

import (
	"errors"
	"time"
)

const MaxPayload = 256 << 10

var (
	ErrNoQueue         = errors.New("job: queue is empty")
	ErrPayloadTooLarge = errors.New("job: payload is larger than 256 KiB")
)

// Job is one piece of work.
type Job struct {
	ID          string
	Queue       string
	Payload     []byte
	State       State
	Attempts    int
	MaxAttempts int
	RunAt       time.Time
	CreatedAt   time.Time
	LeasedUntil time.Time
	LastError   string
}

// New checks its arguments and returns a queued job that is due now.
func New(queue string, payload []byte, now time.Time) (*Job, error) {
	if queue == "" {
		return nil, ErrNoQueue
	}
	if len(payload) > MaxPayload {
		return nil, ErrPayloadTooLarge
	}
	return &Job{
		ID: NewID(), Queue: queue, Payload: payload, State: Queued,
		MaxAttempts: 5, RunAt: now, CreatedAt: now,
	}, nil
}

// Due says whether a worker may take the job.
func (j *Job) Due(now time.Time) bool {
	return j.State == Queued && !j.RunAt.After(now)
}

// Exhausted says whether the last attempt has been used up.
func (j *Job) Exhausted() bool {
	return j.Attempts >= j.MaxAttempts
}

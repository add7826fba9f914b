package store

import (
	"context"
	"sort"
	"sync"
	"time"

	"example.com/relayq/job"
)

// Memory keeps jobs in a map. For tests and for trying things out.
type Memory struct {
	mu   sync.Mutex
	jobs map[string]*job.Job
}

func NewMemory() *Memory {
	return &Memory{jobs: map[string]*job.Job{}}
}

func (m *Memory) Insert(_ context.Context, j *job.Job) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, taken := m.jobs[j.ID]; taken {
		return ErrConflict
	}
	copied := *j
	m.jobs[j.ID] = &copied
	return nil
}

func (m *Memory) Get(_ context.Context, id string) (*job.Job, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	j, ok := m.jobs[id]
	if !ok {
		return nil, ErrNotFound
	}
	copied := *j
	return &copied, nil
}

func (m *Memory) Claim(_ context.Context, queue string, now time.Time, lease time.Duration) (*job.Job, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var best *job.Job
	for _, j := range m.jobs {
		if j.Queue == queue && j.Due(now) && (best == nil || j.RunAt.Before(best.RunAt)) {
			best = j
		}
	}
	if best == nil {
		return nil, ErrEmpty
	}
	best.State, best.Attempts, best.LeasedUntil = job.Running, best.Attempts+1, now.Add(lease)
	copied := *best
	return &copied, nil
}

func (m *Memory) Extend(_ context.Context, id string, until time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	j, ok := m.jobs[id]
	if !ok {
		return ErrNotFound
	}
	if j.State != job.Running {
		return ErrConflict
	}
	j.LeasedUntil = until
	return nil
}

func (m *Memory) Finish(_ context.Context, id string, to job.State, lastError string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	j, ok := m.jobs[id]
	if !ok {
		return ErrNotFound
	}
	if !to.Final() || !j.State.CanMoveTo(to) {
		return ErrConflict
	}
	j.State, j.LastError = to, lastError
	return nil
}

func (m *Memory) List(_ context.Context, f Filter) ([]*job.Job, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []*job.Job
	for _, j := range m.jobs {
		if (f.Queue == "" || j.Queue == f.Queue) && (f.State == "" || j.State == f.State) {
			copied := *j
			found = append(found, &copied)
		}
	}
	sort.Slice(found, func(a, b int) bool {
		if found[a].CreatedAt.Equal(found[b].CreatedAt) {
			return found[a].ID < found[b].ID
		}
		return found[a].CreatedAt.Before(found[b].CreatedAt)
	})
	if f.Limit > 0 && len(found) > f.Limit {
		found = found[:f.Limit]
	}
	return found, nil
}

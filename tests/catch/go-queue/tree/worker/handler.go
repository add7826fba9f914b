// Package worker runs jobs.
package worker

import (
	"context"
	"fmt"
	"sync"

	"example.com/relayq/job"
)

// Handler does the work of one queue.
type Handler interface {
	Handle(ctx context.Context, j *job.Job) error
}

type HandlerFunc func(ctx context.Context, j *job.Job) error

func (f HandlerFunc) Handle(ctx context.Context, j *job.Job) error { return f(ctx, j) }

// Registry knows the handler of each queue.
type Registry struct {
	mu       sync.RWMutex
	handlers map[string]Handler
}

func NewRegistry() *Registry {
	return &Registry{handlers: map[string]Handler{}}
}

// Register fails when the queue has a handler.
func (r *Registry) Register(queue string, h Handler) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, taken := r.handlers[queue]; taken {
		return fmt.Errorf("worker: queue %q has a handler", queue)
	}
	r.handlers[queue] = h
	return nil
}

func (r *Registry) Lookup(queue string) (Handler, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	h, ok := r.handlers[queue]
	return h, ok
}

// Queues returns the registered names.
func (r *Registry) Queues() []string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	names := make([]string, 0, len(r.handlers))
	for name := range r.handlers {
		names = append(names, name)
	}
	return names
}

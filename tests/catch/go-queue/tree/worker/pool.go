package worker

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"example.com/relayq/job"
	"example.com/relayq/sched"
	"example.com/relayq/store"
)

// Pool runs jobs of all registered queues with a fixed number of goroutines.
type Pool struct {
	store    store.Store
	registry *Registry
	clock    sched.Clock
	size     int
	lease    time.Duration
	idle     time.Duration
}

func NewPool(s store.Store, r *Registry, c sched.Clock, size int) *Pool {
	return &Pool{store: s, registry: r, clock: c, size: size, lease: time.Minute, idle: 200 * time.Millisecond}
}

// Run returns when ctx is done and every goroutine has ended.
func (p *Pool) Run(ctx context.Context) {
	var group sync.WaitGroup
	for i := 0; i < p.size; i++ {
		group.Add(1)
		go func() {
			defer group.Done()
			p.loop(ctx)
		}()
	}
	group.Wait()
}

func (p *Pool) loop(ctx context.Context) {
	for ctx.Err() == nil {
		worked := false
		for _, queue := range p.registry.Queues() {
			j, err := p.store.Claim(ctx, queue, p.clock.Now(), p.lease)
			if errors.Is(err, store.ErrEmpty) || err != nil {
				continue
			}
			p.runOne(ctx, j)
			worked = true
		}
		if !worked {
			p.clock.Sleep(ctx, p.idle)
		}
	}
}

// runOne calls the handler and records how it went.
func (p *Pool) runOne(ctx context.Context, j *job.Job) {
	stop := keepLease(ctx, p.store, p.clock, j.ID, p.lease)
	defer stop()
	err := p.call(ctx, j)
	state, text := job.Done, ""
	if err != nil {
		state, text = job.Failed, err.Error()
	}
	_ = p.store.Finish(ctx, j.ID, state, text)
}

// call turns a panic of the handler into an error.
func (p *Pool) call(ctx context.Context, j *job.Job) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("worker: handler panicked: %v", r)
		}
	}()
	h, ok := p.registry.Lookup(j.Queue)
	if !ok {
		return fmt.Errorf("worker: no handler for %q", j.Queue)
	}
	return h.Handle(ctx, j)
}

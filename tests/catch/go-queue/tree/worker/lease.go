package worker

import (
	"context"
	"time"

	"example.com/relayq/sched"
	"example.com/relayq/store"
)

// keepLease extends the lease of a job at half time until the returned function is called.
func keepLease(ctx context.Context, s store.Store, c sched.Clock, id string, lease time.Duration) func() {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		for {
			c.Sleep(ctx, lease/2)
			if ctx.Err() != nil {
				return
			}
			if s.Extend(ctx, id, c.Now().Add(lease)) != nil {
				return
			}
		}
	}()
	return cancel
}

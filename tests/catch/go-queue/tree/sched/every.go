package sched

import (
	"context"
	"log/slog"
	"time"
)

// Every calls task at once and then after each interval, until ctx is done. An error is logged.
func Every(ctx context.Context, c Clock, interval time.Duration, name string, task func(context.Context) error) {
	for ctx.Err() == nil {
		if err := task(ctx); err != nil {
			slog.Error("periodic task", "name", name, "error", err)
		}
		c.Sleep(ctx, interval)
	}
}

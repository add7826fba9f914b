package worker

import (
	"context"
	"errors"
	"testing"
	"time"

	"example.com/relayq/job"
	"example.com/relayq/sched"
	"example.com/relayq/store"
)

func TestAFailingHandlerFailsTheJob(t *testing.T) {
	ctx, s, r := context.Background(), store.NewMemory(), NewRegistry()
	_ = r.Register("mail", HandlerFunc(func(context.Context, *job.Job) error { return errors.New("no route") }))
	clock := sched.NewFakeClock(time.Unix(1000, 0))
	j, _ := job.New("mail", nil, clock.Now())
	_ = s.Insert(ctx, j)
	p := NewPool(s, r, clock, 1)
	claimed, _ := s.Claim(ctx, "mail", clock.Now(), time.Minute)
	p.runOne(ctx, claimed)
	got, _ := s.Get(ctx, j.ID)
	if got.State != job.Failed || got.LastError != "no route" {
		t.Fatalf("got %+v", got)
	}
}

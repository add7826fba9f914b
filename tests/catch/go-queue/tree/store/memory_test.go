package store

import (
	"context"
	"errors"
	"testing"
	"time"

	"example.com/relayq/job"
)

func TestClaimTakesTheOldestDueJob(t *testing.T) {
	ctx, now, m := context.Background(), time.Unix(1000, 0), NewMemory()
	late, _ := job.New("mail", nil, now)
	early, _ := job.New("mail", nil, now.Add(-time.Minute))
	for _, j := range []*job.Job{late, early} {
		if err := m.Insert(ctx, j); err != nil {
			t.Fatal(err)
		}
	}
	got, err := m.Claim(ctx, "mail", now, time.Minute)
	if err != nil || got.ID != early.ID {
		t.Fatalf("got %v, %v", got, err)
	}
}

func TestClaimOfAnEmptyQueue(t *testing.T) {
	_, err := NewMemory().Claim(context.Background(), "mail", time.Now(), time.Minute)
	if !errors.Is(err, ErrEmpty) {
		t.Fatal(err)
	}
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/brackwater/standpipe/internal/reading"
)

var (
	ctx = context.Background()
	t0  = time.Date(2024, 5, 1, 6, 0, 0, 0, time.UTC)
)

func open(t *testing.T) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// openAt returns a database with the schema as of migration version.
func openAt(t *testing.T, version int) *sql.DB {
	t.Helper()
	db, err := openDB(filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if err := migrateTo(db, version); err != nil {
		t.Fatal(err)
	}
	return db
}

// sample is telegram number n of a meter, ten minutes after the one before.
func sample(meter string, n int) reading.Reading {
	return reading.Reading{
		Meter:      meter,
		ReceivedAt: t0.Add(time.Duration(n) * 10 * time.Minute),
		VolumeL:    int64(1000 + n),
		AccessNo:   byte(n),
		RSSI:       -70,
		Raw:        []byte{1, 2, 3},
	}
}

func insert(t *testing.T, s *Store, rs ...reading.Reading) {
	t.Helper()
	for _, r := range rs {
		if err := s.Insert(ctx, r); err != nil {
			t.Fatal(err)
		}
	}
}

func TestQueue(t *testing.T) {
	s := open(t)
	insert(t, s, sample("KAM-1", 0), sample("KAM-2", 0), sample("KAM-1", 1))

	got, err := s.Pending(ctx, 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].Meter != "KAM-1" || got[1].Meter != "KAM-2" {
		t.Fatalf("pending = %+v", got)
	}
	if !got[0].ReceivedAt.Equal(t0) || got[0].VolumeL != 1000 || len(got[0].Raw) != 3 {
		t.Errorf("reading changed on its way: %+v", got[0])
	}
	if err := s.MarkSent(ctx, []int64{got[0].ID, got[1].ID}, t0); err != nil {
		t.Fatal(err)
	}
	got, err = s.Pending(ctx, 10)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0].VolumeL != 1001 {
		t.Fatalf("pending after MarkSent = %+v", got)
	}
}

func TestStats(t *testing.T) {
	s := open(t)
	insert(t, s, sample("KAM-1", 0), sample("KAM-1", 1), sample("KAM-2", 0))
	if err := s.MarkSent(ctx, []int64{1}, t0); err != nil {
		t.Fatal(err)
	}
	st, err := s.Stats(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if st != (Stats{Total: 3, Sent: 1, Pending: 2}) {
		t.Errorf("stats = %+v", st)
	}
}

func TestLastReading(t *testing.T) {
	s := open(t)
	insert(t, s, sample("KAM-2", 0), sample("KAM-1", 0), sample("KAM-1", 1))
	names, err := s.Meters(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if len(names) != 2 || names[0] != "KAM-1" {
		t.Errorf("meters = %v", names)
	}
	r, err := s.LastReading(ctx, "KAM-1")
	if err != nil {
		t.Fatal(err)
	}
	if r.VolumeL != 1001 {
		t.Errorf("last reading = %+v", r)
	}
	if _, err := s.LastReading(ctx, "KAM-9"); !errors.Is(err, ErrNotFound) {
		t.Errorf("unknown meter: err = %v", err)
	}
}

func TestMigrateKeepsReadings(t *testing.T) {
	db := openAt(t, 1)
	if _, err := db.Exec(`INSERT INTO readings (meter, received_at, volume_l, status, rssi, raw)
		VALUES ('KAM-1', 1714543200, 42, 0, -70, x'01')`); err != nil {
		t.Fatal(err)
	}
	if err := migrate(db); err != nil {
		t.Fatal(err)
	}
	if err := migrate(db); err != nil {
		t.Fatalf("second time: %v", err)
	}
	got, err := (&Store{db: db}).Pending(ctx, 10)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0].VolumeL != 42 || got[0].AccessNo != 0 {
		t.Errorf("pending = %+v", got)
	}
}

func TestMigrateRefusesNewerSchema(t *testing.T) {
	db := openAt(t, 1)
	if _, err := db.Exec(`PRAGMA user_version = 999`); err != nil {
		t.Fatal(err)
	}
	if err := migrate(db); err == nil {
		t.Error("no error for a schema from the future")
	}
}

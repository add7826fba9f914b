// Package source is where mail comes from.
package source

import (
	"context"
	"sort"
)

// Item is one message of a folder, as the server gave it.
type Item struct {
	Folder string
	UID    uint32
	Raw    []byte
}

// Source has folders of messages with rising UIDs, as IMAP does.
type Source interface {
	Folders(ctx context.Context) ([]string, error)
	// Fetch calls fn for each message of folder with a UID above after, in
	// order, and stops at the first error.
	Fetch(ctx context.Context, folder string, after uint32, fn func(Item) error) error
}

// Memory is a Source for tests: folder to messages, UIDs from 1.
type Memory map[string][][]byte

func (m Memory) Folders(context.Context) ([]string, error) {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	sort.Strings(names)
	return names, nil
}

func (m Memory) Fetch(ctx context.Context, folder string, after uint32, fn func(Item) error) error {
	for i, raw := range m[folder] {
		uid := uint32(i + 1)
		if uid <= after {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := fn(Item{Folder: folder, UID: uid, Raw: raw}); err != nil {
			return err
		}
	}
	return nil
}

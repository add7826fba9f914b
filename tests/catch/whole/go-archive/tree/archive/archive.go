// Package archive is postbag as a library.
package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/kestrelmail/postbag/internal/config"
	"github.com/kestrelmail/postbag/internal/export"
	"github.com/kestrelmail/postbag/internal/index"
	"github.com/kestrelmail/postbag/internal/maildir"
	"github.com/kestrelmail/postbag/internal/message"
	"github.com/kestrelmail/postbag/internal/search"
	"github.com/kestrelmail/postbag/source"
)

// ErrLocked says that somebody else has the archive open.
var ErrLocked = errors.New("archive is locked")

// Archive is one open directory. It is not safe for concurrent use.
type Archive struct {
	root string
	cfg  config.Config
	mail *maildir.Store
	idx  *index.Index
}

// FetchReport counts what Fetch did.
type FetchReport struct {
	Stored   int
	Known    int
	TooLarge int
}

// Open locks root and makes what is missing in it.
func Open(root string) (*Archive, error) {
	if err := os.MkdirAll(root, 0o700); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(filepath.Join(root, "lock"), os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("%s: %w", root, ErrLocked)
	}
	if err != nil {
		return nil, err
	}
	lock.Close()
	a := &Archive{root: root}
	if err := a.load(); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

func (a *Archive) load() (err error) {
	if a.cfg, err = config.Load(filepath.Join(a.root, "postbag.conf")); err != nil {
		return err
	}
	if a.mail, err = maildir.Open(filepath.Join(a.root, "mail")); err != nil {
		return err
	}
	a.idx, err = index.Load(filepath.Join(a.root, "index.jsonl"))
	return err
}

// Close gives the lock back.
func (a *Archive) Close() error { return os.Remove(filepath.Join(a.root, "lock")) }

// Fetch stores what src has and the archive does not. What was stored before
// an error stays, and is in the index.
func (a *Archive) Fetch(ctx context.Context, src source.Source) (FetchReport, error) {
	var rep FetchReport
	folders, err := src.Folders(ctx)
	if err != nil {
		return rep, err
	}
	for _, folder := range folders {
		err = src.Fetch(ctx, folder, a.idx.LastUID(folder), func(it source.Item) error {
			return a.store(it, &rep)
		})
		if err != nil {
			err = fmt.Errorf("%s: %w", folder, err)
			break
		}
	}
	return rep, errors.Join(err, a.idx.Save())
}

func (a *Archive) store(it source.Item, rep *FetchReport) error {
	if int64(len(it.Raw)) > a.cfg.MaxMessage {
		rep.TooLarge++
		return nil
	}
	if a.idx.HasSum(index.Sum(it.Raw)) {
		rep.Known++
		return nil
	}
	m, err := message.Parse(it.Raw)
	if err != nil {
		m = &message.Message{}
	}
	key, err := a.mail.Deliver(it.Raw)
	if err != nil {
		return err
	}
	e := index.NewEntry(key, it.Raw, m, a.cfg.IndexBody)
	e.Folder, e.UID = it.Folder, it.UID
	a.idx.Add(e)
	rep.Stored++
	return nil
}

// Search lists matching entries, newest first.
func (a *Archive) Search(query string) ([]index.Entry, error) {
	q, err := search.Parse(query)
	if err != nil {
		return nil, err
	}
	return search.Run(a.idx, q), nil
}

// Raw returns a message as it came.
func (a *Archive) Raw(key string) ([]byte, error) { return a.mail.Read(key) }

// Export writes what matches query to w, newest first.
func (a *Archive) Export(w io.Writer, format, query string) error {
	list, err := a.Search(query)
	if err != nil {
		return err
	}
	keys := make([]string, len(list))
	for i, e := range list {
		keys[i] = e.Key
	}
	return export.Write(format, w, a.mail, keys)
}

// Reindex builds the index anew.
func (a *Archive) Reindex() error {
	if err := a.idx.Rebuild(a.mail, a.cfg.IndexBody); err != nil {
		return err
	}
	return a.idx.Save()
}

// Remove drops one message.
func (a *Archive) Remove(key string) error {
	if err := a.mail.Remove(key); err != nil {
		return err
	}
	a.idx.Delete(key)
	return a.idx.Save()
}

package source

import (
	"context"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
)

// Dir is a dump on disk: FOLDER/UID.eml. Other files are ignored.
type Dir struct{ Root string }

func (d Dir) Folders(context.Context) ([]string, error) {
	list, err := os.ReadDir(d.Root)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range list {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

func (d Dir) Fetch(ctx context.Context, folder string, after uint32, fn func(Item) error) error {
	uids, err := d.uids(folder)
	if err != nil {
		return err
	}
	for _, uid := range uids {
		if uid <= after {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		name := strconv.FormatUint(uint64(uid), 10) + ".eml"
		raw, err := os.ReadFile(filepath.Join(d.Root, folder, name))
		if err != nil {
			return err
		}
		if err := fn(Item{Folder: folder, UID: uid, Raw: raw}); err != nil {
			return err
		}
	}
	return nil
}

func (d Dir) uids(folder string) ([]uint32, error) {
	list, err := os.ReadDir(filepath.Join(d.Root, folder))
	if err != nil {
		return nil, err
	}
	var uids []uint32
	for _, e := range list {
		base, ok := strings.CutSuffix(e.Name(), ".eml")
		if !ok || strings.HasPrefix(base, "0") {
			continue
		}
		if n, err := strconv.ParseUint(base, 10, 32); err == nil {
			uids = append(uids, uint32(n))
		}
	}
	sort.Slice(uids, func(i, j int) bool { return uids[i] < uids[j] })
	return uids, nil
}

// Package fsx holds the few file operations that must survive a crash.
package fsx

import (
	"fmt"
	"os"
	"path/filepath"
)

// WriteAtomic writes data to dst so that a reader sees the old file or the new
// one, never half of it. tmpDir must be on the same file system as dst.
func WriteAtomic(tmpDir, dst string, data []byte) error {
	f, err := os.CreateTemp(tmpDir, "w-*")
	if err != nil {
		return err
	}
	name := f.Name()
	if _, err = f.Write(data); err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(name, dst)
	}
	if err != nil {
		os.Remove(name)
		return fmt.Errorf("write %s: %w", dst, err)
	}
	return syncDir(filepath.Dir(dst))
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

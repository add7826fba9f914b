package main

import (
	"fmt"
	"io"

	"github.com/kestrelmail/postbag/archive"
)

func init() {
	register("reindex", "reindex", cmdReindex)
	register("rm", "rm KEY...", cmdRm)
	register("verify", "verify", cmdVerify)
}

func cmdReindex(a *archive.Archive, args []string, out io.Writer) error {
	if len(args) != 0 {
		return errUsage
	}
	return a.Reindex()
}

func cmdRm(a *archive.Archive, args []string, out io.Writer) error {
	if len(args) == 0 {
		return errUsage
	}
	for _, key := range args {
		if err := a.Remove(key); err != nil {
			return err
		}
	}
	return nil
}

func cmdVerify(a *archive.Archive, args []string, out io.Writer) error {
	if len(args) != 0 {
		return errUsage
	}
	problems, err := a.Verify()
	if err != nil {
		return err
	}
	for _, p := range problems {
		fmt.Fprintf(out, "%s: %s\n", p.Key, p.Text)
	}
	if n := len(problems); n > 0 {
		return fmt.Errorf("%d problems", n)
	}
	return nil
}

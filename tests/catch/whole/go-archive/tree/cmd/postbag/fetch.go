package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"

	"github.com/kestrelmail/postbag/archive"
	"github.com/kestrelmail/postbag/source"
)

func init() { register("fetch", "fetch DIR", cmdFetch) }

func cmdFetch(a *archive.Archive, args []string, out io.Writer) error {
	if len(args) != 1 {
		return errUsage
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	rep, err := a.Fetch(ctx, source.Dir{Root: args[0]})
	fmt.Fprintf(out, "stored %d, known %d, too large %d\n", rep.Stored, rep.Known, rep.TooLarge)
	return err
}

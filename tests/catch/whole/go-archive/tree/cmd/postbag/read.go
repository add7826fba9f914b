package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/kestrelmail/postbag/archive"
)

func init() {
	register("search", "search QUERY", cmdSearch)
	register("cat", "cat KEY", cmdCat)
	register("export", "export [-f FORMAT] [-o FILE] [QUERY]", cmdExport)
}

func cmdSearch(a *archive.Archive, args []string, out io.Writer) error {
	list, err := a.Search(strings.Join(args, " "))
	if err != nil {
		return err
	}
	for _, e := range list {
		fmt.Fprintf(out, "%s  %s  %-30.30s  %s\n", e.Key, e.Date.Format("2006-01-02"), e.From, e.Subject)
	}
	return nil
}

func cmdCat(a *archive.Archive, args []string, out io.Writer) error {
	if len(args) != 1 {
		return errUsage
	}
	raw, err := a.Raw(args[0])
	if err != nil {
		return err
	}
	_, err = out.Write(raw)
	return err
}

func cmdExport(a *archive.Archive, args []string, out io.Writer) error {
	fs := flag.NewFlagSet("export", flag.ContinueOnError)
	format := fs.String("f", "mbox", "")
	file := fs.String("o", "", "")
	if err := flags(fs, args); err != nil {
		return err
	}
	if *file != "" {
		f, err := os.Create(*file)
		if err != nil {
			return err
		}
		defer f.Close()
		out = f
	}
	return a.Export(out, *format, strings.Join(fs.Args(), " "))
}

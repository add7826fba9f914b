// Command postbag keeps mail.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"sort"

	"github.com/kestrelmail/postbag/archive"
)

// errUsage makes run exit with 2.
var errUsage = errors.New("wrong usage")

type command struct {
	usage string
	run   func(a *archive.Archive, args []string, out io.Writer) error
}

// commands is filled by register, from the init of each file.
var commands = map[string]command{}

func register(name, usage string, fn func(*archive.Archive, []string, io.Writer) error) {
	commands[name] = command{usage, fn}
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, out, errw io.Writer) int {
	fs := flag.NewFlagSet("postbag", flag.ContinueOnError)
	fs.SetOutput(errw)
	fs.Usage = func() { printUsage(errw) }
	root := fs.String("a", ".", "directory of the archive")
	if err := fs.Parse(args); err != nil {
		return 2
	}
	cmd, ok := commands[fs.Arg(0)]
	if !ok {
		printUsage(errw)
		return 2
	}
	a, err := archive.Open(*root)
	if err != nil {
		fmt.Fprintln(errw, "postbag:", err)
		return 1
	}
	defer a.Close()
	switch err := cmd.run(a, fs.Args()[1:], out); {
	case errors.Is(err, errUsage):
		fmt.Fprintln(errw, "usage: postbag", cmd.usage)
		return 2
	case err != nil:
		fmt.Fprintln(errw, "postbag:", err)
		return 1
	}
	return 0
}

// flags parses the flags of a command; whatever is wrong is errUsage.
func flags(fs *flag.FlagSet, args []string) error {
	fs.SetOutput(io.Discard)
	if err := fs.Parse(args); err != nil {
		return errUsage
	}
	return nil
}

func printUsage(w io.Writer) {
	var names []string
	for name := range commands {
		names = append(names, name)
	}
	sort.Strings(names)
	fmt.Fprintln(w, "usage: postbag [-a DIR] COMMAND")
	for _, name := range names {
		fmt.Fprintln(w, "  "+commands[name].usage)
	}
}

// Command burrowctl is the client of burrowd's API.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"sort"

	"example.net/burrow/internal/client"
)

// command is one verb. args are what follows the verb on the command line.
type command struct {
	usage string
	nargs int
	run   func(ctx context.Context, c *client.Client, args []string, out io.Writer) error
}

var commands = map[string]command{
	"zones":  {"zones", 0, runZones},
	"show":   {"show ZONE", 1, runShow},
	"reload": {"reload ZONE", 1, runReload},
	"notify": {"notify ZONE", 1, runNotify},
}

func main() {
	server := flag.String("server", "http://127.0.0.1:8053", "address of the API")
	flag.Usage = func() { usage(os.Stderr) }
	flag.Parse()
	c := client.New(*server, os.Getenv("BURROW_TOKEN"))
	os.Exit(dispatch(context.Background(), c, flag.Args(), os.Stdout, os.Stderr))
}

// dispatch runs one verb: 0 when it worked, 1 when it failed, 2 when it was called wrongly.
func dispatch(ctx context.Context, c *client.Client, args []string, out, errOut io.Writer) int {
	if len(args) == 0 {
		usage(errOut)
		return 2
	}
	cmd, ok := commands[args[0]]
	if !ok || len(args)-1 != cmd.nargs {
		usage(errOut)
		return 2
	}
	if err := cmd.run(ctx, c, args[1:], out); err != nil {
		fmt.Fprintln(errOut, "burrowctl:", err)
		return 1
	}
	return 0
}

func usage(w io.Writer) {
	fmt.Fprintln(w, "usage: burrowctl [-server URL] COMMAND")
	var lines []string
	for _, c := range commands {
		lines = append(lines, c.usage)
	}
	sort.Strings(lines)
	for _, l := range lines {
		fmt.Fprintln(w, "  "+l)
	}
}

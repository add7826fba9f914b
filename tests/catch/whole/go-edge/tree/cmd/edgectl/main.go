// Command edgectl talks to the admin API: edgectl [-addr URL] COMMAND.
package main

import (
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"sort"
	"strings"
	"time"
)

// command is one call of the admin API.
type command struct {
	method string
	path   string
	help   string
}

var commands = map[string]command{
	"ready":     {http.MethodGet, "/readyz", "is the gateway ready?"},
	"config":    {http.MethodGet, "/config", "the configuration in use"},
	"upstreams": {http.MethodGet, "/upstreams", "health of every target"},
	"metrics":   {http.MethodGet, "/metrics", "all metrics"},
	"reload":    {http.MethodPost, "/reload", "read the configuration file again"},
}

func main() {
	os.Exit(run(os.Args[1:], os.Getenv, os.Stdout, os.Stderr))
}

// run returns the exit code: 0 for a 2xx, 1 for another answer or none, 2 for usage.
func run(args []string, getenv func(string) string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("edgectl", flag.ContinueOnError)
	fs.SetOutput(stderr)
	addr := fs.String("addr", "http://127.0.0.1:9090", "admin address")
	fs.Usage = func() { usage(stderr) }
	if err := fs.Parse(args); err != nil {
		return 2
	}
	if fs.NArg() != 1 {
		usage(stderr)
		return 2
	}
	cmd, ok := commands[fs.Arg(0)]
	if !ok {
		fmt.Fprintf(stderr, "edgectl: unknown command %q\n", fs.Arg(0))
		usage(stderr)
		return 2
	}

	req, err := http.NewRequest(cmd.method, strings.TrimSuffix(*addr, "/")+cmd.path, nil)
	if err != nil {
		fmt.Fprintln(stderr, "edgectl:", err)
		return 1
	}
	if tok := getenv("EDGE_ADMIN_TOKEN"); tok != "" && cmd.method != http.MethodGet {
		req.Header.Set("Authorization", "Bearer "+tok)
	}
	client := &http.Client{Timeout: 10 * time.Second}
	resp, err := client.Do(req)
	if err != nil {
		fmt.Fprintln(stderr, "edgectl:", err)
		return 1
	}
	defer resp.Body.Close()
	out := stdout
	if resp.StatusCode >= 300 {
		out = stderr
	}
	_, _ = io.Copy(out, resp.Body)
	if resp.StatusCode >= 300 {
		return 1
	}
	return 0
}

func usage(w io.Writer) {
	fmt.Fprintln(w, "usage: edgectl [-addr URL] COMMAND")
	names := make([]string, 0, len(commands))
	for n := range commands {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		fmt.Fprintf(w, "  %-12s %s\n", n, commands[n].help)
	}
}

package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"example.net/burrow/internal/apitype"
	"example.net/burrow/internal/client"
)

func printZones(out io.Writer, zones ...apitype.Zone) error {
	tw := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(tw, "ZONE\tROLE\tSERIAL\tRECORDS")
	for _, z := range zones {
		fmt.Fprintf(tw, "%s\t%s\t%d\t%d\n", z.Name, z.Role, z.Serial, z.Records)
	}
	return tw.Flush()
}

func runZones(ctx context.Context, c *client.Client, _ []string, out io.Writer) error {
	zones, err := c.Zones(ctx)
	if err != nil {
		return err
	}
	return printZones(out, zones...)
}

func runShow(ctx context.Context, c *client.Client, args []string, out io.Writer) error {
	z, err := c.Zone(ctx, args[0])
	if err != nil {
		return err
	}
	return printZones(out, z)
}

func runReload(ctx context.Context, c *client.Client, args []string, out io.Writer) error {
	z, err := c.Reload(ctx, args[0])
	if err != nil {
		return err
	}
	return printZones(out, z)
}

func runNotify(ctx context.Context, c *client.Client, args []string, out io.Writer) error {
	if err := c.Notify(ctx, args[0]); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, "notified")
	return err
}

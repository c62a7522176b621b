// Quartermaster keeps the configuration of DayZ servers.
package main

import (
	"os"

	"quartermaster/internal/cli"
)

func main() { os.Exit(cli.Run(os.Args[1:])) }

// Command pmoctl drives a pmo server from a terminal or a script.
package main

import (
	"os"

	"github.com/openpmo/pmo/cmd/pmoctl/root"
)

func main() { os.Exit(root.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// Command pmo-server is the whole product in one process: API, both applications
// and background jobs.
package main

import (
	"os"

	"github.com/openpmo/pmo/adapters/pgembed"
	"github.com/openpmo/pmo/cmd/server/app"
)

func main() {
	pgembed.MaybeSupervise() // this binary started again, to watch an embedded PostgreSQL
	tuneMemory()
	os.Exit(app.Main(os.Args[1:], os.Stdout, os.Stderr))
}

// Package webapp holds the built main application. `make run` and `make test`
// build it; without, the folder is empty and the server says so.
package webapp

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var files embed.FS

// Dist is the built application.
func Dist() fs.FS { sub, _ := fs.Sub(files, "dist"); return sub }

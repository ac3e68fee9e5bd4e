// Package logo holds the verb that things with a picture have in common.
package logo

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
)

// Picture is what can be done with the picture of one thing.
type Picture struct {
	// Set sends the file of a path.
	Set    func(ctx context.Context, path string) error
	Remove func(ctx context.Context) error
	Show   func(ctx context.Context) error
}

// Bind adds the flags that say what to do with a picture, and answers what does it.
func Bind(cmd *cobra.Command) func(ctx context.Context, p Picture) error {
	var file string
	var remove bool
	cmd.Flags().StringVar(&file, "set", "", "a picture to set: PNG, JPEG or WebP, at most 5 MB")
	cmd.Flags().BoolVar(&remove, "remove", false, "go without one")
	cmd.MarkFlagsMutuallyExclusive("set", "remove")
	return func(ctx context.Context, p Picture) error {
		switch {
		case remove:
			return p.Remove(ctx)
		case file == "":
			return p.Show(ctx)
		}
		if info, err := os.Stat(file); err != nil {
			return exit.AsUsage(err)
		} else if !info.Mode().IsRegular() {
			return exit.Usagef("%s is not a file", file)
		}
		return p.Set(ctx, file)
	}
}

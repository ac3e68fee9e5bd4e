package root

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// buildVersion is set when a release is built (-ldflags -X).
var buildVersion string

// version is that of the release, else what the Go toolchain knows.
func version() string {
	if buildVersion != "" {
		return buildVersion
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "dev"
}

func newVersion(f *factory.Factory) *cobra.Command {
	server := false
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of pmoctl, and of the server with --server",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, _ = fmt.Fprintln(f.Out, "pmoctl", f.Version)
			if !server {
				return nil
			}
			address, _, err := f.Server()
			if err != nil {
				return err
			}
			c, err := pmo.Connect(address, f.Options()...)
			if err != nil {
				return err
			}
			config, err := pmo.OK(c.GetConfigWithResponse(cmd.Context()))
			if err != nil {
				return err
			}
			_, _ = fmt.Fprintln(f.Out, "server", config.Version, address)
			return nil
		},
	}
	cmd.Flags().BoolVar(&server, "server", false, "ask the server for its version too")
	return cmd
}

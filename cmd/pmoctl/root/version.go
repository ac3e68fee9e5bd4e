package root

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
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

// versions is what `version` tells as JSON.
type versions struct {
	Version  string         `json:"version"`
	Go       string         `json:"go"`
	Platform string         `json:"platform"`
	Server   *serverVersion `json:"server,omitempty"`
}

type serverVersion struct {
	Version string `json:"version"`
	URL     string `json:"url"`
}

func newVersion(f *factory.Factory) *cobra.Command {
	server := false
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of pmoctl, and of the server with --server",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			v := versions{Version: f.Version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
			if server {
				var err error
				if v.Server, err = askVersion(cmd.Context(), f); err != nil {
					return err
				}
			}
			return printVersions(f, v)
		},
	}
	cmd.Flags().BoolVar(&server, "server", false, "ask the server for its version too")
	return cmd
}

// askVersion needs nobody to be signed in.
func askVersion(ctx context.Context, f *factory.Factory) (*serverVersion, error) {
	address, _, err := f.Server()
	if err != nil {
		return nil, err
	}
	c, err := pmo.Connect(address, f.Options()...)
	if err != nil {
		return nil, exit.AsUsage(err)
	}
	config, err := pmo.OK(c.GetConfigWithResponse(ctx))
	if err != nil {
		return nil, err
	}
	return &serverVersion{Version: config.Version, URL: address}, nil
}

func printVersions(f *factory.Factory, v versions) error {
	if f.Format == output.FormatTable {
		_, _ = fmt.Fprintln(f.Out, "pmoctl", v.Version)
		if v.Server != nil {
			_, _ = fmt.Fprintln(f.Out, "server", output.Plain(v.Server.Version), v.Server.URL)
		}
		return nil
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	t := output.One("version", "go", "platform", "server_version", "server")
	if v.Server != nil {
		return f.Print(raw, t.Add(v.Version, v.Go, v.Platform, v.Server.Version, v.Server.URL))
	}
	return f.Print(raw, t.Add(v.Version, v.Go, v.Platform, "", ""))
}

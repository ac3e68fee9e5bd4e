package factory

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// How long a shell waits for the server, and how long an answer is good for the next key.
const (
	completionWait = 3 * time.Second
	completionAge  = time.Minute
)

// Natures are the curves there are.
var Natures = []string{"Conso", "Prod", "Autoconso", "Surplus", "ProdExt", "ConsExt"}

// siteFlags name sites of the operation of the command.
var siteFlags = []string{"participant", "site", "consumer", "producer"}

// Complete lets a shell complete operations, sites and natures wherever a flag of the
// command names them. A server that does not answer completes nothing and says nothing.
func (f *Factory) Complete(cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		f.Complete(sub)
	}
	flags := cmd.Flags()
	if flags.Lookup("operation") != nil {
		_ = cmd.RegisterFlagCompletionFunc("operation", f.CompleteOperations)
		for _, name := range siteFlags {
			if flags.Lookup(name) != nil {
				_ = cmd.RegisterFlagCompletionFunc(name, f.CompleteSites)
			}
		}
	}
	if flags.Lookup("nature") != nil {
		_ = cmd.RegisterFlagCompletionFunc("nature", listCompletion(Natures))
	}
}

// listCompletion completes one of several values by comma, and the next after it.
func listCompletion(values []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		out := make([]string, len(values))
		for i, v := range values {
			out[i] = before + v
		}
		return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// CompleteOperations are the operations that the person may see, by externalId.
func (f *Factory) CompleteOperations(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if cmd.Args != nil && cmd.Args(cmd, append(args[:len(args):len(args)], "x")) != nil && len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp // the argument is there
	}
	return f.completed(cmd.Context(), "operations", func(ctx context.Context, c *pmo.ClientWithResponses) ([]string, error) {
		list, err := pmo.OK(c.ListOperationsWithResponse(ctx, nil))
		if err != nil {
			return nil, err
		}
		out := make([]string, len(*list))
		for i, o := range *list {
			out[i] = choice(o.ExternalId, o.Name)
		}
		return out, nil
	})
}

// CompleteSites are the sites of the operation that the command line names, or of the
// default one, by PRM or EAN.
func (f *Factory) CompleteSites(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	var operation string
	if flag := cmd.Flags().Lookup("operation"); flag != nil {
		operation = flag.Value.String()
	}
	if operation == "" {
		operation, _ = f.defaultOperation()
	}
	if operation == "" {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return f.completed(cmd.Context(), "sites "+operation, func(ctx context.Context, _ *pmo.ClientWithResponses) ([]string, error) {
		id, err := f.Operation(ctx, operation)
		if err != nil {
			return nil, err
		}
		sites, err := f.sites(ctx, id)
		out := make([]string, len(sites))
		for i, s := range sites {
			out[i] = choice(s.DsoId, s.Name)
		}
		return out, err
	})
}

// CompleteContexts are the saved contexts.
func (f *Factory) CompleteContexts(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	saved, err := LoadSettings()
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var out []string
	for _, c := range saved.Contexts {
		out = append(out, choice(c.Name, c.URL))
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// choice is a value and what a shell shows beside it, on one line.
func choice(value, description string) string {
	return output.Plain(value) + "\t" + output.Plain(description)
}

// completed asks the server, or takes what it answered a moment ago.
func (f *Factory) completed(ctx context.Context, what string, ask func(context.Context, *pmo.ClientWithResponses) ([]string, error)) ([]string, cobra.ShellCompDirective) {
	const directive = cobra.ShellCompDirectiveNoFileComp
	f.quiet = true
	address, token, err := f.Server()
	if err != nil || token == "" {
		return nil, directive
	}
	path := completionPath(address, token, what)
	if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) < completionAge {
		var kept []string
		if raw, err := os.ReadFile(path); err == nil && json.Unmarshal(raw, &kept) == nil {
			return kept, directive
		}
	}
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, cancel := context.WithTimeout(ctx, completionWait)
	defer cancel()
	c, err := f.Client()
	if err != nil {
		return nil, directive
	}
	values, err := ask(ctx, c)
	if err != nil {
		return nil, directive
	}
	if raw, err := json.Marshal(values); err == nil && path != "" {
		_ = writePrivate(path, raw)
	}
	return values, directive
}

// completionPath is where answers are kept, a file for each server, token and question;
// its name tells neither. "" without a folder.
func completionPath(address, token, what string) string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	sum := sha256.Sum256([]byte(address + "\x00" + token + "\x00" + what))
	return filepath.Join(dir, "pmo", "completion-"+hex.EncodeToString(sum[:12])+".json")
}

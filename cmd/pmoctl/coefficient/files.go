package coefficient

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/factory"
	"github.com/openpmo/pmo/cmd/pmoctl/internal/output"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// saved is a file on the disk.
type saved struct {
	File   string `json:"file"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

func newDownload(f *factory.Factory) *cobra.Command {
	dir, force := "", false
	cmd := &cobra.Command{
		Use:   "download MONTH|ID",
		Short: "Save the files of a set, as the operator wants them",
		Long:  "Save the files of a set, as the operator wants them. What is saved is compared with the\nhash that the set keeps.",
		Args:  cobra.ExactArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().StringVar(&dir, "dir", ".", "folder to save to; it is made when it is not there")
	cmd.Flags().BoolVar(&force, "force", false, "write over files that are there")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		set, _, err := find(cmd.Context(), c, id, args[0])
		if err != nil {
			return err
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		t, files := output.NewTable("file", ">bytes", "sha256"), []saved{}
		for _, file := range set.Files {
			s, err := save(cmd.Context(), c, *set, file, dir, force)
			if err != nil {
				return err
			}
			files = append(files, s)
			t.Add(s.File, fmt.Sprint(s.Bytes), s.SHA256)
		}
		raw, err := json.Marshal(files)
		if err != nil {
			return err
		}
		return f.Print(raw, t)
	}
	return cmd
}

// save writes one file, whole or not at all. One of that name stays, unless force.
func save(ctx context.Context, c *pmo.ClientWithResponses, set pmo.CoefficientSet, file pmo.CoefficientFile, dir string, force bool) (saved, error) {
	path := filepath.Join(dir, filepath.Base(file.Name))
	if _, err := os.Lstat(path); err == nil && !force {
		return saved{}, fmt.Errorf("%s is there already; say --force to write over it", path)
	}
	reply, err := c.DownloadCoefficientFileWithResponse(ctx, set.OperationId, set.Id, file.Name)
	if err := pmo.Done(reply, err); err != nil {
		return saved{}, err
	}
	if sum := sha256.Sum256(reply.Body); hex.EncodeToString(sum[:]) != file.Sha256 {
		return saved{}, fmt.Errorf("%s did not arrive as it was made; nothing is saved", file.Name)
	}
	part, err := os.CreateTemp(dir, ".pmoctl-*")
	if err != nil {
		return saved{}, err
	}
	defer func() { _ = os.Remove(part.Name()) }()
	_, err = part.Write(reply.Body)
	for _, next := range []func() error{func() error { return part.Chmod(0o644) }, part.Close, func() error { return os.Rename(part.Name(), path) }} {
		if err == nil {
			err = next()
		}
	}
	return saved{path, len(reply.Body), file.Sha256}, err
}

func newCheck(f *factory.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "check MONTH|ID FILE...",
		Short:   "Read files back and compare them with a set",
		Long:    "Read files back and compare them with a set. The exit code is 8 when they are not equal.",
		Example: "  pmoctl coefficient check 2026-10 ACC00000001_15_01102026_31102026.csv --operation ACC00000001",
		Args:    cobra.MinimumNArgs(2),
	}
	operation := factory.OperationFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := present(args[1:]); err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		set, _, err := find(cmd.Context(), c, id, args[0])
		if err != nil {
			return err
		}
		contentType, body := pmo.Files("files", args[1:])
		reply, err := c.CheckCoefficientFilesWithBodyWithResponse(cmd.Context(), id, set.Id, contentType, body)
		check, err := pmo.OK(reply, err)
		if err != nil {
			return err
		}
		f.Items(check.Errors)
		t := output.One("equal", ">rows", ">differences", ">energy_difference_kwh").Add(output.Yes(check.Equal), fmt.Sprint(check.Rows),
			fmt.Sprint(check.Differences), output.KWhOr(check.EnergyDifferenceMilliWh))
		if err := f.Print(reply.Body, t); err != nil || check.Equal {
			return err
		}
		return exit.Partialf("the files are not those of the set")
	}
	return cmd
}

func newImport(f *factory.Factory) *cobra.Command {
	dryRun := false
	cmd := &cobra.Command{
		Use:   "import FILE...",
		Short: "Take in coefficient files made elsewhere",
		Long: `Take in coefficient files made elsewhere, of whole months: one of all production, or one
for each producer. The key simple_dynamic shares by them; they may be sent on. All
files are taken or none.`,
		Args: cobra.MinimumNArgs(1),
	}
	operation := factory.OperationFlag(cmd)
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "check only")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := present(args); err != nil {
			return err
		}
		c, id, err := f.At(cmd.Context(), *operation)
		if err != nil {
			return err
		}
		var values []pmo.Part
		if dryRun {
			values = []pmo.Part{{Name: "dryRun", Value: "true"}}
		}
		contentType, body := pmo.Files("files", args, values...)
		reply, err := c.ImportCoefficientsWithBodyWithResponse(cmd.Context(), id, nil, contentType, body)
		imports, err := pmo.Created(reply, err)
		if err != nil {
			return err
		}
		t := output.NewTable("month", "mode", ">sites", ">steps", "id")
		for _, i := range *imports {
			t.Add(i.Month, string(i.Mode), fmt.Sprint(i.Sites), fmt.Sprint(i.Steps), output.Or(i.SetId))
		}
		return f.Print(reply.Body, t)
	}
	return cmd
}

// present refuses files that are not there before a server is asked.
func present(paths []string) error {
	for _, path := range paths {
		if _, err := os.Stat(path); err != nil {
			return exit.AsUsage(err)
		}
	}
	return nil
}

package curve

import (
	"bufio"
	"cmp"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
	"github.com/openpmo/pmo/sdk/go/pmo"
)

// mostFiles is what one import takes.
const mostFiles = 200

// gather is the files of the arguments in their order, folders with all they hold
// by name. Hidden files and folders are left out.
func gather(args []string) ([]string, error) {
	var files []string
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil {
			return nil, exit.AsUsage(err)
		}
		if !info.IsDir() {
			files = append(files, arg)
			continue
		}
		below, err := inFolder(arg)
		if err != nil {
			return nil, exit.AsUsage(err)
		}
		files = append(files, below...)
	}
	if len(files) == 0 {
		return nil, exit.Usagef("there is no file in %s", strings.Join(args, ", "))
	}
	if len(files) > mostFiles {
		return nil, exit.Usagef("one import takes at most %d files, these are %d: send a zip, or month after month", mostFiles, len(files))
	}
	return files, nil
}

// standardInput is what - sends is called, unless --name says better.
const standardInput = "stdin"

// nameFlag adds the flag that names what comes from standard input.
func nameFlag(cmd *cobra.Command, name *string) {
	cmd.Flags().StringVar(name, "name", "", "the file name of what - reads from standard input, as CDC_ACC00000001_202610_1.csv (default "+standardInput+")")
}

// uploads are the files of the arguments; - is standard input under a name.
func uploads(args []string, stdin io.Reader, name string) ([]pmo.File, error) {
	if !slices.Contains(args, "-") {
		if name != "" {
			return nil, exit.Usagef("--name is the name of standard input: give - as the file")
		}
		paths, err := gather(args)
		files := make([]pmo.File, len(paths))
		for i, path := range paths {
			files[i] = pmo.File{Path: path}
		}
		return files, err
	}
	if len(args) > 1 {
		return nil, exit.Usagef("- is one file, standard input: no others go with it")
	}
	if name != filepath.Base(name) && name != "" {
		return nil, exit.Usagef("--name is a file name without folders, not %q", name)
	}
	content := bufio.NewReader(stdin)
	if _, err := content.Peek(1); err != nil {
		return nil, exit.Usagef("standard input is empty")
	}
	return []pmo.File{{Path: cmp.Or(name, standardInput), Content: content}}, nil
}

func inFolder(folder string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if hidden := strings.HasPrefix(entry.Name(), ".") && path != folder; hidden {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if entry.Type().IsRegular() {
			files = append(files, path)
		}
		return nil
	})
	return files, err
}

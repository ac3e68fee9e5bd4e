package curve

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/openpmo/pmo/cmd/pmoctl/internal/exit"
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

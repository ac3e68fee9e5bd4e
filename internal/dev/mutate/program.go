package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// programs compiles tests of packages. Of a package with a fault only itself is compiled: what
// uses it is taken as it was compiled without the fault, which is so where nothing of it stands
// in what uses it (calls are not inlined) and what it declares stays where it is. Where the
// linker finds that this is not so, everything is compiled.
type programs struct {
	mu  sync.Mutex
	all map[string]*program
}

// program is the tests of one package, compiled without a fault.
type program struct {
	once    sync.Once
	err     error
	faulty  listed   // the package, with the tests that stand in it
	main    listed   // what runs the tests
	imports string   // what the package imports and where it is compiled, as the compiler reads it
	linked  []string // what the program consists of, as the linker reads it
}

// listed is a package as go list gives it.
type listed struct {
	Dir, ImportPath, ForTest, Export  string
	GoFiles, Imports, Deps            []string
	ImportMap                         map[string]string
	EmbedPatterns, EmbedFiles         []string
	TestEmbedPatterns, TestEmbedFiles []string
}

// ours are compiled without inlining, so that a function stands where it is called from.
var ours = "-gcflags=" + module + "/...=-l"

func (p *programs) of(ctx context.Context, dir string) (*program, error) {
	p.mu.Lock()
	if p.all == nil {
		p.all = map[string]*program{}
	}
	one := p.all[dir]
	if one == nil {
		one = &program{}
		p.all[dir] = one
	}
	p.mu.Unlock()
	one.once.Do(func() { one.err = one.prepare(ctx, dir) })
	return one, one.err
}

// errNoTest: nothing can be asked of a package.
var errNoTest = errors.New("the package has no test")

func (p *program) prepare(ctx context.Context, dir string) error {
	list := exec.CommandContext(ctx, "go", "list", "-test", "-deps", "-export", ours, "-json=Dir,ImportPath,ForTest,Export,GoFiles,Imports,Deps,ImportMap,EmbedPatterns,EmbedFiles,TestEmbedPatterns,TestEmbedFiles", "./"+dir) //nolint:gosec // a folder of ours
	text, err := list.Output()
	if err != nil {
		return fmt.Errorf("listing %s: %w", dir, err)
	}
	all := map[string]listed{}
	for decoder := json.NewDecoder(bytes.NewReader(text)); ; {
		var one listed
		if err := decoder.Decode(&one); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return err
		}
		all[one.ImportPath] = one
	}
	path := module + "/" + filepath.ToSlash(dir)
	var tested bool
	if p.main, tested = all[path+".test"]; !tested {
		return errNoTest
	}
	if p.faulty, tested = all[path+" ["+path+".test]"]; !tested {
		p.faulty = all[path]
	}
	var imports strings.Builder
	for _, one := range p.faulty.Imports {
		if mapped := p.faulty.ImportMap[one]; mapped != "" {
			one = mapped
		}
		if export := all[one].Export; export != "" {
			fmt.Fprintf(&imports, "packagefile %s=%s\n", plainPath(one), export)
		}
	}
	p.imports = imports.String()
	for _, one := range append(slices.Clone(p.main.Deps), p.main.ImportPath) {
		if export := all[one].Export; export != "" && one != p.faulty.ImportPath {
			p.linked = append(p.linked, fmt.Sprintf("packagefile %s=%s", plainPath(one), export))
		}
	}
	return nil
}

// plainPath is an import path without the tests that a package is compiled for.
func plainPath(path string) string {
	path, _, _ = strings.Cut(path, " ")
	return path
}

// errElsewhere: what uses the package would have to be compiled too.
var errElsewhere = errors.New("the fault shows in what uses the package")

// errInvalid: the fault does not compile.
var errInvalid = errors.New("the fault does not compile")

// build makes the program of tests with the fault in it.
func (p *program) build(ctx context.Context, f Fault, faulty, dir, out string) error {
	original, err := filepath.Abs(f.File)
	if err != nil {
		return err
	}
	path := plainPath(p.faulty.ImportPath)
	args := []string{"tool", "compile", "-l", "-pack", "-complete", "-p", path, "-lang=go1.26", "-c=2", "-o", filepath.Join(dir, "faulty.a"), "-importcfg", filepath.Join(dir, "imports"),
		"-trimpath", faulty + "=>" + path + "/" + filepath.Base(f.File) + ";" + p.faulty.Dir + "=>" + path}
	if embeds := append(slices.Clone(p.faulty.EmbedFiles), p.faulty.TestEmbedFiles...); len(embeds) > 0 {
		return errElsewhere
	}
	for _, file := range p.faulty.GoFiles {
		if !filepath.IsAbs(file) {
			file = filepath.Join(p.faulty.Dir, file)
		}
		if file == original {
			file = faulty
		}
		args = append(args, file)
	}
	linked := strings.Join(append(slices.Clone(p.linked), fmt.Sprintf("packagefile %s=%s", path, filepath.Join(dir, "faulty.a"))), "\n") + "\n"
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "imports"), []byte(p.imports), 0o600), os.WriteFile(filepath.Join(dir, "linked"), []byte(linked), 0o600)); err != nil {
		return err
	}
	if goTool(ctx, args...) != nil {
		return errInvalid
	}
	link := exec.CommandContext(ctx, "go", "tool", "link", "-s", "-w", "-o", out, "-importcfg", filepath.Join(dir, "linked"), p.main.Export) //nolint:gosec // files of ours
	if text, err := link.CombinedOutput(); err != nil {
		if bytes.Contains(text, []byte("fingerprint")) {
			return errElsewhere
		}
		return fmt.Errorf("linking the tests of %s: %w: %s", path, err, text)
	}
	return nil
}

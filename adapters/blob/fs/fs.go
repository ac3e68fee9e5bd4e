// Package fs keeps objects as files in a folder: for one machine, or a folder that
// all machines share.
//
// A file holds one line with the content type and then the content, so that both
// appear together by one rename. Its name ends in "~", which no key holds: a key
// can thus be the beginning of another.
package fs

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/openpmo/pmo/adapters/blob"
	"github.com/openpmo/pmo/core/object"
)

const (
	magic     = "pmo1 " // begins the first line; the number is that of this layout
	lineLimit = 256
	freshName = ".new" // folder of files that are not whole yet
	// writeBlock is how much is written at once. The kernel keeps a file in pieces as large
	// as they were written, and reading them costs half as much as with 32 kB.
	writeBlock = 256 << 10
)

var _ object.Store = (*Store)(nil)

// Store is a folder of objects.
type Store struct {
	dir    string
	secret []byte
	now    func() time.Time
	// bring brings all that was written into a file system since its folder was opened to the disk, and says
	// where that failed; nil where it cannot, so that each file is brought by itself.
	bring func(folder *os.File) error
}

// New opens the folder, making it when needed. Addresses are signed with secret,
// which must be at least 32 bytes and the same on all machines.
func New(dir string, secret []byte, now func() time.Time) (*Store, error) {
	if len(secret) < 32 {
		return nil, errors.New("blob/fs: the secret for signing is shorter than 32 bytes")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(dir, freshName), 0o700); err != nil {
		return nil, err
	}
	return &Store{dir: dir, secret: secret, now: now, bring: atOnce(dir)}, nil
}

func (s *Store) path(key string) (string, error) {
	if err := object.CheckKey(key); err != nil {
		return "", err
	}
	return filepath.Join(s.dir, filepath.FromSlash(key)) + "~", nil
}

// fewest is from how many files on they are brought to the disk at once: with them goes all that
// others have written into the file system meanwhile.
const fewest = 8

// PutAll stores objects side by side. Each folder is made, and brought to the disk, once for all in it; many
// files are brought there together too, before any of them gets its name.
func (s *Store) PutAll(ctx context.Context, objects []object.Object) error {
	folders := map[string]bool{}
	for _, o := range objects {
		path, err := s.path(o.Key)
		if err != nil {
			return err
		}
		folders[filepath.Dir(path)] = true
	}
	for folder := range folders {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
	}
	var err error
	if s.bring != nil && len(objects) >= fewest {
		err = s.putTogether(ctx, objects)
	} else {
		err = blob.PutAll(ctx, within{s}, objects)
	}
	for folder := range folders {
		err = errors.Join(err, syncFolder(folder))
	}
	return err
}

// within puts objects into folders that are there; that a name is there to stay is up to who made them.
type within struct{ *Store }

func (w within) Put(ctx context.Context, key string, content io.Reader, size int64, contentType string) error {
	path, err := w.path(key)
	if err != nil {
		return err
	}
	return w.put(ctx, path, content, size, contentType)
}

// putTogether writes all files, brings them to the disk at once and then gives them their names: a name
// never shows what is not on the disk. After an error before that all names show what they showed.
func (s *Store) putTogether(ctx context.Context, objects []object.Object) (err error) {
	folder, err := os.Open(filepath.Join(s.dir, freshName)) // before anything is written: what fails from here on is told
	if err != nil {
		return err
	}
	defer func() { _ = folder.Close() }()
	w := &waiting{Store: s}
	defer func() {
		for _, f := range w.files {
			_ = os.Remove(f.fresh) // what got its name is not there; nobody looks for the others
		}
	}()
	if err := blob.PutAll(ctx, w, objects); err != nil {
		return err
	}
	if err := s.bring(folder); err != nil {
		return err
	}
	for n, f := range w.files {
		if err := os.Rename(f.fresh, f.path); err != nil {
			w.files = w.files[n:]
			return err
		}
	}
	w.files = nil
	return nil
}

// waiting are files that are written and have no name yet.
type waiting struct {
	*Store
	mu    sync.Mutex
	files []struct{ fresh, path string }
}

func (w *waiting) Put(ctx context.Context, key string, content io.Reader, size int64, contentType string) error {
	path, err := w.path(key)
	if err != nil {
		return err
	}
	name, err := w.fresh(ctx, content, size, contentType, false)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.files = append(w.files, struct{ fresh, path string }{name, path})
	return nil
}

// Put writes beside and renames, so that readers see the old content or the new.
func (s *Store) Put(ctx context.Context, key string, content io.Reader, size int64, contentType string) error {
	path, err := s.path(key)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	if err := s.put(ctx, path, content, size, contentType); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

func (s *Store) put(ctx context.Context, path string, content io.Reader, size int64, contentType string) error {
	fresh, err := s.fresh(ctx, content, size, contentType, true)
	if err != nil {
		return err
	}
	if err := os.Rename(fresh, path); err != nil {
		_ = os.Remove(fresh) // nobody looks for it; what went wrong is told
		return err
	}
	return nil
}

// fresh writes a file that has no name yet, where asked for to the disk. After an error it is not there.
func (s *Store) fresh(ctx context.Context, content io.Reader, size int64, contentType string, bring bool) (name string, err error) {
	head := magic + contentType + "\n"
	if strings.ContainsAny(contentType, "\r\n") || len(head) > lineLimit {
		return "", fmt.Errorf("blob/fs: content type %q", contentType)
	}
	file, err := os.CreateTemp(filepath.Join(s.dir, freshName), "put-")
	if err != nil {
		return "", err
	}
	err = write(file, head, &untilDone{ctx, object.Exactly(content, size)})
	if err == nil && bring {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		_ = os.Remove(file.Name()) // nobody looks for it; what went wrong is told
	}
	return file.Name(), err
}

// blocks go from one file to the next.
var blocks = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, writeBlock) }}

// write puts head and content into a file in whole blocks.
func write(file *os.File, head string, content io.Reader) error {
	to := blocks.Get().(*bufio.Writer)
	to.Reset(struct{ io.Writer }{file}) // a File alone would copy by itself, in small pieces
	defer func() {
		to.Reset(nil)
		blocks.Put(to)
	}()
	_, err := to.WriteString(head)
	if err == nil {
		_, err = io.Copy(to, content)
	}
	return errors.Join(err, to.Flush())
}

// syncFolder makes a rename last through a power cut.
func syncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// untilDone stops reading when its context is over.
type untilDone struct {
	ctx context.Context
	in  io.Reader
}

func (u *untilDone) Read(p []byte) (int, error) {
	if u.ctx.Err() != nil {
		return 0, context.Cause(u.ctx)
	}
	return u.in.Read(p)
}

// Get opens the file behind its first line.
func (s *Store) Get(ctx context.Context, key string) (io.ReadSeekCloser, object.Info, error) {
	if ctx.Err() != nil {
		return nil, object.Info{}, context.Cause(ctx)
	}
	path, err := s.path(key)
	if err != nil {
		return nil, object.Info{}, err
	}
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, object.Info{}, object.ErrNotFound
	}
	if err != nil {
		return nil, object.Info{}, err
	}
	opened, info, err := behindHead(file)
	if err != nil {
		return nil, object.Info{}, errors.Join(fmt.Errorf("blob/fs: %s: %w", key, err), file.Close())
	}
	return opened, info, nil
}

func behindHead(file *os.File) (io.ReadSeekCloser, object.Info, error) {
	stat, err := file.Stat()
	if err != nil {
		return nil, object.Info{}, err
	}
	head, err := bufio.NewReaderSize(io.LimitReader(file, lineLimit), lineLimit).ReadString('\n')
	if err != nil || !strings.HasPrefix(head, magic) {
		return nil, object.Info{}, errors.New("not a file of this store")
	}
	start := int64(len(head))
	info := object.Info{Size: stat.Size() - start, ContentType: strings.TrimSuffix(head[len(magic):], "\n")}
	return &section{SectionReader: io.NewSectionReader(file, start, info.Size), file: file}, info, nil
}

// section is a file behind its first line, which ends at start.
type section struct {
	*io.SectionReader
	file *os.File
}

func (s *section) Close() error { return s.file.Close() }

// Stat reads the first line only.
func (s *Store) Stat(ctx context.Context, key string) (object.Info, error) {
	opened, info, err := s.Get(ctx, key)
	if err != nil {
		return object.Info{}, err
	}
	return info, opened.Close()
}

// Delete removes the file; folders stay.
func (s *Store) Delete(_ context.Context, key string) error {
	path, err := s.path(key)
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

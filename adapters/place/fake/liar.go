package fake

import (
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pkg/sftp"
)

// Liar is what a server says that tells a small size of a file without end.
type Liar struct {
	Name string       // of the file, in the folder in
	Told int64        // its size, as is said
	Sent atomic.Int64 // bytes of it that were read

	mu    sync.Mutex
	texts []string
}

// handlers serve it; what is written, renamed or made is done in words only.
func (l *Liar) handlers() sftp.Handlers {
	return sftp.Handlers{FileGet: l, FilePut: l, FileCmd: l, FileList: l}
}

func (l *Liar) Fileread(*sftp.Request) (io.ReaderAt, error)  { return l, nil }
func (l *Liar) Filewrite(*sftp.Request) (io.WriterAt, error) { return (*written)(l), nil }
func (l *Liar) Filecmd(*sftp.Request) error                  { return nil }

// ReadAt fills whatever is asked for.
func (l *Liar) ReadAt(p []byte, _ int64) (int, error) {
	clear(p)
	l.Sent.Add(int64(len(p)))
	return len(p), nil
}

// Filelist says what there is: the folders, and the file.
func (l *Liar) Filelist(r *sftp.Request) (sftp.ListerAt, error) {
	name := path.Base(r.Filepath)
	switch {
	case r.Method == "List" && name == "in":
		return listing{info{l.Name, l.Told, 0}}, nil
	case r.Method == "List":
		return listing{}, nil
	case name == l.Name:
		return listing{info{l.Name, l.Told, 0}}, nil
	case path.Ext(name) == ".txt":
		texts := l.Reasons()
		return listing{info{name, int64(len(texts[len(texts)-1])), 0}}, nil
	case path.Ext(name) == "":
		return listing{info{name, 0, fs.ModeDir}}, nil
	}
	return nil, os.ErrNotExist
}

// written keeps the texts that are written, each in one piece.
type written Liar

func (w *written) WriteAt(p []byte, _ int64) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.texts = append(w.texts, string(p))
	return len(p), nil
}

// Reasons are the texts that were written.
func (l *Liar) Reasons() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.texts)
}

type listing []fs.FileInfo

func (l listing) ListAt(to []fs.FileInfo, from int64) (int, error) {
	if from >= int64(len(l)) {
		return 0, io.EOF
	}
	n := copy(to, l[from:])
	if n < len(to) {
		return n, io.EOF
	}
	return n, nil
}

type info struct {
	name string
	size int64
	mode fs.FileMode
}

func (i info) Name() string      { return i.name }
func (i info) Size() int64       { return i.size }
func (i info) Mode() fs.FileMode { return i.mode | 0o700 }
func (info) ModTime() time.Time  { return time.Unix(1_700_000_000, 0) }
func (i info) IsDir() bool       { return i.mode.IsDir() }
func (info) Sys() any            { return nil }

package files

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
)

// onDisk is an open file: it can be read anywhere.
type onDisk interface {
	io.ReaderAt
	Stat() (fs.FileInfo, error)
}

// heldBytes is how much of a zip file stays in memory; a longer one is a temporary file
// while it is read.
const heldBytes = 1 << 20

// spooled is content that can be read anywhere, without being held in memory whole.
type spooled struct {
	io.ReaderAt
	size int64
	file *os.File // temporary; nil = none
}

// spool gives all of a file whose beginning was read: the file itself where it lies on
// disk, else a copy. in goes on behind head, and refuses what is too long.
func spool(whole, in io.Reader, head []byte) (*spooled, error) {
	if at, ok := whole.(onDisk); ok {
		info, err := at.Stat()
		if err != nil {
			return nil, err
		}
		return &spooled{ReaderAt: at, size: info.Size()}, nil
	}
	var held bytes.Buffer
	held.Write(head)
	_, err := io.CopyN(&held, in, heldBytes)
	if errors.Is(err, io.EOF) {
		return &spooled{ReaderAt: bytes.NewReader(held.Bytes()), size: int64(held.Len())}, nil
	}
	if err != nil {
		return nil, err
	}
	return toDisk(io.MultiReader(&held, in))
}

func toDisk(in io.Reader) (*spooled, error) {
	file, err := os.CreateTemp("", "pmo-zip-*")
	if err != nil {
		return nil, err
	}
	s := &spooled{ReaderAt: file, file: file}
	if s.size, err = io.Copy(file, in); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// whole is a reader from the beginning.
func (s *spooled) whole() io.Reader { return io.NewSectionReader(s, 0, s.size) }

// Close removes the copy, if there is one.
func (s *spooled) Close() error {
	if s.file == nil {
		return nil
	}
	return errors.Join(s.file.Close(), os.Remove(s.file.Name()))
}

//go:build unix

package fs

import (
	"io"
	"os"
	"syscall"
)

// windowSize is how much of a file is seen at once: so much it adds to the memory that the
// system counts as ours, though it is the kernel's own copy of the file.
const windowSize = 16 << 20

// window is a part of a file as the kernel holds it.
type window struct{ mapped []byte }

// Window shows the content from at on, or a part of it that is no shorter than 8 MB where
// there is as much, without copying it. It is good until the next call, and until Close.
// Reading what is shown faults where the disk fails or somebody has cut the file. Error:
// io.EOF at the end.
func (s *section) Window(at int64) ([]byte, error) {
	if at >= s.Size() {
		return nil, io.EOF
	}
	if err := s.window.close(); err != nil {
		return nil, err
	}
	from := s.start + at
	lead := from % int64(os.Getpagesize())
	size := min(windowSize, s.start+s.Size()-from+lead)
	mapped, err := syscall.Mmap(int(s.file.Fd()), from-lead, int(size), syscall.PROT_READ, syscall.MAP_SHARED|populate)
	if err != nil {
		return nil, os.NewSyscallError("mmap", err)
	}
	s.mapped = mapped
	return mapped[lead:], nil
}

func (w *window) close() error {
	if w.mapped == nil {
		return nil
	}
	mapped := w.mapped
	w.mapped = nil
	return os.NewSyscallError("munmap", syscall.Munmap(mapped))
}

package s3

import "io"

// whole hands over the last byte of an announced length only when nothing follows.
type whole struct {
	content io.Reader
	left    int64 // negative: not announced
}

func (w *whole) Read(p []byte) (int, error) {
	if w.left < 0 {
		return w.content.Read(p)
	}
	n, err := w.content.Read(p)
	w.left -= int64(n)
	if w.left > 0 || err != nil {
		return n, err
	}
	// object.Exactly fails here when there is more.
	if _, err := io.ReadFull(w.content, make([]byte, 1)); err != io.EOF {
		return 0, err
	}
	return n, io.EOF
}

// watched remembers why reading failed: the client wraps such errors in its own.
type watched struct {
	in  io.Reader
	err error
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.in.Read(p)
	if err != nil && err != io.EOF {
		w.err = err
	}
	return n, err
}

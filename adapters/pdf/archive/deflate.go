package archive

import (
	"bytes"
	"io"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// compressors go from one stream to the next: what one is made of has several hundred kilobytes, more than
// a whole document. What one writes does not depend on what it wrote before.
var compressors = sync.Pool{New: func() any {
	w, err := zlib.NewWriterLevel(io.Discard, 3) // smaller than the library's quickest, in half of its time
	if err != nil {
		panic("pdf: " + err.Error()) // no such level
	}
	return w
}}

func deflate(content []byte) []byte {
	w := compressors.Get().(*zlib.Writer)
	defer compressors.Put(w)
	var out bytes.Buffer
	out.Grow(len(content)/3 + 64)
	w.Reset(&out)
	_, _ = w.Write(content) // a buffer takes everything
	_ = w.Close()
	return out.Bytes()
}

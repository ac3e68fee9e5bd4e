package postgres

import (
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Compression of vectors and of results, used where it saves 15 % (ADR 0004), and of
// chunks by earlier versions. Both coders are safe for concurrent use and hold their
// memory from call to call.
var zstdCoders = sync.OnceValue(func() (c struct {
	enc *zstd.Encoder
	dec *zstd.Decoder
}) {
	var err error
	if c.enc, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(2),
		zstd.WithEncoderCRC(false)); err != nil {
		panic(err) // options are constants
	}
	if c.dec, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(2), zstd.WithDecoderMaxMemory(64<<20)); err != nil {
		panic(err)
	}
	return c
})

// Compress appends what it makes of plain to out.
func Compress(plain, out []byte) []byte { return zstdCoders().enc.EncodeAll(plain, out) }

// Decompress appends what compress was given to out.
func Decompress(packed, out []byte) ([]byte, error) { return zstdCoders().dec.DecodeAll(packed, out) }

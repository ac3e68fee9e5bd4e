package postgres

import (
	"bytes"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
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

// worth reports whether compression saved enough to be undone at each read.
func worth(packed, plain int) bool { return packed*100 <= plain*85 }

// packChunk compresses the body of a chunk where that helps. Meter noise does not
// shrink: only chunks with many equal neighbours (nights, constant loads), whose deltas
// are zero bytes, are tried. scratch is written over; the result may lie in it.
func packChunk(chunk, scratch []byte) []byte {
	codec, body, err := loadcurve.Unwrap(chunk)
	if err != nil || codec != loadcurve.Plain {
		return chunk
	}
	if bytes.Count(body, []byte{0})*8 < len(body) {
		return chunk
	}
	packed := loadcurve.AppendZeroRuns(loadcurve.Wrap(slices.Grow(scratch[:0], len(chunk)), loadcurve.Zeros, nil), body)
	if !worth(len(packed), len(chunk)) {
		return chunk
	}
	return packed
}

// unpackChunk gives a chunk that loadcurve.Decode takes. scratch is reused.
func unpackChunk(chunk, scratch []byte) ([]byte, error) {
	codec, body, err := loadcurve.Unwrap(chunk)
	if err != nil || codec == loadcurve.Plain {
		return chunk, err
	}
	switch codec {
	case loadcurve.Zeros:
		return loadcurve.ReadZeroRuns(loadcurve.Wrap(scratch[:0], loadcurve.Plain, nil), body)
	case loadcurve.Zstd:
	default:
		return nil, loadcurve.ErrCodec.With("codec", int(codec))
	}
	plain, err := zstdCoders().dec.DecodeAll(body, loadcurve.Wrap(scratch[:0], loadcurve.Plain, nil))
	if err != nil {
		return nil, loadcurve.ErrChunk.With("reason", "zstd").Because(err)
	}
	return plain, nil
}

// packBlob puts a codec byte before a vector, 1 where it is compressed.
func packBlob(plain []byte) []byte {
	if len(plain) >= 256 {
		if packed := zstdCoders().enc.EncodeAll(plain, []byte{1}); worth(len(packed), len(plain)) {
			return packed
		}
	}
	return append([]byte{0}, plain...)
}

func unpackBlob(blob []byte) ([]byte, error) {
	switch {
	case len(blob) > 0 && blob[0] == 0:
		return blob[1:], nil
	case len(blob) > 0 && blob[0] == 1:
		plain, err := zstdCoders().dec.DecodeAll(blob[1:], nil)
		if err != nil {
			return nil, metering.ErrRollup.With("reason", "zstd").Because(err)
		}
		return plain, nil
	}
	return nil, metering.ErrRollup.With("reason", "codec")
}

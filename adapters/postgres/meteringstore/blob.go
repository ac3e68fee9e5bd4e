package meteringstore

import (
	"bytes"
	"slices"

	"github.com/openpmo/pmo/adapters/postgres"
	"github.com/openpmo/pmo/core/metering"
	"github.com/openpmo/pmo/core/metering/loadcurve"
)

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
	plain, err := postgres.Decompress(body, loadcurve.Wrap(scratch[:0], loadcurve.Plain, nil))
	if err != nil {
		return nil, loadcurve.ErrChunk.With("reason", "zstd").Because(err)
	}
	return plain, nil
}

// PackBlob puts a codec byte before a vector, 1 where it is compressed.
func PackBlob(plain []byte) []byte {
	if len(plain) >= 256 {
		if packed := postgres.Compress(plain, []byte{1}); worth(len(packed), len(plain)) {
			return packed
		}
	}
	return append([]byte{0}, plain...)
}

func UnpackBlob(blob []byte) ([]byte, error) {
	switch {
	case len(blob) > 0 && blob[0] == 0:
		return blob[1:], nil
	case len(blob) > 0 && blob[0] == 1:
		plain, err := postgres.Decompress(blob[1:], nil)
		if err != nil {
			return nil, metering.ErrRollup.With("reason", "zstd").Because(err)
		}
		return plain, nil
	}
	return nil, metering.ErrRollup.With("reason", "codec")
}

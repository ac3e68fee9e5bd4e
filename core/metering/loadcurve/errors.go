package loadcurve

import "github.com/openpmo/pmo/core/fault"

// Refusals of curve arithmetic and of stored bytes.
var (
	// ErrGrid is two curves that do not lie on one grid, or points outside it.
	ErrGrid = fault.New(fault.Invalid, "curve.gridMismatch")
	// ErrStep is a step that is not a whole part of an hour; parameter seconds.
	ErrStep = fault.CurveStep
	// ErrChunk is stored bytes that no Encode wrote; parameter reason.
	ErrChunk = fault.New(fault.Internal, "chunk.corrupt", fault.Text("reason"))
	// ErrCodec is a chunk whose body must be decompressed first, or of a later
	// version; parameters version, codec.
	ErrCodec = fault.New(fault.Internal, "chunk.codec", fault.Int("codec", "version"))
)

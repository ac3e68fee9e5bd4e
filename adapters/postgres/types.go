package postgres

import (
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/openpmo/pmo/core/id"
	"github.com/openpmo/pmo/core/party"
)

// registerTypes teaches a connection the types of the core: id.ID as uuid, alone,
// in arrays and in COPY, and instants in UTC.
func registerTypes(m *pgtype.Map) {
	uuid := &pgtype.Type{Name: "uuid", OID: pgtype.UUIDOID, Codec: idCodec{}}
	m.RegisterType(uuid)
	m.RegisterType(&pgtype.Type{Name: "_uuid", OID: pgtype.UUIDArrayOID, Codec: &pgtype.ArrayCodec{ElementType: uuid}})
	instant := &pgtype.Type{Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC}}
	m.RegisterType(instant)
	m.RegisterType(&pgtype.Type{Name: "_timestamptz", OID: pgtype.TimestamptzArrayOID, Codec: &pgtype.ArrayCodec{ElementType: instant}})
	m.RegisterDefaultPgType(id.ID(""), "uuid")
	m.RegisterDefaultPgType([]id.ID{}, "_uuid")
}

// idCodec adds id.ID to what the driver reads and writes as uuid. The driver alone
// would take it for text, which fails in arrays and in COPY.
type idCodec struct{ pgtype.UUIDCodec }

func (c idCodec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	if _, ok := value.(id.ID); !ok {
		return c.UUIDCodec.PlanEncode(m, oid, format, value)
	}
	if format == pgtype.TextFormatCode {
		return idTextEncoder{}
	}
	return idBinaryEncoder{}
}

func (c idCodec) PlanScan(m *pgtype.Map, oid uint32, format int16, target any) pgtype.ScanPlan {
	if _, ok := target.(*id.ID); !ok || format != pgtype.BinaryFormatCode {
		return c.UUIDCodec.PlanScan(m, oid, format, target)
	}
	return idBinaryScanner{}
}

// errNoID refuses to store "no identifier" as if it were one. A column that may
// hold none takes a *id.ID.
var errNoID = errors.New("postgres: an empty id.ID is not NULL: pass a nil *id.ID")

type idTextEncoder struct{}

func (idTextEncoder) Encode(value any, buf []byte) ([]byte, error) {
	v := value.(id.ID)
	if v.IsZero() {
		return nil, errNoID
	}
	return append(buf, v...), nil
}

type idBinaryEncoder struct{}

func (e idBinaryEncoder) Encode(value any, buf []byte) ([]byte, error) {
	return e.append(buf, value.(id.ID))
}

func (idBinaryEncoder) append(buf []byte, v id.ID) ([]byte, error) {
	if v.IsZero() {
		return buf, errNoID
	}
	if len(v) != 36 {
		return buf, id.ErrInvalid.With("value", string(v))
	}
	for _, at := range [...]int{0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34} {
		high, low := hexDigit(v[at]), hexDigit(v[at+1])
		if high|low > 15 {
			return buf, id.ErrInvalid.With("value", string(v))
		}
		buf = append(buf, high<<4|low)
	}
	return buf, nil
}

// hexDigit is what a digit stands for; above 15 for what is none.
func hexDigit(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10
	}
	return 0xff
}

const hexDigits = "0123456789abcdef"

type idBinaryScanner struct{}

func (idBinaryScanner) Scan(src []byte, target any) error {
	if src == nil {
		return errors.New("postgres: NULL does not fit an id.ID: scan into a *id.ID")
	}
	if len(src) != 16 {
		return fmt.Errorf("postgres: a uuid of %d bytes", len(src))
	}
	var text [36]byte
	at := 0
	for i, b := range src {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			text[at] = '-'
			at++
		}
		text[at], text[at+1] = hexDigits[b>>4], hexDigits[b&15]
		at += 2
	}
	*target.(*id.ID) = id.ID(text[:])
	return nil
}

// OptionalID is nil for no identifier, as columns that may be NULL want it.
func OptionalID(v id.ID) *id.ID {
	if v.IsZero() {
		return nil
	}
	return &v
}

// IDOf is the identifier of a column that may be NULL, empty for NULL.
func IDOf(v *id.ID) id.ID {
	if v == nil {
		return ""
	}
	return *v
}

// OptionalText is nil for an empty text, as columns that may be NULL want it.
func OptionalText(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// A position is two columns, both null where nobody has said it.
func ToPosition(latitude, longitude *float64) *party.Position {
	if latitude == nil || longitude == nil {
		return nil
	}
	return &party.Position{Latitude: *latitude, Longitude: *longitude}
}

func Latitude(p *party.Position) *float64 {
	if p == nil {
		return nil
	}
	return &p.Latitude
}

func Longitude(p *party.Position) *float64 {
	if p == nil {
		return nil
	}
	return &p.Longitude
}

// NilOfNone is texts of a column that is never NULL, nil for none, as the core has it.
func NilOfNone(texts []string) []string {
	if len(texts) == 0 {
		return nil
	}
	return texts
}

// NotNull is texts for a column that is never NULL.
func NotNull(texts []string) []string {
	if texts == nil {
		return []string{}
	}
	return texts
}

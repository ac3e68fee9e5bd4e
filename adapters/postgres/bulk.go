package postgres

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/id"
)

// bulk gathers the rows of one COPY in PostgreSQL's binary format. It is for tables that
// take thousands of rows at once: the driver's own CopyFrom asks the server for the
// types each time and boxes every value, which cost half of the time of a bill run.
// What is written must have the type of its column: int4 for integer, int8 for bigint.
type bulk struct {
	table   string
	columns []string
	buf     []byte
	rows    int
	fields  int
	err     error
}

// copyHeader is the signature of the format, no flags, no extension.
const copyHeader = "PGCOPY\n\xff\r\n\x00\x00\x00\x00\x00\x00\x00\x00\x00"

// NewBulk begins a COPY into a table; columns are separated by blanks.
func NewBulk(table, columns string, rows int) *bulk {
	b := &bulk{table: table, columns: strings.Fields(columns)}
	b.buf = append(make([]byte, 0, len(copyHeader)+rows*16*len(b.columns)), copyHeader...)
	return b
}

// Row begins a row; its values follow in the order of the columns.
func (b *bulk) Row() {
	b.whole()
	b.rows, b.fields = b.rows+1, 0
	b.buf = binary.BigEndian.AppendUint16(b.buf, uint16(len(b.columns)))
}

func (b *bulk) whole() {
	if b.rows > 0 && b.fields != len(b.columns) && b.err == nil {
		b.err = fmt.Errorf("%s: row %d has %d values for %d columns", b.table, b.rows, b.fields, len(b.columns))
	}
}

// size begins a value of so many bytes.
func (b *bulk) size(n int) {
	b.fields++
	b.buf = binary.BigEndian.AppendUint32(b.buf, uint32(n))
}

func (b *bulk) ID(v id.ID) {
	b.size(16)
	buf, err := idBinaryEncoder{}.append(b.buf, v)
	if err != nil && b.err == nil {
		b.err = fmt.Errorf("%s: %w", b.columns[(b.fields-1)%len(b.columns)], err)
	}
	b.buf = buf
}

// OptionalID writes NULL for none.
func (b *bulk) OptionalID(v id.ID) {
	if v.IsZero() {
		b.size(-1)
		return
	}
	b.ID(v)
}

// Null writes NULL.
func (b *bulk) Null() { b.size(-1) }

func (b *bulk) Text(v string) {
	b.size(len(v))
	b.buf = append(b.buf, v...)
}

func (b *bulk) Bytes(v []byte) {
	b.size(len(v))
	b.buf = append(b.buf, v...)
}

// JSON writes a jsonb, whose binary form is a version and the text.
func (b *bulk) JSON(v []byte) {
	b.size(len(v) + 1)
	b.buf = append(append(b.buf, 1), v...)
}

func (b *bulk) Int4(v int32) {
	b.size(4)
	b.buf = binary.BigEndian.AppendUint32(b.buf, uint32(v))
}

func (b *bulk) Int8(v int64) {
	b.size(8)
	b.buf = binary.BigEndian.AppendUint64(b.buf, uint64(v))
}

func (b *bulk) Flag(v bool) {
	b.size(1)
	var one byte
	if v {
		one = 1
	}
	b.buf = append(b.buf, one)
}

// PostgreSQL counts from here.
var postgresEpoch = civil.NewDate(2000, 1, 1)

func (b *bulk) Date(d civil.Date) {
	if d >= civil.Forever {
		b.Int4(math.MaxInt32)
		return
	}
	b.Int4(int32(d - postgresEpoch))
}

func (b *bulk) Instant(t time.Time) {
	b.Int8(t.UnixMicro() - int64(postgresEpoch)*24*int64(time.Hour/time.Microsecond))
}

// Send copies what was gathered, in the transaction of ctx.
func (b *bulk) Send(ctx context.Context) error {
	if b.whole(); b.err != nil || b.rows == 0 {
		return b.err
	}
	t := transactionOf(ctx)
	if t == nil {
		return errors.New("postgres: a COPY outside a transaction")
	}
	b.buf = binary.BigEndian.AppendUint16(b.buf, math.MaxUint16) // the end
	_, err := t.tx.Conn().PgConn().CopyFrom(ctx, bytes.NewReader(b.buf),
		"copy "+b.table+" ("+strings.Join(b.columns, ", ")+") from stdin (format binary)")
	return err
}

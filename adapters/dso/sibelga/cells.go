package sibelga

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
)

// maxTag keeps what is no workbook from filling the memory.
const maxTag = 64 << 10

// numbersIn looks through the XML of a sheet for the cells of a column, below a line,
// that are stored as numbers: those without the type of a text. It reads the tags of
// cells only.
func numbersIn(in io.Reader, column string, below int) ([]int, error) {
	var rows []int
	r := bufio.NewReaderSize(in, maxTag)
	for {
		if _, err := r.ReadSlice('<'); err != nil {
			if errors.Is(err, bufio.ErrBufferFull) {
				continue
			}
			if errors.Is(err, io.EOF) {
				return rows, nil
			}
			return rows, err
		}
		tag, err := r.ReadSlice('>')
		if err != nil {
			if errors.Is(err, bufio.ErrBufferFull) {
				continue
			}
			if errors.Is(err, io.EOF) {
				return rows, nil
			}
			return rows, err
		}
		if row, ok := numberAt(tag, column); ok && row > below {
			if n := len(rows); n == 0 || rows[n-1] < row {
				rows = append(rows, row)
			}
		}
	}
}

// numberAt reads a tag as c r="C12" t="s"; ok is true for a cell of the column that is a
// number. A cell without a value is one too: it has no EAN, and its line is left out.
func numberAt(tag []byte, column string) (row int, ok bool) {
	name, attributes, _ := bytes.Cut(tag, []byte{' '})
	if i := bytes.IndexByte(name, ':'); i >= 0 {
		name = name[i+1:]
	}
	if string(name) != "c" {
		return 0, false
	}
	place := attribute(attributes, "r")
	digits := bytes.TrimLeft(place, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	if string(place[:len(place)-len(digits)]) != column {
		return 0, false
	}
	row, err := strconv.Atoi(string(digits))
	kind := attribute(attributes, "t")
	return row, err == nil && (len(kind) == 0 || string(kind) == "n")
}

func attribute(attributes []byte, name string) []byte {
	for len(attributes) > 0 {
		attributes = bytes.TrimLeft(attributes, " \t\r\n")
		key, rest, found := bytes.Cut(attributes, []byte{'='})
		if !found || len(rest) == 0 {
			return nil
		}
		quote := rest[0]
		value, after, closed := bytes.Cut(rest[1:], []byte{quote})
		if !closed {
			return nil
		}
		if string(bytes.TrimSpace(key)) == name {
			return value
		}
		attributes = after
	}
	return nil
}

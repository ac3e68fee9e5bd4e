package files

import (
	"bytes"
	"errors"
	"io"
	"strconv"
)

// TextCells are the cells of a sheet that hold text, by column: stretches of lines.
type TextCells struct {
	stretches [][][2]int
	all       bool // nothing is known: each may be text
}

// Has reports whether a cell may hold text; row is from 1, column from 0.
func (t *TextCells) Has(row, column int) bool {
	if t.all {
		return true
	}
	if column >= len(t.stretches) {
		return false
	}
	of := t.stretches[column]
	for len(of) > 0 && of[0][1] < row { // lines are asked for in their order
		of = of[1:]
		t.stretches[column] = of
	}
	return len(of) > 0 && of[0][0] <= row
}

func (t *TextCells) add(row, column int) {
	for len(t.stretches) <= column {
		t.stretches = append(t.stretches, nil)
	}
	of := t.stretches[column]
	if n := len(of); n > 0 && of[n-1][1] == row-1 {
		of[n-1][1] = row
		return
	}
	t.stretches[column] = append(of, [2]int{row, row})
}

// TextCells finds the cells of a sheet that hold text. excelize gives numbers and texts
// alike, and a text like 2.188 may be a thousand times what a number like it is.
func (b Book) TextCells(sheet string) (TextCells, error) {
	part := b.Part(sheet)
	if part == nil {
		return TextCells{all: true}, nil
	}
	content, err := part.Open()
	if err != nil {
		return TextCells{}, ErrNotSpreadsheet.Because(err)
	}
	defer func() { _ = content.Close() }()
	found, err := textCells(content)
	if err != nil {
		return TextCells{}, ErrNotSpreadsheet.Because(err)
	}
	return found, nil
}

var (
	cellStart = []byte("<c ")
	textTypes = [][]byte{[]byte(` t="s"`), []byte(` t="str"`), []byte(` t="inlineStr"`)}
	placeOf   = []byte(` r="`)
)

// textCells goes through the text of a sheet, for the same reason as unsolved does.
func textCells(sheet io.Reader) (found TextCells, err error) {
	buf := make([]byte, 0, 1<<16)
	for {
		n, err := sheet.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		for {
			at := bytes.Index(buf, cellStart)
			if at < 0 {
				break
			}
			end := bytes.IndexByte(buf[at:], '>')
			if end < 0 {
				buf = buf[at:]
				break
			}
			found.see(buf[at : at+end])
			buf = buf[at+end:]
		}
		switch {
		case errors.Is(err, io.EOF):
			return found, nil
		case err != nil:
			return found, err
		}
		if keep := len(cellStart); len(buf) > keep && !bytes.HasPrefix(buf, cellStart) {
			buf = buf[len(buf)-keep:]
		}
		if len(buf) > 1<<15 { // no cell begins so long
			return TextCells{all: true}, nil
		}
		buf = append(make([]byte, 0, 1<<16), buf...)
	}
}

// see looks at the beginning of a cell. One without a place makes all unknown.
func (t *TextCells) see(cell []byte) {
	isText := false
	for _, kind := range textTypes {
		isText = isText || bytes.Contains(cell, kind)
	}
	if !isText {
		return
	}
	_, place, ok := bytes.Cut(cell, placeOf)
	name, _, closed := bytes.Cut(place, []byte(`"`))
	column, digits := 0, 0
	for digits < len(name) && name[digits] >= 'A' && name[digits] <= 'Z' {
		column = column*26 + int(name[digits]-'A'+1)
		digits++
	}
	row, err := strconv.Atoi(string(name[digits:]))
	if !ok || !closed || err != nil || digits == 0 || digits > 3 {
		t.all = true
		return
	}
	t.add(row, column-1)
}

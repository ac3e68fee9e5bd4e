package pdf

import (
	"bytes"

	"codeberg.org/go-pdf/fpdf"
)

// logo draws the seller's picture into a room, in its proportions and at its upper left, and answers
// the size it has there, in mm; 0 without a picture.
func (s *sheet) logo(x, y, width, height float64) (w, h float64) {
	if len(s.d.Logo) == 0 {
		return 0, 0
	}
	const name = "logo"
	options := fpdf.ImageOptions{ImageType: "PNG"}
	info := s.pdf.RegisterImageOptionsReader(name, options, bytes.NewReader(s.d.Logo))
	if info == nil || s.pdf.Err() { // the document as a whole says so
		return 0, 0
	}
	w, h = info.Width(), info.Height()
	scale := min(width/w, height/h)
	w, h = w*scale, h*scale
	s.pdf.ImageOptions(name, x, y, w, h, false, options, 0, "")
	return w, h
}

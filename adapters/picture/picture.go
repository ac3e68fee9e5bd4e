// Package picture reads pictures that people send and draws them anew.
package picture

import (
	"bytes"
	"image"
	_ "image/jpeg" // read
	"image/png"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // read

	"github.com/openpmo/pmo/core/logo"
)

var _ logo.Pictures = Drawer{}

// Drawer is logo.Pictures. Other formats are not read: of those, SVG holds programs.
type Drawer struct{}

// Redraw looks at the size before it takes the memory of all pixels.
func (Drawer) Redraw(file []byte, maxSide, width, height int) ([]byte, error) {
	head, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil || head.Width < 1 || head.Height < 1 {
		return nil, logo.ErrNoPicture
	}
	if head.Width > maxSide || head.Height > maxSide {
		return nil, logo.ErrTooManyPixels.With("width", head.Width).With("height", head.Height).With("max", maxSide)
	}
	from, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, logo.ErrNoPicture
	}
	// 8 bits a channel: what documents can hold.
	to := image.NewNRGBA(fitted(from.Bounds(), width, height))
	draw.CatmullRom.Scale(to, to.Bounds(), from, from.Bounds(), draw.Src, nil)
	var out bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, to)
	return out.Bytes(), err
}

// fitted is the largest size of these proportions within width × height, never larger than it was
// and at least one pixel.
func fitted(was image.Rectangle, width, height int) image.Rectangle {
	w, h := was.Dx(), was.Dy()
	if w > width {
		w, h = width, h*width/w
	}
	if h > height {
		w, h = w*height/h, height
	}
	return image.Rect(0, 0, max(w, 1), max(h, 1))
}

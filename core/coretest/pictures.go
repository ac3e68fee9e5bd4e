package coretest

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
)

// Picture is a PNG of one colour, another one for each n.
func Picture(n uint8) []byte {
	one := image.NewNRGBA(image.Rect(0, 0, 30, 10))
	draw.Draw(one, one.Bounds(), image.NewUniform(color.NRGBA{n, 20, 60, 255}), image.Point{}, draw.Src)
	var out bytes.Buffer
	_ = png.Encode(&out, one)
	return out.Bytes()
}

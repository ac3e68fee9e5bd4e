package picture_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/openpmo/pmo/adapters/picture"
	"github.com/openpmo/pmo/core/fault"
	"github.com/openpmo/pmo/core/logo"
)

func redraw(file []byte) ([]byte, error) { return picture.Drawer{}.Redraw(file, 6000, 800, 400) }

func encoded(t *testing.T, from image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, png.Encode(&out, from))
	return out.Bytes()
}

func read(t *testing.T, file []byte) image.Image {
	t.Helper()
	got, err := png.Decode(bytes.NewReader(file))
	require.NoError(t, err)
	return got
}

// A small picture keeps each pixel, how clear it is included; what stands around the pixels goes.
func TestOnlyPixelsAreKept(t *testing.T) {
	t.Parallel()
	from := image.NewNRGBA(image.Rect(0, 0, 3, 2))
	for i := range from.Pix {
		from.Pix[i] = byte(40 * i)
	}
	from.Set(0, 0, color.NRGBA{200, 100, 50, 255})
	from.Set(1, 0, color.NRGBA{200, 100, 50, 128})
	file := append(encoded(t, from), "<script>alert(1)</script>"...)
	got, err := redraw(file)
	require.NoError(t, err)
	require.NotContains(t, string(got), "script")
	require.Equal(t, color.NRGBA{200, 100, 50, 255}, read(t, got).At(0, 0))
	require.InDelta(t, 128, float64(read(t, got).At(1, 0).(color.NRGBA).A), 1)
	again, err := redraw(file)
	require.NoError(t, err)
	require.Equal(t, got, again, "the same file gives the same bytes")
	twice, err := redraw(got)
	require.NoError(t, err)
	require.Equal(t, read(t, got).Bounds(), read(t, twice).Bounds())
}

func TestLargePicturesAreMadeSmallerInTheirProportions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ width, height, w, h int }{
		{1600, 200, 800, 100}, {200, 1600, 50, 400}, {1600, 1600, 400, 400}, {800, 400, 800, 400}, {6000, 1, 800, 1}, {10, 10, 10, 10},
	} {
		got, err := redraw(encoded(t, image.NewGray16(image.Rect(0, 0, c.width, c.height))))
		require.NoError(t, err)
		require.Equal(t, image.Rect(0, 0, c.w, c.h), read(t, got).Bounds())
		require.Equal(t, byte(8), got[24], "bits a channel")
	}
}

// webp is one pixel, without loss.
const webp = "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=="

func TestFormats(t *testing.T) {
	t.Parallel()
	var photo bytes.Buffer
	require.NoError(t, jpeg.Encode(&photo, image.NewYCbCr(image.Rect(0, 0, 20, 10), image.YCbCrSubsampleRatio420), nil))
	small, err := base64.StdEncoding.DecodeString(webp)
	require.NoError(t, err)
	for name, file := range map[string][]byte{"JPEG": photo.Bytes(), "WebP": small} {
		got, err := redraw(file)
		require.NoError(t, err, name)
		read(t, got)
	}
	whole := encoded(t, image.NewNRGBA(image.Rect(0, 0, 50, 50)))
	for name, file := range map[string][]byte{
		"nothing": nil, "SVG": []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
		"HTML": []byte("<html>"), "half a picture": whole[:len(whole)/2], "PDF": []byte("%PDF-1.7"),
	} {
		_, err := redraw(file)
		require.ErrorIs(t, err, logo.ErrNoPicture, name)
	}
	_, err = redraw(encoded(t, image.NewGray(image.Rect(0, 0, 6001, 1))))
	require.ErrorIs(t, err, logo.ErrTooManyPixels)
	require.Equal(t, 6001, fault.From(err).Params["width"])
}

package blob

import (
	"context"
	"io"

	"golang.org/x/sync/errgroup"

	"github.com/openpmo/pmo/core/object"
)

// writers is how many objects are written at once: a store that writes to disk or network waits
// most of the time.
const writers = 8

// Putter stores one object, as object.Store does.
type Putter interface {
	Put(ctx context.Context, key string, content io.Reader, size int64, contentType string) error
}

// PutAll stores objects side by side and answers the first error.
func PutAll(ctx context.Context, s Putter, objects []object.Object) error {
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(writers)
	for _, o := range objects {
		all.Go(func() error {
			content, err := o.Open()
			if err != nil {
				return err
			}
			defer func() { _ = content.Close() }()
			return s.Put(ctx, o.Key, content, o.Size, o.ContentType)
		})
	}
	return all.Wait()
}

// Package s3 keeps objects in a bucket of an S3 service.
package s3

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/openpmo/pmo/adapters/blob"
	"github.com/openpmo/pmo/core/object"
)

// partSize of an upload whose length is not known: it is what one upload keeps in memory.
const partSize = 16 << 20

// Options are the settings PMO_S3_*.
type Options struct {
	Endpoint       string // URL, as in https://s3.example.org
	PublicEndpoint string // URL that browsers reach, when it is another; signed addresses bear it
	Region         string // default us-east-1
	Bucket         string
	Prefix         string // before every key, as in "pmo/"; may be empty
	AccessKey      string
	SecretKey      string
	CreateBucket   bool // make the bucket when it is not there
}

var _ object.Store = (*Store)(nil)

// Store is a bucket.
type Store struct {
	client *minio.Client
	public *minio.Client // signs only, never connects
	bucket string
	prefix string
}

// New connects and makes sure that the bucket is there.
func New(ctx context.Context, o Options) (*Store, error) {
	if o.Region == "" {
		o.Region = "us-east-1"
	}
	if o.PublicEndpoint == "" {
		o.PublicEndpoint = o.Endpoint
	}
	s := &Store{bucket: o.Bucket, prefix: o.Prefix}
	var err error
	if s.client, err = connect(o, o.Endpoint); err != nil {
		return nil, err
	}
	if s.public, err = connect(o, o.PublicEndpoint); err != nil {
		return nil, err
	}
	exists, err := s.client.BucketExists(ctx, o.Bucket)
	if err != nil {
		return nil, fmt.Errorf("s3: bucket %s at %s: %w", o.Bucket, o.Endpoint, err)
	}
	if !exists && !o.CreateBucket {
		return nil, fmt.Errorf("s3: there is no bucket %s at %s", o.Bucket, o.Endpoint)
	}
	if !exists {
		err = s.client.MakeBucket(ctx, o.Bucket, minio.MakeBucketOptions{Region: o.Region})
		if code := minio.ToErrorResponse(err).Code; err != nil && code != "BucketAlreadyOwnedByYou" {
			return nil, fmt.Errorf("s3: making bucket %s: %w", o.Bucket, err)
		}
	}
	return s, nil
}

func connect(o Options, endpoint string) (*minio.Client, error) {
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, fmt.Errorf("s3: the endpoint %q is not a URL such as https://s3.example.org", endpoint)
	}
	return minio.New(u.Host, &minio.Options{
		Creds:  credentials.NewStaticV4(o.AccessKey, o.SecretKey, ""),
		Secure: u.Scheme == "https",
		// With the region given nothing is asked of the server to sign an address.
		Region: o.Region,
	})
}

// Origin is where signed addresses lead, as https://s3.example.org.
func (s *Store) Origin() string {
	u := s.public.EndpointURL()
	return u.Scheme + "://" + u.Host
}

// PutAll stores objects side by side.
func (s *Store) PutAll(ctx context.Context, objects []object.Object) error {
	return blob.PutAll(ctx, s, objects)
}

// Put stores the object in one piece, or in parts that become one at the end.
func (s *Store) Put(ctx context.Context, key string, content io.Reader, size int64, contentType string) error {
	if err := object.CheckKey(key); err != nil {
		return err
	}
	// The client reads size bytes and no more, so one that is too long is seen only
	// afterwards: the excess must be looked for before the last byte is handed over.
	in := &watched{in: &whole{content: object.Exactly(content, size), left: size}}
	start := bufio.NewReader(in)
	if _, err := start.Peek(1); err == io.EOF {
		size = 0
	}
	if in.err != nil {
		return in.err
	}
	options := minio.PutObjectOptions{ContentType: contentType}
	var body io.Reader = start
	switch {
	case size < 0:
		options.PartSize = partSize
	case size == 0:
		// Signed piece by piece, as the client does without TLS, an empty body
		// would be sent without a length, which services refuse.
		options.DisableContentSha256 = true
		body = bytes.NewReader(nil)
	}
	_, err := s.client.PutObject(ctx, s.bucket, s.prefix+key, body, size, options)
	if in.err != nil {
		return in.err
	}
	return translate(err)
}

// Get opens the object; parts are fetched as they are read.
func (s *Store) Get(ctx context.Context, key string) (io.ReadSeekCloser, object.Info, error) {
	if err := object.CheckKey(key); err != nil {
		return nil, object.Info{}, err
	}
	opened, err := s.client.GetObject(ctx, s.bucket, s.prefix+key, minio.GetObjectOptions{})
	if err != nil {
		return nil, object.Info{}, translate(err)
	}
	stat, err := opened.Stat()
	if err != nil {
		return nil, object.Info{}, errors.Join(translate(err), opened.Close())
	}
	return opened, object.Info{Size: stat.Size, ContentType: stat.ContentType}, nil
}

// Stat asks for the head of the object.
func (s *Store) Stat(ctx context.Context, key string) (object.Info, error) {
	if err := object.CheckKey(key); err != nil {
		return object.Info{}, err
	}
	stat, err := s.client.StatObject(ctx, s.bucket, s.prefix+key, minio.StatObjectOptions{})
	if err != nil {
		return object.Info{}, translate(err)
	}
	return object.Info{Size: stat.Size, ContentType: stat.ContentType}, nil
}

// Delete removes the object. The service itself does not mind one that is not there.
func (s *Store) Delete(ctx context.Context, key string) error {
	if err := object.CheckKey(key); err != nil {
		return err
	}
	err := translate(s.client.RemoveObject(ctx, s.bucket, s.prefix+key, minio.RemoveObjectOptions{}))
	if errors.Is(err, object.ErrNotFound) {
		return nil
	}
	return err
}

// SignGet makes an address at the service itself, which then names the download.
func (s *Store) SignGet(ctx context.Context, key, fileName string, ttl time.Duration) (string, error) {
	if err := object.CheckKey(key); err != nil {
		return "", err
	}
	disposition := mime.FormatMediaType("attachment", map[string]string{"filename": fileName})
	signed, err := s.public.PresignedGetObject(ctx, s.bucket, s.prefix+key, ttl,
		url.Values{"response-content-disposition": {disposition}})
	if err != nil {
		return "", err
	}
	return signed.String(), nil
}

func translate(err error) error {
	if err == nil {
		return nil
	}
	answer := minio.ToErrorResponse(err)
	if answer.Code == "NoSuchKey" || answer.StatusCode == http.StatusNotFound && answer.Code != "NoSuchBucket" {
		return object.ErrNotFound
	}
	return fmt.Errorf("s3: %w", err)
}

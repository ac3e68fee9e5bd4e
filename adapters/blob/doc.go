// Package blob has below it the two places where objects lie, a folder (fs) and an S3 service
// (s3), and here what they do alike, with the one test that both pass.
package blob

// Package blob has no code: below it stand the two places where objects lie, a
// folder (fs) and an S3 service (s3), and here the one test that both pass.
package blob

package config

import (
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// checkS3 wants the object store named whole or not at all: half of it would quietly
// leave invoices in a folder of one machine.
func (c *Config) checkS3() error {
	given := cmp.Or(c.S3Bucket, c.S3AccessKey, c.S3SecretKey) != "" || c.S3Insecure
	switch {
	case c.S3Endpoint != "" && (c.S3Bucket == "" || c.S3AccessKey == "" || c.S3SecretKey == ""):
		return errors.New("s3-endpoint needs s3-bucket, s3-access-key and s3-secret-key")
	case c.S3Endpoint == "" && given:
		return errors.New("s3-bucket, s3-access-key, s3-secret-key and s3-insecure need s3-endpoint")
	}
	return nil
}

// Networks reads a list of addresses and networks.
func Networks(list string) ([]netip.Prefix, error) {
	var out []netip.Prefix
	for part := range strings.SplitSeq(list, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if ip, err := netip.ParseAddr(part); err == nil {
			ip = ip.Unmap()
			out = append(out, netip.PrefixFrom(ip, ip.BitLen()))
			continue
		}
		prefix, err := netip.ParsePrefix(part)
		if err != nil {
			return nil, fmt.Errorf("%q is no address and no network such as 10.0.0.0/8", part)
		}
		out = append(out, prefix.Masked())
	}
	return out, nil
}

// others are variables that pmoctl, the tests and the search for PostgreSQL read; an
// underscore at the end stands for all that begin so.
var others = []string{"PMO_URL", "PMO_TOKEN", "PMO_CONFIG", "PMO_CHROMIUM", "PMO_PG_TREE", "PMO_REAL_DATA",
	"PMO_CALLS_REPORT", "PMO_SERVER", "PMO_TEST_", "PMO_E2E_", "PMO_APPTEST_"}

// Unread tells of each PMO_ variable of the environment that nobody reads, with the
// setting it may be meant for: a typing mistake must not be silent.
func Unread() []string {
	known := slices.Clone(others)
	for _, s := range settings {
		known = append(known, "PMO_"+strings.ToUpper(strings.ReplaceAll(s.name, "-", "_")))
	}
	var out []string
	for _, entry := range os.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, "PMO_") || slices.ContainsFunc(known, func(k string) bool {
			return k == name || strings.HasSuffix(k, "_") && strings.HasPrefix(name, k)
		}) {
			continue
		}
		nearest := slices.MinFunc(known, func(a, b string) int {
			return cmp.Compare(levenshtein.ComputeDistance(a, name), levenshtein.ComputeDistance(b, name))
		})
		out = append(out, fmt.Sprintf("%s is no setting and is not read; the nearest is %s", name, nearest))
	}
	slices.Sort(out)
	return out
}

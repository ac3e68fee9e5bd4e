package config

import (
	"net"
	"net/netip"
	"strings"
)

// Weaknesses are one sentence for each, with the setting that mends it.
func (c *Config) Weaknesses() (out []string) {
	add := func(weak bool, text string) {
		if weak {
			out = append(out, text)
		}
	}
	open := !onLoopback(c.Addr)
	tls := strings.HasPrefix(c.PublicURL, "https://")
	host := strings.TrimPrefix(c.PublicURL, "http://")
	add(!tls && !onLoopback(withPort(host)), "public-url is not https: passwords and sessions travel in the clear, and browsers keep no session cookie. Put TLS in front and set public-url to its https address")
	add(tls && open && c.TrustedProxies == "", "trusted-proxies is empty: behind a proxy all callers share one address, and one of them can lock out the others from signing in")
	add(open && c.MetricsAddr == "", "/metrics is answered to everybody who reaches addr: set metrics-addr")
	add(c.Demo && open, "the demo accounts, whose password is public, are reachable from other machines: start without demo, or listen on loopback")
	add(c.SMTPHost != "" && c.SMTPTLS == "none" && !onLoopback(withPort(c.SMTPHost)), "smtp-tls is none: mails with links to accounts travel in the clear")
	add(c.S3Endpoint != "" && c.S3Insecure && !onLoopback(withPort(c.S3Endpoint)), "s3-insecure: documents and curves travel in the clear")
	return out
}

// withPort is a host, with any port where it has none.
func withPort(host string) string {
	host, _, _ = strings.Cut(host, "/")
	if _, _, err := net.SplitHostPort(host); err == nil {
		return host
	}
	return net.JoinHostPort(strings.Trim(host, "[]"), "0")
}

// onLoopback reports whether an address is reached from this machine only.
func onLoopback(hostPort string) bool {
	host, _, err := net.SplitHostPort(hostPort)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

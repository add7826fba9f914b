package proxy

import (
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/nordlys/go-edge/internal/config"
)

// ipResolver finds the client's address behind the load balancers we trust.
type ipResolver struct {
	trusted []netip.Prefix
}

func newIPResolver(c *config.Config) (*ipResolver, error) {
	r := &ipResolver{}
	for _, p := range c.TrustedProxies {
		prefix, err := netip.ParsePrefix(p)
		if err != nil {
			return nil, err
		}
		r.trusted = append(r.trusted, prefix)
	}
	return r, nil
}

// clientIP walks X-Forwarded-For from the right and returns the first address
// that is not one of ours. Without a trusted peer the header is ignored.
func (r *ipResolver) clientIP(req *http.Request) string {
	host, _, err := net.SplitHostPort(req.RemoteAddr)
	if err != nil {
		host = req.RemoteAddr
	}
	if !r.isTrusted(host) {
		return host
	}
	hops := strings.Split(req.Header.Get("X-Forwarded-For"), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop := strings.TrimSpace(hops[i])
		if hop == "" {
			continue
		}
		if !r.isTrusted(hop) {
			return hop
		}
	}
	return host
}

func (r *ipResolver) isTrusted(host string) bool {
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	for _, p := range r.trusted {
		if p.Contains(addr.Unmap()) {
			return true
		}
	}
	return false
}

// limitKey is the key of a route's rate limit for this request. A request
// without the header falls back to its address.
func (r *ipResolver) limitKey(req *http.Request, key string) string {
	if name, ok := strings.CutPrefix(key, "header:"); ok {
		if v := req.Header.Get(name); v != "" {
			return v
		}
	}
	return r.clientIP(req)
}

package zone

import (
	"strings"

	"github.com/miekg/dns"
)

// CompareNames orders canonical names as RFC 4034 section 6.1 does: label by label from the root, bytes unsigned.
func CompareNames(a, b string) int {
	la, lb := dns.SplitDomainName(a), dns.SplitDomainName(b)
	for i := 1; i <= len(la) && i <= len(lb); i++ {
		if c := strings.Compare(la[len(la)-i], lb[len(lb)-i]); c != 0 {
			return c
		}
	}
	return len(la) - len(lb)
}

// Parent removes the first label. The parent of the root is the root.
func Parent(name string) string {
	off, end := dns.NextLabel(name, 0)
	if end {
		return "."
	}
	return name[off:]
}

// Wildcard is the name "*." below encloser.
func Wildcard(encloser string) string {
	if encloser == "." {
		return "*."
	}
	return "*." + encloser
}

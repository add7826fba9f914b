package zone

// SerialNewer reports whether a is newer than b in the arithmetic of RFC 1982. Serials at a distance of exactly 2^31
// are not ordered; neither is newer.
func SerialNewer(a, b uint32) bool {
	return a != b && a-b < 1<<31
}

// NextSerial is the serial after s. It skips zero, which some secondaries read as "none".
func NextSerial(s uint32) uint32 {
	if s++; s == 0 {
		return 1
	}
	return s
}

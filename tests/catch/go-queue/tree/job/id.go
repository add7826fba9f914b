package job

import (
	"crypto/rand"
	"encoding/hex"
)

// NewID returns 16 random bytes as 32 hexadecimal characters.
func NewID() string {
	var raw [16]byte
	if _, err := rand.Read(raw[:]); err != nil {
		panic(err)
	}
	return hex.EncodeToString(raw[:])
}

// ValidID says whether text has the form of an id.
func ValidID(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == 16
}

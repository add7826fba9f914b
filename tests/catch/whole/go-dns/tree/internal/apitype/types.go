// Package apitype holds what travels between the API and its client.
package apitype

// Zone describes a zone in service.
type Zone struct {
	Name    string `json:"name"`
	Role    string `json:"role"`
	Serial  uint32 `json:"serial"`
	Records int    `json:"records"`
}

// Error is the body of every answer that is not 2xx.
type Error struct {
	Error string `json:"error"`
}

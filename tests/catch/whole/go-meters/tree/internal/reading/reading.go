// Package reading holds the one type that every other package passes around.
package reading

import "time"

// Reading is what one telegram of one meter told us.
type Reading struct {
	ID         int64     `json:"-"`           // row in the store, 0 before Insert
	Meter      string    `json:"meter"`       // manufacturer and serial number, "KAM-12345678"
	ReceivedAt time.Time `json:"received_at"` // UTC, whole seconds
	VolumeL    int64     `json:"volume_l"`    // litres
	Status     byte      `json:"status"`      // status byte of the telegram, as sent
	AccessNo   byte      `json:"access_no"`   // counts up with every telegram, wraps at 255
	RSSI       int       `json:"rssi"`        // dBm, 0 if the stick does not say
	Raw        []byte    `json:"raw,omitempty"`
}

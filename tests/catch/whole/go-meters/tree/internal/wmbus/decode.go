package wmbus

import (
	"github.com/brackwater/standpipe/internal/reading"
)

// Volume VIFs: 0x10 + n is a volume in 10^(n-6) cubic metres.
const (
	vifVolume     = 0x10
	vifVolumeMask = 0x78
)

// Decode reads the current volume out of a telegram. ReceivedAt, RSSI and Raw are the
// caller's to fill in.
func Decode(b []byte) (reading.Reading, error) {
	f, err := ParseFrame(b)
	if err != nil {
		return reading.Reading{}, err
	}
	records, err := ParseRecords(f.Records)
	if err != nil {
		return reading.Reading{}, err
	}
	for _, r := range records {
		if r.Function != 0 || r.Storage != 0 || r.Extended || r.VIF&vifVolumeMask != vifVolume {
			continue
		}
		v, err := r.Int()
		if err != nil {
			return reading.Reading{}, err
		}
		return reading.Reading{
			Meter:    f.Meter(),
			VolumeL:  litres(v, int(r.VIF&0x07)),
			Status:   f.Status,
			AccessNo: f.AccessNo,
		}, nil
	}
	return reading.Reading{}, ErrNoVolume
}

// litres turns v times 10^(n-6) cubic metres into litres, cutting what is below one.
func litres(v int64, n int) int64 {
	for ; n > 3; n-- {
		v *= 10
	}
	for ; n < 3; n++ {
		v /= 10
	}
	return v
}

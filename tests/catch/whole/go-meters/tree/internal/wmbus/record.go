package wmbus

// Record is one data record: a DIF, a VIF and a value.
type Record struct {
	Function byte // 0 is the instantaneous value
	Storage  int  // 0 is the current value, 1 and up are due dates
	VIF      byte // without the extension bit
	Extended bool // VIFEs follow the VIF; the value may then mean something else
	Data     []byte
	BCD      bool
}

const (
	difFiller       = 0x2f
	difManufacturer = 0x0f
	difMoreFollows  = 0x1f
)

// length in bytes by the lower four bits of the DIF; -1 is not a plain number.
var dataLength = [16]int{0, 1, 2, 3, 4, 4, 6, 8, 0, 1, 2, 3, 4, -1, 6, -1}

// ParseRecords reads records up to the end or to the manufacturer's own data.
func ParseRecords(b []byte) ([]Record, error) {
	var out []Record
	for len(b) > 0 {
		dif := b[0]
		b = b[1:]
		if dif == difFiller {
			continue
		}
		if dif == difManufacturer || dif == difMoreFollows {
			return out, nil
		}
		r := Record{
			Function: dif >> 4 & 0x03,
			Storage:  int(dif >> 6 & 0x01),
			BCD:      dif&0x0f >= 9 && dif&0x0f != 13,
		}
		more := dif&0x80 != 0
		for shift := 1; more; shift += 4 {
			if len(b) == 0 {
				return nil, ErrShort
			}
			r.Storage |= int(b[0]&0x0f) << shift
			more = b[0]&0x80 != 0
			b = b[1:]
		}
		if len(b) == 0 {
			return nil, ErrShort
		}
		r.VIF = b[0] & 0x7f
		more = b[0]&0x80 != 0
		r.Extended = more
		b = b[1:]
		for more {
			if len(b) == 0 {
				return nil, ErrShort
			}
			more = b[0]&0x80 != 0
			b = b[1:]
		}
		n := dataLength[dif&0x0f]
		if n < 0 { // variable length, the first byte says how long
			if len(b) == 0 {
				return nil, ErrShort
			}
			n = int(b[0])
			b = b[1:]
		}
		if len(b) < n {
			return nil, ErrShort
		}
		r.Data, b = b[:n], b[n:]
		out = append(out, r)
	}
	return out, nil
}

// Int returns the value as a whole number.
func (r Record) Int() (int64, error) {
	if r.BCD {
		return bcd(r.Data)
	}
	var n int64
	for i := len(r.Data) - 1; i >= 0; i-- {
		n = n<<8 | int64(r.Data[i])
	}
	return n, nil
}

package store

import (
	"bytes"
	"compress/flate"
	"errors"
	"io"
)

// PackContent returns the content of a file as file_contents keeps it: deflated where that makes it smaller. It never returns nil,
// which would be null.
func PackContent(data []byte) []byte {
	if packed := deflated(data, flate.BestSpeed); len(packed) < len(data) {
		return packed
	}
	return append([]byte{}, data...)
}

// OpenContent is the reverse of PackContent; size is that of the content, beyond which nothing is to be read.
func OpenContent(packed []byte, size int64) io.Reader {
	if int64(len(packed)) == size {
		return bytes.NewReader(packed)
	}
	return io.LimitReader(flate.NewReader(bytes.NewReader(packed)), size)
}

func deflated(data []byte, level int) []byte {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, level)
	if err == nil {
		_, err = w.Write(data)
		err = errors.Join(err, w.Close())
	}
	if err != nil {
		panic("store: deflating into memory: " + err.Error())
	}
	return out.Bytes()
}

package target

import (
	"quartermaster/internal/jsontree"
	"quartermaster/internal/remote"
)

// AppendJSON appends the target as it goes over the wire.
func (t *Target) AppendJSON(b []byte) []byte {
	o := new(jsontree.Object)
	o.Set("protocol", string(t.Protocol))
	o.Set("host", orNil(t.Host))
	o.Set("port", nil)
	if t.Port != 0 {
		o.Set("port", int64(t.Port))
	}
	o.Set("username", orNil(t.Username))
	o.Set("has_password", t.HasPassword)
	o.Set("has_private_key", t.HasPrivateKey)
	o.Set("public_key", orNil(t.PublicKey))
	o.Set("dir", orNil(t.Dir))
	o.Set("implicit_tls", t.ImplicitTLS && t.Protocol == remote.FTPS)
	o.Set("pinned", orNil(t.Pinned))
	o.Set("folders", t.Folders.object())
	b = jsontree.AppendValue(b, o)
	b = append(b[:len(b)-1], `,"tested":`...)
	if t.Tested == nil {
		return append(b, "null}"...)
	}
	return append(t.Tested.AppendJSON(b), '}')
}

// AppendJSON appends the test as it goes over the wire.
func (t *Test) AppendJSON(b []byte) []byte {
	o := new(jsontree.Object)
	o.Set("ok", t.OK)
	o.Set("fingerprint", orNil(t.Fingerprint))
	o.Set("pinned", orNil(t.Pinned))
	o.Set("layout", orNil(t.Layout))
	o.Set("mission", orNil(t.Mission))
	o.Set("folders", t.Folders.object())
	o.Set("config", orNil(t.Config))
	o.Set("lists", append([]string{}, t.Lists...))
	o.Set("files", t.Files)
	o.Set("problems", append([]string{}, t.Problems...))
	o.Set("notes", append([]string{}, t.Notes...))
	b = jsontree.AppendValue(b, o)
	return append(jsontree.AppendTime(append(b[:len(b)-1], `,"tested_at":`...), t.At), '}')
}

func (f Folders) object() *jsontree.Object {
	o := new(jsontree.Object)
	o.Set("mission", orNil(f.Mission))
	o.Set("profiles", orNil(f.Profiles))
	o.Set("battleye", orNil(f.BattlEye))
	return o
}

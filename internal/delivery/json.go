package delivery

import (
	"quartermaster/internal/jsontree"
)

// AppendJSON appends a delivery as it goes over the wire. One that was listed has no files.
func (d Delivery) AppendJSON(b []byte) []byte {
	b = jsontree.AppendValue(append(b, `{"sid":`...), orNull(d.SID))
	b = appendRevision(append(b, `,"revision":`...), d.Revision)
	b = jsontree.AppendString(append(b, `,"status":`...), string(d.Status))
	b = jsontree.AppendString(append(b, `,"who":`...), d.Who)
	b = jsontree.AppendBool(append(b, `,"override":`...), d.Options.Override)
	b = jsontree.AppendValue(append(b, `,"reason":`...), orNull(d.Options.Reason))
	b = jsontree.AppendValue(append(b, `,"before":`...), orNull(d.BackTo))
	b = jsontree.AppendValue(append(b, `,"job":`...), orNull(d.Job))
	b = jsontree.AppendValue(append(b, `,"error":`...), orNull(d.Error))
	b = jsontree.AppendBool(append(b, `,"can_roll_back":`...), d.CanGoBack())
	b = jsontree.AppendInt(append(b, `,"sent":`...), int64(d.Counts[Sent]))
	b = jsontree.AppendInt(append(b, `,"deleted":`...), int64(d.Counts[Deleted]))
	if d.Files != nil {
		b = jsontree.AppendList(append(b, `,"files":`...), d.Files, appendSent)
	}
	b = jsontree.AppendTime(append(b, `,"created_at":`...), d.Created)
	b = appendTime(append(b, `,"started_at":`...), d.Started)
	return append(appendTime(append(b, `,"finished_at":`...), d.Finished), '}')
}

// CanGoBack reports whether the files can be brought back to before the delivery.
func (d Delivery) CanGoBack() bool {
	return d.Finished != 0 && d.Copies && d.Counts[Sent]+d.Counts[Deleted] > 0
}

func appendSent(b []byte, f SentFile) []byte {
	b = jsontree.AppendString(append(b, `{"path":`...), f.Path)
	b = jsontree.AppendString(append(b, `,"status":`...), string(f.Status))
	b = jsontree.AppendInt(append(b, `,"bytes":`...), f.Bytes)
	b = jsontree.AppendValue(append(b, `,"sha256":`...), orNull(f.SHA256))
	return append(jsontree.AppendValue(append(b, `,"error":`...), orNull(f.Error)), '}')
}

func appendRevision(b []byte, n int64) []byte {
	if n == 0 {
		return append(b, "null"...)
	}
	return jsontree.AppendInt(b, n)
}

func appendTime(b []byte, micros int64) []byte {
	if micros == 0 {
		return append(b, "null"...)
	}
	return jsontree.AppendTime(b, micros)
}

// AppendJSON appends a plan as it goes over the wire.
func (p Plan) AppendJSON(b []byte) []byte {
	b = jsontree.AppendInt(append(b, `{"revision":`...), p.Revision)
	b = jsontree.AppendList(append(b, `,"files":`...), p.Files, appendPlanned)
	b = jsontree.AppendValue(append(b, `,"blocked":`...), append([]string{}, p.Blocked...))
	b = jsontree.AppendInt(append(b, `,"problems":{"error":`...), int64(p.Problems.Errors))
	b = jsontree.AppendInt(append(b, `,"warning":`...), int64(p.Problems.Warnings))
	b = jsontree.AppendInt(append(b, `,"info":`...), int64(p.Problems.Infos))
	return append(appendServer(append(b, `},"server":`...), p.Server), '}')
}

func appendServer(b []byte, s GameStatus) []byte {
	b = append(b, `{"running":`...)
	if !s.Known {
		return append(b, `null,"players":null}`...)
	}
	b = jsontree.AppendBool(b, s.Running)
	return append(jsontree.AppendInt(append(b, `,"players":`...), int64(s.Players)), '}')
}

func appendPlanned(b []byte, f File) []byte {
	b = jsontree.AppendString(append(b, `{"path":`...), f.Path)
	b = jsontree.AppendString(append(b, `,"status":`...), string(f.Status))
	b = jsontree.AppendInt(append(b, `,"bytes":`...), f.Bytes)
	b = jsontree.AppendValue(append(b, `,"sha256":`...), orNull(f.SHA256))
	b = jsontree.AppendInt(append(b, `,"records":`...), int64(f.Records))
	b = jsontree.AppendString(append(b, `,"on_server":`...), f.Remote)
	b = jsontree.AppendBool(append(b, `,"both_changed":`...), f.Both)
	b = jsontree.AppendBool(append(b, `,"read_at_start":`...), f.AtStart())
	b = jsontree.AppendBool(append(b, `,"deletable":`...), f.Gone)
	return append(jsontree.AppendValue(append(b, `,"error":`...), orNull(f.Error)), '}')
}

package mission

import (
	"path"
	"strings"

	"quartermaster/internal/say"
)

// strangers are the types of files that no server reads, with what is said of them.
var strangers = map[string]string{
	".png": "image", ".jpg": "image", ".jpeg": "image", ".gif": "image", ".bmp": "image", ".webp": "image",
	".psd": "image", ".svg": "image",
	".xlsx": "spreadsheet", ".xlsm": "spreadsheet", ".xls": "spreadsheet", ".ods": "spreadsheet", ".numbers": "spreadsheet",
	".docx": "document", ".doc": "document", ".odt": "document", ".pdf": "document",
	".rar": "archive", ".7z": "archive", ".gz": "archive",
	".mp4": "video", ".mkv": "video", ".mp3": "sound", ".ogg": "sound",
}

// strangeness says of a file that no server reads what it is; nothing of others.
func strangeness(name string) say.Message {
	return say.Message{Rule: strangers[strings.ToLower(path.Ext(name))]}
}

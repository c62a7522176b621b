package mission

import (
	"path"
	"strings"
)

// strangers are the types of files that no server reads, by what they are.
var strangers = map[string]string{
	".png": "an image", ".jpg": "an image", ".jpeg": "an image", ".gif": "an image", ".bmp": "an image", ".webp": "an image",
	".psd": "an image", ".svg": "an image",
	".xlsx": "a spreadsheet", ".xlsm": "a spreadsheet", ".xls": "a spreadsheet", ".ods": "a spreadsheet", ".numbers": "a spreadsheet",
	".docx": "a document", ".doc": "a document", ".odt": "a document", ".pdf": "a document",
	".rar": "an archive that is not a ZIP, whose files are not read", ".7z": "an archive that is not a ZIP, whose files are not read",
	".gz":  "an archive that is not a ZIP, whose files are not read",
	".mp4": "a video", ".mkv": "a video", ".mp3": "a sound", ".ogg": "a sound",
}

// strangeness says of a file that no server reads what it is, or returns "".
func strangeness(name string) string {
	what, is := strangers[strings.ToLower(path.Ext(name))]
	if !is {
		return ""
	}
	return "this is " + what + "; it is stored unchanged"
}

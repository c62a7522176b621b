// Package texts holds the editor of a file as text: save, check, rename, delete, and new files.
//
// The editor of texts (web/texts, static/texts/) is CodeMirror 6, bundled into static/page/vendored-codemirror.js.gz by
// scripts/codemirror/build.sh: 141 KB compressed, loaded on its page alone, with history, search, folding, XML and JSON and the
// comparison. Of what was at hand it is the one that is accessible, draws files of 100,000 lines at once, and runs under the pages'
// policy: in a shadow root its styles are constructed style sheets, which need no element. The page works without it, with a box. Browsers
// know one line end only: asStored gives a sent text the line ends and the byte order mark of the stored one. While somebody types, the
// text goes to POST .../texts/*, which checks it as an import would and stores nothing. A save whose _base is not the digest of what is
// stored shows both, and stores nothing either.
package texts

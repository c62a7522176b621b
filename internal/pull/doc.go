// Package pull fetches the files of an instance's game server that somebody has changed there, and imports them.
//
// A server whose files are listed as they were when they were last read costs nothing but the listing. What was delivered since is read
// once.
//
// A pull (pull) asks of each listed file what it holds: as delivered or as last read (server_files), when it is listed like that, or else
// it fetches it. Three digests say what has become of it: of the server's file, of the generated one, and of the base: what both had last,
// as a delivery sent it or a pull took it (delivered_files, with its content where that is not an import), or else the last import. On a
// server that nothing was delivered to, whatever was imported at any time counts as unchanged (delivery.Imported), such as the files from
// before an update of the game. An update merges from that content (mission.Base), because an import says nothing of what was sent since.
// A delivery that is to merge has the pull do it (delivery.Merger). What is to be taken goes through imports as an upload, so that modes,
// reports, quotas and undo are the same.
package pull

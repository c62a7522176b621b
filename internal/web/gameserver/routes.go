// Package gameserver holds the pages about the running game server of an instance, and the start line with its mods, and what is done for
// it at times.
package gameserver

import (
	"quartermaster/internal/access"
	"quartermaster/internal/web/site"
)

// Add adds the pages to a site.
func Add(s *site.Site) {
	in := s.ForInstances(site.InstanceBase, access.Read)
	players, edit, deliver := in.Needing(access.Players), in.Needing(access.Edit), in.Needing(access.Deliver)
	in.Get("/server", showServer)
	players.Post("/server/commands", command)
	players.Get("/server/kick/{player}", showKick)
	deliver.Get("/server/rcon", showRCon)
	deliver.Put("/server/rcon", saveRCon)
	deliver.Delete("/server/rcon", deleteRCon)
	edit.Get("/server-mods/start-line", showStartLine)
	edit.Post("/server-mods/start-line", takeStartLine)
	edit.Post("/server-mods/running", takeRunning)
	in.Get("/schedules", listSchedules)
	deliver.Post("/schedules", createSchedule)
	deliver.Get("/schedules/create", showNewSchedule)
	deliver.Get("/schedules/times", showTimes)
	in.Get("/schedules/{schedule}", showSchedule)
	deliver.Put("/schedules/{schedule}", saveSchedule)
	deliver.Delete("/schedules/{schedule}", deleteSchedule)
}

func serverURL(r *site.Request) string { return r.Instance.URL + "/server" }

func rconURL(r *site.Request) string { return serverURL(r) + "/rcon" }

func schedulesURL(r *site.Request) string { return r.Instance.URL + "/schedules" }

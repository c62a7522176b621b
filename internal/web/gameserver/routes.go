// Package gameserver holds the pages about the running game server of an instance, and the start line with its mods, and what is done for
// it at times.
package gameserver

import "quartermaster/internal/web/site"

// Add adds the pages to a site.
func Add(s *site.Site) {
	in := s.ForInstances(site.InstanceBase)
	in.Get("/server", showServer)
	in.Post("/server/commands", command)
	in.Get("/server/kick/{player}", showKick)
	in.Get("/server/rcon", showRCon)
	in.Put("/server/rcon", saveRCon)
	in.Delete("/server/rcon", deleteRCon)
	in.Get("/server-mods/start-line", showStartLine)
	in.Post("/server-mods/start-line", takeStartLine)
	in.Post("/server-mods/running", takeRunning)
	in.Get("/schedules", listSchedules)
	in.Post("/schedules", createSchedule)
	in.Get("/schedules/create", showNewSchedule)
	in.Get("/schedules/times", showTimes)
	in.Get("/schedules/{schedule}", showSchedule)
	in.Put("/schedules/{schedule}", saveSchedule)
	in.Delete("/schedules/{schedule}", deleteSchedule)
}

func serverURL(r *site.Request) string { return r.Instance.URL + "/server" }

func rconURL(r *site.Request) string { return serverURL(r) + "/rcon" }

func schedulesURL(r *site.Request) string { return r.Instance.URL + "/schedules" }

package operation

import (
	"context"

	"quartermaster/internal/access"
	"quartermaster/internal/target"
)

// Target are what one can do with the way to the files of the game server.
var Target = []*Operation{
	define("get target", get, "target", access.Deliver, "The target of an instance, with its last test.", getTarget,
		about("Where the files of the game server are and how they are reached, with what the last test has found. Secrets are never shown. "+
			"404 if no target is set.")),
	define("set target", put, "target", access.Deliver, "Set the target; secrets that are left out stay.", setTarget,
		audited("target.changed"),
		about("Sets the target. It is the connection of the instance in the earlier API (hostname, connection_port, username, password, "+
			"is_sftp, dir) with more fields. What is "+
			"left out gets its default; secrets stay, and so does `pinned` of the same server. With `generate_key`, an SSH key is made, whose "+
			"`public_key` is in the response.")),
	define("delete target", remove, "target", access.Deliver, "Forget the target and its secrets.", deleteTarget, audited("target.changed"),
		about("Forgets how the game server is reached, with password and keys. Nothing is changed on the server.")),
	define("test target", post, "target/test", access.Deliver, "Connect to the server, look for its folders, and try to write.", testTarget,
		refuses,
		about("Connects to the server, finds the folders of mission, profiles and BattlEye in the layouts that hosts use, reads serverDZ.cfg, "+
			"and tries to write, rename and "+
			"delete a file. What goes wrong there is in `problems`. The first test pins the fingerprint of the server. It takes a minute at most.")),
	define("pull files", post, "pull", access.Deliver,
		"Fetch what was changed on the server and import it, or tell with dry_run what would change.", pullFiles, queues(),
		proposes,
		about("Lists the server, fetches the files that are listed otherwise than when they were last read or delivered, and imports those "+
			"that were changed there; what the "+
			"instance has changed itself stays, unless `mode` is `replace`. Where both have changed a value, `prefer` and `choices` say what "+
			"counts. Where changes of the instance are reviewed, what would be imported becomes a layer, which is proposed: `layer`. "+
			"With `dry_run` nothing is changed; the response says what would change here, and what was changed on the server since both "+
			"sides had the same. 200 with the "+
			"result where that takes less than two seconds, else 202 with the job.")),
}

func getTarget(ctx context.Context, call *Call, _ none) (target.TargetView, error) {
	t, err := call.Targets.Get(ctx, call.Scope)
	return t.View(), err
}

func setTarget(ctx context.Context, call *Call, in target.TargetInput) (target.TargetView, error) {
	t, err := call.Targets.Put(ctx, call.Scope, in)
	return t.View(), err
}

func deleteTarget(ctx context.Context, call *Call, _ none) (gone, error) {
	return gone{}, call.Targets.Delete(ctx, call.Scope)
}

func testTarget(ctx context.Context, call *Call, _ none) (target.TargetTestView, error) {
	test, err := call.Targets.Test(ctx, call.Scope)
	if err != nil {
		return target.TargetTestView{}, err
	}
	return test.View(), nil
}

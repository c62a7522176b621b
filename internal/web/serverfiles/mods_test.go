package serverfiles_test

import (
	"strconv"
	"strings"
	"testing"

	"quartermaster/internal/access"
	"quartermaster/internal/store"
	"quartermaster/internal/web/webtest"
)

const crates = "{\r\n  \"m_Version\": 4,\r\n  \"SpawnRadius\": 250.50,\r\n  \"Crates\": [{\"Class\": \"SeaChest\", \"Chance\": 5}]\r\n}"

// TestFilesOfModsHaveForms: files that nothing is declared of are listed, found by their paths, and changed in a form.
func TestFilesOfModsHaveForms(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	mods := instance + "/documents/mods"
	b.Get(mods).Status(200).Says("No files of mods yet")
	const settings = "profiles/Settings.cfg"
	b.Import(instance, nil, webtest.File{Name: "profiles/Crates/Crates.json", Text: crates},
		webtest.File{Name: "profiles/Prose/Read.json", Text: "// Words of the mod"},
		webtest.File{Name: settings, Text: "Core.Interval = 300; // [type: float; default: 60] Seconds between two saves.\n"})
	b.Get(mods).Status(200).Says("Crates: Crates.json", "Prose: Read.json", "Settings.cfg")
	b.Get(mods + "?q=cra").Status(200).Says("Crates.json").SaysNot("Read.json")
	b.Get(mods + "?q=nothing").Status(200).Says("No such file")
	b.Get(instance + "/documents").Status(200).SaysNot("Crates.json")

	page := mods + "/profiles-crates-crates-json"
	b.Get(page).Status(200).Says("Spawn radius", "SpawnRadius", "Edit as text", "SeaChest").SaysNot("m_Version")
	form, action := b.OpenForm(t, page)
	b.SendForm(action, form.With("SpawnRadius", "260")).LeadsTo(page)
	if got := serverFile(b, instance, "profiles/Crates/Crates.json"); got != strings.Replace(crates, "250.50", "260", 1) {
		t.Errorf("the file is %q", got)
	}
	form, action = b.OpenForm(t, page)
	b.SendForm(action, form.With("SpawnRadius", "wide")).LeadsTo(page)
	b.Get(page).Says("The Spawn radius field must be a number.", `value="wide"`)

	b.Get(mods+"/profiles-prose-read-json").Status(200).Says("This file has no form", "Edit as text")
	b.Get(mods+"/profiles-settings-cfg").Status(200).Says("Seconds between two saves.", "Default: 60")
	b.Get(instance + "/texts/profiles/Crates/Crates.json").Status(200).Says("Edit as form")
	b.Get(instance + "/documents/value?path=profiles/Crates/Crates.json&at=SpawnRadius").LeadsTo(page + "#setting-SpawnRadius")
	b.Get(mods + "/profiles-nothing-json").Status(404)
}

// TestManyRowsAreChangedTogether: a preview, the change, and what is wrong with others.
func TestManyRowsAreChangedTogether(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	const text = "{\"Shops\": [{\"Name\": \"A\", \"Price\": 10, \"In\": [{\"N\": 1.0}]}, " +
		"{\"Name\": \"B\",  \"Price\": 20, \"In\": [{\"N\": 2}]}]}\n"
	b.Import(instance, nil, webtest.File{Name: "profiles/Mod/Shops.json", Text: text})
	page := instance + "/documents/mods/profiles-mod-shops-json"
	b.Get(page).Says("Change many rows")
	b.Get(page+"/rows").Says("Which list?", "Shops, 2 rows", "2 rows", "list=Shops.%2A.In")
	b.Get(page+"/rows?list=Shops").Says("All 2 if empty.", "Multiply by", `value="Price"`)
	preview := page + "/rows?list=Shops&q=Price%3E10&column=Price&op=multiply&value=1.1"
	b.Get(preview).Says("1 row changes of 1 chosen.", "Change 1 row", "Shops.1", "22")
	b.Get(page + "/rows?list=Shops&column=Name&op=multiply&value=2").Says("The operation multiply cannot change Name.")
	b.Get(page + "/rows?list=Shops&column=Price&op=set&value=x").Says(`role="alert"`)
	b.Get(page + "/rows?list=Nothing").Says("Which list?")
	form, action := webtest.UntouchedForm(t, webtest.ParseHTML(t, b.Get(preview).Body.String()), "carry-out")
	b.SendForm(action, form).LeadsTo(page)
	b.SendForm(action, form).LeadsTo(action) // it is another file now
	if got := serverFile(b, instance, "profiles/Mod/Shops.json"); got != strings.Replace(text, "20", "22", 1) {
		t.Errorf("the file is %q", got)
	}
}

// TestAnyKeyOfAModIsSaved: keys with signs that the names of forms cannot hold, and keys that are called as other inputs of the page are.
func TestAnyKeyOfAModIsSaved(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	const text = `{"Max players": 11, "a.b": 12, "x[0]": 13, "do": 14, "file": 15, "at": 16, "~": 17, "": 18, "In": {"c d": 19, "e]f": 20, ` +
		`"_row": 21}}`
	b.Import(instance, nil, webtest.File{Name: "profiles/Odd/Odd.json", Text: text})
	page := instance + "/documents/mods/profiles-odd-odd-json"
	want := text
	for n := 11; n <= 21; n++ {
		old, next := strconv.Itoa(n), strconv.Itoa(100+n)
		form, action := b.OpenForm(t, page)
		changed := 0
		for i := range form {
			if form[i][1] == old {
				form[i][1], changed = next, changed+1
			}
		}
		if changed != 1 {
			t.Fatalf("%d inputs show %s", changed, old)
		}
		b.SendForm(action, form).LeadsTo(page)
		if want = strings.Replace(want, ": "+old, ": "+next, 1); serverFile(b, instance, "profiles/Odd/Odd.json") != want {
			t.Fatalf("after %s became %s, the file is %s", old, next, serverFile(b, instance, "profiles/Odd/Odd.json"))
		}
	}
}

const locks = `{"RaidIncrements": 5, "GateRaidTime": 15.50, "CanRaidGates": "true", "Colour": 3}`

// TestFilesWithAPack: a pack names the values of a file, tells what is wrong, and shows what it does not know behind the rest.
func TestFilesWithAPack(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	b.Import(instance, nil, webtest.File{Name: "profiles/CodeLock/CodeLockConfig.json", Text: locks},
		webtest.File{Name: "profiles/CodeLock/CodeLockPerms.json", Text: `{"rights": 1}`},
		webtest.File{Name: "profiles/ZomBerry/admins.cfg", Text: "// Staff\n76561198000000001\n"})
	mods := instance + "/documents/mods"
	b.Get(mods).Status(200).Says("Code Lock: Settings", "ZomBerry Admin Tools: Administrators")
	b.Get(mods + "?q=code+lock").Status(200).Says("CodeLockConfig.json").SaysNot("admins.cfg")

	page := mods + "/profiles-codelock-codelockconfig-json"
	b.Get(page).Status(200).Says("Code Lock: Settings", "Raid steps", "Number of repeated tool actions", "Other keys of the file", "Colour")
	form, action := b.OpenForm(t, page)
	b.SendForm(action, form.With("RaidIncrements", "0").With("CanRaidGates", "false")).LeadsTo(page)
	want := strings.NewReplacer(`"RaidIncrements": 5`, `"RaidIncrements": 0`, `"true"`, `"false"`).Replace(locks)
	if got := serverFile(b, instance, "profiles/CodeLock/CodeLockConfig.json"); got != want {
		t.Errorf("the file is %q", got)
	}
	b.Get(instance + "/lint").Status(200).Says("A raid needs at least one step")

	b.Get(mods+"/profiles-codelock-codelockperms-json").Status(200).Says("The pack of Code Lock does not fit this file", "Rights")
	const hooks = `{"Connections": [{"Name": "Staff", "ContextURL": "https://example.org", "Address": "/1/abc", "Types": []}]}`
	const webhooks = "profiles/CommunityOnlineTools/Webhooks.json"
	b.Import(instance, nil, webtest.File{Name: webhooks, Text: hooks})
	hook := mods + "/profiles-communityonlinetools-webhooks-json?at=Connections.0"
	b.Import(instance, nil, webtest.File{Name: "profiles/Boats/Boats.json", Text: `{"UseFuel": 1}`},
		webtest.File{Name: "profiles/Boats/Other.json", Text: `{"Range": 2.5}`})
	b.Get(mods + "/profiles-boats-boats-json").Status(200).Says("Make a pack of this")
	b.Get(mods+"/profiles-boats-boats-json/pack.json").Status(200).Says(`"slug": "boats"`, `"Boats/Boats.json"`, `"Boats/Other.json"`)
	b.Get(page).Status(200).SaysNot("Make a pack of this")
	b.Get(hook).Status(200).Says(`type="password"`, "/1/abc")
	form, action = b.OpenForm(t, hook)
	b.SendForm(action, form.With("Name", "All")).Status(302)
	if got := serverFile(b, instance, webhooks); got != strings.Replace(hooks, "Staff", "All", 1) {
		t.Errorf("the file is %q", got)
	}
	b.Get(instance+"/diff/"+webhooks).Status(200).Says("All", "********").SaysNot("/1/abc")
	form, action = b.OpenForm(t, mods+"/profiles-zomberry-admins-cfg")
	b.SendForm(action, form.With("entries", "76561198000000001\n76561198000000002")).Status(302)
	const staff = "// Staff\n76561198000000001\n76561198000000002\n"
	if got := serverFile(b, instance, "profiles/ZomBerry/admins.cfg"); got != staff {
		t.Errorf("the file is %q", got)
	}
}

func serverFile(b *webtest.Browser, instance, name string) string {
	b.TB.Helper()
	var out strings.Builder
	if _, err := b.Missions.WriteFile(b.TB.Context(), b.Scope(instance), name, &out); err != nil {
		b.TB.Fatal(err)
	}
	return out.String()
}

// TestOtherServersTellOfAFile: the form of a file says what the same file has on other servers of its owner, and offers what this one
// lacks, which is added when it is filled in. Files of other accounts, those that a member may not see, and texts tell nothing.
func TestOtherServersTellOfAFile(t *testing.T) {
	t.Parallel()
	site := webtest.Open(t)
	own, other := site.User("Ada", false), site.User("Bob", false)
	const name, text = "profiles/Crates/Settings.json", `{"Radius": 250}`
	load := func(b *webtest.Browser, instance, text string) {
		b.Import(instance, nil, webtest.File{Name: name, Text: text}, webtest.File{Name: "profiles/Other.json", Text: "{}"})
	}
	first, second := own.Instance("A"), own.Instance("B")
	load(own, first, text)
	load(own, second, `{"Radius": 300, "DelaySeconds": 61, "In": {"Deep": 62}, "Hook": "https://discord.com/api/webhooks/63"}`)
	load(other, other.Instance("C"), `{"Radius": 400, "Foreign": 64}`)
	page := first + "/documents/mods/profiles-crates-settings-json"
	own.Get(page).Status(200).Says("Another server: 300.", "DelaySeconds", "Another server: 61 s.", "Deep").
		SaysNot("webhooks", "Foreign", "400", "2 other servers")
	form, action := own.OpenForm(t, page)
	own.SendForm(action, form.With("Radius", "260")).LeadsTo(page)
	if got := serverFile(own, first, name); got != `{"Radius": 260}` {
		t.Errorf("a change without what was offered makes %s", got)
	}
	form, action = own.OpenForm(t, page)
	own.SendForm(action, form.With("DelaySeconds", "30").With("In[Deep]", "7")).LeadsTo(page)
	if got := serverFile(own, first, name); !strings.Contains(got, `"DelaySeconds": 30`) || !strings.Contains(got, `"Deep": 7`) {
		t.Errorf("what was offered is not there: %s", got)
	}
	member := site.User("Eve", false)
	share(own, first, member, access.Editor)
	member.Get(page).Status(200).SaysNot("Another server", "Hook")
	share(own, second, member, access.Viewer)
	member.Get(page).Status(200).Says("Another server: 300.")
}

// share makes somebody a member of an instance.
func share(owner *webtest.Browser, instance string, with *webtest.Browser, role access.Role) {
	owner.TB.Helper()
	ctx := owner.TB.Context()
	_, code, err := owner.DB.Invite(ctx, owner.Scope(instance), store.Invitation{Role: role, Uses: 1, ExpiresAt: owner.DB.UntilDays(1)})
	if err != nil {
		owner.TB.Fatal(err)
	}
	invited, err := owner.DB.Invited(ctx, code)
	if err == nil {
		err = owner.DB.Join(ctx, invited, with.User.ID)
	}
	if err != nil {
		owner.TB.Fatal(err)
	}
}

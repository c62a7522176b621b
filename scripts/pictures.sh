#!/bin/sh
# Serves a scratch copy of the program with three servers made of genuine files, and takes pictures of all pages:
#   scripts/pictures.sh FILES [flags of scripts/pictures]
# FILES is a folder with vanilla-ce, expansion and trader, as the tests look for it beside the checkout.
set -eu
cd "$(dirname "$0")/.."
files=$1
shift
scratch=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server"; rm -rf "$scratch"' EXIT
go build -o "$scratch/quartermaster" ./cmd/quartermaster
run() { command=$1; shift; "$scratch/quartermaster" $command --data "$scratch/data" "$@"; }
run "user add" --email ada@example.org --name Ada --password correct-horse --plan platinum --admin
run "user add" --email ben@example.org --name Ben --password correct-horse --plan platinum
make() { # NAME FOLDER...
	sid=$(run "instance add" --email ada@example.org --name "$1" --map chernarusplus)
	shift
	for folder in "$@"; do run import --instance "$sid" "$folder" >/dev/null; done
}
make Trader "$files/trader/helkhiana"
trader=$sid
make Expansion "$files/expansion/omniv1" "$files/player-lists/ban.txt"
make Hardcore "$files/vanilla-ce/chernarusplus"
mkdir -p "$scratch/server/mods"
cat >"$scratch/server/mods/skins_types.xml" <<XML
<types>
    <type name="AKM_Gold"><nominal>5</nominal><lifetime>100</lifetime><restock>0</restock><min>9</min><category name="weapons"/><usage name="Millitary"/><value name="Tier4"/></type>
    <type name="Hatchet_Gold"><nominal>5</nominal><lifetime>14400</lifetime><restock>0</restock><min>2</min><category name="tools"/><usage name="Farm"/></type>
</types>
XML
for kind in pos proto; do # of the game's own map, where they are among the files
	from=$files/server-files/mapgroup/BohemiaInteractive+DayZ-Central-Economy/chernarusplus-mapgroup$kind.xml.gz
	test ! -f "$from" || gunzip -c "$from" >"$scratch/server/mapgroup$kind.xml"
done
run import --instance "$sid" "$scratch/server" >/dev/null
run bulk --instance "$sid" --resource types --q "cat:weapons nominal>40" --op "nominal*=0.5" >/dev/null
run bulk --instance "$sid" --resource types --q "name:SKS" --op "min=40" >/dev/null
run bulk --instance "$sid" --resource types --q "name:Canteen" --op "lifetime=100" >/dev/null
mission=$scratch/game/mpmissions/dayzOffline.chernarusplus
mkdir -p "$mission" "$scratch/game/profiles"
cp -r "$files/vanilla-ce/chernarusplus/." "$mission/"
chmod -R u+w "$mission"
run connect --server-folders "$scratch/game" --instance "$sid" --url "folder://$scratch/game" >/dev/null
run push --server-folders "$scratch/game" --instance "$sid" --override "the first delivery" >/dev/null
run bulk --instance "$sid" --resource types --q "cat:food nominal>0" --op "nominal*=1.2" >/dev/null
address=127.0.0.1:8397
"$scratch/quartermaster" serve --data "$scratch/data" --server-folders "$scratch/game" --addr $address --rate-limit 0 >"$scratch/log" 2>&1 &
server=$!
for _ in $(seq 50); do curl -so /dev/null "http://$address/" && break; sleep 0.2; done

# What people plan and hand on, over the API: ask TOKEN METHOD PATH [BODY] prints the first FIELD of the answer, its sid unless told.
ask() {
	curl -sS --fail-with-body -X "$2" -H "Authorization: Bearer $1" -H 'Content-Type: application/json' ${4:+-d "$4"} \
		"http://$address/api$3" | grep -o "\"${field:-sid}\":\"[^\"]*\"" | head -1 | cut -d'"' -f4
}
many() { ask "$1" POST "/v1/instances/$2/bulk" "{\"q\":\"$3\",\"operations\":[$4]}" >/dev/null; }
ada=$(run "token new" --email ada@example.org)
ben=$(run "token new" --email ben@example.org)
for joined in "$sid" "$trader"; do
	code=$(field=code ask "$ada" POST "/v1/instances/$joined/invitations" '{"role":"editor"}')
	ask "$ben" POST "/v1/invitations/$code/accept" >/dev/null
done
ask "$ada" POST "/v1/instances/$sid/invitations" '{"role":"viewer","uses":5}' >/dev/null
ask "$ada" POST "/v1/instances/$sid/tokens" '{"name":"Discord bot","permissions":["read","players"]}' >/dev/null
loot=$(ask "$ada" POST "/v1/instances/$sid/drafts" '{"name":"Double loot"}')
many "$ada" "$loot/types" "cat:weapons nominal>20" '{"op":"multiply","field":"nominal","value":2}'
layer=$(ask "$ada" POST "/v1/instances/$sid/layers" "{\"name\":\"Weekend of double loot\",\"note\":\"More weapons\",\"from\":{\"draft\":\"$loot\"}}")
ask "$ben" POST "/v1/instances/$sid/comments" "{\"about\":\"layer:$layer\",\"text\":\"Let us tell the players on Thursday.\"}" >/dev/null
winter=$(ask "$ben" POST "/v1/instances/$sid/drafts" '{"name":"Winter economy","note":"Less food in the north"}')
many "$ben" "$winter/types" "cat:food nominal>30" '{"op":"multiply","field":"nominal","value":0.5}'
many "$ada" "$sid/types" "name:PumpkinSeedsPack" '{"op":"set","field":"nominal","value":30}'
crashes=$(ask "$ada" POST "/v1/instances/$sid/layers" '{"from":{"bundle":"HeliLoot01"}}')
ask "$ada" POST "/v1/instances/$sid/layers/$crashes/on" '{}' >/dev/null
plan() { ask "$ada" POST "/v1/instances/$sid/schedules" "{\"time_zone\":\"Europe/Berlin\",$1}" >/dev/null; }
plan "\"what\":\"layer\",\"layer\":\"$layer\",\"cron\":\"0 18 * * 5\",\"for\":\"3d\""
plan '"what":"announce","cron":"0 17 * * 5","text":"Double loot from 18:00 on"'
plan '"what":"deliver","cron":"55 17 * * 1,5"'
field=name ask "$ada" PATCH "/instance/$trader" '{"review":"required"}' >/dev/null
prices=$(ask "$ben" POST "/v1/instances/$trader/drafts" '{"name":"Cheaper food"}')
many "$ben" "$prices/trader-items" "Apple" '{"op":"set","field":"buy","value":"5.00"}'
proposed=$(ask "$ben" POST "/v1/instances/$trader/layers" "{\"name\":\"Cheaper food\",\"from\":{\"draft\":\"$prices\"}}")
ask "$ben" POST "/v1/instances/$trader/comments" "{\"about\":\"layer:$proposed\",\"text\":\"New players starve before they can buy anything.\"}" >/dev/null
sleep 6 # until the problems are counted
go run ./scripts/pictures "$@" "http://$address" ada@example.org correct-horse

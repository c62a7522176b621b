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
make() { # NAME FOLDER...
	sid=$(run "instance add" --email ada@example.org --name "$1" --map chernarusplus)
	shift
	for folder in "$@"; do run import --instance "$sid" "$folder" >/dev/null; done
}
make Trader "$files/trader/helkhiana"
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
sleep 6 # until the problems are counted
go run ./scripts/pictures "$@" "http://$address" ada@example.org correct-horse

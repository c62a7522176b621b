#!/bin/sh
# Makes internal/web/ui/static/page/vendored-codemirror.js.gz again, from the npm registry: the versions are those of package-lock.json.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp package.json package-lock.json codemirror.js "$work"
(cd "$work" && npm ci --no-audit --no-fund --ignore-scripts >&2)
out=../../internal/web/ui/static/page/vendored-codemirror.js.gz
{
  echo '/*! CodeMirror 6 and Lezer (https://codemirror.net), bundled by scripts/codemirror/build.sh:'
  (cd "$work/node_modules" && for p in @codemirror/* @lezer/* @marijn/* crelt style-mod w3c-keyname; do echo " * $p $(node -p "require('./$p/package.json').version")"; done)
  echo ' *'
  sed 's/^/ * /; s/ *$//' "$work/node_modules/@codemirror/view/LICENSE"
  echo ' */'
} > "$work/banner"
"$work/node_modules/@esbuild/$(node -p 'process.platform + "-" + process.arch')/bin/esbuild" "$work/codemirror.js" \
  --bundle --minify --format=esm --target=es2022 --legal-comments=none --outfile="$work/out.js"
cat "$work/banner" "$work/out.js" | gzip -9n > "$out"

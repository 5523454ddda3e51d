#!/usr/bin/env bash
# Puts flights-3m.parquet (13 MB, three million flights of 2001) beside this script. It is part of the npm package
# vega-datasets 3.2.1, taken there from the on-time performance data of the U.S. Bureau of Transportation Statistics,
# reported under 14 CFR Part 234. Needs npm; npm's own configuration states from which registry.
set -euo pipefail

package=vega-datasets@3.2.1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
file=$here/flights-3m.parquet

if [ -f "$file" ]; then
    echo "already here: $file"
    exit 0
fi
command -v npm >/dev/null || { echo "npm is required to fetch $package but was not found" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "fetching $package with npm (17 MB)" >&2
(cd "$work" && npm pack --silent "$package" >/dev/null && tar xzf vega-datasets-*.tgz package/data/flights-3m.parquet)
mv "$work/package/data/flights-3m.parquet" "$file"
echo "$file"

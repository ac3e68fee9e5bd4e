#!/usr/bin/env bash
# From the contract's sources to everything generated from it. Run by `make gen`.
set -euo pipefail
cd "$(dirname "$0")/../../.."
export REDOCLY_TELEMETRY=off NO_COLOR=1
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
go run ./internal/dev/families openapi/billing/paths.yaml openapi/billing/paths_participant.yaml
(cd openapi && npx --no-install redocly lint openapi.yaml >"$work/lint.log" 2>&1 || { cat "$work/lint.log"; exit 1; })
(cd openapi && npx --no-install redocly bundle openapi.yaml -o "$work/openapi.json" >"$work/bundle.log" 2>&1 || { cat "$work/bundle.log"; exit 1; })
cp "$work/openapi.json" openapi/openapi.gen.json
go run ./internal/dev/specsplit openapi/openapi.gen.json "$work/split"
go build -modfile=tools/go.mod -o "$work/oapi-codegen" github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen
for config in "$work"/split/*.yaml; do
  "$work/oapi-codegen" -config "$config" "${config%.yaml}.json"
done
mkdir -p sdk/go/pmo
cat >"$work/client.yaml" <<'Y'
package: pmo
output: sdk/go/pmo/client.gen.go
generate: {models: true, client: true}
output-options:
  nullable-type: true
  user-templates:
    client.tmpl: internal/dev/specsplit/templates/client.tmpl
    client-with-responses.tmpl: internal/dev/specsplit/templates/client-with-responses.tmpl
Y
"$work/oapi-codegen" -config "$work/client.yaml" openapi/openapi.gen.json
(cd "$work" && "$OLDPWD/node_modules/.bin/openapi-typescript" "$OLDPWD/openapi/openapi.gen.json" -o "$OLDPWD/sdk/ts/src/schema.gen.ts" --enum-values >"$work/ts.log" 2>&1 || { cat "$work/ts.log"; exit 1; })

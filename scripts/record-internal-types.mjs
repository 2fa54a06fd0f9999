#!/usr/bin/env node
// Records releases/<1.NN>/internal-types.json: fields of the internal core types that messages print as a whole (a pod's
// spec in a diff). Every struct reachable from the roots: [Go name, Go type, name in the API's JSON].
// Needs Go's module cache with k8s.io/kubernetes and k8s.io/api of the release.
//   node scripts/record-internal-types.mjs [--verify] [RELEASE…]
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = new URL('../', import.meta.url).pathname
const args = process.argv.slice(2)
const verify = args[0] === '--verify' && args.shift() !== undefined
const releases =
  args.length > 0 ? args : readdirSync(join(root, 'releases')).filter((name) => /^1\.\d+$/.test(name))
const go = (...argv) => execFileSync('go', argv, { encoding: 'utf8', cwd: tmpdir() }).trim()
const roots = ['PodSpec', 'PersistentVolumeClaimSpec', 'EphemeralContainer', 'PersistentVolumeSource']

function source(module, version, file) {
  const folder = join(go('env', 'GOMODCACHE'), `${module}@${version}`)
  if (!existsSync(folder)) go('mod', 'download', `${module}@${version}`)
  return readFileSync(join(folder, file), 'utf8')
}

/** Struct name → fields [name, type, tag]; type name → underlying type. */
function parse(text) {
  const structs = new Map()
  const aliases = new Map()
  let current
  for (const line of text.split('\n')) {
    const code = line.replace(/\/\/.*$/, '').trimEnd()
    const open = /^type (\w+) struct \{/.exec(code)
    const alias = /^type (\w+) (map\[.*|\[\].*|\w[\w.]*)$/.exec(code)
    if (open) {
      const fields = []
      structs.set(open[1], fields)
      current = code.endsWith('}') ? undefined : fields
    } else if (alias) aliases.set(alias[1], alias[2])
    else if (code === '}') current = undefined
    else if (current) {
      const field = /^\t(\w+)\s+([^`\s]+)\s*(?:`(.*)`)?$/.exec(code)
      const embedded = /^\t([\w.]+)\s*(?:`(.*)`)?$/.exec(code)
      if (field) current.push([field[1], field[2], field[3] ?? ''])
      else if (embedded) current.push(['', embedded[1], embedded[2] ?? ''])
    }
  }
  return { structs, aliases }
}

const jsonOf = (tag) => /json:"([^",]*)/.exec(tag)?.[1]

function record(release) {
  const version = JSON.parse(
    readFileSync(join(root, 'releases', release, 'version.json'), 'utf8'),
  ).gitVersion.replace(/\+.*/, '')
  const internal = parse(source('k8s.io/kubernetes', version, 'pkg/apis/core/types.go'))
  const external = parse(source('k8s.io/api', version.replace(/^v1/, 'v0'), 'core/v1/types.go'))
  const out = {}
  const flatten = (name, structs) =>
    (structs.get(name) ?? []).flatMap(([field, type, tag]) =>
      field === '' && structs.has(type) ? flatten(type, structs) : [[field, type, tag]],
    )
  const visit = (name) => {
    if (out[name] !== undefined) return
    const tags = new Map(
      [
        ...flatten(name, external.structs),
        ...(name === 'PodSecurityContext' ? external.structs.get('PodSpec') : []),
      ].map(([field, , tag]) => [field, jsonOf(tag)]),
    )
    out[name] = flatten(name, internal.structs).map(([field, type]) => {
      const plain = type.replace(/^(?:\*|\[\])*(?:map\[\w+\])?/, '')
      const alias = internal.aliases.get(plain)
      const resolved = alias === undefined ? type : type.replace(plain, alias)
      return [
        field,
        resolved,
        tags.get(field) ?? field[0].toLowerCase() + field.slice(1),
        ...(alias === undefined ? [] : [plain]),
      ]
    })
    for (const [, type] of out[name]) {
      const inner = type.replace(/^(?:\*|\[\])*(?:map\[\w+\])?/, '')
      if (internal.structs.has(inner)) visit(inner)
    }
  }
  for (const name of roots) visit(name)
  return `{\n${Object.keys(out)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${JSON.stringify(out[name])}`)
    .join(',\n')}\n}\n`
}

for (const release of releases) {
  const path = join(root, 'releases', release, 'internal-types.json')
  const text = record(release)
  if (!verify) writeFileSync(path, text)
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    console.error(`${path} is not up to date`)
    process.exitCode = 1
  }
}

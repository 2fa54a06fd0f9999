#!/usr/bin/env node
// Writes api/*.ts: TypeScript shapes of the built-in kinds, the union over all recorded releases. A type is
// written where a source file imports it, or where another one that is written refers to it: import it, then run this.
// Every field is optional: an object is what a client sent, and validators see it before it is known to be right.
//   node scripts/update-api-types.mjs [--verify]
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const target = join(root, 'api')
const prefixes = [
  'io.k8s.api.',
  'io.k8s.apimachinery.pkg.apis.meta.v1.',
  'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.',
  'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.',
]
const plain = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': 'string',
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': 'number | string',
  'io.k8s.apimachinery.pkg.apis.meta.v1.Time': 'string',
  'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime': 'string',
  'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta': 'ObjectMeta',
  'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1': 'JsonObject',
  'io.k8s.apimachinery.pkg.runtime.RawExtension': 'JsonObject',
  'io.k8s.apimachinery.pkg.version.Info': 'JsonObject',
}

const types = new Map()
for (const release of readdirSync(join(root, 'releases')).filter((n) => /^1\.\d+$/.test(n))) {
  // An older release has only the types in which it differs from the next one: their union is the same.
  const schemas = JSON.parse(readFileSync(join(root, 'releases', release, 'schemas.json'), 'utf8'))
  for (const [name, schema] of Object.entries(schemas)) {
    if (plain[name] !== undefined || !prefixes.some((p) => name.startsWith(p))) continue
    const before = types.get(name) ?? { properties: {} }
    types.set(name, { ...schema, properties: { ...before.properties, ...schema.properties } })
  }
}

/** `io.k8s.api.core.v1.Pod` → ['core-v1', 'Pod'] */
function place(name) {
  const parts = name.split('.')
  return [`${parts.at(-3)}-${parts.at(-2)}`.replace(/^apis-/, ''), parts.at(-1)]
}

function render(schema, file, imports) {
  if (schema.allOf?.length === 1) return render(schema.allOf[0], file, imports)
  if (schema.$ref !== undefined) {
    const simple = plain[schema.$ref]
    if (simple !== undefined) {
      if (/^[A-Z]/.test(simple)) add(imports, '../apimachinery/json.ts', simple)
      return simple
    }
    if (!types.has(schema.$ref)) return 'unknown'
    const [other, type] = place(schema.$ref)
    if (other !== file) add(imports, `./${other}.ts`, type)
    return type
  }
  switch (schema.type) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'boolean'
    case 'integer':
    case 'number':
      return 'number'
    case 'array': {
      const item = render(schema.items, file, imports)
      return item.includes(' ') ? `(${item})[]` : `${item}[]`
    }
    case 'object':
      return schema.additionalProperties === undefined
        ? 'Record<string, unknown>'
        : `Record<string, ${render(schema.additionalProperties, file, imports)}>`
    default:
      return 'unknown'
  }
}
function add(imports, from, type) {
  if (!imports.has(from)) imports.set(from, new Set())
  imports.get(from).add(type)
}

/** Every `file Type` of api/ that a source file imports. */
function imported() {
  const found = new Set()
  const folders = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !/^(?:\.|api$|dist$|node_modules$|releases$|docs$)/.test(entry.name),
  )
  for (const folder of folders) {
    for (const path of readdirSync(join(root, folder.name), { recursive: true })) {
      if (!path.endsWith('.ts')) continue
      const source = readFileSync(join(root, folder.name, path), 'utf8')
      for (const [, names, file] of source.matchAll(
        /import type \{([^}]*)\} from '(?:\.\.\/)+api\/([\w-]+)\.ts'/g,
      ))
        for (const name of names.split(',')) found.add(`${file} ${name.trim().split(' ')[0]}`)
    }
  }
  return found
}

function declaration(name, file, imports) {
  const [, type] = place(name)
  const schema = types.get(name)
  const keys = Object.keys(schema.properties).sort()
  if (keys.length === 0)
    return `export type ${type} = ${schema.type === 'object' ? 'Record<string, unknown>' : 'unknown'}\n`
  const field = (key) =>
    `  ${/^[A-Za-z_$][\w$]*$/.test(key) ? key : `'${key}'`}?: ${render(schema.properties[key], file, imports)}\n`
  return `export interface ${type} {\n${keys.map(field).join('')}}\n`
}

/** The schemas that a schema names, itself not counted. */
const referred = (schema) =>
  [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)].map(([, name]) => name)

const asked = imported()
const wanted = new Set([...types.keys()].filter((name) => asked.has(place(name).join(' '))))
for (const name of wanted)
  for (const other of referred(types.get(name))) if (types.has(other)) wanted.add(other)

const files = new Map()
for (const name of [...wanted].sort()) {
  const [file] = place(name)
  if (!files.has(file)) files.set(file, { imports: new Map(), body: '' })
  const out = files.get(file)
  out.body += declaration(name, file, out.imports)
}

let stale = 0
mkdirSync(target, { recursive: true })
for (const [file, { imports, body }] of files) {
  const head = '// Generated by scripts/update-api-types.mjs from releases/*/schemas.json. Do not edit.\n'
  const lines = [...imports]
    .sort()
    .map(([from, names]) => `import type { ${[...names].sort().join(', ')} } from '${from}'\n`)
    .join('')
  const text = `${head}${lines}\n${body}`
  const path = join(target, `${file}.ts`)
  if (process.argv.includes('--verify')) {
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
      stale++
      console.error(`${path} is not up to date`)
    }
  } else writeFileSync(path, text)
}
for (const path of readdirSync(target)) {
  if (path === 'README.md' || files.has(path.replace(/\.ts$/, ''))) continue
  if (process.argv.includes('--verify')) {
    stale++
    console.error(`${join(target, path)} is imported by nothing`)
  } else rmSync(join(target, path))
}
process.exitCode = stale === 0 ? 0 : 1

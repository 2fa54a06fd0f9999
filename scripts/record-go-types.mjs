// Records the struct fields of the Go types of a release: releases/<1.NN>/go-types.json. OpenAPI cannot tell pointer from
// value, omitempty, the order of fields or Go's names, and all of these show in what a server answers. Of the types inside of
// servers, which messages print: internal-types.json; of configuration files: component-config-types.json.
// Needs Go (1.22 or newer) and the modules of the release; nothing else in the project needs Go.
// usage: node scripts/record-go-types.mjs [RELEASE…]            downloads the modules, writes the files
//        node scripts/record-go-types.mjs --verify [RELEASE…]   exits 1 when a file differs
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const args = process.argv.slice(2)
const verify = args[0] === '--verify' && args.shift() !== undefined
const root = new URL('../', import.meta.url).pathname
const all = readdirSync(join(root, 'releases')).filter((name) => /^1\.\d+$/.test(name))
const releases = args.length > 0 ? args : all
const go = (...argv) =>
  execFileSync('go', argv, {
    encoding: 'utf8',
    cwd: tmpdir(),
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  })

/** Folder of a module in Go's module cache. */
function moduleFolder(name, version) {
  const folder = join(go('env', 'GOMODCACHE').trim(), `${name}@${version}`)
  if (!existsSync(folder)) go('mod', 'download', `${name}@${version}`)
  return folder
}

/** The newest patch up to `patch` that can be had: some are missing of some modules. */
function nearestModuleFolder(name, minor, patch) {
  for (let p = Number(patch); p > 0; p--)
    try {
      return moduleFolder(name, `v0.${minor}.${p}`)
    } catch {
      // The next one down.
    }
  return moduleFolder(name, `v0.${minor}.0`)
}

const openapiName = (path) => `io.k8s.${path.replace(/^k8s\.io\//, '').replaceAll('/', '.')}`
const machinery = ['api/resource', 'apis/meta/v1', 'runtime', 'types', 'util/intstr'].map(
  (p) => `k8s.io/apimachinery/pkg/${p}`,
)

function patchOf(release) {
  const { gitVersion } = JSON.parse(readFileSync(join(root, 'releases', release, 'version.json'), 'utf8'))
  return /v1\.\d+\.(\d+)/.exec(gitVersion)[1]
}

/** `PREFIX=FOLDER` for every package of the release; `?` before those of which only the kinds matter. */
function packages(release) {
  const minor = release.slice(2)
  const patch = patchOf(release)
  const schemas = Object.keys(
    JSON.parse(readFileSync(join(root, 'releases', release, 'schemas.json'), 'utf8')),
  )
  const folders = new Map()
  for (const module of ['api', 'apimachinery', 'apiextensions-apiserver', 'kube-aggregator']) {
    folders.set(`k8s.io/${module}`, nearestModuleFolder(`k8s.io/${module}`, minor, patch))
  }
  const api = folders.get('k8s.io/api')
  const groups = readdirSync(api, { withFileTypes: true }).filter((e) => e.isDirectory())
  const paths = groups.flatMap((g) =>
    readdirSync(join(api, g.name))
      .filter((v) => g.name !== 'testdata' && /^v\d/.test(v))
      .map((v) => `k8s.io/api/${g.name}/${v}`),
  )
  paths.push(
    ...machinery,
    'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1',
    'k8s.io/kube-aggregator/pkg/apis/apiregistration/v1',
  )
  return paths.map((path) => {
    const module = [...folders.keys()].find((m) => path.startsWith(`${m}/`))
    const name = openapiName(path)
    const used =
      machinery.includes(path) ||
      schemas.some((s) => s.startsWith(`${name}.`) && !s.slice(name.length + 1).includes('.'))
    return `${used ? '' : '?'}${name}=${join(folders.get(module), path.slice(module.length + 1))}`
  })
}

/** What API types use of apimachinery's runtime package. */
const inRuntime = new Set(['RawExtension', 'TypeMeta', 'Unknown'])

/** Foreign types get the package's OpenAPI name. `named` and `types` are one table; a line for each type. */
function compact(facts) {
  const short = (text) =>
    text.replace(/k8s\.io\/[a-z0-9/-]+/g, (path) => `${openapiName(path).replace('io.k8s.', '~')}`)
  const lines = Object.keys(facts)
    .sort()
    .map((name) => {
      const { types = {}, named = {}, ...head } = facts[name]
      const kept = Object.entries({ ...named, ...types }).filter(
        ([type, value]) =>
          value !== 'interface{}' &&
          !value.includes('pkg/watch') &&
          (!name.endsWith('.runtime') || inRuntime.has(type)),
      )
      const entries = kept.sort(([a], [b]) => (a < b ? -1 : 1))
      const rows = entries.map(([type, value]) => `${JSON.stringify(type)}:${short(JSON.stringify(value))}`)
      const kinds = (head.kinds ?? []).filter((kind) => /^[A-Z]/.test(kind))
      return `${JSON.stringify(name)}:${JSON.stringify({ ...head, kinds }).slice(0, -1)},"types":{${rows.length === 0 ? '' : `\n${rows.join(',\n')}\n`}}}`
    })
  return `{\n${lines.join(',\n')}\n}\n`
}

/** Packages of the configuration files of kubelet and kube-proxy; types of others that they use are in go-types.json. */
const configPackages = [
  ['kubelet', 'config/v1beta1'],
  ['kube-proxy', 'config/v1alpha1'],
  ['component-base', 'config/v1alpha1'],
  ['component-base', 'logs/api/v1'],
  ['component-base', 'tracing/api/v1'],
]

function packagesOfConfigs(release) {
  const patch = patchOf(release)
  return configPackages.map(([module, path]) => {
    const folder = nearestModuleFolder(`k8s.io/${module}`, release.slice(2), Number(patch))
    return `${openapiName(`k8s.io/${module}/${path}`)}=${join(folder, path)}`
  })
}

/** Packages of the types that servers have inside, as far as messages print them. */
const internalPackages = [
  'admissionregistration',
  'apps',
  'authorization',
  'batch',
  'core',
  'flowcontrol',
  'networking',
  'policy',
  'rbac',
].map((group) => `pkg/apis/${group}`)

function packagesInside(release) {
  const [minor, patch] = [release.slice(2), Number(patchOf(release))]
  const kubernetes = moduleFolder('k8s.io/kubernetes', `v1.${minor}.${patch}`)
  const apiserver = nearestModuleFolder('k8s.io/apiserver', minor, patch)
  const row = (module, folder, path) => `${openapiName(`k8s.io/${module}/${path}`)}=${join(folder, path)}`
  return [
    ...internalPackages.map((path) => row('kubernetes', kubernetes, path)),
    row('kubernetes', kubernetes, 'plugin/pkg/admission/eventratelimit/apis/eventratelimit'),
    row('apiserver', apiserver, 'pkg/authentication/user'),
  ]
}

/** A field's text in parts: the name in JSON, the one in Go, and the rest. */
const partsOf = (text) => text.split(' ')
const fieldOf = (fields, go) => fields?.find((text) => partsOf(text)[1] === go)

/**
 * Types inside have no names in JSON: a field gets the one that the API has for it, where it has one. `../name` stands where
 * the API has the field in the object that holds this one (`hostNetwork` of a pod's security context).
 */
function withNames(inside, api) {
  for (const [path, own] of Object.entries(inside)) {
    own.kinds = undefined
    const group = path.startsWith('io.k8s.kubernetes.pkg.apis.') ? path.split('.').at(-1) : undefined
    if (group === undefined) continue
    const versions = Object.keys(api)
      .filter((name) => name.startsWith(`io.k8s.api.${group}.`))
      .sort((a, b) => a.length - b.length || (a < b ? 1 : -1))
    const outside = (type) => versions.map((name) => api[name].types?.[type]).find((fields) => fields)
    const holder = (type) =>
      Object.keys(own.types).find((t) => own.types[t].some((f) => f.endsWith(`*${type}`)))
    for (const [type, fields] of Object.entries(own.types))
      own.types[type] = fields.map((text) => {
        const [json, go, ...rest] = partsOf(text)
        const found = fieldOf(outside(type), go)
        const above = found ?? (outside(type) && fieldOf(outside(holder(type)), go))
        const name = found ? partsOf(found)[0] : above ? `../${partsOf(above)[0]}` : json && lowerFirst(go)
        return [name, go, ...rest].join(' ')
      })
  }
  return inside
}
const lowerFirst = (text) => text[0].toLowerCase() + text.slice(1)

let different = 0
for (const release of releases) {
  const main = join(root, 'scripts/record-go-types/main.go')
  const read = (list) => JSON.parse(go('run', main, ...list))
  const api = read(packages(release))
  for (const [file, facts] of [
    ['internal-types.json', withNames(read(packagesInside(release)), api)],
    ['go-types.json', api],
    ['component-config-types.json', read(packagesOfConfigs(release))],
  ]) {
    const text = compact(facts)
    const path = join(root, 'releases', release, file)
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
    if (verify) {
      different++
      console.log(`differs: ${release}/${file}`)
    } else writeFileSync(path, text)
  }
}
console.log(`${releases.length} releases ${verify ? `verified, ${different} differ` : 'recorded'}`)
process.exit(different === 0 ? 0 : 1)

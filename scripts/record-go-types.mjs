// Records the struct fields of the Go types of a release: releases/<1.NN>/go-types.json. OpenAPI cannot tell pointer from
// value, omitempty, the order of fields or Go's names, and all of these show in what a server answers.
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
const go = (...argv) => execFileSync('go', argv, { encoding: 'utf8', cwd: tmpdir(), maxBuffer: 1 << 26 })

/** Folder of a module in Go's module cache. */
function moduleFolder(name, version) {
  const folder = join(go('env', 'GOMODCACHE').trim(), `${name}@${version}`)
  if (!existsSync(folder)) go('mod', 'download', `${name}@${version}`)
  return folder
}

/** The newest published patch up to `patch`: tags of some modules are missing here and there. */
function nearestModuleFolder(name, minor, patch) {
  const published = go('list', '-m', '-versions', name).trim().split(' ').slice(1)
  for (let p = patch; p > 0; p--)
    if (published.includes(`v0.${minor}.${p}`)) return moduleFolder(name, `v0.${minor}.${p}`)
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
    folders.set(`k8s.io/${module}`, moduleFolder(`k8s.io/${module}`, `v0.${minor}.${patch}`))
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

let different = 0
for (const release of releases) {
  const main = join(root, 'scripts/record-go-types/main.go')
  for (const [file, list] of [
    ['go-types.json', packages(release)],
    ['component-config-types.json', packagesOfConfigs(release)],
  ]) {
    const text = compact(JSON.parse(go('run', main, ...list)))
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

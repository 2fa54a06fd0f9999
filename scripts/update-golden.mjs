// Copies the recorded answers and cases of the real components into e2e/golden, so that a fresh clone tests itself.
// usage: node scripts/update-golden.mjs FROM            FROM holds conformance/ and cases/
//        node scripts/update-golden.mjs --verify FROM   exits 1 when a copy differs from what FROM holds
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const args = process.argv.slice(2)
const verify = args[0] === '--verify' && args.shift() !== undefined
const [from] = args
if (from === undefined || !existsSync(join(from, 'conformance'))) {
  console.error('usage: node scripts/update-golden.mjs [--verify] FROM')
  process.exit(2)
}
const to = join(dirname(fileURLToPath(import.meta.url)), '../e2e/golden')

/** What is a recorded answer or case; the rest of FROM is evidence to read. */
const sources = [
  ['conformance/golden', 'conformance', /\.json$/],
  ['conformance/golden-paths', 'paths', /\.json$/],
  ['cases/gates', 'cases/gates', /-(cases|runs|history)\.json$/],
  ['cases/node/kubelet', 'cases/node/kubelet', /^(config-cases|configz|registered).*\.json$/],
  // Real kubelets one after the other on one store, and hollow ones with the gates that result.txt has in the nodes' order.
  ['cases/node/kubelet/real', 'cases/node/kubelet-runs', /^real-exp\.log$/],
  [
    'cases/node/wire',
    'cases/node/wire',
    /^v[^/]+-toggle\/(result\.txt|node-\d\.json)$|^v[^/]+\/node-1\.json$/,
  ],
  ['cases/node/kube-proxy', 'cases/node/kube-proxy', /\.json$/],
  ['cases/node/rules', 'cases/node/rules', /^[^/]+\.json$|\.(golden|metrics)\.txt$|\.configz\.json$/],
]

function files(dir) {
  return readdirSync(dir).flatMap((n) =>
    statSync(join(dir, n)).isDirectory() ? files(join(dir, n)) : [join(dir, n)],
  )
}

const wanted = new Map()
for (const [source, target, pattern] of sources) {
  const base = join(from, source)
  for (const path of files(base)) {
    const name = relative(base, path)
    if (pattern.test(name) && !/(^|\/)(real|misc)\//.test(name)) wanted.set(join(target, name), path)
  }
}
let differing = 0
for (const [name, path] of wanted) {
  const copy = join(to, name)
  const bytes = readFileSync(path)
  if (existsSync(copy) && readFileSync(copy).equals(bytes)) continue
  differing++
  if (verify) console.log(`differs: ${name}`)
  else {
    mkdirSync(dirname(copy), { recursive: true })
    writeFileSync(copy, bytes)
  }
}
// Golden files of other folders there (plans) are the project's own, and so are the outcomes that its own recorder writes.
const own = /-outcomes\.json$/
const copied = ['conformance', 'paths', 'cases'].map((folder) => join(to, folder)).filter(existsSync)
for (const path of copied.flatMap(files)) {
  const name = relative(to, path)
  if (wanted.has(name) || own.test(name)) continue
  differing++
  if (verify) console.log(`no longer recorded: ${name}`)
  else rmSync(path)
}
console.log(`${wanted.size} recorded files, ${differing} ${verify ? 'copies differ' : 'updated'}`)
process.exit(verify && differing > 0 ? 1 : 0)

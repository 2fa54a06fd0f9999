// Writes releases/<release>/component-flags.json: every flag of kube-apiserver, kubelet and kube-proxy, with clean defaults, the
// texts of deprecations, flags that --help hides, and the releases in between those whose --help was recorded.
// usage: node scripts/record-component-flags.mjs HELP     HELP holds <component>-v<version>.txt and flags-src-<version>.json
//        node scripts/record-component-flags.mjs --verify HELP
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const args = process.argv.slice(2)
const verify = args[0] === '--verify' && args.shift() !== undefined
const [help] = args
if (help === undefined || !existsSync(help)) {
  console.error('usage: node scripts/record-component-flags.mjs [--verify] HELP')
  process.exit(2)
}
const releases = new URL('../releases/', import.meta.url).pathname
const json = (path) => JSON.parse(readFileSync(path, 'utf8'))
const minors = readdirSync(releases)
  .filter((n) => /^1\.\d+$/.test(n))
  .sort((a, b) => a.slice(2) - b.slice(2))
const minor = (release) => Number(release.slice(2))

/** Flags that --help does not list: [first release, last release, flag, type, default, deprecation]. */
const removed = 'is deprecated and will be removed'
const config =
  "This parameter should be set via the config file specified by the Kubelet's --config flag. See https://kubernetes.io/docs/tasks/administer-cluster/kubelet-config-file/ for more information."
const hidden = {
  'kube-apiserver': [
    [30, 99, 'kubelet-port', 'uint', '10250', `kubelet-port ${removed}.`],
    [30, 99, 'kubelet-read-only-port', 'uint', '10255', `kubelet-read-only-port ${removed}.`],
    [30, 99, 'apiserver-count', 'int', '1', `apiserver-count ${removed} in a future version.`],
    [
      30,
      99,
      'default-watch-cache-size',
      'int',
      '100',
      'watch caches are sized automatically and this flag will be removed in a future version',
    ],
    [
      30,
      99,
      'audit-webhook-batch-initial-backoff',
      'duration',
      '10s',
      'Deprecated, use --audit-webhook-initial-backoff instead.',
    ],
    [
      30,
      99,
      'admission-control',
      'strings',
      undefined,
      'Use --enable-admission-plugins or --disable-admission-plugins instead. Will be removed in a future version.',
    ],
    [30, 30, 'enable-logs-handler', 'bool', 'true', 'This flag will be removed in v1.19'],
    [31, 32, 'enable-logs-handler', 'bool', undefined, 'This flag will be removed in v1.33'],
    [33, 99, 'enable-logs-handler', 'bool', undefined, 'Log handler functionality is deprecated'],
    [30, 32, 'cloud-provider', 'string', undefined, 'will be removed in a future version'],
    [30, 32, 'cloud-config', 'string', undefined, 'will be removed in a future version'],
    [
      30,
      30,
      'cloud-provider-gce-lb-src-cidrs',
      'cidrs',
      '130.211.0.0/22,209.85.152.0/22,209.85.204.0/22,35.191.0.0/16',
      'This flag will be removed once the GCE Cloud Provider is removed from kube-apiserver',
    ],
  ],
  kubelet: [
    [30, 30, 'iptables-drop-bit', 'int32', '15', config],
    [30, 30, 'iptables-masquerade-bit', 'int32', '14', config],
  ],
  'kube-proxy': [
    [
      30,
      99,
      'healthz-port',
      'int32',
      '10256',
      'This flag is deprecated and will be removed in a future release. Please use --healthz-bind-address instead.',
    ],
    [
      30,
      99,
      'metrics-port',
      'int32',
      '10249',
      'This flag is deprecated and will be removed in a future release. Please use --metrics-bind-address instead.',
    ],
    [
      30,
      30,
      'proxy-port-range',
      'port-range',
      undefined,
      'This flag has no effect and will be removed in a future release.',
    ],
  ],
}
/** Defaults of releases without a recorded --help that differ from the nearest one with it. */
const defaults = { 'kube-proxy': { 1.31: { 'ipvs-min-sync-period': '1s' } } }
/** Flags of Windows builds. */
const windows =
  /^(windows-.*|enable-dsr|forward-healthcheck-vip|network-name|root-hnsendpoint-name|source-vip)$/

/** Flag → deprecation, from --help; entries go on until the next flag. */
function deprecations(component, release) {
  const file = readdirSync(help).find((n) => n.startsWith(`${component}-v${release}.`))
  if (file === undefined) return {}
  const texts = {}
  for (const entry of readFileSync(join(help, file), 'utf8').split(/\n(?=\s+(?:-\w, )?--)/)) {
    const name = /^\s*(?:-\w, )?--([\w-]+)/.exec(entry)?.[1]
    const text = /\(DEPRECATED: (.*)\)\s*$/s.exec(entry)?.[1]
    if (name !== undefined && text !== undefined) texts[name] = text
  }
  return texts
}

const clean = (text) => text.replace(/\) \(DEPRECATED: .*$/s, '').replace(/^"?(.*?)"?$/s, '$1')

function recorded(component, release) {
  const flags = json(join(releases, release, 'flags.json'))[component]
  if (flags === undefined) return undefined
  const texts = deprecations(component, release)
  return Object.fromEntries(
    Object.entries(flags).map(([name, { type, default: value, shorthand }]) => [
      name,
      { type, default: value === undefined ? undefined : clean(value), shorthand, deprecated: texts[name] },
    ]),
  )
}

/** A release without a recorded --help: the flags that its source names, as the nearest recorded releases describe them. */
function between(component, release) {
  const key = component.replace('kube-proxy', 'kubeproxy')
  const source = (r) =>
    json(
      join(
        help,
        readdirSync(help).find((n) => n.startsWith(`flags-src-${r}.`)),
      ),
    )[key]
  const known = minors.filter((r) => recorded(component, r) !== undefined)
  const nearest = [...known].sort(
    (a, b) =>
      Math.abs(minor(a) - minor(release)) - Math.abs(minor(b) - minor(release)) || minor(b) - minor(a),
  )
  const all = Object.assign({}, ...[...nearest].reverse().map((r) => recorded(component, r)))
  const names = new Set(source(release))
  // Flags that are registered elsewhere than in the source files that were read: the recorded release before has them.
  const before = known.filter((k) => minor(k) < minor(release)).at(-1)
  for (const name of Object.keys(recorded(component, before)))
    if (!source(before).includes(name)) names.add(name)
  if (component === 'kubelet' && minor(release) >= 35) names.delete('pod-infra-container-image')
  return Object.fromEntries([...names].filter((n) => all[n] !== undefined).map((n) => [n, all[n]]))
}

let different = 0
for (const release of minors) {
  const lines = Object.keys(hidden).map((component) => {
    const flags = { ...(recorded(component, release) ?? between(component, release)) }
    for (const [first, last, name, type, value, deprecated] of hidden[component]) {
      if (minor(release) >= first && minor(release) <= last)
        flags[name] = { type, default: value, deprecated }
    }
    for (const [name, value] of Object.entries(defaults[component]?.[release] ?? {}))
      flags[name] = { ...flags[name], default: value }
    for (const name of Object.keys(flags)) if (windows.test(name)) delete flags[name]
    const sorted = Object.entries(flags).sort(([a], [b]) => (a < b ? -1 : 1))
    return `${JSON.stringify(component)}:{\n${sorted.map(([n, f]) => ` ${JSON.stringify(n)}:${JSON.stringify(f)}`).join(',\n')}\n}`
  })
  const text = `{\n${lines.join(',\n')}\n}\n`
  const path = join(releases, release, 'component-flags.json')
  const same = existsSync(path) && readFileSync(path, 'utf8') === text
  if (!same && verify) console.log(`differs: ${release}/component-flags.json`)
  if (!same && !verify) writeFileSync(path, text)
  if (!same) different++
}
console.log(`${minors.length} releases ${verify ? `verified, ${different} differ` : 'recorded'}`)
process.exit(verify && different > 0 ? 1 : 0)

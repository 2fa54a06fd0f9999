// Command lines that are wrong: each is answered by one line that says what would be right, and never by a stack trace.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runHere } from './testing/run-here.ts'

const dir = mkdtempSync(join(tmpdir(), 'kepsim-wrong-'))
let busy: Server
let port = 0
beforeAll(async () => {
  writeFileSync(join(dir, 'a.mjs'), 'export default async () => {}\n')
  const aliases = Array.from(
    { length: 9 },
    (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]\n`,
  ).join('')
  writeFileSync(join(dir, 'aliases.yaml'), `a0: &a0 [x]\n${aliases}`)
  writeFileSync(join(dir, 'two.yaml'), 'a: 1\n---\nb: 1\n')
  writeFileSync(join(dir, 'quotes.yaml'), 'a: b: c\n')
  writeFileSync(join(dir, 'wide.md'), Buffer.from('\uFEFF# A\n', 'utf16le'))
  writeFileSync(join(dir, 'nothing.yaml'), '---\n')
  writeFileSync(join(dir, 'a.md'), '# A\n\nText.\n')
  writeFileSync(join(dir, 'kep.yaml'), 'title: A\n')
  writeFileSync(
    join(dir, 'job.md'),
    '# A\n\n## Upgrade\n\n1. Create it:\n\n   ```\n   $ kubectl apply -f two.yaml\n   ```\n',
  )
  writeFileSync(
    join(dir, 'kind.yaml'),
    'kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\nnodes: [{ role: worker }]\n',
  )
  writeFileSync(
    join(dir, 'mounts.yaml'),
    'kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\nnodes: [{ extraMounts: [] }]\n',
  )
  busy = createServer()
  await new Promise<void>((done) => busy.listen(0, '127.0.0.1', done))
  port = (busy.address() as { port: number }).port
})
afterAll(() => {
  busy.close()
  rmSync(dir, { recursive: true })
})
/** Runs `kepsim WORDS` in this process; DIR and PORT stand for what the test has made. */
const run = (line: string) =>
  runHere(
    (line.match(/"[^"]*"|\S+/g) ?? []).map((word) =>
      word.replaceAll('"', '').replaceAll('DIR', dir).replaceAll('PORT', String(port)),
    ),
  )

const releases = 'releases 1.24 to 1.36 can be simulated'

describe('a wrong command line', () => {
  it.each([
    ['gatse', 'kepsim: unknown command "gatse"; did you mean gates?'],
    ['kube-apisrver', 'kepsim: unknown command "kube-apisrver"; did you mean kube-apiserver?'],
    ['frobnicate', 'kepsim: unknown command "frobnicate"; \'kepsim --help\' lists the commands'],
    ['--versoin', 'kepsim: unknown flag "--versoin"; \'kepsim --help\' lists the commands'],
    ['help skwe', 'kepsim: unknown command "skwe"; did you mean skew?'],
    ['gates --releese 1.36', 'kepsim gates: unknown flag: --releese; did you mean --release?'],
    ['gates --release 1.99', `kepsim gates: release 1.99 is not known: ${releases}; later ones need a plan`],
    [
      'gates --release 136',
      `kepsim gates: "136" is not a release (did you mean 1.36?): write it as 1.36 or 1.36.0; ${releases}`,
    ],
    [
      'gates --stage alhpa',
      'kepsim gates: unknown stage "alhpa": one of alpha, beta, ga, deprecated; did you mean alpha?',
    ],
    ['gates --component kublet', 'kube-proxy; did you mean kubelet?'],
    ['gates -o jsn', 'kepsim gates: --output jsn: write table, json, yaml, markdown; did you mean json?'],
    ['gates NodeDeclaredFeaturs', 'did you mean NodeDeclaredFeatures?'],
    ['gates dif 1.30 1.36', 'kepsim gates: one gate at a time, got dif 1.30 1.36; did you mean diff?'],
    ['gates diff 1.30', 'kepsim gates: diff needs two releases: kepsim gates diff 1.30 1.36'],
    ['gates diff 1.30 1.36 --kind gat', 'unknown kind "gat": one of gate, api, field, default'],
    ['gates lint /nowhere', 'kepsim gates: /nowhere: no such file'],
    ['gates lint DIR', 'kepsim gates: DIR: this is a directory'],
    ['gates --plan kep-5708', 'kepsim gates: there is no plan "kep-5708"'],
    ['gates -x', "kepsim gates: unknown shorthand flag: 'x' in -x ('kepsim gates --help' tells more)"],
    ['gates --json /nowhere/x', 'kepsim gates: --json /nowhere/x: there is no directory /nowhere'],
    ['diff 1.30', 'kepsim diff: write two releases: kepsim diff 1.33 1.34'],
    ['diff 1.30 1.36 --behavior', 'kepsim diff: unknown flag: --behavior; did you mean --behaviour?'],
    ['plan', "kepsim plan: write what to do: list, show, init, lint, walk ('kepsim plan --help' tells more)"],
    ['plan shwo kep-5707', 'kepsim plan: unknown command "shwo"; did you mean show?'],
    ['plan show kep-5708', 'kepsim plan: there is no plan "kep-5708"'],
    ['plan lint DIR', 'kepsim plan: DIR: this is a directory'],
    ['plan lint DIR/aliases.yaml', 'kepsim plan: DIR/aliases.yaml:3:10: Excessive alias count'],
    ['plan lint DIR/two.yaml', 'kepsim plan: DIR/two.yaml:2:1: a plan is one document'],
    ['up --config DIR/aliases.yaml', 'kepsim up: DIR/aliases.yaml:3:10: Excessive alias count'],
    ['data chek DIR', 'kepsim data: unknown command "chek"; did you mean check?'],
    ['data check', 'kepsim data: check needs one directory: '],
    ['data check /nowhere', 'kepsim data: /nowhere: no such directory'],
    ['data check DIR --to x', 'kepsim data: --to is for salvage'],
    ['up --nodes -1', 'kepsim up: --nodes -1: write a whole number from 0 to 10000'],
    ['up --nodes x', 'kepsim up: --nodes "x": write a whole number'],
    ['up --nodes 100000', 'kepsim up: --nodes 100000: write a whole number from 0 to 10000'],
    ['up --port 99999', 'kepsim up: --port 99999: write a whole number from 0 to 65535'],
    ['up --port -1', 'kepsim up: --port -1: write a whole number from 0 to 65535'],
    ['up --port PORT', 'kepsim up: --port PORT: something listens there already; try --port '],
    ['up --release 1.99', 'kepsim up: release 1.99 is not known'],
    ['up --apiservers 0', 'kepsim up: apiservers: 0 is not a number of servers from 1 to 20'],
    ['up --feature-gates Foo', 'kepsim up: --feature-gates "Foo": malformed pair, expect string=bool'],
    [
      'up --feature-gates SidecarContainer=true',
      'unrecognized feature gate: SidecarContainer; did you mean SidecarContainers?',
    ],
    ['up --data /proc/x', 'kepsim up: --data /proc/x: nothing can be made there'],
    ['up --data /proc', 'kepsim up: --data /proc: '],
    ['up --data DIR/a.md', 'kepsim up: --data DIR/a.md: is no directory'],
    ['up --data DIR/a.md/x', 'kepsim up: --data DIR/a.md/x: there is no directory DIR/a.md'],
    ['up --data DIR/new/x', 'kepsim up: --data DIR/new/x: there is no directory DIR/new'],
    ['up --kubeconfig /proc/x', 'kepsim up: --kubeconfig /proc/x: nothing can be made there'],
    ['up --kubeconfig DIR', 'kepsim up: --kubeconfig DIR: is a directory'],
    ['up --kubeconfig DIR/two.yaml', '--kubeconfig DIR/two.yaml: holds what kepsim did not write there'],
    ['up --etcd-socket DIR/a.md', '--etcd-socket DIR/a.md: is there already'],
    ['up --etcd-socket DIR/none/s', 'kepsim up: --etcd-socket DIR/none/s: there is no directory DIR/none'],
    ['up --wait soon', 'kepsim up: --wait soon: write a duration, as 90s or 10m'],
    ['up --config DIR/kind.yaml', 'kepsim up: DIR/kind.yaml: nodes: there is no control-plane'],
    ['up --config DIR/mounts.yaml', 'nodes[0].extraMounts: kepsim does not simulate this: leave it out'],
    ['up --config DIR/kind.yaml --nodes 2', 'kepsim up: --config and --nodes both say which nodes there are'],
    ['up -d -v', 'kepsim up: --verbose and --detach: nobody would see it'],
    ['up extra', 'kepsim up: unknown argument "extra"'],
    ['up --nodez 3', 'kepsim up: unknown flag: --nodez; did you mean --nodes?'],
    ['cluster', 'kepsim cluster: write what to do: status, upgrade, '],
    ['cluster upgrad all=1.36', 'kepsim cluster: unknown command "upgrad"; did you mean upgrade?'],
    ['cluster status --cluster DIR', 'kepsim cluster: --cluster DIR: no cluster runs there'],
    ['cluster status --on kubelet', 'kepsim cluster: --on is for set-gates'],
    ['down --cluster /nowhere', 'kepsim down: --cluster /nowhere: no cluster runs there'],
    ['replay --list --plan kep-5708 README.md', 'kepsim replay: there is no plan "kep-5708"'],
    ['replay', "kepsim replay: <file> is missing ('kepsim replay --help' tells more)"],
    ['replay DIR/nowhere.md --list', 'kepsim replay: DIR/nowhere.md: no such file'],
    ['replay DIR/a.md --junit DIR/a.md', '--junit DIR/a.md: it is read, and would be lost'],
    // As the process that is held to the document's limits is called.
    ['replay --guarded DIR/job.md --json DIR/kep.yaml', '--json DIR/kep.yaml: it is read, and would be lost'],
    ['replay --guarded DIR/job.md --json DIR/two.yaml', '--json DIR/two.yaml: it is read, and would be lost'],
    ['replay DIR/a.md --html DIR/r --json DIR/./r', '--json DIR/./r: --html writes there too'],
    ['skew DIR/a.mjs --json DIR/a.mjs', '--json DIR/a.mjs: it is read, and would be lost'],
    ['path "1.30 -> 1.31" DIR/a.mjs --json DIR/a.mjs', '--json DIR/a.mjs: it is read, and would be lost'],
    ['transcript DIR/a.md --svg DIR/a.md', '--svg DIR/a.md: it is read, and would be lost'],
    ['plan lint DIR/two.yaml --json DIR/two.yaml', '--json DIR/two.yaml: it is read, and would be lost'],
    ['gates lint DIR/quotes.yaml', 'DIR/quotes.yaml:1:4: Nested mappings are not allowed'],
    ['up --config DIR/quotes.yaml', 'kepsim up: DIR/quotes.yaml:1:4: Nested mappings are not allowed'],
    ['plan lint DIR/quotes.yaml', 'write a text with [, { or ": " in it in quotes'],
    ['up --etcd-servers ftp://x', 'kepsim up: --etcd-servers "ftp://x": no URL as http://127.0.0.1:2379'],
    ['replay DIR/wide.md --list', 'kepsim replay: DIR/wide.md:1: this is not UTF-8'],
    ['path "1.30 -> 1.31" DIR/quotes.yaml', 'DIR/quotes.yaml:1: Nested mappings are not allowed'],
    ['path "1.30 -> 1.31" DIR/nothing.yaml', 'DIR/nothing.yaml: no object is in it'],
    ['replay DIR/a.md --json - --html -', '--html -: only --json writes to stdout; name a file'],
    ['data check DIR/a.md', 'kepsim data: DIR/a.md: is no directory'],
    ['replay DIR/a.md --list --update', '--list and --update do not go together: leave one out'],
    ['replay DIR/a.md --challenge --shell', '--challenge and --shell do not go together: leave one out'],
    ['replay --sectoin x DIR/a.md', 'kepsim replay: unknown flag: --sectoin; did you mean --section?'],
    ['replay DIR/a.md --timeout x', 'kepsim replay: --timeout x: write a duration, as 90s or 10m (0: none)'],
    ['replay DIR/a.md --junit /nowhere/x', '--junit /nowhere/x: there is no directory /nowhere'],
    [
      'skew DIR/a.mjs --apiserver 1.99',
      'kepsim skew: --apiserver 1.99: there is no release 1.99 to simulate',
    ],
    ['skew DIR/a.mjs --kubelett 1.36', 'kepsim skew: unknown flag: --kubelett; did you mean --kubelet?'],
    ['path "1.30 -> 1.99"', 'kepsim path: "1.30 -> 1.99": there is no release "1.99" to simulate'],
    [
      'path "1.30 -> 1.36" --orders al',
      'kepsim path: --orders "al": write prescribed or all; did you mean all?',
    ],
    [
      'path "1.30 -> 1.36" --feature-gates X=maybe',
      'kepsim path: --feature-gates "X=maybe": invalid value of X: maybe, err: strconv.ParseBool: parsing "maybe": invalid syntax',
    ],
    ['skew DIR/a.mjs --cell-timeout x', 'kepsim skew: --cell-timeout x: write a duration, as 90s or 10m'],
    ['path "1.30 -> 1.36" --hop-timeout 0', 'kepsim path: --hop-timeout 0: write a duration, as 90s or 10m'],
    [
      'path "1.30 -> 1.31" --etcd-servers foo:bar:baz',
      '--etcd-servers "foo:bar:baz": no URL as http://127.0.0.1:2379',
    ],
    ['transcript --chek DIR/a.md', 'kepsim transcript: unknown flag: --chek; did you mean --check?'],
    ['transcript DIR/a.md --seed x', 'kepsim transcript: --seed x: write a whole number'],
    ['node-api wach', 'kepsim node-api: unknown command "wach"; did you mean watch?'],
    ['node-api watch --targt x', 'kepsim node-api: unknown flag: --targt; did you mean --target?'],
    ['kube-proxy config dif a b', 'kepsim kube-proxy config: unknown command "dif"; did you mean diff?'],
    ['kube-proxy config convert a --to v1', 'kepsim kube-proxy config: --to v1: write v1alpha1 or v1alpha2'],
    ['kube-scheduler --release 1.99', 'kepsim kube-scheduler: release 1.99 is not known'],
    ['completion tcsh', 'kepsim completion: there is no completion for "tcsh"'],
    ['completion bsh', 'kepsim completion: there is no completion for "bsh"; did you mean bash?'],
  ])('%s', async (line, message) => {
    const before = readdirSync(dir)
    const { code, stdout, stderr } = await run(line)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message.replaceAll('DIR', dir).replaceAll('PORT', String(port)))
    expect(stderr).toMatch(/^kepsim[^\n]*: [^\n]+\n$/)
    expect(readdirSync(dir)).toEqual(before)
  })
})

it.each(['help gates', 'gates --help', 'help node-api', 'up -h', 'help kube-proxy config'])(
  'kepsim %s has one style of help',
  async (line) => {
    const { code, stdout, stderr } = await run(line)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^usage: kepsim/i)
  },
)

// A detached cluster, changed while it runs, as its users do it.
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { packageRoot } from '../component-base/package-root.ts'

// Socket names are short: not below a longer folder.
const dir = mkdtempSync(join(tmpdir(), 'kd-'))
const kubeconfig = join(dir, 'kubeconfig')

const kepsim = (...args: string[]): SpawnSyncReturns<string> => kepsimWith(kubeconfig, ...args)

const kepsimWith = (file: string, ...args: string[]): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, [join(packageRoot, 'bin/kepsim'), ...args], {
    cwd: dir,
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: dir, KUBECONFIG: file },
  })

function holds(...args: string[]): string {
  const { status, stdout, stderr } = kepsim(...args)
  expect([args, stderr, status]).toEqual([args, '', 0])
  return stdout
}

afterAll(() => {
  kepsim('down', '--all')
  rmSync(dir, { recursive: true, force: true })
})

it('goes on in the background, changes, and ends', { timeout: 120_000 }, () => {
  writeFileSync(
    join(dir, 'kind.yaml'),
    `kind: Cluster
apiVersion: kind.x-k8s.io/v1alpha4
nodes:
- { role: control-plane, image: "kindest/node:v1.35.0" }
- { role: worker, image: "kindest/node:v1.34.0", labels: { zone: a } }
`,
  )
  const json = join(dir, 'up.json')
  const told = holds(
    ...['up', '-d', '--config', 'kind.yaml', '--wait', '60s', '--kubeconfig', kubeconfig, '--json', json],
  )
  expect(told).toContain('A cluster of release 1.35.0 serves on https://127.0.0.1:')
  expect(told).toContain(`export KUBECONFIG=${kubeconfig}`)
  const [directory] = readdirSync(dir).filter((name) => name.startsWith('kepsim-cluster-'))
  expect(told).toContain(`'kepsim down --cluster ${join(dir, directory!)}' ends it.`)
  expect(statSync(join(dir, directory!, 'control.sock')).mode & 0o777).toBe(0o600)
  expect(statSync(join(dir, directory!)).mode & 0o777).toBe(0o700)

  const up = JSON.parse(readFileSync(json, 'utf8')) as Record<string, unknown>
  expect(up).toMatchObject({ url: expect.any(String), pid: expect.any(Number), kubeconfig })
  expect(up['directory']).toBe(join(dir, directory!))
  // A copy of the kubeconfig says which of two is meant, and one of a cluster that has ended means no other.
  const dead = join(dir, 'kepsim-cluster-dead')
  mkdirSync(dead, { mode: 0o700 })
  writeFileSync(join(dead, 'kubeconfig'), '{}')
  // @note only the socket of a process that was killed stays behind.
  const killed = `require('node:net').createServer().listen(${JSON.stringify(join(dead, 'control.sock'))}, () => process.kill(process.pid, 'SIGKILL'))`
  const { pid } = spawnSync(process.execPath, ['-e', killed])
  writeFileSync(join(dead, 'process'), JSON.stringify({ host: hostname(), pid, start: '' }))
  const ended = kepsimWith(join(dead, 'kubeconfig'), 'cluster', 'status')
  expect(ended.stderr).toBe(
    `kepsim cluster: the cluster in ${dead} was killed: 'kepsim down' removes what it left\n`,
  )
  expect(kepsimWith(join(dead, 'kubeconfig'), 'down').stdout).toBe(
    `${dead} was killed: what it left is removed\n`,
  )
  expect(kepsimWith(join(dead, 'kubeconfig'), 'down').stderr).toBe(
    'kepsim down: the cluster of $KUBECONFIG has ended: say by --cluster which one is meant\n',
  )
  rmSync(json)

  holds('kubectl', 'create', 'configmap', 'before')
  expect(holds('cluster', 'snapshot', 'a.snapshot')).toMatch(/a\.snapshot: \d+ objects at revision \d+\n$/)
  expect(statSync(join(dir, 'a.snapshot')).mode & 0o777).toBe(0o600)
  holds('kubectl', 'create', 'configmap', 'after')
  expect(holds('cluster', 'upgrade', 'kubelet/kind-worker=1.35')).toMatch(
    /^kubelet\/kind-worker +1\.35 +running$/m,
  )
  expect(holds('cluster', 'add-node', 'extra', '--release', '1.33')).toMatch(
    /^kube-proxy\/extra +1\.33 +running$/m,
  )
  expect(holds('cluster', 'restore', 'a.snapshot')).toContain('are there again')
  expect(holds('kubectl', 'get', 'configmaps', '-o', 'name')).toBe(
    'configmap/before\nconfigmap/kube-root-ca.crt\n',
  )
  expect(
    holds('kubectl', 'get', 'nodes', '--no-headers', '-L', 'zone')
      .split('\n')
      .map((line) => line.split(/ +/)),
  ).toEqual([
    ['extra', 'Ready', '<none>', expect.anything(), expect.stringMatching(/^v1\.33\./), ''],
    ['kind-control-plane', 'Ready', 'control-plane', expect.anything(), 'v1.35.0', ''],
    ['kind-worker', 'Ready', '<none>', expect.anything(), expect.stringMatching(/^v1\.35\./), 'a'],
    [''],
  ])
  expect(holds('cluster', 'logs', 'kubelet/extra')).toContain('kubelet')

  const refused = kepsim('cluster', 'set-gates', 'NoSuchGate=true', '--on', 'kubelet/extra')
  expect([refused.status, refused.stderr]).toEqual([
    2,
    "kepsim cluster: kubelet did not start on extra: unrecognized feature gate: NoSuchGate; 'kepsim cluster restart kubelet/extra' starts it as it was\n",
  ])
  expect(holds('cluster', 'status')).toMatch(/^kubelet\/extra +1\.33 +down$/m)
  holds('cluster', 'restart', 'kubelet/extra')
  const wrongWay = kepsim('cluster', 'downgrade', 'all=1.36')
  expect([wrongWay.status, wrongWay.stderr]).toEqual([
    2,
    'kepsim cluster: kube-apiserver is of release 1.35.0: for 1.36 call upgrade\n',
  ])

  holds('cluster', 'set-gates', 'SidecarContainers=true')
  const { components } = JSON.parse(holds('cluster', 'status', '--json', '-')) as {
    components: { name: string; release: string; featureGates: object }[]
  }
  expect(components.map(({ name, release }) => `${name} ${release}`)).toEqual([
    'kube-apiserver 1.35.0',
    'kubelet/kind-control-plane 1.35.0',
    'kube-proxy/kind-control-plane 1.35.0',
    'kubelet/kind-worker 1.35',
    'kube-proxy/kind-worker 1.34.0',
    'kubelet/extra 1.33',
    'kube-proxy/extra 1.33',
  ])
  expect(components.map(({ featureGates }) => featureGates)).toContainEqual({ SidecarContainers: true })

  expect(holds('down')).toContain('has ended')
  expect(existsSync(kubeconfig)).toBe(false)
  expect(readdirSync(dir).sort()).toEqual(['a.snapshot', 'kind.yaml'])
  const none = kepsim('down')
  expect([none.status, none.stderr]).toEqual([2, "kepsim down: no cluster runs: 'kepsim up -d' starts one\n"])
})

// The configuration file of a kube-proxy that runs: what a bad one does to it, and what it does not.
import { linkSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runKubeProxy } from '../../cli/kube-proxy.ts'
import { parseKubeconfig } from '../../client/kubeconfig.ts'
import { RestClient } from '../../client/rest-client.ts'
import type { RunningServer } from '../../cluster/component-start.ts'
import { Components } from '../../cluster/components.ts'
import { freePort } from '../../cluster/free-port.ts'

let server: RunningServer
let dir: string
let health: string
let good: string

beforeAll(async () => {
  const started = await new Components().startApiserver({
    release: '1.36',
    args: ['--bind-address=127.0.0.1'],
    readFile: (path) => Promise.reject(new Error(`no file ${path}`)),
  })
  if (!started.ok) throw new Error(started.stderr)
  server = started.component
  const client = new RestClient(parseKubeconfig(server.kubeconfig('admin')), 'test')
  await client.create('/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } })
  const addresses = [{ type: 'InternalIP', address: '10.1.1.1' }]
  await client.patch('/api/v1/nodes/n1/status', { status: { addresses } }, 'application/merge-patch+json')
  client.close()
  dir = mkdtempSync(join(tmpdir(), 'kepsim-config-'))
  writeFileSync(join(dir, 'kubeconfig'), server.kubeconfig('admin'), { mode: 0o600 })
  health = `127.0.0.1:${await freePort()}`
  good = `apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
clientConnection: {kubeconfig: ${join(dir, 'kubeconfig')}}
healthzBindAddress: ${health}
metricsBindAddress: 127.0.0.1:${await freePort()}
`
})
afterAll(async () => {
  await server.stop()
  rmSync(dir, { recursive: true })
})

interface Run {
  ended: Promise<number>
  stderr: () => string
}

function start(config: string): Run {
  let stderr = ''
  const ended = runKubeProxy(['--release=1.36', '--hostname-override=n1', `--config=${config}`], {
    stdout: () => {},
    stderr: (text) => {
      stderr += text
    },
    readText: async (path) => readFileSync(path, 'utf8'),
    writeText: () => Promise.reject(new Error('nothing to write')),
  })
  return { ended, stderr: () => stderr }
}

const healthz = (): Promise<number | undefined> =>
  fetch(`http://${health}/healthz`).then(
    (answer) => answer.status,
    () => undefined,
  )
const serving = () => expect.poll(healthz, { timeout: 60_000 }).toBe(200)

const head = (version: string): string =>
  `apiVersion: kubeproxy.config.k8s.io/${version}\nkind: KubeProxyConfiguration\n`
const bad: [string, string, string][] = [
  ['garbage', `${head('v1alpha1')}mode: [\n`, 'failed complete: failed to decode: '],
  [
    'of an unknown version',
    head('v1alpha2'),
    'is registered for version \\"kubeproxy.config.k8s.io/v1alpha2\\"',
  ],
  [
    'invalid',
    `${head('v1alpha1')}mode: userspace\n`,
    'failed validate: KubeProxyConfiguration.Mode.ProxyMode',
  ],
]

describe.each(bad)('a configuration file that is %s', (what, text, message) => {
  it('does not reach a kube-proxy that runs, where it takes the place of the file', async () => {
    const [path, link] = [join(dir, `${what}.yaml`), join(dir, `${what}-before.yaml`)]
    writeFileSync(path, good)
    linkSync(path, link)
    const running = start(path)
    await serving()
    writeFileSync(`${path}.new`, text)
    renameSync(`${path}.new`, path)
    const second = start(path)
    expect(await second.ended).toBe(1)
    expect(second.stderr()).toContain(message)
    expect(await healthz()).toBe(200)
    expect(running.stderr()).not.toContain('command failed')
    writeFileSync(link, text)
    expect(await running.ended).toBe(1)
  })

  it('ends the kube-proxy where it is written in place, and the next starts with a good one only', async () => {
    const path = join(dir, `${what}.yaml`)
    writeFileSync(path, good)
    const running = start(path)
    await serving()
    writeFileSync(path, text)
    expect(await running.ended).toBe(1)
    expect(running.stderr()).toContain(
      `"command failed" err="content of the proxy server's configuration file was updated"`,
    )
    expect(await start(path).ended).toBe(1)
    writeFileSync(path, good)
    const again = start(path)
    await serving()
    writeFileSync(path, text)
    await again.ended
  })
})

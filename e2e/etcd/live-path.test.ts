// `kepsim path` over an etcd that runs: the report is that of a snapshot of it, and nothing is written.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { runHere } from '../../cli/testing/run-here.ts'
import { RestClient } from '../../client/rest-client.ts'
import { packageRoot } from '../../component-base/package-root.ts'
import { EtcdClient } from '../../server/storage/etcd/etcd-client.ts'
import { hasEtcd, startEtcd } from '../../server/storage/etcd/testing/etcd-process.ts'
import { serverFolder, startServerProcess } from '../conformance/server-process.ts'

const toEnd: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of toEnd.splice(0).reverse()) await end()
})

const kepsim = (...args: string[]) =>
  spawnSync(process.execPath, [join(packageRoot, 'bin/kepsim'), ...args], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })

/** Services, more Secrets than one page of etcd's holds, and a field that 1.29 does not know. */
async function fill(etcd: string, dir: string): Promise<void> {
  const flags = ['--etcd-prefix=/registry']
  const server = await startServerProcess({ release: '1.34', dir, flags, etcd })
  const client = new RestClient({ ...server, insecure: true }, 'test')
  const ports = [{ port: 80 }]
  await client.create('/api/v1/namespaces/default/services', {
    metadata: { name: 'near' },
    spec: { ports, trafficDistribution: 'PreferClose' },
  })
  const data = { word: Buffer.from('hush-hush').toString('base64') }
  for (let i = 0; i < 600; i++)
    await client.create('/api/v1/namespaces/default/secrets', { metadata: { name: `s${i}` }, data })
  client.close()
  await server.stop()
}

async function revisionOf(etcd: string): Promise<number> {
  const client = await EtcdClient.open({ endpoints: [etcd], caFile: '', certFile: '', keyFile: '' })
  const { header } = await client.range({ key: Buffer.from('a') })
  client.close()
  return header.revision
}

describe.skipIf(!hasEtcd)('a path over an etcd that runs', () => {
  it('tells what a snapshot of it does, and writes nothing', async () => {
    const etcd = await startEtcd()
    toEnd.push(() => etcd.stop())
    const folder = serverFolder()
    toEnd.push(() => folder.remove())
    await fill(etcd.url, folder.dir)
    const before = await revisionOf(etcd.url)
    const backup = join(folder.dir, 'backup.db')
    const [live, saved] = ['live.json', 'saved.json'].map((name) => join(folder.dir, name)) as [
      string,
      string,
    ]
    const hops = '1.34 → 1.29 → 1.34'
    expect(kepsim('etcdctl', '--endpoints', etcd.url, 'snapshot', 'save', backup).status).toBe(0)
    const ran = kepsim('path', hops, '--etcd-servers', etcd.url, '--json', live)
    expect(ran.stderr).toBe('')
    expect(kepsim('path', hops, '--etcd-snapshot', backup, '--json', saved).status).toBe(ran.status)
    const told = (file: string, name: string) => readFileSync(file, 'utf8').replaceAll(name, 'ETCD')
    expect(told(live, etcd.url)).toBe(told(saved, backup))
    expect(ran.stdout).toContain('spec.trafficDistribution of Service default/near: "PreferClose"')
    expect(ran.stdout).toMatch(/60\d Secret/)
    expect(told(live, etcd.url) + ran.stdout).not.toMatch(/hush|aHVzaC1odXNo/)
    expect(await revisionOf(etcd.url)).toBe(before)
  }, 120_000)

  it.each([
    [
      ['--etcd-servers', 'http://127.0.0.1:1'],
      /^kepsim path: http:\/\/127.0.0.1:1: no etcd answers: .*ECONNREFUSED/,
    ],
    [['--etcd-servers', 'what is this'], /^kepsim path: --etcd-servers "what is this": no URL as/],
    [
      ['--etcd-servers', 'http://a:1', '--etcd-snapshot', 'b'],
      /--etcd-servers: --etcd-snapshot does not go with it/,
    ],
    [['--etcd-servers', 'http://a:1', '--html', 'x.html'], /--etcd-servers: --html does not go with it/],
    [['--etcd-servers', 'https://a:1', '--etcd-cafile', '/no/such'], /\/no\/such: no such file/],
    [['--etcd-snapshot', 'b', '--etcd-keyfile', 'k'], /--etcd-keyfile: only with --etcd-servers/],
  ])('refuses %j in one line', async (args, line) => {
    const { code, stderr, stdout } = await runHere(['path', '1.33 → 1.34', ...args])
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1])
    expect(stderr).toMatch(line)
  })
})

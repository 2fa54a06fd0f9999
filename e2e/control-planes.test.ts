// kepsim up with several servers, as its users run it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runHere } from '../cli/testing/run-here.ts'
import { packageRoot } from '../component-base/package-root.ts'
import { hasEtcd, startEtcd } from '../server/storage/etcd/testing/etcd-process.ts'

const directory = mkdtempSync(join(tmpdir(), 'kepsim-up-'))
const running: ChildProcess[] = []
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})
const program = join(packageRoot, 'bin/kepsim')

/** Resolves with what it prints when the cluster serves. */
async function up(...args: string[]): Promise<{ child: ChildProcess; text: string; kubectl: Kubectl }> {
  const kubeconfig = join(directory, `kubeconfig-${running.length}`)
  const child = spawn(process.execPath, [program, 'up', '--kubeconfig', kubeconfig, ...args])
  running.push(child)
  let text = ''
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk
  })
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    text += chunk as string
    if (text.includes('Ctrl-C')) return { child, text, kubectl: kubectlOf(kubeconfig) }
  }
  throw new Error(errors)
}

type Kubectl = (...args: string[]) => string

const run = (env: Record<string, string>, ...args: string[]): string => {
  const options = { encoding: 'utf8', env: { ...process.env, ...env } } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options)
  expect(stderr).toBe('')
  expect(status).toBe(0)
  return stdout
}

const kubectlOf =
  (KUBECONFIG: string): Kubectl =>
  (...args) =>
    run({ KUBECONFIG }, 'kubectl', ...args)

async function interrupted(child: ChildProcess): Promise<number | null> {
  child.kill('SIGINT')
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

describe('kepsim up', { timeout: 120_000 }, () => {
  it('runs servers of two releases, whose store etcdctl shows, and ends by a signal', async () => {
    const socket = join(directory, 'etcd.sock')
    const { child, text, kubectl } = await up(
      '--apiservers',
      '1.35,1.36',
      '--nodes',
      '0',
      '--etcd-socket',
      socket,
    )
    expect(text).toMatch(
      /^A cluster of 2 kube-apiservers \(1\.35, 1\.36\) serves on https:\/\/127\.0\.0\.1:\d+\n/,
    )
    expect(kubectl('create', 'configmap', 'a', '--from-literal=k=v')).toBe('configmap/a created\n')
    const endpoints = kubectl(
      'get',
      'endpointslices',
      'kubernetes',
      '-o',
      'jsonpath={.endpoints[*].addresses[*]}',
    )
    expect(endpoints).toBe('192.0.2.1 192.0.2.2')
    const etcdctl = (...args: string[]) => run({ ETCDCTL_ENDPOINTS: `unix://${socket}` }, 'etcdctl', ...args)
    expect(etcdctl('get', '/registry/masterleases/', '--prefix', '--keys-only')).toBe(
      '/registry/masterleases/192.0.2.1\n\n/registry/masterleases/192.0.2.2\n\n',
    )
    expect(etcdctl('put', '/other', 'value')).toBe('OK\n')
    expect(etcdctl('get', '/other', '--print-value-only')).toBe('value\n')
    expect(await interrupted(child)).toBe(0)
    expect(existsSync(socket)).toBe(false)
  })

  it('says in one line what cannot be', async () => {
    for (const [args, message] of [
      [['--apiservers', '0'], 'apiservers: 0 is not a number of servers from 1 to 20'],
      [
        ['--apiservers', '1.99'],
        'release 1.99 is not known: releases 1.24 to 1.36 can be simulated; later ones need a plan',
      ],
      [
        ['--apiservers', 'x'],
        '--apiservers x: write a number, as 3, or a release for each server, as 1.35,1.36',
      ],
    ] as const)
      expect(await runHere(['up', ...args])).toEqual({
        code: 2,
        stdout: '',
        stderr: `kepsim up: ${message}\n`,
      })
  })

  it.skipIf(!hasEtcd)('keeps what it has in a real etcd', async () => {
    const etcd = await startEtcd()
    try {
      const flags = ['--nodes', '0', '--etcd-servers', etcd.url]
      const first = await up('--release', '1.35', ...flags)
      first.kubectl('create', 'configmap', 'kept', '--from-literal=k=v')
      expect(await interrupted(first.child)).toBe(0)
      const second = await up('--apiservers', '1.35,1.36', ...flags)
      expect(second.kubectl('get', 'configmap', 'kept', '-o', 'jsonpath={.data.k}')).toBe('v')
      expect(await interrupted(second.child)).toBe(0)
    } finally {
      await etcd.stop()
    }
  })
})

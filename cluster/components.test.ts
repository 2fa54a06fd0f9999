import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ApiserverStart } from './component-start.ts'
import { Components } from './components.ts'
import { noFiles } from './start-component.ts'

const start = (more: Partial<ApiserverStart>): ApiserverStart => ({
  release: '1.34',
  args: [],
  readFile: noFiles,
  ...more,
})

const kubeconfig =
  'current-context: c\ncontexts: [{name: c, context: {cluster: c, user: u}}]\nclusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]\nusers: [{name: u, user: {}}]\n'

describe('a component that was started', () => {
  it.each([
    ['1.30', '--feature-gates=AllAlpha=true,PodIndexLabel=false', { AllAlpha: true, PodIndexLabel: false }],
    ['1.34', '--feature-gates=kube:HostnameOverride=true', { HostnameOverride: true }],
  ])('tells its gates: %s %s', async (release, flag, set) => {
    const started = await new Components().startApiserver(start({ release, args: [flag] }))
    if (!started.ok) throw new Error(started.stderr)
    onTestFinished(() => started.component.stop())
    const { gates } = started.component
    expect(gates?.set).toEqual(set)
    expect(gates?.release.facts).toBe(release)
    for (const [gate, value] of Object.entries(set)) expect(gates?.effective.enabled(gate)).toBe(value)
  })

  it('tells gates that follow from others', async () => {
    const args = ['--feature-gates=AllAlpha=true']
    const started = await new Components().startApiserver(start({ args }))
    if (!started.ok) throw new Error(started.stderr)
    onTestFinished(() => started.component.stop())
    expect(started.component.gates?.effective.enabled('HostnameOverride')).toBe(true)
  })
})

it('keeps the pages of several sets of controllers apart, until each is stopped', async () => {
  const components = new Components()
  const server = await components.startApiserver(start({}))
  if (!server.ok) throw new Error(server.stderr)
  onTestFinished(() => server.component.stop())
  const startSet = async (name: string) => {
    const leaderElection = { identity: `${name}_1` }
    const apiserver = server.component
    const set = await components.startControllers({ apiserver, release: '1.34', name, leaderElection })
    if (!set.ok) throw new Error(set.stderr)
    return set.component
  }
  const page = async (name: string) =>
    (await components.answer('kube-controller-manager', name, '/metrics'))?.body
  const sets = [await startSet('a'), await startSet('b')]
  const leads = (name: string) => `leader_election_master_status{name="${name}"}`
  expect(await page('a')).toContain(`${leads('kube-controller-manager')} 1`)
  expect(await page('b')).toContain(`${leads('kube-controller-manager')} 0`)
  expect(await page('')).toBeUndefined()
  await sets[1]!.stop()
  expect([await page('a'), await page('b')]).toEqual([expect.any(String), undefined])
  const again = await startSet('a')
  await sets[0]!.stop()
  expect(await page('a')).toBeDefined()
  await again.stop()
  expect(await page('a')).toBeUndefined()
})

it('says that an address is in use', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const address = other.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const started = await new Components().startApiserver(start({ port }))
  expect(started).toMatchObject({ ok: false, exitCode: 1, reason: { code: 'address in use' } })
})

describe('a component that refuses to start says why', () => {
  const server = { kubeconfig: () => '' }
  const locked = '--feature-gates=PodHostIPs=false'
  const gone = '--feature-gates=NoSuchGate=true'
  const noGate = { code: 'no such gate', gate: 'NoSuchGate' }
  const says = 'unrecognized feature gate: NoSuchGate'
  const components = new Components()
  it.each([
    // In 1.30 gates are set while the command line is read.
    [
      'kube-apiserver 1.30',
      components.startApiserver(start({ release: '1.30', args: [gone] })),
      noGate,
      says,
    ],
    ['kube-apiserver', components.startApiserver(start({ args: [gone] })), noGate, says],
    [
      'kube-apiserver with a locked gate',
      components.startApiserver(start({ release: '1.30', args: [locked] })),
      { code: 'gate is locked', gate: 'PodHostIPs', to: true },
      'cannot set feature gate PodHostIPs to false, feature is locked to true',
    ],
    [
      'kube-apiserver with a flag that went',
      components.startApiserver(start({ args: ['--cloud-config=a'] })),
      { code: 'no such flag', flag: '--cloud-config' },
      'unknown flag: --cloud-config',
    ],
    [
      'kube-controller-manager',
      components.startControllers({ apiserver: server, release: '1.34', args: [gone] }),
      noGate,
      says,
    ],
    ['kubelet', components.startKubelet({ ...start({ args: [gone] }), apiserver: server }), noGate, says],
    [
      'kube-proxy',
      components.startKubeProxy({ ...start({ args: [gone] }), apiserver: { kubeconfig: () => kubeconfig } }),
      noGate,
      says,
    ],
  ])('%s', async (_name, started, reason, words) => {
    expect(await started).toMatchObject({ ok: false, reason, says: words })
  })
})

import { expect, it } from 'vitest'
import { FakeClock } from '../../component-base/clock.ts'
import { seededRandom } from '../../component-base/random.ts'
import { loadRelease } from '../../component-base/release.ts'
import { simulatedMachine } from '../kubelet-options.ts'
import { kubeletLog } from '../options/kubelet-log.ts'
import { prepareKubelet } from '../options/prepare-kubelet.ts'
import type { Node } from './node.ts'
import { withStatus } from './setters.ts'

/** The node's addresses and what a cloud provider is told, after a report. @param before as the node was */
async function reported(release: string, flags: string[], before: Partial<Node> = {}) {
  const { gates, settings } = await prepareKubelet(flags, {
    release: loadRelease(release),
    logger: kubeletLog({ write: () => {}, now: () => 0 }),
    notice: () => {},
    readText: () => Promise.reject(new Error('none')),
  })
  const options = {
    nodeName: 'a',
    release: loadRelease(release),
    gates,
    settings,
    machine: simulatedMachine(seededRandom(1)),
    clock: new FakeClock(0),
  }
  const node = { metadata: { name: 'a' }, spec: {}, status: {}, ...before } as Node
  const { status, metadata } = withStatus(node, options, { csiNodeReady: true, images: [] })
  const provided = metadata.annotations?.['alpha.kubernetes.io/provided-node-ip']
  return [(status.addresses ?? []).map(({ address }) => address).join(' '), provided] as const
}

const external = '--cloud-provider=external'
const pair = '--node-ip=10.0.0.1,fd00::1'

// Upstream: pkg/kubelet/nodestatus/setters.go of these releases
it.each([
  ['1.24', [], '127.0.0.1 a', undefined],
  ['1.36', [pair], '10.0.0.1 fd00::1 a', undefined],
  ['1.36', ['--node-ip=::'], '::1 a', undefined],
  ['1.28', [external], '127.0.0.1 a', undefined],
  ['1.29', [external], '', undefined],
  ['1.31', [external], 'a', undefined],
  ['1.24', [external, '--node-ip=10.0.0.1'], '10.0.0.1 a', '10.0.0.1'],
  ['1.29', [external, pair], '10.0.0.1 fd00::1 a', '10.0.0.1,fd00::1'],
  ['1.31', [external, '--node-ip=0.0.0.0'], 'a', undefined],
  ['1.32', [external, '--node-ip=0.0.0.0'], '127.0.0.1 a', undefined],
] as const)('%s %j: %s', async (release, flags, addresses, provided) => {
  expect(await reported(release, [...flags])).toEqual([addresses, provided])
})

it('leaves the addresses of a cloud provider as they are', async () => {
  const status = { addresses: [{ type: 'ExternalIP', address: '192.0.2.1' }] }
  expect(await reported('1.36', [external, pair], { status })).toEqual(['192.0.2.1', '10.0.0.1,fd00::1'])
  expect(await reported('1.36', [pair], { status })).toEqual(['10.0.0.1 fd00::1 a', undefined])
})

it('takes back what it told a cloud provider, where there is none any more', async () => {
  const metadata = { name: 'a', annotations: { 'alpha.kubernetes.io/provided-node-ip': '10.0.0.1' } }
  expect((await reported('1.25', [pair], { metadata }))[1]).toBeUndefined()
  expect((await reported('1.24', [pair], { metadata }))[1]).toBe('10.0.0.1')
})

// What kube-proxies log when they start, as real ones did that `npm run record -- --cases rules` ran.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageRoot } from '../../component-base/package-root.ts'
import type { Variant } from '../../scripts/record/cases/proxy-variants.ts'
import { startLog } from '../../scripts/record/cases/start-log.ts'
import { programmingProxyOf, proxyLogOf, serverOf } from './start.ts'

const folder = join(packageRoot, 'e2e/golden/cases/node/rules')

const variantsIn = (version: string): Variant[] => {
  const file = join(folder, version, 'variants.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Variant[]) : []
}

const podCIDRs = ['10.244.0.0/24']

describe.each(readdirSync(folder).filter((name) => variantsIn(name).length > 0))('%s', (version) => {
  it('logs its start as recorded', async () => {
    const server = await serverOf('1.30')
    await server.client.patch(
      '/api/v1/nodes/n1',
      { spec: { podCIDR: podCIDRs[0], podCIDRs } },
      'application/merge-patch+json',
    )
    for (const { variant, flags, log } of variantsIn(version)) {
      const args = Object.entries(flags).map(([flag, value]) => `${flag}=${value}`)
      const text = await proxyLogOf(server, version.slice(1), '--v=2', ...args)
      expect([variant, ...startLog(text)]).toEqual([variant, ...(log ?? [])])
    }
  })
})

describe('a kube-proxy before 1.28', () => {
  it.each([
    ['1.25', '--proxy-mode=userspace', 'unable to create proxier: failed to select a host interface'],
    ['1.27', '--detect-local-mode=foo', 'cannot determine detect-local-mode: unknown detect-local-mode: foo'],
  ])('%s %s ends when it has found its node', async (release, flag, why) => {
    const log = await proxyLogOf(await serverOf('1.30'), release, '--hostname-override=n1', flag)
    expect(log).toContain('"Detected node IP" address="10.1.1.1"')
    expect(log).toContain(`"Error running ProxyServer" err="${why}`)
  })

  it('takes iptables where no mode is set', async () => {
    const proxy = await programmingProxyOf(await serverOf('1.30'), '1.27')
    expect((await proxy.metricsAnswer('/proxyMode')).body).toBe('iptables')
    expect(proxy.rules()?.iptablesSave).toContain('KUBE-SERVICES')
  })
})

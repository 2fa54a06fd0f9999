import { describe, expect, it } from 'vitest'
import { newComponentGates } from '../component-base/component-gates.ts'
import { planExtension } from '../component-base/plan-extension.ts'
import { parseRelease } from '../component-base/release.ts'
import { loadPlan, openPlan, shippedPlans } from './load-plan.ts'
import { PlanError } from './plan-error.ts'
import { PositionedYaml } from './yaml-positions.ts'

const component = (plan: string, release: string, name: string, gates?: string) => {
  const r = parseRelease(release, loadPlan(plan))
  const set = newComponentGates(r, name)
  expect(gates === undefined ? [] : set.set(gates)).toEqual([])
  return planExtension(r, name, set)
}
const services = { group: '', resource: 'services', subresource: '' }
const service = (...externalIPs: string[]) => ({ spec: { type: 'ClusterIP', externalIPs } })

it('reads no more of a file than a plan has, whatever size it tells', () => {
  expect(() => openPlan('/dev/zero')).toThrow(
    '/dev/zero: it has more than 1048576 bytes, which a plan has at most',
  )
})

it('tells of a finding in a line of bounded length, with what is not seen as JSON has it', () => {
  const told = (finding: string) => new PlanError([`p.yaml:1:1: ${finding}`]).message
  expect(told('a\u0007\u{e0001}\u202e\ud800z')).toBe('p.yaml:1:1: a\\u0007\\udb40\\udc01\\u202e\\ud800z')
  for (const text of ['\u0001'.repeat(600), '\u{e0001}'.repeat(2000), 'x'.repeat(1_000_000)]) {
    expect(told(text).length).toBeLessThanOrEqual(603)
    expect(told(text)).toMatch(/^p\.yaml:1:1: (x+|(\\u[0-9a-f]{4})+) … (x+|(\\u[0-9a-f]{4})+)$/)
  }
})

it('knows the places of values by keys that are no text, and by those of long maps', () => {
  const lines = Array.from({ length: 3000 }, (_, i) => `  ${i}: { a: [x, y] }\n`)
  const yaml = new PositionedYaml('p.yaml', `m:\n${lines.join('')}`)
  expect(yaml.at(['m', '2999', 'a', 1])).toBe('p.yaml:3001:18')
  expect(yaml.atKey(['m'], '7')).toBe('p.yaml:9:3')
  expect(yaml.at(['m', 'none', 'a'])).toBe('p.yaml:2:3')
})

describe('the plans that ship', () => {
  it('can all be read, under their own names', () => {
    expect(shippedPlans()).toEqual(['kep-4004', 'kep-5495', 'kep-5707', 'kep-5707-as-proposed', 'kep-784'])
    for (const name of shippedPlans()) expect(openPlan(name).plan.name).toBe(name)
  })

  it('have gates that every component registers in every release', () => {
    for (const name of shippedPlans())
      for (let minor = 30; minor <= 46; minor++)
        for (const c of ['kube-apiserver', 'kubelet', 'kube-proxy'])
          newComponentGates(parseRelease(`1.${minor}`, loadPlan(name)), c)
  })

  it('KEP-5707 as accepted switches kube-proxy alone', () => {
    const states = (name: string) =>
      ['1.35', '1.36', '1.39', '1.40', '1.43', '1.46'].map((r) => {
        const { gates } = component('kep-5707', r, name)
        return gates.known('AllowServiceExternalIPs') ? gates.enabled('AllowServiceExternalIPs') : undefined
      })
    expect(states('kube-proxy')).toEqual([undefined, true, true, false, false, false])
    const server = component('kep-5707', '1.43', 'kube-apiserver')
    expect(server.validate(services, service('192.0.2.1'), undefined)).toEqual([])
    expect(server.warnings(services, service('192.0.2.1'), undefined)).toHaveLength(1)
    expect(
      server.warnings(services, { spec: { ...service('192.0.2.1').spec, clusterIP: 'None' } }, undefined),
    ).toEqual([])
    expect(
      component('kep-5707', '1.35', 'kube-apiserver').warnings(services, service('192.0.2.1'), undefined),
    ).toEqual([])
    expect(server.removedAdmissionPlugins).toEqual([])
    expect(server.startLogs({ admissionPlugins: ['DenyServiceExternalIPs'] })).toMatchObject([
      { severity: 'E' },
    ])
    expect(server.startLogs({ admissionPlugins: [] })).toEqual([])
    expect(component('kep-5707', '1.46', 'kube-apiserver').removedAdmissionPlugins).toEqual([
      'DenyServiceExternalIPs',
    ])
  })

  it('KEP-5707 as proposed refuses new use, with ratcheting', () => {
    const refuses = (release: string, old: string[] | undefined, now: string[], gates?: string) =>
      component('kep-5707-as-proposed', release, 'kube-apiserver', gates).validate(
        services,
        service(...now),
        old === undefined ? undefined : service(...old),
      ).length > 0
    expect(refuses('1.39', undefined, ['192.0.2.1'])).toBe(false)
    expect(refuses('1.39', undefined, ['192.0.2.1'], 'AllowServiceExternalIPs=false')).toBe(true)
    expect(refuses('1.40', undefined, ['192.0.2.1'])).toBe(true)
    expect(refuses('1.40', undefined, ['192.0.2.1'], 'AllowServiceExternalIPs=true')).toBe(false)
    expect(refuses('1.40', undefined, [])).toBe(false)
    expect(refuses('1.40', ['192.0.2.1'], ['192.0.2.1'])).toBe(false)
    expect(refuses('1.40', ['192.0.2.1'], [])).toBe(false)
    expect(refuses('1.40', ['192.0.2.1', '192.0.2.2'], ['192.0.2.1'])).toBe(true)
    expect(refuses('1.40', ['192.0.2.1'], ['192.0.2.2'])).toBe(true)
    expect(refuses('1.46', undefined, ['192.0.2.1'])).toBe(true)
    expect(refuses('1.35', undefined, ['192.0.2.1'])).toBe(false)
  })

  it('KEP-5495 ends the ipvs mode with its gate', () => {
    const ended = ['ipvs']
    expect(component('kep-5495', '1.39', 'kube-proxy').endedModes).toEqual([])
    expect(component('kep-5495', '1.40', 'kube-proxy').endedModes).toEqual(ended)
    expect(component('kep-5495', '1.40', 'kube-proxy', 'KubeProxyIPVS=true').endedModes).toEqual([])
    for (const r of ['1.43', '1.46']) expect(component('kep-5495', r, 'kube-proxy').endedModes).toEqual(ended)
  })

  it('KEP-784 brings a configuration version, KEP-4004 keeps the field empty without its gate', () => {
    expect(component('kep-784', '1.37', 'kube-proxy').configVersions).toEqual([
      'kubeproxy.config.k8s.io/v1alpha2',
    ])
    expect(component('kep-784', '1.36', 'kube-proxy').configVersions).toEqual([])
    const { gates } = component('kep-4004', '1.39', 'kubelet')
    expect(gates.enabled('DisableNodeKubeProxyVersion')).toBe(true)
  })
})

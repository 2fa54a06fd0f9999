import { describe, expect, it } from 'vitest'
import { recordedReleases } from '../release-facts.ts'
import { type ComponentName, flagDefinitions, hasFlagDefinitions } from './flag-definitions.ts'
import { parseFlags } from './parse-flags.ts'
import { usageText } from './usage-text.ts'
import { isKnownType } from './value-types.ts'

const components: ComponentName[] = [
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kubelet',
  'kube-proxy',
]
const all = recordedReleases()
  .flatMap((minor) => components.map((component) => [minor, component] as const))
  .filter(([minor, component]) => hasFlagDefinitions(minor, component))

describe('flagDefinitions', () => {
  it.each(all)('%s %s: every default can be read', (minor, component) => {
    const definitions = flagDefinitions(minor, component)
    const { values } = parseFlags(definitions, [])
    expect(values.names()).toContain('feature-gates')
    const unknown = definitions.filter((d) => !isKnownType(d.type)).map((d) => d.type)
    expect(['LocalMode', 'ProxyMode', '[]v1.Taint']).toEqual(expect.arrayContaining([...new Set(unknown)]))
  })

  it.each([
    ['kube-proxy', '--bind-address ip'],
    ['kube-apiserver', '--runtime-config mapStringString'],
    ['kube-apiserver', '--feature-gates colonSeparatedMultimapStringString'],
  ] as const)('%s names types as --help does: %s', (component, line) => {
    expect(usageText(component, flagDefinitions('1.36', component))).toMatch(new RegExp(`${line}\\s`))
  })

  it('reads defaults without what --help writes behind them', () => {
    const { values } = parseFlags(flagDefinitions('1.33', 'kubelet'), [])
    expect(values.string('container-log-max-size')).toBe('10Mi')
    expect(values.duration('file-check-frequency')).toBe(20_000)
    expect(values.strings('enforce-node-allocatable')).toEqual(['pods'])
    expect(values.bool('register-node')).toBe(true)
  })

  it('knows flags that --help hides, and when they went', () => {
    const has = (minor: string, component: ComponentName, name: string): boolean =>
      flagDefinitions(minor, component).some((f) => f.name === name)
    expect(has('1.36', 'kube-apiserver', 'kubelet-port')).toBe(true)
    expect([has('1.33', 'kubelet', 'cloud-config'), has('1.34', 'kubelet', 'cloud-config')]).toEqual([
      true,
      false,
    ])
    expect([
      has('1.34', 'kubelet', 'pod-infra-container-image'),
      has('1.35', 'kubelet', 'pod-infra-container-image'),
    ]).toEqual([true, false])
    const { notices } = parseFlags(flagDefinitions('1.34', 'kubelet'), ['--max-pods=3'])
    expect(notices[0]).toMatch(
      /^Flag --max-pods has been deprecated, This parameter should be set via the config file /,
    )
  })
})

import { describe, expect, it } from 'vitest'
import { UsageError } from '../usage-error.ts'
import { listGates } from './list-gates.ts'
import { render } from './output.ts'
import { readSpecs } from './read-specs.ts'
import { showDiff } from './show-diff.ts'
import { showLife } from './show-life.ts'

describe('kepsim gates', () => {
  it('lists in the shape of upstream', () => {
    const report = listGates({ release: '1.36', stage: 'deprecated', component: 'kubelet' })
    expect(render(report, 'yaml')).toContain(
      '- name: DisableNodeKubeProxyVersion\n  versionedSpecs:\n  - default: false\n    lockToDefault: false\n    preRelease: Alpha\n    version: "1.29"\n',
    )
  })

  it('tells the life of a gate, with the flip at a patch', () => {
    const text = render(showLife('DisableNodeKubeProxyVersion'), 'table')
    expect(text).toContain('1.36     DEPRECATED  true     yes\n')
    expect(text).toContain('patch 1.31.1: BETA, default true -> DEPRECATED, default false\n')
    expect(() => showLife('DisableNodeKubeProxyVersio')).toThrow('did you mean DisableNodeKubeProxyVersion?')
  })

  it('tells of releases before the simulated ones', () => {
    const life = render(showLife('APIPriorityAndFairness'), 'table')
    expect(life).toContain('1.28     BETA   true\n1.29     GA     true     yes\n')
    expect(life).toContain(
      'introduced: 1.22 or before\nlocked: 1.29\nremoved: 1.31\nspec 1.22 or before: BETA, default true\nspec 1.29: GA, default true, locked\n',
    )
    // Of no release that is simulated.
    const gone = render(showLife('CSIMigration'), 'yaml')
    expect(gone).toContain('preRelease: GA\n    version: "1.25"\n')
    // Its specs say since when, in the oldest release too.
    expect(render(showLife('ContextualLogging'), 'table')).toContain('introduced: 1.24\nspec 1.24: ALPHA')
  })

  it('tells what changed', () => {
    const names = showDiff('1.35', '1.36', 'gate').rows.map((row) => row.join(' '))
    expect(names).toContain('gate AllowServiceExternalIPs - GA true')
    expect(showDiff('1.36', '1.36', undefined).rows).toEqual([])
  })

  it('keeps lines, and the 1.30 that YAML reads as 1.3', () => {
    const text =
      '- name: A\n  versionedSpecs:\n  - version: 1.30\n    default: false\n    preRelease: Alpha\n'
    const { gates, lineOf } = readSpecs('f.yaml', text)
    expect(String(gates[0]!.specs[0]!.version)).toBe('1.30')
    expect([lineOf('A'), lineOf('A', 0)]).toEqual([1, 3])
  })

  it.each([
    [
      '- name: A\n  versionedSpecs:\n  - version: "1.30"\n    preRelease: Gamma\n',
      'f.yaml:4: preRelease "Gamma" is not one of Alpha, Beta, GA, Deprecated',
    ],
    [
      '- name: A\n  versionedSpecs:\n  - version: 1\n    default: true\n    preRelease: GA\n',
      'f.yaml:3: version "1" is not of the form "1.36"',
    ],
    ['- {a: [}\n', 'f.yaml:1:'],
    ['kind: FeaturePlan\n', 'f.yaml:1: expected a list of gates, or a FeaturePlan with gates'],
  ])('says where a file is wrong', (text, message) => {
    expect(() => readSpecs('f.yaml', text)).toThrow(UsageError)
    expect(() => readSpecs('f.yaml', text)).toThrow(message)
  })
})

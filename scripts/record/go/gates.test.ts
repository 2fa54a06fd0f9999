import { describe, expect, it } from 'vitest'
import { gatesFile, type PrintedGates, type PrintedSpec, type Registrations } from './gates.ts'

const alpha: PrintedSpec = { default: false, preRelease: 'ALPHA', lockToDefault: false }
const ga: PrintedSpec = { default: true, preRelease: '', lockToDefault: true }
const printed = (gates: PrintedGates['gates']): PrintedGates => ({ gates, known: ['A=true|false (ALPHA)'] })
const all = printed({ B: [ga], A: [alpha], AllAlpha: [alpha] })

function registrations(change: Partial<Registrations['components']> = {}): Registrations {
  const components = {
    'kube-apiserver': all,
    kubelet: all,
    'kube-proxy': all,
    'kube-controller-manager': all,
    'kube-scheduler': all,
    ...change,
  }
  return { components, registrars: { apiserver: printed({ B: [ga], AllAlpha: [alpha] }) } }
}

describe('gatesFile', () => {
  it('gives specs without versions that of the release', () => {
    const file = gatesFile('v1.29.15', registrations())
    expect(file).toMatchObject({ release: '1.29', versioned: false, gateCount: 3, dependencies: null })
    expect(Object.entries(file['gates']!)).toEqual([
      [
        'A',
        {
          special: false,
          specs: [{ version: '1.29', ...alpha }],
          atRelease: { default: false, stage: 'ALPHA', locked: false },
          alsoRegisteredBy: [],
        },
      ],
      ['AllAlpha', expect.objectContaining({ special: true, alsoRegisteredBy: [] })],
      [
        'B',
        {
          special: false,
          specs: [{ version: '1.29', ...ga }],
          atRelease: { default: true, stage: 'GA', locked: true },
          alsoRegisteredBy: ['apiserver'],
        },
      ],
    ])
  })
  it('tells what a component lacks', () => {
    const less = printed({ A: [alpha], AllAlpha: [alpha] })
    const file = gatesFile('v1.29.15', registrations({ 'kube-proxy': less, 'kube-scheduler': less }))
    expect(file['schedulerExcludes']).toEqual(['B'])
    expect(file['components']).toMatchObject({ 'kube-proxy': { excludes: ['B'] }, 'kube-scheduler': 'ALL' })
  })
  it('names components that could not be asked', () => {
    const file = gatesFile('v1.29.15', registrations({ kubelet: undefined }))
    expect(file).toMatchObject({ notAsked: ['kubelet'], components: { kubelet: 'ALL' } })
    expect(gatesFile('v1.29.15', registrations())).not.toHaveProperty('notAsked')
  })
  it('keeps versions, least compatible versions and dependencies', () => {
    const specs = [{ ...alpha, version: '1.34', minCompatibilityVersion: '1.33' }]
    const server = { ...printed({ A: specs }), dependencies: { A: ['B'] } }
    const file = gatesFile('v1.36.3', { components: { 'kube-apiserver': server }, registrars: {} })
    expect(file).toMatchObject({
      versioned: true,
      defaultEmulationVersion: '1.36',
      dependencies: { A: ['B'] },
    })
    expect(file['gates']).toMatchObject({ A: { specs, dependsOn: ['B'] } })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FeatureGate } from './feature-gate.ts'
import type { GateLogEntry } from './gate-log.ts'
import { parseVersion } from './version.ts'

const specs = {
  Alpha: [{ version: '1.30', default: false, preRelease: 'ALPHA' }],
  Beta: [
    { version: '1.30', default: false, preRelease: 'ALPHA' },
    { version: '1.33', default: true, preRelease: 'BETA' },
  ],
  Locked: [
    { version: '1.28', default: true, preRelease: 'BETA' },
    { version: '1.34', default: true, preRelease: '', lockToDefault: true },
  ],
  Old: [
    { version: '1.0', default: true, preRelease: '' },
    { version: '1.31', default: false, preRelease: 'DEPRECATED' },
  ],
}
function create(library: number, logs: GateLogEntry[] = []): FeatureGate {
  const gates = new FeatureGate({ library, log: (entry) => logs.push(entry) })
  expect(gates.addVersioned(specs)).toEqual([])
  return gates
}
const libraries = [31, 32, 33, 34, 35, 36]

describe('FeatureGate', () => {
  it.each(libraries)('takes all or nothing (0.%i)', (library) => {
    const gates = create(library)
    if (library >= 34) {
      expect(gates.set('Beta=false,Locked=false')).toEqual([
        'cannot set feature gate Locked to false, feature is locked to true',
      ])
      expect(gates.enabled('Beta')).toBe(library >= 33)
    }
    // What failed is remembered, and fails again.
    expect(gates.set('Unknown=true')).toContain('unrecognized feature gate: Unknown')
    expect(gates.set('Alpha=true')).toContain('unrecognized feature gate: Unknown')
  })

  it('evaluates the remembered values at another version', () => {
    const gates = create(36)
    expect(gates.set('Locked=false')).toHaveLength(1)
    expect(gates.setEmulationVersion(parseVersion('1.33'))).toEqual([])
    expect(gates.enabled('Locked')).toBe(false)
  })

  it('forgets what failed in 0.30', () => {
    const gates = new FeatureGate({ library: 30 })
    gates.add({ A: { default: false, preRelease: 'ALPHA' } })
    expect(gates.set('Unknown=true')).toHaveLength(1)
    expect(gates.set('A=true')).toEqual([])
    expect(gates.toString()).toBe('A=true')
  })

  it('warns in the form of the release', () => {
    const logs: GateLogEntry[] = []
    create(35, logs).set('Old=true')
    create(36, logs).set('Old=true')
    expect(logs.filter((l) => l.verbosity === 0)).toEqual([
      {
        severity: 'Warning',
        verbosity: 0,
        message: 'Setting deprecated feature gate Old=true. It will be removed in a future release.',
      },
      {
        severity: 'Info',
        verbosity: 0,
        message:
          '"Warning: setting deprecated feature gate. It will be removed in a future release." featureGate="Old" value=true',
      },
    ])
  })

  it('lets explicit values win over AllAlpha and AllBeta, whatever the order', () => {
    const items = ['AllAlpha=true', 'AllBeta=false', 'Alpha=false', 'Beta=true']
    fc.assert(
      fc.property(
        fc.shuffledSubarray(items, { minLength: items.length }),
        fc.constantFrom(...libraries),
        (order, library) => {
          const gates = create(library)
          expect(gates.set(order.join(','))).toEqual([])
          expect([gates.enabled('Alpha'), gates.enabled('Beta')]).toEqual([false, true])
        },
      ),
    )
  })

  it('keeps copies apart', () => {
    const gates = create(36)
    const copy = gates.deepCopy()
    copy.set('Alpha=true')
    expect([gates.enabled('Alpha'), copy.enabled('Alpha')]).toEqual([false, true])
    expect(copy.deepCopyAndReset().enabled('Alpha')).toBe(false)
  })
})

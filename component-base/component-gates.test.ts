import { describe, expect, it } from 'vitest'
import { newComponentGates } from './component-gates.ts'
import { loadRelease, parseRelease, patchFacts, UnknownReleaseError } from './release.ts'
import { recordedReleases, releaseFacts } from './release-facts.ts'

describe('parseRelease', () => {
  it('takes the newest recorded patch where none is given', () => {
    expect(parseRelease('1.34')).toEqual({ minor: 34, patch: 4, text: 'v1.34.4', facts: '1.34' })
    expect(parseRelease('v1.31.0')).toEqual({ minor: 31, patch: 0, text: 'v1.31.0', facts: '1.31' })
    expect(loadRelease().text).toBe('v1.36.3')
  })
  it('says what is wrong', () => {
    for (const bad of ['1.23', '1.37', '1.34.5', 'master', '2.0', ''])
      expect(() => parseRelease(bad)).toThrow(UnknownReleaseError)
    expect(() => parseRelease('1.34.9')).toThrow(
      'release 1.34.9 is not known: the patches of 1.34 reach from 1.34.0 to 1.34.4',
    )
    expect(() => parseRelease('1.99')).toThrow(
      `release 1.99 is not known: releases ${recordedReleases()[0]} to 1.36 can be simulated; later ones need a plan`,
    )
  })
})

describe('newComponentGates', () => {
  it.each(recordedReleases())('has what %s reports without flags', (minor) => {
    const gates = newComponentGates(loadRelease(minor), 'kube-apiserver')
    const expected = releaseFacts(minor, 'gates-enabled-by-default')
    const actual = Object.fromEntries(
      [...gates.getAll()].map(([gate, s]) => [gate, { stage: s.preRelease, enabled: gates.enabled(gate) }]),
    )
    for (const [gate, state] of Object.entries(expected))
      expect({ [gate]: actual[gate] }).toMatchObject({ [gate]: state })
    expect(gates.knownFeatures()).toEqual(releaseFacts(minor, 'gates').knownFeaturesHelp)
  })

  it('registers at every patch without breaking a rule', () => {
    for (const release of recordedReleases()) {
      const [, minor, last] = patchFacts().recorded[release]!.split('.').map(Number)
      for (let patch = 0; patch <= last!; patch++)
        newComponentGates(loadRelease(`1.${minor}.${patch}`), 'kubelet')
    }
  })

  it('knows the default that flipped at a patch', () => {
    const gate = (release: string) =>
      newComponentGates(loadRelease(release), 'kubelet').enabled('DisableNodeKubeProxyVersion')
    expect(['1.30', '1.31.0', '1.31.1', '1.31', '1.32', '1.33', '1.36'].map(gate)).toEqual([
      false,
      true,
      false,
      false,
      false,
      true,
      true,
    ])
  })

  it('lays a plan over the newest release', () => {
    const plan = {
      name: 'test',
      lastRelease: '1.46',
      gates: {
        AllowServiceExternalIPs: {
          specs: [
            { version: '1.40', default: false, preRelease: 'DEPRECATED' },
            { version: '1.43', default: false, preRelease: 'DEPRECATED', lockToDefault: true },
          ],
          removedIn: { '*': '1.46' },
        },
      },
    }
    const gates = (release: string) => newComponentGates(parseRelease(release, plan), 'kube-proxy')
    expect(gates('1.39').enabled('AllowServiceExternalIPs')).toBe(true)
    expect(gates('1.40').enabled('AllowServiceExternalIPs')).toBe(false)
    expect(gates('1.43').set('AllowServiceExternalIPs=true')).toEqual([
      'cannot set feature gate AllowServiceExternalIPs to true, feature is locked to false',
    ])
    expect(gates('1.46').known('AllowServiceExternalIPs')).toBe(false)
  })
})

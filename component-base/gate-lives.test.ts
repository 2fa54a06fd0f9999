import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { gateEnabled } from '../featuregates/reader.ts'
import { newComponentGates } from './component-gates.ts'
import { olderStates, withoutGate } from './gate-lives.ts'
import { packageRoot } from './package-root.ts'
import { parseRelease } from './release.ts'
import { recordedReleases, releaseFacts } from './release-facts.ts'

describe('gateEnabled', () => {
  it.each([
    ['1.32', 'PreferSameTrafficDistribution', false, 'before it came'],
    ['1.35', 'CronJobsScheduledAnnotation', true, 'after it left, on'],
    ['1.36', 'UserNamespacesPodSecurityStandards', false, 'after it left, off'],
    ['1.30', 'RetroactiveDefaultStorageClass', true, 'after it left, before the recorded releases'],
    ['1.35', 'AllowServiceExternalIPs', true, 'before it came to guard what was'],
    ['1.30', 'AllowDNSOnlyNodeCSR', true, 'before it came as deprecated'],
    ['1.35', 'ImageVolumeWithDigest', false, 'before it came, with specs for older versions'],
  ])('in %s answers for %s %s: %s', (release, gate, on) => {
    const gates = newComponentGates(parseRelease(release), 'kube-apiserver')
    expect(gates.known(gate)).toBe(false)
    expect(gateEnabled(gates, gate)).toBe(on)
  })
  it('answers as before for a release after the last recorded one', () => {
    const [newest] = recordedReleases().slice(-1)
    expect(withoutGate(newest!, 'CronJobsScheduledAnnotation')).toBe(true)
  })
})

const sources = [
  'server',
  'controllers',
  'kubelet-sim',
  'kube-proxy-sim',
  'apimachinery',
  'replay',
  'cluster',
]

/** `gateEnabled(gates, 'NAME'` of every source file. */
function askedGates(): [gate: string, path: string][] {
  const found: [string, string][] = []
  for (const folder of sources)
    for (const path of readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue
      const text = readFileSync(join(packageRoot, folder, path), 'utf8')
      for (const [, gate] of text.matchAll(/gateEnabled\(\s*[\w.]+,\s*'(\w+)'/g))
        found.push([gate!, join(folder, path)])
    }
  return found
}

it('every gate that code asks for is one of some release', () => {
  const recorded = new Set(
    recordedReleases().flatMap((release) => Object.keys(releaseFacts(release, 'gates').gates)),
  )
  const asked = askedGates()
  expect(asked.length).toBeGreaterThan(80)
  expect(asked.filter(([gate]) => !recorded.has(gate) && olderStates(gate) === undefined)).toEqual([])
})

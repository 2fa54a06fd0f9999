import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { KubeObject } from '../../server/apimachinery/json.ts'
import { changesBetween } from './changes.ts'
import { explainField } from './explain-field.ts'
import { loadPathScenario } from './path-scenario.ts'
import { prescribed, releasesOfPath } from './path-spec.ts'
import { runPath } from './run-path.ts'

const dir = mkdtempSync(join(tmpdir(), 'kepsim-path-test-'))
afterAll(() => rmSync(dir, { recursive: true }))
function write(name: string, text: string): string {
  writeFileSync(join(dir, name), text)
  return join(dir, name)
}

describe('a path', () => {
  const known = (release: string) => /^1\.3[0-6]/.test(release)
  it.each(['1.30 → 1.31 → 1.30', '1.30->1.31->1.30', 'v1.30, 1.31, 1.30'])('is written as %s', (text) => {
    expect(releasesOfPath(text, known)).toEqual(['1.30', '1.31', '1.30'])
  })
  it.each(['1.30', '1.30 → 1.29', '1.30 → new', '1.30 → '])('is not written as %s', (text) => {
    expect(() => releasesOfPath(text, known)).toThrow(text.trim())
  })
  it('changes the server first up and last down, also between patches', () => {
    expect(prescribed('1.30', '1.36')[0]).toBe('apiserver')
    expect(prescribed('1.36', '1.30').at(-1)).toBe('apiserver')
    expect(prescribed('1.31', '1.31.0').at(-1)).toBe('apiserver')
  })
})

describe('changes', () => {
  const object = (version: string, spec: Record<string, string>): Map<string, KubeObject> =>
    new Map([
      [
        'Thing a',
        { apiVersion: 'v1', kind: 'Thing', metadata: { name: 'a', resourceVersion: version }, spec },
      ],
    ])
  it('tell what is hidden from what is dropped, and what is back from what is new', () => {
    const gone = new Map<string, unknown>()
    const kinds = (before: Map<string, KubeObject>, after: Map<string, KubeObject>) =>
      changesBetween(before, after, gone).map(({ kind, field }) => `${kind} ${field}`)
    expect(kinds(object('1', { a: 'x' }), object('1', {}))).toEqual(['hidden spec.a'])
    expect(kinds(object('1', {}), object('1', { a: 'x', b: 'y' }))).toEqual([
      'shown spec.a',
      'defaulted spec.b',
    ])
    expect(kinds(object('1', { a: 'x', b: 'y' }), object('2', { b: 'z' }))).toEqual([
      'dropped spec.a',
      'changed spec.b',
    ])
    expect(kinds(object('2', {}), new Map())).toEqual(['hidden '])
  })
})

describe('a field', () => {
  it.each([
    ['Pod', 'spec.hostnameOverride', '1.34 is the first release with it'],
    ['Pod', 'spec.containers[0].image', undefined],
    ['ServiceCIDR', '', undefined],
  ])('of %s: %s', (kind, field, text) => {
    expect(explainField(kind, field)).toEqual(text)
  })
})

describe('a live store', () => {
  it('shows again what an older release hid', { timeout: 60_000 }, async () => {
    const scenario = await loadPathScenario(
      write(
        'pod.yaml',
        `apiVersion: v1
kind: Pod
metadata: { name: p }
spec:
  schedulerName: none
  hostnameOverride: name.example.com
  containers: [{ name: c, image: i }]
`,
      ),
    )
    const hops = await runPath({
      releases: ['1.35', '1.33', '1.35'],
      scenario,
      gates: {},
    })
    const ofPod = hops.map((hop) =>
      hop.changes
        .filter(({ object }) => object === 'Pod default/p')
        .map(({ kind, field }) => `${kind} ${field}`),
    )
    expect(ofPod).toEqual([['hidden spec.hostnameOverride'], ['shown spec.hostnameOverride']])
    const proxyVersion = hops.map(
      (hop) => hop.changes.find(({ field }) => field.endsWith('kubeletVersion'))?.after,
    )
    expect(proxyVersion).toEqual(['v1.33.13', 'v1.35.4'])
  })

  it('runs a module after each hop, and says where it does not hold', { timeout: 60_000 }, async () => {
    const file = write(
      'hops.mjs',
      `export const setup = (cluster, { client }) =>
  client.create('/api/v1/namespaces/default/configmaps', { metadata: { name: 'c' } })
export default async (cluster, { assert, client, hop }) => {
  await client.get('/api/v1/namespaces/default/configmaps/c')
  assert.equal(cluster.release, '1.31')
  return hop.from + ' to ' + hop.to
}\n`,
    )
    const hops = await runPath({ releases: ['1.30', '1.31', '1.30'], scenario: await loadPathScenario(file) })
    expect(hops.map(({ holds }) => holds)).toEqual([true, false])
    expect(hops[0]?.outcome).toBe('1.30 to 1.31')
    expect(hops[1]?.outcome).toMatch(/hops\.mjs:5: Expected values/)
  })
})

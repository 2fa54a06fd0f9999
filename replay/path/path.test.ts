import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Outcome } from '../outcome.ts'
import { apiHistory } from './api-history.ts'
import { changesBetween } from './changes.ts'
import { loadPathScenario } from './load-path-scenario.ts'
import type { HopResult } from './path-result.ts'
import { prescribed, releasesOfPath } from './path-spec.ts'
import { hopResult, type OrderedRun, ordersOf, pathJson, verdictOf } from './path-verdict.ts'
import type { Snapshot } from './snapshot.ts'

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
  const object = (version: string, spec: Record<string, string>): Snapshot => {
    const metadata = { name: 'a', resourceVersion: version }
    const thing: KubeObject = { apiVersion: 'v1', kind: 'Thing', metadata, spec }
    return new Map([
      ['Thing a', { group: '', version: 'v1', resource: 'things', path: '/api/v1/things/a', object: thing }],
    ])
  }
  it('tell what is hidden from what is dropped, and what is back from what is new', () => {
    const gone = new Map<string, unknown>()
    const kinds = (before: Snapshot, after: Snapshot) =>
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

  it('does not follow what comes about by itself on a node', () => {
    const node = (status: object): Snapshot => {
      const object = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' }, status }
      const path = '/api/v1/nodes/n'
      return new Map([['Node n', { group: '', version: 'v1', resource: 'nodes', path, object }]])
    }
    const after = node({ conditions: [{ type: 'Ready' }], images: [{ names: ['i'] }], phase: 'x' })
    expect(changesBetween(node({}), after, new Map()).map(({ field }) => field)).toEqual(['status.phase'])
  })
})

describe('the API', () => {
  it.each([
    ['', 'Pod', 'spec.hostnameOverride', '1.34', undefined],
    ['', 'Pod', 'spec.containers[0].image', undefined, undefined],
    ['networking.k8s.io', 'ServiceCIDR', '', '1.33', undefined],
    ['', 'Node', 'metadata.labels.any', undefined, undefined],
  ])('%s %s %s has been there since %s', (group, kind, field, since, until) => {
    expect(apiHistory({ group, kind }, field)).toEqual({ since, until })
  })
})

describe('several orders', () => {
  const hop = (status: Outcome, unsupported: string[] = []) =>
    ({ status, unsupported }) as unknown as HopResult
  const run = (order: OrderedRun['order'], ...hops: HopResult[]): OrderedRun => ({
    order,
    start: { components: [], fields: [] },
    setup: undefined,
    hops,
  })
  const other = ['kubelet', 'apiserver', 'kube-proxy'] as const

  it('are the prescribed one, and those that differ from it', () => {
    expect(ordersOf(['1.30', '1.31'], 'all')).toHaveLength(6)
    expect(ordersOf(['1.30', '1.31', '1.30'], 'all')).toHaveLength(7)
    expect(ordersOf(['1.30', '1.31'], 'prescribed')).toEqual([undefined])
  })
  it('may fail where the policy does not support them, if the prescribed one holds', () => {
    const good = run(undefined, hop('passed'))
    const skewed = run(other, hop('differs', ['kubelet 1.31 is newer than 1.30']))
    expect(hopResult(skewed, 0, good)).toBe('unsupported')
    expect(verdictOf([good, skewed])).toMatchObject({
      status: 'passed',
      exitCode: 0,
      text: '2 hops: 1 passed, 1 unsupported',
    })
    expect(verdictOf([run(undefined, hop('differs')), skewed]).text).toBe('2 hops: 2 differs')
    expect(verdictOf([good, run(other, hop('differs'))]).exitCode).toBe(1)
  })
  it('never pass where something was not checked or could not run', () => {
    const unchecked = run(undefined, hop('not checked'))
    expect(verdictOf([unchecked])).toMatchObject({ status: 'not checked', exitCode: 2 })
    expect(verdictOf([unchecked], true).exitCode).toBe(0)
    expect(verdictOf([run(undefined, hop('could not run'))], true).exitCode).toBe(2)
    // In another order it differs, which is the order's; that it is not checked is the document's.
    expect(hopResult(run(other, hop('differs', ['skewed'])), 0, unchecked)).toBe('not checked')
  })
  it('tell what was not checked at the first release', () => {
    const setup = { status: 'not checked' as const, outcome: 'a.md:3: not understood', steps: [] }
    const verdict = verdictOf([{ ...run(undefined, hop('passed')), setup }])
    expect(verdict).toMatchObject({
      exitCode: 2,
      text: '1 hop: 1 passed; at the first release: not checked',
    })
    const json = JSON.parse(pathJson(['1.30', '1.31'], [run(undefined, hop('passed'))], false))
    expect(json.runs[0].hops[0].status).toBe('passed')
    expect(json.totals).toEqual({
      hops: 1,
      passed: 1,
      differs: 0,
      notChecked: 0,
      couldNotRun: 0,
      unsupported: 0,
      exitCode: 0,
    })
  })
})

describe('a scenario', () => {
  it.each([
    ['open.yaml', 'apiVersion: v1\nkind: [\n', /open\.yaml:\d: /],
    ['other.yaml', '\n---\na: 1\n', /other\.yaml:3: no manifest/],
    ['text.yaml', 'hello\n', /text\.yaml:1: no manifest/],
    ['nothing.mjs', 'export const setup = () => {}\n', /nothing\.mjs:1: export what is to hold/],
    ['setup.mjs', 'export const setup = 1\nexport default () => {}\n', /`setup` is a function/],
    ['watch.mjs', 'export const watch = ["x"]\nexport default () => {}\n', /`watch` is a list of fields/],
    ['fence.md', '# T\n\n```sh\n$ true\n', /fence\.md:3: the code block/],
    ['two.md', '# A\n\n```sh\n$ true\n```\n\n# B\n\n```sh\n$ true\n```\n', /two\.md:7: several sections/],
    ['x.txt', '', /a path is walked with manifests/],
  ])('%s is refused with its place', async (name, text, message) => {
    const error: unknown = await loadPathScenario(write(name, text)).catch((e: unknown) => e)
    expect((error as { located(): string }).located()).toMatch(message)
  })
  it('that is not there is refused', async () => {
    await expect(loadPathScenario(join(dir, 'none.yaml'))).rejects.toThrow('no such file')
  })
})

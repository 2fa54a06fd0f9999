import { describe, expect, it } from 'vitest'
import { releaseFacts } from '../../component-base/release-facts.ts'
import type { JsonObject } from '../json.ts'
import type { SchemaLookup } from '../scheme/schema-lookup.ts'
import { Scheme } from '../scheme/scheme.ts'
import { applyJsonPatch, applyJsonPatchPaced } from './json-patch.ts'
import { applyMergePatch } from './merge-patch.ts'
import { PatchError, patchStatusError } from './patch-error.ts'
import { applyStrategicMergePatch } from './strategic-merge.ts'

const schemas = releaseFacts('1.36', 'schemas')
const lookup: SchemaLookup = { typeName: () => undefined, schema: (name) => schemas[name] }
const strategic = (original: JsonObject, patch: JsonObject, kind = 'Service') =>
  applyStrategicMergePatch(original, patch, `io.k8s.api.core.v1.${kind}`, lookup).object
const kindOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof PatchError) return `${error.kind}: ${error.message}`
    throw error
  }
  return 'no error'
}

describe('a JSON patch that would keep a server busy', () => {
  const many = Array.from({ length: 9999 }, (_, i) => i)

  it('moves no long list up again and again', () => {
    const list = { op: 'add', path: '/list', value: Array.from({ length: 100_000 }, () => 0) }
    const patch = [list, ...many.map(() => ({ op: 'add', path: '/list/0', value: 0 }))]
    expect(kindOf(() => applyJsonPatch({}, patch))).toMatch(
      /^unprocessable: .* touches more than 20000000 items$/,
    )
  })

  it('lets others have their turn, and answers as at once', async () => {
    const document = { list: many, x: {} }
    const patch = many.slice(0, 700).map((i) => ({ op: 'add', path: '/list/0', value: i }))
    let turns = 0
    const pause = async (): Promise<void> => {
      turns++
    }
    expect(await applyJsonPatchPaced(document, patch, true, true, pause)).toEqual(
      applyJsonPatch(document, patch),
    )
    expect(turns).toBeGreaterThan(3)
    await expect(applyJsonPatchPaced({}, [{ op: 'remove', path: '/a' }], true, true, pause)).rejects.toThrow(
      'Unable to remove nonexistent key: a',
    )
  })

  it('nests nothing deeper than a body may be', () => {
    const deep = (depth: number): unknown => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
    const values = { op: 'add', path: '/x', value: [deep(300), deep(300)] } as JsonObject
    const move = { op: 'move', from: '/x/0', path: `/x/0${'/a'.repeat(300)}` }
    expect(kindOf(() => applyJsonPatch({}, [values, move]))).toBe('unprocessable: exceeded max depth')
    expect(
      kindOf(() => applyJsonPatch({}, [{ op: 'add', path: '/x', value: deep(450) } as JsonObject])),
    ).toBe('no error')
  })

  it('knows how deep a value is that was moved before, and what came into it since', () => {
    const deep = (depth: number): unknown => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
    const below = `/to${'/a'.repeat(300)}/b`
    const operations = [
      { op: 'add', path: '/to', value: deep(301) },
      { op: 'add', path: '/from', value: deep(300) },
      { op: 'add', path: '/one', value: {} },
      { op: 'move', from: '/one', path: '/two' },
      { op: 'move', from: '/from', path: '/two/in' },
    ] as JsonObject[]
    const outcome = (...more: JsonObject[]) => kindOf(() => applyJsonPatch({}, [...operations, ...more]))
    expect(outcome({ op: 'move', from: '/two', path: below })).toBe('unprocessable: exceeded max depth')
    const lower = { op: 'remove', path: '/two/in/a' }
    expect(outcome(lower, { op: 'move', from: '/two', path: below })).toBe('no error')
  })
})

describe('applyJsonPatch', () => {
  const doc = { data: { a: '1' }, list: ['x', 'y'] }
  it('leaves its input alone', () => {
    const before = structuredClone(doc)
    expect(applyJsonPatch(doc, [{ op: 'remove', path: '/data/a' }])).toEqual({ data: {}, list: ['x', 'y'] })
    expect(doc).toEqual(before)
  })
  it.each([
    [[{ op: 'add', path: '/list/-', value: 'z' }], { list: ['x', 'y', 'z'] }],
    [[{ op: 'add', path: '/list/-1', value: 'z' }], { list: ['x', 'y', 'z'] }],
    [[{ op: 'replace', path: '/list/0', value: 'z' }], { list: ['z', 'y'] }],
    [[{ op: 'replace', path: '/new', value: 1 }], { new: 1 }],
    [[{ op: 'add', path: '/a~1b~0c', value: 1 }], { 'a/b~c': 1 }],
    [[{ op: 'copy', from: '/data', path: '/more' }], { more: { a: '1' } }],
    [[{ op: 'move', from: '/list/0', path: '/list/1' }], { list: ['y', 'x'] }],
    [[{ op: 'test', path: '/none', value: null }], {}],
  ])('%j', (patch, expected) => {
    expect(applyJsonPatch(doc, patch)).toMatchObject(expected)
  })
  it('sorts the keys of what operations look into, and of nothing else', () => {
    const inner = { z: 1, y: { d: 1, c: 1 } }
    const patch = [
      { op: 'add', path: '/b/new', value: inner },
      { op: 'test', path: '/c', value: { x: { o: 1, n: 1 }, w: 1 } },
    ]
    const out = applyJsonPatch({ c: { x: { o: 1, n: 1 }, w: 1 }, b: { k: { b: 1, a: 1 }, j: 1 } }, patch)
    expect(JSON.stringify(out)).toBe(
      '{"b":{"j":1,"k":{"b":1,"a":1},"new":{"z":1,"y":{"d":1,"c":1}}},"c":{"w":1,"x":{"n":1,"o":1}}}',
    )
  })
  it('keeps __proto__ as data', () => {
    const out = applyJsonPatch({ data: {} }, [{ op: 'add', path: '/data/__proto__', value: 'x' }]) as {
      data: object
    }
    expect(Object.keys(out.data)).toEqual(['__proto__'])
  })
  it.each([
    [
      { op: 'add' },
      'bad-request: error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
    ],
    [
      [{ op: 1 }],
      'bad-request: error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.op of type string',
    ],
    [
      [{ op: 'remove', path: '' }],
      'unprocessable: remove operation does not apply: doc is missing path: "": missing value',
    ],
    [
      [{ op: 'test', path: '/data/a', value: '2' }],
      'unprocessable: testing value /data/a failed: test failed',
    ],
    [
      Array(10001).fill({ op: 'x' }),
      'too-large: The allowed maximum operations in a JSON patch is 10000, got 10001',
    ],
  ])('refuses %#', (patch, message) => {
    expect(kindOf(() => applyJsonPatch(doc, patch))).toBe(message)
  })
  it('stops copies that grow on copies', () => {
    const grow = [
      { op: 'add', path: '/data/a', value: 'x'.repeat(1000) },
      ...Array.from({ length: 200 }, (_, i) => ({ op: 'copy', from: '/data', path: `/data/c${i}` })),
    ]
    expect(kindOf(() => applyJsonPatch(doc, grow))).toMatch(
      /^unprocessable: Unable to complete the copy, .* exceeding the limit 3145728$/,
    )
  })
  it('says nothing of why in the answer', () => {
    expect(patchStatusError(new PatchError('unprocessable', 'x')).status).toMatchObject({
      code: 422,
      reason: 'Invalid',
      message: 'the server rejected our request due to an error in our request',
      details: {},
    })
  })
})

describe('applyMergePatch', () => {
  it('drops nulls of what it adds, at every depth', () => {
    expect(
      applyMergePatch({ a: { x: 1, y: 2 } }, { a: { x: null }, b: { c: null, d: [{ e: null }, null] } }),
    ).toEqual({
      a: { y: 2 },
      b: { d: [{}, null] },
    })
  })
  it('sorts the keys of what the patch goes into', () => {
    const out = applyMergePatch(
      { b: { y: { d: 1, c: 1 }, x: 1 }, a: { z: 1 } },
      { b: { w: { n: 1, m: 1 } }, a: [{ l: 1, k: 1 }] },
    )
    expect(JSON.stringify(out)).toBe('{"a":[{"l":1,"k":1}],"b":{"w":{"m":1,"n":1},"x":1,"y":{"d":1,"c":1}}}')
  })
  it('wants an object', () => {
    expect(kindOf(() => applyMergePatch({}, []))).toBe(
      'bad-request: error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}',
    )
    expect(kindOf(() => applyMergePatch({}, null))).toBe('bad-request: Invalid JSON Patch')
  })
})

describe('applyStrategicMergePatch', () => {
  const ports = [
    { name: 'a', port: 80 },
    { name: 'b', port: 443 },
  ]
  it('merges lists by key and keeps the order of the server', () => {
    expect(
      strategic({ spec: { ports } }, { spec: { ports: [{ port: 443, name: 'c' }, { port: 90 }] } }),
    ).toEqual({
      spec: { ports: [{ name: 'a', port: 80 }, { name: 'c', port: 443 }, { port: 90 }] },
    })
  })
  it('changes a new item that the patch names twice where it is', () => {
    const patch = {
      spec: {
        ports: [
          { port: 1, name: 'a' },
          { port: 1, name: 'b', protocol: 'UDP' },
        ],
      },
    }
    const type = 'io.k8s.api.core.v1.Service'
    const result = applyStrategicMergePatch({ spec: { ports } }, patch, type, lookup)
    expect(result.object).toEqual({ spec: { ports: [patch.spec.ports[1], ...ports] } })
    expect(result.patch).toEqual({ spec: { ports: [patch.spec.ports[1], patch.spec.ports[1]] } })
  })
  // As with 1.36.3: a pointer counts as one to a list, and what is wrong is found when the result is decoded.
  it.each([
    ['securityContext', { name: 'n', securityContext: [] }],
    ['resources', 'expected slice or array type, but got: struct'],
  ])('takes a list in place of a struct %s that a new container has twice: %j', (field, expected) => {
    const container = { name: 'n', [field]: [] }
    const patch = { spec: { containers: [container, container] } }
    const before = { spec: { containers: [{ name: 'a' }] } }
    const apply = () =>
      applyStrategicMergePatch(before, patch, 'io.k8s.api.core.v1.Pod', new Scheme('1.36')).object
    if (typeof expected === 'string') expect(apply).toThrow(expected)
    else expect(apply()).toEqual({ spec: { containers: [expected, { name: 'a' }] } })
  })
  it('deletes, replaces and orders by directive', () => {
    expect(strategic({ spec: { ports } }, { spec: { ports: [{ port: 80, $patch: 'delete' }] } })).toEqual({
      spec: { ports: [ports[1]] },
    })
    expect(strategic({ spec: { ports } }, { spec: { ports: [{ $patch: 'replace' }, { port: 1 }] } })).toEqual(
      { spec: { ports: [{ port: 1 }] } },
    )
    expect(
      strategic({ spec: { ports } }, { spec: { '$setElementOrder/ports': [{ port: 443 }, { port: 80 }] } }),
    ).toEqual({
      spec: { ports: [ports[1], ports[0]] },
    })
    expect(
      strategic(
        { metadata: { finalizers: ['a', 'b'] } },
        { metadata: { '$deleteFromPrimitiveList/finalizers': ['a'] } },
      ),
    ).toEqual({
      metadata: { finalizers: ['b'] },
    })
    expect(
      strategic({ spec: { type: 'x', clusterIP: 'y' } }, { spec: { $retainKeys: ['type'], type: 'z' } }),
    ).toEqual({ spec: { type: 'z' } })
  })
  it('replaces atomic lists and maps with other types', () => {
    expect(strategic({ spec: { externalIPs: ['1.1.1.1'] } }, { spec: { externalIPs: ['2.2.2.2'] } })).toEqual(
      { spec: { externalIPs: ['2.2.2.2'] } },
    )
  })
  it.each([
    [
      { spec: { ports: [{ name: 'x' }] } },
      'internal: map: map[name:x] does not contain declared merge key: port',
    ],
    [
      { spec: { ports: [{ port: 81, $patch: 'bogus' }] } },
      'internal: unknown patch type: bogus in map: map[$patch:bogus port:81]',
    ],
    [{ spec: { $retainKeys: 'type' } }, 'bad-request: invalid patch format of retainKeys'],
    [
      { metadata: { '$setElementOrder/finalizers': 'x' } },
      'internal: expected a []interface {}, but received a string',
    ],
  ])('refuses %j', (patch, message) => {
    expect(kindOf(() => strategic({ metadata: {}, spec: { ports } }, patch))).toBe(message)
  })
})

it('leaves directives where old releases leave them, and replaces lists that are not merged', () => {
  const old = (original: JsonObject, patch: JsonObject): JsonObject =>
    applyStrategicMergePatch(original, patch, 'io.k8s.api.core.v1.Service', lookup, { keepsDirectives: true })
      .object
  const patch = { spec: { '$deleteFromPrimitiveList/externalIPs': ['1.1.1.1'] } }
  expect(old({ spec: { externalIPs: ['1.1.1.1', '2.2.2.2'] } }, patch)).toEqual({
    spec: { externalIPs: ['1.1.1.1'] },
  })
  expect(old({}, { metadata: { labels: { $patch: 'replace', a: 'b' } } })).toEqual({
    metadata: { labels: { $patch: 'replace', a: 'b' } },
  })
})

import { describe, expect, it } from 'vitest'
import type { SchemaFacts } from '../../component-base/release-facts.ts'
import { createThreeWayJsonMergePatch, createThreeWayMergePatch } from './create-three-way-patch.ts'
import { applyStrategicMergePatch } from './strategic-merge.ts'

const merged = (key: string | undefined, items: SchemaFacts): SchemaFacts => ({
  type: 'array',
  items,
  'x-kubernetes-patch-strategy': 'merge',
  ...(key === undefined ? {} : { 'x-kubernetes-patch-merge-key': key }),
})
const types: Record<string, SchemaFacts> = {
  Thing: {
    type: 'object',
    properties: {
      labels: { type: 'object', additionalProperties: { type: 'string' } },
      ports: merged('port', { $ref: 'Port' }),
      finalizers: merged(undefined, { type: 'string' }),
      args: { type: 'array', items: { type: 'string' } },
      strategy: { $ref: 'Strategy', 'x-kubernetes-patch-strategy': 'retainKeys' },
    },
  },
  Port: {
    type: 'object',
    properties: { port: { type: 'integer' }, name: { type: 'string' }, nodePort: { type: 'integer' } },
  },
  Strategy: { type: 'object', properties: { type: { type: 'string' }, rollingUpdate: { type: 'object' } } },
}
const lookup = { schema: (name: string) => types[name], typeName: () => 'Thing' }

describe('a three-way strategic merge patch', () => {
  it('is empty where only others changed something', () => {
    const original = { labels: { a: '1' } }
    const current = { labels: { a: '1', theirs: 'x' }, args: ['d'] }
    expect(createThreeWayMergePatch({ original, modified: original, current }, 'Thing', lookup)).toEqual({})
  })

  it('adds, changes, and deletes what was applied once', () => {
    const original = { labels: { a: '1', b: '2' } }
    const modified = { labels: { a: '3', c: '4' } }
    const current = { labels: { a: '1', b: '2', theirs: 'x' } }
    expect(createThreeWayMergePatch({ original, modified, current }, 'Thing', lookup)).toEqual({
      labels: { a: '3', b: null, c: '4' },
    })
  })

  it('merges lists by their key and keeps what the server filled in', () => {
    const original = { ports: [{ port: 80 }, { port: 443 }] }
    const modified = { ports: [{ port: 80, name: 'http' }] }
    const current = {
      ports: [
        { port: 80, nodePort: 30000 },
        { port: 443, nodePort: 30001 },
      ],
    }
    const patch = createThreeWayMergePatch({ original, modified, current }, 'Thing', lookup)
    expect(patch).toEqual({
      ports: [
        { name: 'http', port: 80 },
        { $patch: 'delete', port: 443 },
      ],
      '$setElementOrder/ports': [{ port: 80 }],
    })
    expect(applyStrategicMergePatch(current, patch, 'Thing', lookup).object).toEqual({
      ports: [{ port: 80, nodePort: 30000, name: 'http' }],
    })
  })

  it('deletes from lists of texts', () => {
    const three = {
      original: { finalizers: ['a', 'b'] },
      modified: { finalizers: ['a'] },
      current: { finalizers: ['a', 'b', 'c'] },
    }
    expect(createThreeWayMergePatch(three, 'Thing', lookup)).toEqual({
      '$deleteFromPrimitiveList/finalizers': ['b'],
      '$setElementOrder/finalizers': ['a'],
    })
  })

  it('replaces lists without a strategy', () => {
    const three = { original: {}, modified: { args: ['x'] }, current: { args: ['x', 'y'] } }
    expect(createThreeWayMergePatch(three, 'Thing', lookup)).toEqual({ args: ['x'] })
  })

  it('names the keys that stay of a union', () => {
    const three = {
      original: { strategy: { type: 'RollingUpdate', rollingUpdate: {} } },
      modified: { strategy: { type: 'Recreate' } },
      current: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } },
    }
    expect(createThreeWayMergePatch(three, 'Thing', lookup)).toEqual({
      strategy: { $retainKeys: ['type'], rollingUpdate: null, type: 'Recreate' },
    })
  })
})

it('takes lists whole where there is no schema', () => {
  const three = { original: { a: [1], b: 1 }, modified: { a: [1, 2] }, current: { a: [1], b: 1, c: 3 } }
  expect(createThreeWayJsonMergePatch(three)).toEqual({ a: [1, 2], b: null })
})

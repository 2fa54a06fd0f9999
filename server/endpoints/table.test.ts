import { expect, it } from 'vitest'
import type { Ages } from '../../apimachinery/human-duration.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { parseRelease } from '../../component-base/release.ts'
import type { RegisteredResource } from '../registry/generic/registry.ts'
import type { View } from '../registry/generic/store.ts'
import { partsOf } from './compressed-list.ts'
import { tableAnswer, tableOf } from './table.ts'

const release = parseRelease('1.36')
const created = Date.parse('2026-01-01T00:00:00Z')
const object = {
  kind: 'Widget',
  apiVersion: 'example.com/v1',
  metadata: { name: 'w', creationTimestamp: '2026-01-01T00:00:00Z' },
} as unknown as KubeObject
const view = { object, bytes: Buffer.from(JSON.stringify(object)) } as View

it('prints the row of a stored object anew when it would say something else', () => {
  let printed = 0
  const resource = (column: string): RegisteredResource =>
    ({
      group: 'example.com',
      custom: {
        columns: [[column, 'string', '', 0]],
        cells(of: KubeObject, ages: Ages) {
          printed++
          return [column, ages.of(of.metadata.creationTimestamp)]
        },
      },
    }) as unknown as RegisteredResource
  const widgets = resource('Size')
  const at = (seconds: number, of = widgets) => {
    const before = printed
    const options = {
      release,
      now: created + 1000 * seconds,
      version: 'v1' as const,
      include: 'Metadata' as const,
    }
    const table = JSON.parse(Buffer.concat(partsOf(tableAnswer(of, [view], {}, options))).toString())
    const times = printed - before
    expect(table).toEqual(JSON.parse(JSON.stringify(tableOf(of, [object], {}, options))))
    return [table.rows[0].cells.join(' '), times]
  }
  expect(at(700)).toEqual(['Size 11m', 1])
  expect(at(719)).toEqual(['Size 11m', 0])
  expect(at(720)).toEqual(['Size 12m', 1])
  // The clock was set back.
  expect(at(719)).toEqual(['Size 11m', 1])
  // Its definition has other columns now.
  expect(at(719, resource('Weight'))).toEqual(['Weight 11m', 1])
})

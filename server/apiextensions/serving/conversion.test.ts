import { expect, it } from 'vitest'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { type Definition, definitionOf } from '../definition/definition.ts'
import { converterOf } from './conversion.ts'

const definition = (strategy: string): Definition =>
  definitionOf(
    {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'widgets.example.com' },
      spec: { group: 'example.com', versions: [{ name: 'v1' }, { name: 'v2' }], conversion: { strategy } },
    },
    1,
  )

const widget = (name: string): KubeObject => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name },
})

/** A webhook that notes the names of what it is asked for. */
function webhook(): { asked: string[][]; convert: Parameters<typeof converterOf>[1] } {
  const asked: string[][] = []
  return {
    asked,
    convert: async (_definition, objects, apiVersion) => {
      asked.push(objects.map(({ metadata }) => metadata.name ?? ''))
      return objects.map((object) => ({ ...object, apiVersion, spec: { converted: true } }))
    },
  }
}

it('changes nothing but the version without a webhook, and nothing of versions that are not the definition’s', () => {
  const { convert, asked } = webhook()
  const converter = converterOf(definition('None'), convert)
  expect(converter.convert(widget('a'), 'example.com/v2')).toEqual({
    ...widget('a'),
    apiVersion: 'example.com/v2',
  })
  const other = { ...widget('a'), apiVersion: 'other.com/v1' }
  expect(converter.convert(other, 'example.com/v2')).toBe(other)
  expect(asked).toEqual([])
})

it('asks once for what is prepared, and not for what has the version', async () => {
  const { convert, asked } = webhook()
  const converter = converterOf(definition('Webhook'), convert)
  const [a, b] = [widget('a'), widget('b')]
  expect(converter.prepare([a], 'example.com/v1')).toBeUndefined()
  await converter.prepare([a, b], 'example.com/v2')
  expect(converter.prepare([a, b], 'example.com/v2')).toBeUndefined()
  expect(converter.convert(a, 'example.com/v2')['spec']).toEqual({ converted: true })
  expect(asked).toEqual([['a', 'b']])
})

it('runs work again until all that it converts is there, also beside other work', async () => {
  const { convert, asked } = webhook()
  const converter = converterOf(definition('Webhook'), convert)
  const work = (names: string[]) => async (): Promise<unknown[]> => {
    const out: unknown[] = []
    for (const name of names) {
      await Promise.resolve()
      out.push(converter.convert(widget(name), 'example.com/v2')['spec'])
    }
    return out
  }
  const [one, two] = await Promise.all([
    converter.settled(work(['a', 'b'])),
    converter.settled(work(['b', 'c', 'd'])),
  ])
  expect([...one, ...two]).toEqual(Array(5).fill({ converted: true }))
  expect(new Set(asked.flat())).toEqual(new Set(['a', 'b', 'c', 'd']))
})

it('ends where the webhook fails', async () => {
  const converter = converterOf(definition('Webhook'), () => Promise.reject(new Error('gone')))
  const work = async (): Promise<KubeObject> => converter.convert(widget('a'), 'example.com/v2')
  await expect(converter.settled(work)).rejects.toThrow('gone')
  await expect(converter.prepare([widget('a')], 'example.com/v2')).rejects.toThrow('gone')
})

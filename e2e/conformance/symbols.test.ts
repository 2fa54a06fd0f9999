import { expect, it } from 'vitest'
import { Symbols } from './symbols.ts'

it('knows a generated name also where what was drawn begins as a prefix that is too long went on', () => {
  const generateName = 'g'.repeat(60)
  const symbols = new Symbols()
  symbols.noteRequest({ path: '/', body: { metadata: { generateName } } })
  const named = (drawn: string) => symbols.value({ generateName, name: 'g'.repeat(58) + drawn })
  const symbol = { generateName, name: `<generated:${'g'.repeat(58)}>` }
  expect(named('bcdfg')).toEqual(symbol)
  expect(named('ggxyz')).toEqual(symbol)
})

const yamlOf = (kind: string, revision: number) =>
  `kind: ${kind}\nmetadata:\n  resourceVersion: "${revision}"\n`

it('knows the revision of a list by the objects before and after it, whatever the server writes between them', () => {
  const lists = [12, 13, 14, 11].map((listed) => {
    const symbols = new Symbols()
    const shown = (kind: string, revision: number) => symbols.yaml(yamlOf(kind, revision)).split(': ').at(-1)
    const seen = [shown('ConfigMap', 12), shown('ConfigMapList', listed), shown('ConfigMap', 14)]
    return [...seen, symbols.created('14')].map((one) => one?.trim())
  })
  const right = ['<rv:1>', '<rv:1>', '<rv:2>', undefined]
  const late = 'a list of revision 14 was answered before the object of revision 14 was created'
  expect(lists).toEqual([
    right,
    right,
    ['<rv:1>', '<rv:1>', '<rv:2>', late],
    ['<rv:1>', '<rv 11, before all others>', '<rv:2>', undefined],
  ])
})

it('knows an address that was drawn, also where it is by chance what an earlier request named', () => {
  const symbols = new Symbols()
  const answered = (method: string, body: object, clusterIP: string) => {
    symbols.noteRequest({ method, path: '/api/v1/namespaces/default/services', body })
    return symbols.value({ clusterIP })
  }
  const named = { spec: { clusterIP: '10.0.0.200' } }
  expect(answered('POST', named, '10.0.0.200')).toEqual({ clusterIP: '10.0.0.200' })
  expect(answered('PATCH', {}, '10.0.0.200')).toEqual({ clusterIP: '10.0.0.200' })
  expect(answered('POST', {}, '10.0.0.200')).toEqual({ clusterIP: '<ip:1>' })
  expect(answered('PATCH', {}, '10.0.0.200')).toEqual({ clusterIP: '<ip:1>' })
})

import { afterEach, expect, it, vi } from 'vitest'
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

it('knows an address that was drawn where only a dry run named it', () => {
  const symbols = new Symbols()
  const path = '/api/v1/namespaces/default/services'
  const body = { spec: { clusterIP: '10.0.0.200' } }
  symbols.noteRequest({ method: 'POST', path: `${path}?dryRun=All`, body })
  expect(symbols.value({ clusterIP: '10.0.0.200' })).toEqual({ clusterIP: '10.0.0.200' })
  symbols.noteRequest({ method: 'PATCH', path: `${path}/s?dryRun=All`, body })
  expect(symbols.value({ clusterIP: '10.0.0.200' })).toEqual({ clusterIP: '10.0.0.200' })
  symbols.noteRequest({ method: 'GET', path: `${path}/s` })
  expect(symbols.value({ clusterIP: '10.0.0.200' })).toEqual({ clusterIP: '<ip:1>' })
})

it('tells an address and a port that were drawn again for another Service from those of the one that is gone', () => {
  const symbols = new Symbols()
  const answered = (method: string, uid: string, body = {}) => {
    symbols.noteRequest({ method, path: '/api/v1/namespaces/default/services', body })
    const spec = { clusterIP: '10.0.0.200', clusterIPs: ['10.0.0.200'], ports: [{ nodePort: 30123 }] }
    const answer = symbols.value({ kind: 'Service', metadata: { uid }, spec }) as { spec: typeof spec }
    return [answer.spec.clusterIP, answer.spec.clusterIPs[0], answer.spec.ports[0]!.nodePort]
  }
  const [first, second] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
  expect(answered('POST', first)).toEqual(['<ip:1>', '<ip:1>', '<port:1>'])
  expect(answered('PATCH', first)).toEqual(['<ip:1>', '<ip:1>', '<port:1>'])
  expect(answered('POST', second)).toEqual(['<ip:2>', '<ip:2>', '<port:2>'])
  expect(answered('GET', second)).toEqual(['<ip:2>', '<ip:2>', '<port:2>'])
  expect(symbols.text('10.0.0.200 is of 30123')).toBe('<ip:2> is of <port:2>')
})

it('lets the range of ports stand where an end of it was drawn', () => {
  const symbols = new Symbols()
  symbols.value({ ports: [{ nodePort: 30000 }, { nodePort: 32767 }] })
  const message = 'provided port is not in the valid range. The range of valid ports is 30000-32767'
  expect(symbols.text(message)).toBe(message)
  expect(symbols.text('30000 and 32767')).toBe('<port:1> and <port:2>')
})

afterEach(() => {
  vi.useRealTimers()
})

it('knows the age of a time that a request named on every later day, and no other age', () => {
  const recordedAge = '6y327d'
  const ages = ['2026-11-23T12:00:00Z', '2026-11-24T12:00:00Z', '2029-03-01T00:00:00Z'].map((today) => {
    vi.useFakeTimers({ now: Date.parse(today), toFake: ['Date'] })
    const symbols = new Symbols()
    symbols.noteRequest({ path: '/', body: { spec: { at: '2020-01-02T03:04:05Z' } } })
    const shown = (cell: string) => (symbols.value({ cells: [cell] }) as { cells: string[] }).cells[0]
    return [symbols.recorded({ cells: [recordedAge] }), ...['6y327d', '6y328d', '9y'].map(shown)]
  })
  const symbol = '<age of a named time>'
  const recorded = { cells: [symbol] }
  expect(ages).toEqual([
    [recorded, symbol, '6y328d', '9y'],
    [recorded, '6y327d', symbol, '9y'],
    [recorded, '6y327d', '6y328d', symbol],
  ])
})

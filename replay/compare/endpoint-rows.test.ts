import { expect, it } from 'vitest'
import { endpointsAsShown } from './endpoint-rows.ts'

const chain = (name: string): string => `KUBE-SEP-${name.repeat(16)}`
const rule = (address: string, name: string, chance = ''): string =>
  `-A KUBE-SVC-X -m comment --comment "default/web -> ${address}:80" ${chance}-j ${chain(name)}`
const third = '-m statistic --mode random --probability 0.33333333349 '
const half = '-m statistic --mode random --probability 0.50000000000 '
const printed = [rule('10.244.1.3', 'A', third), rule('10.244.1.4', 'B', half), rule('10.244.2.3', 'C')]

/** In the order of a document that knows these addresses. */
const asShown = (addresses: readonly string[], known: Readonly<Record<string, string>>): string[] =>
  endpointsAsShown(
    addresses.map((one, at) => ({
      line: at + 1,
      text: rule(one, 'D', at === 0 ? third : at === 1 ? half : ''),
    })),
    printed,
    (one) => known[one],
  )

it('puts endpoints where the document has them, and leaves what hangs on the place', () => {
  const known = { '10.0.1.4': '10.244.2.3', '10.0.2.3': '10.244.1.3' }
  expect(asShown(['10.0.1.4', '10.0.2.3', '10.0.2.4'], known)).toEqual([
    rule('10.244.2.3', 'C', third),
    rule('10.244.1.3', 'A', half),
    rule('10.244.1.4', 'B'),
  ])
})

it('leaves what is not known, and chains of another length', () => {
  expect(asShown(['10.0.1.4', '10.0.2.3', '10.0.2.4'], {})).toEqual(printed)
  expect(asShown(['10.0.1.4', '10.0.2.3'], { '10.0.1.4': '10.244.2.3' })).toEqual(printed)
})

const recent = (name: string): string =>
  `-m recent --rcheck --seconds 10800 --reap --name ${chain(name)} --mask ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff --rsource `

it('moves the name of the affinity with its endpoint', () => {
  const rows = (first: [string, string], second: [string, string]): string[] => [
    rule(...first, recent(first[1])),
    rule(...second, recent(second[1])),
    rule(...first, half),
    rule(...second),
  ]
  const shown = rows(['10.0.0.1', 'D'], ['10.0.0.2', 'E']).map((text, at) => ({ line: at + 1, text }))
  const known = new Map([
    ['10.0.0.1', '10.244.2.3'],
    ['10.0.0.2', '10.244.1.3'],
  ])
  expect(
    endpointsAsShown(shown, rows(['10.244.1.3', 'A'], ['10.244.2.3', 'B']), (one) => known.get(one)),
  ).toEqual(rows(['10.244.2.3', 'B'], ['10.244.1.3', 'A']))
})

it('takes endpoints of one address with another port for others', () => {
  const row = (port: string, name: string) => rule('10.244.1.3', name).replace(':80"', `:${port}"`)
  const shown = [row('81', 'D'), row('80', 'E')].map((text, at) => ({ line: at + 1, text }))
  expect(endpointsAsShown(shown, [row('80', 'A'), row('81', 'B')], (one) => one)).toEqual([
    row('81', 'B'),
    row('80', 'A'),
  ])
})

it('takes many endpoints, all of them known or none', () => {
  const count = 20_000
  const name = (n: number): string =>
    [...n.toString(2).padStart(16, '0')].map((bit) => (bit === '0' ? 'A' : 'B')).join('')
  const rows = Array.from(
    { length: count },
    (_, n) => `-A KUBE-SVC-X -m comment --comment "a -> 10.${n >> 8}.${n & 255}.1:80" -j KUBE-SEP-${name(n)}`,
  )
  const shown = rows.toReversed().map((text, at) => ({ line: at + 1, text }))
  expect(endpointsAsShown(shown, rows, (one) => one)).toEqual(rows.toReversed())
  expect(endpointsAsShown(shown, rows, () => undefined)).toEqual(rows)
})

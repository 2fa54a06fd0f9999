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

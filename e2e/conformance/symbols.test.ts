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

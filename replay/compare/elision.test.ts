import { describe, expect, it } from 'vitest'
import { Bindings } from '../bindings.ts'
import { compareOutput } from '../compare.ts'
import { leavesBytesOut, leavesOut } from './elision.ts'

const dump =
  ' d9 d9 f7 a3 64 6b 69 6e\n 64 63 46 6f 6f 68 6d 65\n 74 61 64 61 74 61 a1 64\n 6e 61 6d 65 61 61\n'
const compared = (shown: string, printed = dump) =>
  compareOutput(shown.split('\n'), 1, printed, new Bindings())

describe('a dump of bytes that a document cuts off', () => {
  it.each([
    ['its first bytes', 'd9 d9 f7 ..', 0],
    ['as it is printed, with a blank before it', ' d9 d9 f7 .. .. ..', 0],
    ['more than a line', 'd9 d9 f7 a3 64 6b 69 6e ..\n...', 1],
    ['two lines', ' d9 d9 f7 a3 64 6b 69 6e\n 64 63 46 6f ..', 0],
    ['other bytes', '7b 22 6b ..', 1],
    ['bytes of another line', '64 63 46 6f ..', 1],
    ['bytes of another line, after an elision', '...\n64 63 46 6f ..', 0],
    ['lines that are none after the other', ' d9 d9 f7 a3 64 6b 69 6e\n 74 61 64 61 ..', 1],
    ['bytes that are not at the beginning of theirs', 'd9 f7 a3 64 ..', 1],
    ['more bytes than there are', '...\n6e 61 6d 65 61 61 ..', 1],
    ['two places', 'd9 d9 f7 ..\n74 61 64 61 ..', 0],
  ])('%s', (_, shown, differences) => {
    expect(compared(shown).differences).toHaveLength(differences)
  })

  it('is not where nothing is printed', () => {
    expect(compareOutput(['d9 d9 f7 ..'], 1, '', new Bindings()).differences).toHaveLength(1)
  })

  it('counts for no check where it shows next to nothing, but may differ', () => {
    expect(compared('d9 d9 ..')).toMatchObject({ compared: 0, differences: [] })
    expect(compared('d9 d9 f7 ..')).toMatchObject({ compared: 1, differences: [] })
    expect(compared('7b 22 ..').differences).toHaveLength(1)
  })

  it('is told from other text, however long that is', () => {
    const bytes = 'aa '.repeat(1_000_000)
    expect(leavesBytesOut(`${bytes}..`)).toBe(true)
    for (const line of [
      `${bytes}x`,
      `${bytes}.. x`,
      `${'aa .. '.repeat(300_000)}x`,
      `${' '.repeat(1_000_000)}x`,
    ])
      expect([leavesBytesOut(line), leavesOut(line)]).toEqual([false, false])
    expect(compared(`${bytes}x\n...\n${bytes}.. x`).differences).toHaveLength(2)
  })
})

it.each([
  ['message: abc...def', 'message: abcxyzdef', 0],
  ['message: abc…', 'message: abcxyz', 0],
  ['message: abc...def', 'message: abcxyz', 1],
])('%s against %s', (shown, printed, differences) => {
  expect(compared(shown, printed).differences).toHaveLength(differences)
})

import { expect, it } from 'vitest'
import { asciicast } from './asciicast.ts'

it('types commands and shows outputs', () => {
  const lines = asciicast([{ command: 'ls \\\n.', output: 'a\nb' }], 0)
    .trim()
    .split('\n')
  expect(JSON.parse(lines[0]!)).toMatchObject({ version: 2, width: 120, timestamp: 0 })
  const typed = lines.slice(1).map((line) => JSON.parse(line) as [number, string, string])
  for (const event of typed) expect(event).toEqual([expect.any(Number), 'o', expect.any(String)])
  expect(typed.map(([, , text]) => text).join('')).toBe('$ ls \\\r\n> .\r\na\r\nb\r\n$ ')
  expect(typed.map(([time]) => time)).toEqual(typed.map(([time]) => time).toSorted((a, b) => a - b))
})

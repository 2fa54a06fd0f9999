import { describe, expect, it } from 'vitest'
import { holds, misread, outputLines } from './shown-output.ts'

describe('an output', () => {
  it('holds with the same lines, or with any where lines are left out', () => {
    expect(holds(['a', 'b'], ['a', 'b'])).toBe(true)
    expect(holds(['a'], ['a', 'b'])).toBe(false)
    expect(holds(['a', '...', 'd'], ['a', 'b', 'c', 'd'])).toBe(true)
    expect(holds(['a', '...', 'd'], ['a', 'b', 'd', 'e'])).toBe(false)
    expect(holds(['...'], [])).toBe(true)
  })

  it('is lines without the empty ones at its end, whatever it breaks them with', () => {
    expect(outputLines('\n\n')).toEqual([])
    expect(outputLines('\na\r\n\r\nb\rc\n\n')).toEqual(['', 'a', '', 'b', 'c'])
  })

  it('cannot stand where it would be read as something else', () => {
    expect(misread(['```'], '```', false)).toContain('longer fence')
    expect(misread(['```'], '````', false)).toBeUndefined()
    expect(misread(['```'], '~~~', false)).toBeUndefined()
    expect(misread(['```'], '', false)).toBeUndefined()
    expect(misread(['$ ls'], '```', true)).toContain('read as a command')
    expect(misread(['$ ls'], '```', false)).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import { escapeMarkup } from './escape-markup.ts'
import { jsonText } from './json-text.ts'
import { visibleLine, visibleText } from './visible-text.ts'

const hostile =
  '\u001b[31mred\u001b[0m\r\n\rback\u009b2J\u202eltr\u200b\ud800\ufffe\u{e0041}\u0000\u007f\ttab 😀 é'

describe('a text of a stranger', () => {
  it('has its control and invisible characters shown', () => {
    expect(visibleText(hostile)).toBe(
      '␛[31mred␛[0m\n␍back[U+009B]2J[U+202E]ltr[U+200B][U+D800][U+FFFE][U+E0041]␀␡\ttab 😀 é',
    )
  })
  it('gives nobody a command who reads the log', () => {
    expect(visibleText('a ##vso[b]c ###TeamCity[d] ##[e] ## f[g] ##h')).toBe(
      'a ## vso[b]c ### TeamCity[d] ##[e] ## f[g] ##h',
    )
  })
  it('can be kept in one line', () => {
    expect(visibleLine('a\r\nb\nc')).toBe('a␊b␊c')
  })
  it('is no markup', () => {
    expect(escapeMarkup(`<a b="c" d='e'>&\u0001`)).toBe('&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;␁')
  })
  it('is read back from JSON as it was, and acts on nothing meanwhile', () => {
    const text = jsonText({ a: hostile, b: '##[error]##vso[c]' })
    expect(JSON.parse(text)).toEqual({ a: hostile, b: '##[error]##vso[c]' })
    expect(text).not.toMatch(/##[a-z]*\[|[^\n\x20-\x7e😀é]/u)
  })
})

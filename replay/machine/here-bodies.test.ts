// Here-documents as bash reads them.
import { describe, expect, it } from 'vitest'
import { plainBodies } from './here-bodies.ts'

const script = (mark: string, body: string): string => `cat <<${mark} > x\n${body}\nEOF\ngrep '\\d' x`

describe('in a here-document that expands nothing', () => {
  it.each([
    ['a backslash stays before what it does not escape', '\\d \\*', '\\d \\*'],
    ['a dollar sign before a quote is one', '\'^a$\' "b$"', '\'^a$\' "b$"'],
    ['what is escaped is there without the mark', '\\$A \\\\ \\`', '$A \\ `'],
  ])('%s', (_what, body, expected) => {
    expect(plainBodies(script('EOF', body))).toBe(script("'EOF'", expected))
  })
})

describe('a here-document stays as it is', () => {
  it.each([
    ['with variables', script('EOF', '$A ${B}')],
    ['with commands', script('EOF', "$(printf '%s' a)")],
    ['that joins lines', script('EOF', 'a \\\nb')],
    ['with quotes around its end', script("'EOF'", "\\d$'")],
    ['that does not end', 'cat <<EOF\n\\d'],
  ])('%s', (_what, text) => {
    expect(plainBodies(text)).toBe(text)
  })
})

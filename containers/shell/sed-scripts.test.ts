// Scripts of sed as the shell's library has to be given them.
import { describe, expect, it } from 'vitest'
import { withTextBelow } from './sed-scripts.ts'

describe('the blanks before a text of sed', () => {
  it.each([
    ['/image:/a\\    tag: v2', '/image:/a\\\n    tag: v2'],
    ['3i\\\t- x', '3i\\\n\t- x'],
    ['$!c\\  y', '$!c\\\n  y'],
    ['2,/end/a\\ z', '2,/end/a\\\n z'],
  ])('stay in %s', (script, expected) => {
    expect(withTextBelow(script)).toBe(expected)
  })

  it.each(['/image:/a\\\n    tag: v2', '/image:/a    tag: v2', 's/a\\ b/c/', 'p', '/x/a\\text'])(
    'are nothing to change in %s',
    (script) => {
      expect(withTextBelow(script)).toBe(script)
    },
  )
})

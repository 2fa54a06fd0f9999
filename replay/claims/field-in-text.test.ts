import { describe, expect, it } from 'vitest'
import { fieldInText } from './field-in-text.ts'

describe('fieldInText', () => {
  it.each([
    ['a', 'a: x', 'x'],
    ['status.a', '  a: "x"\n', 'x'],
    ['a', 'a: ""', ''],
    ['a', '{\n  "a": null,\n', ''],
    ['a', 'a:\n- b: 1\n', '- b: 1'],
    ['a', 'a:\nb: 1\n', ''],
    ['a', 'b: 1', undefined],
    ['a.b', 'a.b: x', 'x'],
    ['a.b', 'Data\n====\na.b:\n----\nvery\n', 'very'],
  ])('%s in %j is %j', (field, text, value) => {
    expect(fieldInText(field, text)).toBe(value)
  })
})

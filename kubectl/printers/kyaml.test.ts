import { expect, it } from 'vitest'
import { emitKyaml } from './kyaml.ts'

it('quotes strings, and keys that might be something else', () => {
  const data = { no: '1', 'a/b.c': 'x"y', '1:20': 'z', '-a': '', n1: 'é\x01', 'a b': '\ttab' }
  expect(emitKyaml({ data, list: [], map: {}, nothing: null, number: 1 })).toBe(
    '---\n{\n  data: {\n    "-a": "",\n    "1:20": "z",\n    "a b": "\ttab",\n    a/b.c: "x\\"y",\n    n1: "é\\x01",\n    "no": "1",\n  },\n  list: [],\n  map: {},\n  nothing: null,\n  number: 1,\n}\n',
  )
})

it('keeps brackets of objects together, and folds lines', () => {
  expect(emitKyaml({ a: [{ b: 1 }, { c: [2, 'x'] }], text: 'one\n  two\n' })).toBe(
    '---\n{\n  a: [{\n    b: 1,\n  }, {\n    c: [\n      2,\n      "x",\n    ],\n  }],\n  text: "\\\n     one\\n\\\n    \\  two\\n\\\n    ",\n}\n',
  )
})

import { expect, it } from 'vitest'
import { MadeOnce } from './made-once.ts'

it('makes a form of an object once, and anew when there was no more room and nobody had asked', () => {
  const forms = new MadeOnce()
  const objects = [{}, {}, {}, {}, {}]
  let made = 0
  const make = (): Buffer => {
    made++
    return Buffer.alloc(12 * 1024 * 1024)
  }
  const first = forms.of(objects[0]!, make)
  forms.of(objects[1]!, make)
  expect(forms.of(objects[0]!, make)).toBe(first)
  expect(made).toBe(2)
  forms.of(objects[2]!, make)
  forms.of(objects[2]!, make)
  expect(forms.of(objects[0]!, make)).toBe(first)
  expect(made).toBe(3)
  // The first was asked for since; the second was not.
  forms.of(objects[3]!, make)
  expect(forms.of(objects[0]!, make)).toBe(first)
  expect(made).toBe(4)
  forms.of(objects[1]!, make)
  expect(made).toBe(5)
})

it('keeps no buffer that a form is a piece of', () => {
  const large = Buffer.alloc(100_000)
  const form = new MadeOnce().of({}, () => large.subarray(0, 10))
  expect(form.buffer.byteLength).toBe(10)
  expect(new MadeOnce().of({}, () => Buffer.from('pooled')).buffer.byteLength).toBe(6)
})

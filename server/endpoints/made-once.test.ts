import { expect, it } from 'vitest'
import { MadeOnce } from './made-once.ts'

it('makes a form of an object once, and anew when there was no more room', () => {
  const forms = new MadeOnce()
  const objects = [{}, {}, {}]
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
  forms.of(objects[0]!, make)
  expect(made).toBe(4)
})

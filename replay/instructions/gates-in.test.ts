import { expect, it } from 'vitest'
import { stateIn } from './gates-in.ts'

it.each<[string, boolean | undefined]>([
  ['where `X` is enabled', true],
  ['where `X` is not enabled', false],
  ["while `X` isn't yet enabled", false],
  ['with `X` disabled', false],
  ['where `X` is not disabled', true],
  ['with `X` enabled and `Y` disabled', true],
  ['without `X` enabled', false],
  ['with `X`', undefined],
])('%s: %s', (text, on) => expect(stateIn(text)).toBe(on))

import { expect, it } from 'vitest'
import { abortSignalOf, Ending } from './ending.ts'

it('tells those who listen once, in their order, and nobody who stopped', () => {
  const [ending, told] = [new Ending(), [] as string[]]
  const stopped = (): void => void told.push('stopped')
  ending.addEventListener('abort', () => told.push('first'))
  ending.addEventListener('abort', stopped)
  ending.addEventListener('abort', { handleEvent: () => told.push('second') })
  ending.removeEventListener('abort', stopped)
  expect(ending.reason).toBeUndefined()
  ending.abort()
  ending.abort()
  expect(told).toEqual(['first', 'second'])
  expect(ending).toMatchObject({ aborted: true, reason: { name: 'AbortError' } })
})

it('has one signal for requests over connections, before and after its end', () => {
  const ending = new Ending()
  const signal = abortSignalOf(ending)
  expect(abortSignalOf(ending)).toBe(signal)
  expect(abortSignalOf(signal)).toBe(signal)
  ending.abort()
  expect(signal.reason).toBe(ending.reason)
  const ended = new Ending()
  ended.abort()
  expect(abortSignalOf(ended).reason).toBe(ended.reason)
})

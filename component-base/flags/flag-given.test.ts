import { expect, it } from 'vitest'
import { flagGiven } from './flag-given.ts'

it.each<[string, string[], string | undefined]>([
  ['none', ['get', 'pods'], undefined],
  ['one behind a sign', ['--server=a'], 'a'],
  ['an empty one', ['--server='], ''],
  ['the next word', ['--server', 'a'], 'a'],
  ['the last of several', ['--server=a', '-sb', '--server', 'c'], 'c'],
  ['one behind its letter', ['-s', 'a'], 'a'],
  ['one glued to its letter', ['-sa'], 'a'],
  ['one behind its letter and a sign', ['-s=a'], 'a'],
  ['none of a longer name', ['--server-print=false'], undefined],
  ['none of a program behind --', ['exec', 'a', '--', 'b', '--server=c'], undefined],
  ['none where the line ends', ['--server'], undefined],
])('a command line gives %s', (_, args, value) => {
  expect(flagGiven(args, 'server', 's')).toBe(value)
})

it('takes no letter for a flag that has none', () => {
  expect(flagGiven(['-s', 'a'], 'server')).toBeUndefined()
})

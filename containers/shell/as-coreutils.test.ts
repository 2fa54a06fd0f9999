import { expect, it } from 'vitest'
import { asCoreutils } from './as-coreutils.ts'

it.each([
  ['uniq', ['-c'], '   2 a\n   1 b\n', '      2 a\n      1 b\n'],
  ['uniq', ['-dc'], '   2 1 x\n', '      2 1 x\n'],
  ['uniq', ['--count'], '12345678 a\n', '12345678 a\n'],
  ['uniq', ['-d'], '   2 a\n', '   2 a\n'],
  ['wc', [], '1 2 4\n', '      1       2       4\n'],
  ['wc', ['-lw'], '1 2\n', '      1       2\n'],
  ['wc', ['-l'], '1\n', '1\n'],
  ['wc', ['a'], '1 2 4 a\n', '1 2 4 a\n'],
  ['cat', [], '1 2\n', '1 2\n'],
])('%s %j', (name, args, stdout, wanted) => expect(asCoreutils(name, args, stdout)).toBe(wanted))

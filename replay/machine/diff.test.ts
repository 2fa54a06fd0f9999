import { expect, it } from 'vitest'
import { fakeMachine } from './testing/fake-machine.ts'

const files = `printf '%s\\n' a b c > 1; printf '%s\\n' a x c d > 2; printf a > 3; printf '%s\\n' b c > 4`

// As diffutils 3.8 prints them.
it.each([
  ['diff 1 1', 0, ''],
  ['diff -s 1 1', 0, 'Files 1 and 1 are identical\n'],
  ['diff 1 2', 1, '2c2\n< b\n---\n> x\n3a4\n> d\n'],
  ['diff 1 4', 1, '1d0\n< a\n'],
  ['diff 4 1', 1, '0a1\n> a\n'],
  ['diff -q 1 2', 1, 'Files 1 and 2 differ\n'],
  ['diff 3 4', 1, '1c1,2\n< a\n\\ No newline at end of file\n---\n> b\n> c\n'],
  ['diff -u 4 1 | tail -n +3', 0, '@@ -1,2 +1,3 @@\n+a\n b\n c\n'],
  ['diff -N none 4', 1, '0a1,2\n> b\n> c\n'],
  ['cat 4 | diff 1 -', 1, '1d0\n< a\n'],
  ['diff <(cat 1) <(cat 2 | head -n 1)', 1, '2,3d1\n< b\n< c\n'],
])('%s ends with %i', async (line, exitCode, stdout) => {
  expect(await fakeMachine().machine.run(`${files}; ${line}`)).toMatchObject({ exitCode, stdout })
})

it.each([
  ['diff 1 none', 'diff: none: No such file or directory\n'],
  ['diff 1', "diff: missing operand after '1'\ndiff: Try 'diff --help' for more information.\n"],
])('%s is an error of its own', async (line, stderr) => {
  expect(await fakeMachine().machine.run(`${files}; ${line}`)).toMatchObject({ exitCode: 2, stderr })
})

import { describe, expect, it } from 'vitest'
import { fakeMachine } from './testing/fake-machine.ts'

const bytes = 'echo azhzAAoPYWJj6QlkZWZhdWx0IjAxMjM0NTY3ODk= | base64 -d'
const run = async (command: string) => fakeMachine().machine.run(command)

describe('bytes that come in', () => {
  it.each([
    ['od -c | head -1', '0000000   k   8   s  \\0  \\n 017   a   b   c 351  \\t   d   e   f   a   u\n'],
    ['od -x | tail -2', '0000020 746c 3022 3231 3433 3635 3837 0039\n0000035\n'],
    ['od -An -tx1 | head -1', ' 6b 38 73 00 0a 0f 61 62 63 e9 09 64 65 66 61 75\n'],
    [
      'od -A x -t x1z | tail -2',
      '000010 6c 74 22 30 31 32 33 34 35 36 37 38 39           >lt"0123456789<\n00001d\n',
    ],
    ['od -a -N 6', '0000000   k   8   s nul  nl  si\n0000006\n'],
    [
      'hexdump -C',
      '00000000  6b 38 73 00 0a 0f 61 62  63 e9 09 64 65 66 61 75  |k8s...abc..defau|\n00000010  6c 74 22 30 31 32 33 34  35 36 37 38 39           |lt"0123456789|\n0000001d\n',
    ],
    ['hexdump -n 4', '0000000 386b 0073                              \n0000004\n'],
    ['xxd -l 16', '00000000: 6b38 7300 0a0f 6162 63e9 0964 6566 6175  k8s...abc..defau\n'],
    ['xxd -p -l 4', '6b387300\n'],
    ['xxd -p | xxd -r -p | od -An -c -N 4', '   k   8   s  \\0\n'],
  ])('%s', async (program, stdout) => {
    expect((await run(`${bytes} | ${program}`)).stdout).toBe(stdout)
  })

  it('is that of a file, which has to be there', async () => {
    expect((await run(`${bytes} > f; xxd -p -l 2 f`)).stdout).toBe('6b38\n')
    expect(await run('xxd none')).toMatchObject({
      exitCode: 1,
      stderr: 'xxd: none: No such file or directory\n',
    })
  })
})

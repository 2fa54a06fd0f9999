import { afterEach, expect, it, vi } from 'vitest'
import { run } from '../node-api.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

it.each([
  [
    ['fly'],
    2,
    'kepsim node-api: unknown command "fly": one of serve, watch, print-nftables, print-iptables\n',
  ],
  [['watch', '--rev', '-1'], 2, 'kepsim node-api: --rev -1 is not a whole number of 64 bits\n'],
  [['watch', 'x'], 2, 'kepsim node-api: unknown argument "x"\n'],
  [['watch', '--what'], 2, "kepsim node-api: unknown flag: --what ('kepsim node-api --help' tells more)\n"],
  [['serve', '--server', 'x', '--release', '1.2'], 2, 'kepsim node-api: release 1.2 is not known'],
  [
    ['serve', '--server', 'x', '--listen', ':12345'],
    1,
    'kepsim node-api: invalid listen spec: expected protocol://address format but got :12345\n',
  ],
  [['serve', '--server', 'x', '--listen', ''], 2, '--listen is empty: write '],
  [
    ['serve', '--server', 'x', '--listen', 'tcp://127.0.0.1:0', '--listen', 'unix:///nowhere/x'],
    1,
    'kepsim node-api: listen E',
  ],
  [['serve', '--kubeconfig', '/nowhere'], 2, 'kepsim node-api: ENOENT'],
] as const)('%j ends with %i', async (args, code, text) => {
  const written: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => written.push(String(line)) > 0)
  expect(await run([...args])).toBe(code)
  expect(written.join('')).toContain(text)
})

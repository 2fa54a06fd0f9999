// The backends of the guide run as they stand, against a server over a small state.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { run as command } from '../../cli/node-api.ts'
import { packageRoot } from '../../component-base/package-root.ts'
import * as nodeApi from '../../kube-proxy-sim/node-api/index.ts'
import { type ServedState, serveState } from '../../kube-proxy-sim/node-api/testing/serve-state.ts'
import { examplesOf, runExample } from './run-example.ts'

const guide = readFileSync(join(packageRoot, 'docs/guide/node-api.md'), 'utf8')
const examples = examplesOf(guide)

let served: ServedState
beforeEach(async () => {
  served = await serveState()
  served.publish({
    web: [
      { ip: '10.1.0.1', pod: 'web-1' },
      { ip: '10.1.0.2', pod: 'web-2' },
    ],
    idle: [],
  })
})
afterEach(() => served.close())

/** A client of the test's server, whatever the example says, that ends after one state. */
class OneState extends nodeApi.EndpointsClient {
  constructor() {
    super({ target: served.target })
  }
  override run(handler: nodeApi.StateHandler): Promise<void> {
    return super.run(handler, { once: true })
  }
}

/** Runs an example with these names in place of what it imports and of globals. */
const run = (code: string, replaced: Record<string, unknown>): Promise<void> =>
  runExample(code, { 'kepsim/node-api': nodeApi }, replaced)

it('has two examples', () => {
  expect(examples).toHaveLength(2)
})

it('prints a state', async () => {
  const lines: string[] = []
  const console = { log: (...words: string[]) => lines.push(words.join(' ')) }
  await run(examples[0]!, { EndpointsClient: OneState, console })
  expect(lines).toHaveLength(3)
  expect(lines.slice(1).map((line) => JSON.parse(line).Name)).toEqual(['idle', 'web'])
})

it('hands a table to nft', async () => {
  const calls: { command: string; args: string[]; input: string }[] = []
  const spawnSync = (command: string, args: string[], { input }: { input: string }) =>
    calls.push({ command, args, input })
  await run(examples[1]!, { EndpointsClient: OneState, spawnSync })
  const rule =
    'ip daddr { 10.0.0.1 } tcp dport 80 dnat ip to numgen random mod 2 map { 0 : 10.1.0.1 . 8080, 1 : 10.1.0.2 . 8080 }'
  expect(calls).toEqual([
    {
      command: 'nft',
      args: ['-f', '-'],
      input: [
        'table ip mine',
        'delete table ip mine',
        'table ip mine {',
        'chain c0 { type nat hook prerouting priority dstnat;',
        rule,
        '}',
        'chain c1 { type nat hook output priority -100;',
        rule,
        '}',
        '}',
        '',
      ].join('\n'),
    },
  ])
})

it('shows commands of backends that work', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const lines = [...guide.matchAll(/^bin\/kepsim node-api ((?:watch|print)\S*.*)$/gm)]
  for (const [, line] of lines) {
    const args = line!.replace(/ --once| --target \S+/g, '').split(' ')
    expect(await command([...args, '--once', '--target', served.target])).toBe(0)
  }
  expect(lines).toHaveLength(3)
  expect(written).toHaveBeenCalledTimes(3)
  vi.restoreAllMocks()
})

// The guide shows the examples as they are. UPDATE_QUOTES=1 writes them into it.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageRoot } from '../../component-base/package-root.ts'

const examples = join(packageRoot, 'docs/examples')
const guide = join(packageRoot, 'docs/guide/library.md')
/** A link to an example, and the code block that follows it. */
const quote = /(\(\.\.\/examples\/([\w.-]+)\):\n\n```[jt]s\n)([\s\S]*?)(```\n)/g

it('the guide quotes every example as it is', () => {
  const text = readFileSync(guide, 'utf8')
  const quoted: string[] = []
  const wanted = text.replace(quote, (_all, head: string, name: string, _code: string, end: string) => {
    quoted.push(name)
    return `${head}${readFileSync(join(examples, name), 'utf8')}${end}`
  })
  if (process.env['UPDATE_QUOTES'] !== undefined) writeFileSync(guide, wanted)
  else expect(text).toBe(wanted)
  const files = readdirSync(examples).filter((name) => name !== 'quotes.test.ts')
  expect(quoted.sort()).toEqual(files.sort())
})

it('the example for plain Node runs', () => {
  const run = spawnSync(process.execPath, ['docs/examples/plain-node.mjs'], {
    cwd: packageRoot,
    encoding: 'utf8',
  })
  expect([run.status, run.stderr]).toEqual([0, ''])
})

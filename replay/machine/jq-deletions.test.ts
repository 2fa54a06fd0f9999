import { Bash } from 'just-bash'
import { expect, it } from 'vitest'
import { jqDeletions } from './jq-deletions.ts'

it.each([
  ["jq -c 'del(.a, .b.c)'", '{"b":{"d":2},"e":3}\n'],
  ["jq -c 'del(.a,.e) | .b'", '{"c":1,"d":2}\n'],
  ["cat | jq -c 'del(.a)'", '{"b":{"c":1,"d":2},"e":3}\n'],
  ['jq -c \'.["a"], "del(.a)"\'', '0\n"del(.a)"\n'],
])('%s deletes each path', async (line, expected) => {
  const bash = new Bash()
  bash.registerTransformPlugin(jqDeletions)
  const { stdout } = await bash.exec(`echo '{"a":0,"b":{"c":1,"d":2},"e":3}' | ${line}`)
  expect(stdout).toBe(expected)
})

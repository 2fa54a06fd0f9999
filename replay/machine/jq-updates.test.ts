import { Bash } from 'just-bash'
import { expect, it } from 'vitest'
import { jqUpdates } from './jq-updates.ts'

// As jq 1.7 prints them.
it.each([
  ["jq -c 'del(.a, .b.c)'", '{"b":{"d":2},"e":[3,4]}\n'],
  ["jq -c 'del(.a,.e) | .b'", '{"c":1,"d":2}\n'],
  ["jq -c '.b|del(.c,.d)'", '{}\n'],
  ["jq -c 'del(.e[0], .e[1])|.e'", '[]\n'],
  ["jq -c 'del(.e[] | select(. > 3)) | .e'", '[3]\n'],
  ["cat | jq -c 'del(.a)'", '{"b":{"c":1,"d":2},"e":[3,4]}\n'],
  ['jq -c \'.["a"], "del(.a)"\'', '0\n"del(.a)"\n'],
  ['jq -c \'.f.g="x" | .f\'', '{"g":"x"}\n'],
  ['jq -c \'del(.b) | .b.metadata={name: "y", z: .a} | .b\'', '{"metadata":{"name":"y","z":0}}\n'],
  ['jq -c \'.f["x/y"]="1" | .f.z = (.e|length) | .f\'', '{"x/y":"1","z":2}\n'],
  ["jq -c '.f[1].g=1|.f'", '[null,{"g":1}]\n'],
  ["jq -c 'if .a==0 then .f.g=.a else .f.g=1 end | .f'", '{"g":0}\n'],
  ["jq -c '[.a==0, .b.c==1]'", '[true,true]\n'],
])('%s writes as jq does', async (line, expected) => {
  const bash = new Bash()
  bash.registerTransformPlugin(jqUpdates)
  const { stdout } = await bash.exec(`echo '{"a":0,"b":{"c":1,"d":2},"e":[3,4]}' | ${line}`)
  expect(stdout).toBe(expected)
})

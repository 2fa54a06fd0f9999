import { expect, it } from 'vitest'
import { podAtWork } from '../testing/pod-at-work.ts'

const deep = (open: string, close: string): string => `${open.repeat(5000)}1${close.repeat(5000)}`

it.each([
  [
    `let x="${deep('(', ')')}"`,
    /^a line of so many nested parts or terms is not simulated: take several lines$/,
  ],
  [`bash -c '${deep('(', ')')}'`, /^a line of so many nested parts or terms is not simulated/],
  [`sh -c "sh -c '${deep('(', ')')}'"`, /^a line of so many nested parts or terms is not simulated/],
  [
    `awk 'BEGIN { print ${deep('(', ')')} }'`,
    /^awk: an input of so many nested terms or calls is not simulated$/,
  ],
  ['g() { g; }; g', /^bash: g: functions that call one another more than 100 deep are not simulated$/],
])('what the shell of a container cannot follow is not simulated: %.30s', async (script, message) => {
  const pod = podAtWork({ containers: [{ name: 'c', image: 'ubuntu', command: ['sleep', '900'] }] })
  await expect(pod.exec(['bash', '-c', script])).rejects.toThrow(message)
  expect((await pod.exec(['sh', '-c', 'f() { [ $1 = 0 ] || f $(($1 - 1)); }; f 50; echo ok'])).stdout).toBe(
    'ok\n',
  )
  pod.node.stop()
})

import { expect, it } from 'vitest'
import { growthOf, repeated } from '../../component-base/testing/linear-time.ts'
import { podAtWork } from '../testing/pod-at-work.ts'
import { checkNesting, nestingOf } from './nesting.ts'

const deep = (open: string, close: string): string => `${open.repeat(5000)}1${close.repeat(5000)}`

it.each([
  [
    `let x="${deep('(', ')')}"`,
    /^a line of so many nested parts or terms is not simulated: take several lines$/,
  ],
  [`bash -c '${deep('(', ')')}'`, /^a line of so many nested parts or terms is not simulated/],
  [`sh -c "sh -c '${deep('(', ')')}'"`, /^a line of so many nested parts or terms is not simulated/],
  [
    'echo a\n'.repeat(16_000),
    /^a script of so many commands or words is not simulated: take several scripts$/,
  ],
  [`sh -c '${'echo a\n'.repeat(16_000)}'`, /^a script of so many commands or words is not simulated/],
  [`echo ${'a '.repeat(120_000)}`, /^a script of so many commands or words is not simulated/],
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

it.each<[string, number]>([
  ['echo a', 0],
  ['a=$(b); c=$(d "$(e)")', 2],
  ['(a; `b`)', 2],
  ['echo "${a:-$(b)}" \\$\\(', 2],
  ["$(a ')' $(b))", 2],
  ['$(case a in a) b $(case c in c) d ;; esac) ;; esac) $(e)', 2],
  ["cat <<E\n'$(a $(b))'\nE", 2],
])('%s opens %i levels', (script, levels) => expect(nestingOf(script)).toBe(levels))

it.each(['$(', '$(a', '`', "'$(", "'$(' ", '"$(', '$(case a in a)', '${a:-'])(
  '%s: a script is not read where its levels would hold up everything else',
  (part) =>
    expect(
      growthOf(
        (text) => nestingOf(text),
        (length) => repeated(part, length),
        400_000,
      ).linear,
    ).toBe(true),
)

it('what a script runs is not read either where its levels would hold up everything else', async () => {
  const nested = `${'$('.repeat(40_000)}${')'.repeat(40_000)}`
  const pod = podAtWork({ containers: [{ name: 'c', image: 'ubuntu', command: ['sleep', '900'] }] })
  expect(() => checkNesting(nested)).toThrow(/nested/)
  for (const script of [nested, `eval '${nested}'`, `sh -c '${nested}'`, `timeout 3 sh -c '${nested}'`])
    await expect(pod.exec(['sh', '-c', script])).rejects.toThrow(/^a line of so many nested parts/)
  const long = `x=$(echo "$(echo a)")\n${'# text (of many words)\n'.repeat(9000)}echo "$x"`
  expect((await pod.exec(['sh', '-c', long])).stdout).toBe('a\n')
  pod.node.stop()
})

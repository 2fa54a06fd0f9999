// Real outputs as documents show them, with one thing altered at a time: what no document can know aside, each is noticed.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Bindings } from '../bindings.ts'
import { compareOutput } from '../compare.ts'

interface Recorded {
  commands: { args: string[]; stdout: string }[]
}
const recorded = JSON.parse(
  readFileSync(new URL('../../e2e/golden/kubectl/1.33.json', import.meta.url), 'utf8'),
) as Recorded

/** What is written otherwise in each run; lines with it are altered by whole lines only. */
const volatile =
  /\d{4}-\d\d-\d\dT|[0-9a-f]{8}-[0-9a-f]{4}|\b\d{1,3}(?:\.\d{1,3}){3}\b|resourceVersion|Version: v|[\s(]\d+[smhd]\b|-[a-z0-9]{5}\b/

const outputs = recorded.commands
  .map(({ stdout }) => stdout)
  .filter((text) => text.trim() !== '')
  .map((text) => text.trimEnd().split('\n').slice(0, 50))

/** Every third run of six lines is left out. */
const elided = (lines: readonly string[]): string[] =>
  lines.flatMap((line, i) => (i % 18 < 12 ? [line] : i % 18 === 12 ? ['...'] : []))

const next: Readonly<Record<string, string>> = { '9': '0', z: 'a', Z: 'A' }
const after = (char: string): string => next[char] ?? String.fromCharCode(char.charCodeAt(0) + 1)

/** A line with one thing of it altered. */
function alteredLines(line: string): string[] {
  if (volatile.test(line)) return []
  const at = [...line.matchAll(/[A-Za-z0-9]/g)].map(({ index }) => index)
  const some = [at[0], at[at.length >> 1], at.at(-1)].filter((one) => one !== undefined)
  return [
    ...some.map((one) => line.slice(0, one) + after(line[one]!) + line.slice(one + 1)),
    `${line}x`,
    ...(line.startsWith('  ') ? [`  ${line}`] : []),
    line.replace(/\b(?:true|false)\b/, (value) => String(value === 'false')),
  ].filter((other) => other !== line)
}

function alterations(lines: readonly string[], whole: boolean): string[][] {
  return lines.flatMap((line, i) => {
    if (line === '' || line === '...') return []
    const put = (...others: string[]) => [...lines.slice(0, i), ...others, ...lines.slice(i + 1)]
    const all = alteredLines(line).map((other) => put(other))
    return whole && lines.length > 1 ? [...all, put(), put(line, line)] : all
  })
}

it.each([
  ['whole', (lines: readonly string[]) => [...lines], true],
  ['with parts left out', elided, false],
])('notices what is altered in outputs that are shown %s', (_how, shownOf, whole) => {
  let all = 0
  const missed: string[] = []
  for (const lines of outputs) {
    const shown = shownOf(lines)
    const differs = (expected: string[]): boolean =>
      compareOutput(expected, 1, `${lines.join('\n')}\n`, new Bindings()).differences.length > 0
    expect(differs(shown)).toBe(false)
    for (const altered of alterations(shown, whole)) {
      all++
      if (!differs(altered)) missed.push(altered.find((line, i) => line !== shown[i]) ?? '')
    }
  }
  expect(all).toBeGreaterThan(1000)
  expect(missed.length / all, missed.join('\n')).toBeLessThan(0.01)
})

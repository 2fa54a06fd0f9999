// Claims about metrics, held against what the step's commands printed of them.
import type { Claim } from './claim.ts'
import { compares } from './field-test.ts'
import { type ClaimResult, type ClaimWorld, holds, type SeenCommand, unknown } from './world.ts'

type MetricClaim = Extract<Claim, { kind: 'metric' }>

/** Checks a metric in the output of the step's commands, the last one that shows it. */
export function checkMetric({ metric, test }: MetricClaim, world: ClaimWorld): ClaimResult {
  const [name = '', labels = ''] = metric.replace('}', '').split('{')
  const own = world.commands.filter(({ step }) => step === world.step).reverse()
  const samples = own
    .map((command) => samplesIn(command.stdout, name, labels))
    .find((found) => found.length > 0)
  if (samples === undefined) {
    if (!own.some((command) => showsAll(command, name)))
      return unknown(`no command of the step shows ${name}`)
    return test.is === 'there'
      ? holds(test.negated, `there is no ${metric}`)
      : holds(false, `there is no ${metric}`)
  }
  const saw = `${metric} is ${samples.slice(0, 4).join(', ')}`
  if (test.is === 'there') return holds(!test.negated, saw)
  const results = new Set(samples.map((value) => compares(value, test.comparison, test.number)))
  return results.size > 1 ? unknown(`which of them is meant? ${saw}`) : holds(results.has(true), saw)
}

/** Values of the lines of a metric that have these labels, as written: `a="b",c="d"`. */
function samplesIn(text: string, name: string, labels: string): number[] {
  const wanted = labels
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  return text.split('\n').flatMap((line) => {
    const found = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/.exec(line)
    if (found === null || found[1] !== name) return []
    const has = (label: string): boolean => (found[2] ?? '').includes(label)
    return wanted.every(has) && Number.isFinite(Number(found[3])) ? [Number(found[3])] : []
  })
}

/** All metrics of a component, or those that are looked for by this name. */
const showsAll = ({ text, stdout, exitCode }: SeenCommand, name: string): boolean =>
  /\/metrics\b/.test(text) &&
  (text.includes('|') ? text.includes(`grep ${name}`) && exitCode <= 1 : /^# (?:HELP|TYPE) /m.test(stdout))

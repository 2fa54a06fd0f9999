// Claims about metrics, held against what the step's commands printed of them.
import type { Claim } from './claim.ts'
import { compares } from './field-test.ts'
import { type ClaimResult, type ClaimWorld, holds, type SeenCommand, unknown } from './world.ts'

type MetricClaim = Extract<Claim, { kind: 'metric' }>

/** A line of a metric: its labels as written, `a="b",c="d"`. */
interface Sample {
  name: string
  labels: string
  value: number
}

/** Checks a metric in the output of the step's commands, the last one that shows it; without a name the one that was printed last. */
export function checkMetric({ metric, test }: MetricClaim, world: ClaimWorld): ClaimResult {
  const [name = '', labels = ''] = metric.replace('}', '').split('{')
  const own = world.commands.filter(({ step }) => step === world.step).reverse()
  const samples = own.map(({ stdout }) => samplesIn(stdout, name, labels)).find((found) => found.length > 0)
  if (name === '' && samples?.length !== 1) return unknown('which metric is meant is not said')
  if (samples === undefined) {
    if (!own.some((command) => showsAll(command, name)))
      return unknown(`no command of the step shows ${name}`)
    return test.is === 'there'
      ? holds(test.negated, `there is no ${metric}`)
      : holds(false, `there is no ${metric}`)
  }
  const saw = samples
    .slice(0, 4)
    .map((one) => `${one.name}${one.labels === '' ? '' : `{${one.labels}}`} is ${one.value}`)
    .join(', ')
  if (test.is === 'there') return holds(!test.negated, saw)
  const results = new Set(
    samples.map((one) =>
      test.is === 'label'
        ? labelsOf(one).some((label) => label === `${test.label}="${test.value}"`) !== test.negated
        : compares(one.value, test.comparison, test.number),
    ),
  )
  return results.size > 1 ? unknown(`which of them is meant? ${saw}`) : holds(results.has(true), saw)
}

const labelsOf = ({ labels }: Sample): string[] => labels.match(/[a-zA-Z_]\w*="(?:[^"\\]|\\.)*"/g) ?? []

/** The lines of a metric that have these labels; without a name of any metric. */
function samplesIn(text: string, name: string, labels: string): Sample[] {
  const wanted = labels
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  return text.split('\n').flatMap((line) => {
    const [, of, found = '', value] =
      /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+([\d.+-][\d.e+-]*|NaN)\s*$/.exec(line) ?? []
    if (of === undefined || (name === '' ? !of.includes('_') : of !== name)) return []
    return wanted.every((label) => found.includes(label)) && Number.isFinite(Number(value))
      ? [{ name: of, labels: found, value: Number(value) }]
      : []
  })
}

/** All metrics of a component, or those that are looked for by this name. */
const showsAll = ({ text, stdout, exitCode }: SeenCommand, name: string): boolean =>
  /\/metrics\b/.test(text) &&
  (text.includes('|') ? text.includes(`grep ${name}`) && exitCode <= 1 : /^# (?:HELP|TYPE) /m.test(stdout))

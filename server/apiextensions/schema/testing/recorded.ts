// What upstream's packages answered, and the same questions put to this room. Recorded by scripts/record/go/programs/crdschema.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { JSONSchemaProps } from '../../../../api/apiextensions-v1.ts'
import { errorText, FieldPath } from '../../../../apimachinery/field-error.ts'
import { withSortedKeys } from '../../../../apimachinery/json.ts'
import { packageRoot } from '../../../../component-base/package-root.ts'
import type { FeatureGateReader } from '../../../../featuregates/reader.ts'
import { compileRules, ruleDeclType } from '../cel/compile.ts'
import { type CustomResourceSchema, customResourceSchema } from '../custom-resource-schema.ts'
import { additionalOf, newStructural, type Structural } from '../structural.ts'
import { validateDefaults } from '../validate-defaults.ts'
import { validateStructural } from '../validate-structural.ts'

type Json = Record<string, unknown>

/** The write of a custom resource, as a request asks for it. */
interface Step {
  readonly verb: 'create' | 'update' | 'status'
  readonly object: Json
  readonly old?: Json
}

interface StepAnswer {
  readonly pruned?: readonly string[]
  readonly unknown?: readonly string[]
  /** The possible texts of the refusal, of which any may come. */
  readonly refused?: readonly string[]
  readonly object?: Json
  readonly errors?: readonly string[]
  readonly warned?: readonly string[]
}

interface RuleAnswer {
  readonly path: string
  readonly error?: string
  readonly compiled?: readonly string[]
}

/** The findings on a schema, and the results of the writes. */
export interface Answer {
  readonly error?: string
  readonly structural?: readonly string[]
  readonly defaults?: readonly string[]
  readonly rules?: readonly RuleAnswer[]
  readonly steps?: readonly StepAnswer[]
}

/** A schema with writes. */
export interface Question {
  readonly schema: JSONSchemaProps
  readonly steps: readonly Step[]
}

/** Reads a recording: `1.36`. */
export const recordingOf = (
  name: string,
  folder = 'e2e/golden/crd-schema',
): (readonly [Question, Answer])[] =>
  JSON.parse(
    gunzipSync(readFileSync(join(packageRoot, folder, `${name}.json.gz`))).toString('utf8'),
  ) as (readonly [Question, Answer])[]

/** The gates of a release with their defaults. */
const gatesOf = (minor: number): FeatureGateReader => ({
  known: () => true,
  enabled: (gate) => gate !== 'CRDValidationRatcheting' || minor >= 30,
  unregistered: () => true,
})

const filled = (entries: Json): Json =>
  Object.fromEntries(
    Object.entries(entries).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  )

const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

function rulesOf(root: Structural, minor: number): RuleAnswer[] {
  const found: RuleAnswer[] = []
  const visit = (path: string, schema: Structural, isRoot: boolean): void => {
    found.push(...nodeRules(path, schema, isRoot, minor))
    if (schema.items) visit(`${path}.items`, schema.items, false)
    const more = additionalOf(schema)
    if (more) visit(`${path}.additionalProperties`, more, false)
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      visit(`${path}.${name}`, property, false)
  }
  visit('', root, true)
  return found.sort((a, b) => compare(a.path, b.path))
}

function nodeRules(path: string, schema: Structural, isRoot: boolean, minor: number): RuleAnswer[] {
  if (!schema['x-kubernetes-validations']) return []
  const decl = ruleDeclType(schema, isRoot, minor)
  if (!decl) return [{ path, error: 'failed to convert to declType for CEL validation rules' }]
  return compileRules(schema, decl, { minor, kindOf: () => 'new' }).map((one) => {
    if (one.error !== undefined) return { path, error: one.error }
    const { maxCost, maxCardinality, messageExpressionMaxCost, usesOldSelf, fieldPath } = one
    const numbers = [maxCost, maxCardinality, messageExpressionMaxCost, usesOldSelf].map(String)
    return { path, compiled: [...numbers, fieldPath, one.messageExpressionError ?? ''] }
  })
}

/** The object with apiVersion, kind and metadata, as a client sends it. */
const whole = (object: Json): Json => ({
  ...structuredClone(object),
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'one', resourceVersion: '1' },
})

function prepare(schema: CustomResourceSchema, object: Json): StepAnswer {
  const pruned = schema.prune(object)
  schema.pruneNulls(object)
  const { unknown, error } = schema.coerceMetadata(object)
  if (error) return filled({ pruned, refused: [error.text] })
  schema.setDefaults(object)
  return filled({ pruned, unknown })
}

const withoutMeta = ({ apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...rest }: Json): Json =>
  rest

function validated(schema: CustomResourceSchema, { verb, old }: Step, object: Json) {
  if (verb === 'create') return schema.validate(object)
  const before = whole(old!)
  prepare(schema, before)
  return verb === 'status'
    ? schema.validateStatusUpdate(object, before)
    : schema.validateUpdate(object, before)
}

function stepAnswer(schema: CustomResourceSchema, step: Step): StepAnswer {
  const object = whole(step.object)
  const prepared = prepare(schema, object)
  if (prepared.refused !== undefined) return prepared
  const shown = structuredClone(withoutMeta(object))
  const { errors, warnings } = validated(schema, step, object)
  return filled({
    ...prepared,
    object: withSortedKeys(shown),
    errors: errors.map(errorText).sort(compare),
    warned: warnings.sort(compare),
  })
}

/** The simulator's answer to a question that upstream's packages were asked. */
export function answerOf({ schema: props, steps }: Question, minor: number): Answer {
  const made = newStructural(structuredClone(props))
  if (made.error !== undefined) return { error: made.error }
  const path = FieldPath.of('schema')
  const structural = validateStructural(made.structural, path).map(errorText)
  if (structural.length > 0) return { structural }
  const gates = gatesOf(minor)
  const rules = rulesOf(made.structural, minor)
  const defaults = validateDefaults(made.structural, path, {
    minor,
    requirePruned: true,
    ratchets: minor >= 30,
  })
  const schema = customResourceSchema(structuredClone(props), { minor, gates })
  return filled({
    defaults: defaults.map(errorText).sort(compare),
    rules,
    steps: steps.map((step) => stepAnswer(schema, step)),
  })
}

/** The parts of an answer, each of which is right or wrong. */
function* partsOf(answer: Answer): Generator<readonly [name: string, value: string]> {
  const { steps = [], rules = [], ...more } = answer
  yield ['schema', JSON.stringify(more)]
  for (const [i, rule] of rules.entries()) yield [`rules[${i}]`, JSON.stringify(rule)]
  for (const [i, step] of steps.entries()) yield [`steps[${i}]`, JSON.stringify(withSortedKeys(step))]
}

/** The answer with the reasons that were recorded, where it gives one of them. */
function withReasonsOf(want: Answer, got: Answer): Answer {
  if (!got.steps) return got
  const steps = got.steps.map((step, i) => {
    const refused = want.steps?.[i]?.refused
    return refused && step.refused && refused.includes(step.refused[0]!) ? { ...step, refused } : step
  })
  return { ...got, steps }
}

/** How many parts were compared, and which differ: what was wanted and what was got. */
export function differencesOf(recording: readonly (readonly [Question, Answer])[], minor: number) {
  const found: string[] = []
  let asked = 0
  for (const [i, [question, want]] of recording.entries()) {
    const got = new Map(partsOf(withReasonsOf(want, answerOf(question, minor))))
    for (const [name, value] of partsOf(want)) {
      asked++
      if (got.get(name) !== value) found.push(`${i} ${name}\n  want ${value}\n  got  ${got.get(name)}`)
    }
  }
  return { asked, found }
}

// A FeaturePlan from its text: structure by the schema, then what the values mean together.
import { Ajv, type ValidateFunction } from 'ajv'
import { checkPlan } from './check-plan.ts'
import type { PlannedEffect } from './effects/planned-effect.ts'
import { effects as definitions } from './effects/registry.ts'
import type { FeaturePlan, PlanGate } from './feature-plan.ts'
import { firstRelease } from './fields/check-fields.ts'
import { kindOf } from './kinds/raw-kind.ts'
import { PlanError } from './plan-error.ts'
import { planSchema, planStages } from './plan-schema.ts'
import type { RawEffect, RawPlan } from './raw-plan.ts'
import { comingSpecs } from './recorded-gates.ts'
import { schemaFindings } from './schema-findings.ts'
import { PositionedYaml } from './yaml-positions.ts'

let compiled: ValidateFunction | undefined

/** Compiled once: that takes longer than reading a plan. */
const validator = (): ValidateFunction => (compiled ??= compile())

function compile(): ValidateFunction {
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false })
  // Numbers that are longer are no releases, and Go's versions do not take them.
  ajv.addFormat('minor-release', /^1\.(0|[1-9][0-9]{0,3})$/)
  ajv.addFormat('condition', /^[A-Za-z0-9.]+=/)
  ajv.addFormat('request', /^(GET|POST|PUT|PATCH|DELETE) \/\S*$/)
  ajv.addFormat('value-path', /^[A-Za-z][^.[\]]*(\[\d+\])*(\.[^.[\]]+(\[\d+\])*)*$/)
  ajv.addFormat('resource', /^[a-z][a-z0-9]*(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/)
  ajv.addFormat('kind', /^[A-Z][A-Za-z0-9]*$/)
  ajv.addFormat('api-version', /^v[1-9][0-9]{0,8}((alpha|beta)[1-9][0-9]{0,8})?$/)
  ajv.addFormat('flag', /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
  ajv.addFormat('metric', /^[a-zA-Z_:][a-zA-Z0-9_:]*$/)
  ajv.addFormat('label', /^[a-zA-Z_][a-zA-Z0-9_]*$/)
  ajv.addFormat('name', /^[a-z][a-z0-9]*$/)
  ajv.addFormat('field-path', /^[a-z][A-Za-z0-9]*(\[\*\])?(\.[a-z][A-Za-z0-9]*(\[\*\])?)*$/)
  return ajv.compile(planSchema)
}

function readEffect(raw: RawEffect): PlannedEffect {
  const { name } = definitions.find((d) => Object.hasOwn(raw, d.name))!
  const { [name]: value, ...rest } = raw
  return { ...(rest as Omit<PlannedEffect, 'name' | 'value'>), name, value: String(value) }
}

function readGate(raw: NonNullable<RawPlan['gates']>[number]): PlanGate {
  const removal = raw.removedIn ?? {}
  return {
    name: raw.name,
    components: raw.components,
    ...(raw.announcedIn === undefined ? {} : { announcedIn: raw.announcedIn }),
    specs: comingSpecs(
      raw.name,
      (raw.specs ?? []).map((spec) => ({ ...spec, preRelease: planStages.get(spec.preRelease)! })),
    ),
    removedIn: typeof removal === 'string' ? { '*': removal } : removal,
    effects: (raw.effects ?? []).map(readEffect),
  }
}

function planOf(raw: RawPlan): FeaturePlan {
  return {
    ...raw.metadata,
    lastRelease: raw.lastRelease,
    gates: (raw.gates ?? []).map(readGate),
    effects: (raw.effects ?? []).map(readEffect),
    fields: (raw.fields ?? []).map((field) => ({ ...field, from: firstRelease(field, raw)! })),
    kinds: (raw.kinds ?? []).map(kindOf),
    columns: raw.columns ?? [],
    flags: (raw.flags ?? []).map((flag) => ({ ...flag, effects: (flag.effects ?? []).map(readEffect) })),
    metrics: raw.metrics ?? [],
    values: (raw.values ?? []).map((entry) => ({ ...entry, from: firstRelease(entry, raw)! })),
    probes: raw.probes ?? [],
    removedAdmissionPlugins: raw.removedAdmissionPlugins ?? [],
    configVersions: raw.configVersions ?? [],
    endedModes: raw.endedModes ?? [],
  }
}

/** By line and column. */
function inOrder(findings: readonly string[]): string[] {
  const place = (text: string): number[] => (/:(\d+):(\d+): /.exec(text) ?? []).slice(1).map(Number)
  return [...findings].sort((a, b) => {
    const [x, y] = [place(a), place(b)]
    return x[0]! - y[0]! || x[1]! - y[1]!
  })
}

/** A plan, and the places of its parts in the file. */
export interface ReadPlan {
  /** Specs of gates that are recorded are those of the releases to come. */
  plan: FeaturePlan
  yaml: PositionedYaml
}

/** The plan in a text. Throws a PlanError with all findings. @param file its name in messages */
export function readPlan(file: string, text: string): ReadPlan {
  const yaml = new PositionedYaml(file, text)
  const validate = validator()
  if (!validate(yaml.value)) {
    const findings = schemaFindings(validate.errors ?? [], yaml)
    throw new PlanError(inOrder(findings.map(({ place, message }) => `${place}: ${message}`)))
  }
  const raw = yaml.value as RawPlan
  const findings = checkPlan(raw, yaml)
  if (findings.length > 0) throw new PlanError(inOrder(findings))
  return { plan: planOf(raw), yaml }
}

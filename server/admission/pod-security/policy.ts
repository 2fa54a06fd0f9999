// Upstream: k8s.io/pod-security-admission api/helpers.go, api/constants.go
import { type FieldError, FieldPath, field } from '../../apimachinery/field-error.ts'
import { getOwn } from '../../apimachinery/json.ts'

export type Level = 'privileged' | 'baseline' | 'restricted'
const levels: readonly Level[] = ['privileged', 'baseline', 'restricted']

/** `version`: the minor release of the standard; undefined is latest. */
export interface LevelVersion {
  readonly level: Level
  readonly version: number | undefined
}

/** What a namespace asks for in each mode. */
export interface Policy {
  readonly enforce: LevelVersion
  readonly audit: LevelVersion
  readonly warn: LevelVersion
}

export const levelVersionText = ({ level, version }: LevelVersion): string =>
  `${level}:${version === undefined ? 'latest' : `v1.${version}`}`

export const sameLevelVersion = (a: LevelVersion, b: LevelVersion): boolean =>
  a.level === b.level && a.version === b.version

/** Negative where `a` is less strict than `b`. */
export const compareLevels = (a: Level, b: Level): number => levels.indexOf(a) - levels.indexOf(b)

const prefix = 'pod-security.kubernetes.io/'
const labelsPath = FieldPath.of('metadata', 'labels')
const versionForm = /^v1\.(\d|[1-9]\d*)$/

type Labels = Readonly<Record<string, string>> | undefined

interface Mode {
  readonly value: LevelVersion
  readonly errors: FieldError[]
  readonly hasLevel: boolean
  readonly hasVersion: boolean
  readonly levelIsValid: boolean
}

/** @param fallback the level where the label's value is none: enforcing fails closed, the other modes open */
function modeOf(labels: Labels, mode: string, fallback: Level): Mode {
  const errors: FieldError[] = []
  const [levelKey, versionKey] = [`${prefix}${mode}`, `${prefix}${mode}-version`]
  const [levelText, versionText] = [getOwn(labels ?? {}, levelKey), getOwn(labels ?? {}, versionKey)]
  let level: Level = 'privileged'
  const levelIsValid = levels.includes(levelText as Level)
  if (levelIsValid) level = levelText as Level
  else if (levelText !== undefined) {
    level = fallback
    errors.push(field.invalid(labelsPath.key(levelKey), levelText, `must be one of ${levels.join(', ')}`))
  }
  const match = versionForm.exec(versionText ?? '')
  if (match === null && versionText !== undefined && versionText !== 'latest')
    errors.push(field.invalid(labelsPath.key(versionKey), versionText, 'must be "latest" or "v1.x"'))
  return {
    value: { level, version: match === null ? undefined : Number(match[1]) },
    errors,
    hasLevel: levelText !== undefined,
    hasVersion: versionText !== undefined,
    levelIsValid,
  }
}

/** The policy that a namespace's labels ask for, and what is wrong with them. */
export function policyOf(labels: Labels): { policy: Policy; errors: FieldError[] } {
  const enforce = modeOf(labels, 'enforce', 'restricted')
  const audit = modeOf(labels, 'audit', 'privileged')
  const warn = modeOf(labels, 'warn', 'privileged')
  let warned = warn.value
  // Who enforces a level is warned of it too, unless told otherwise.
  if (!warn.hasLevel && enforce.levelIsValid && compareLevels(enforce.value.level, warned.level) > 0)
    warned = {
      level: enforce.value.level,
      version: warn.hasVersion ? warned.version : enforce.value.version,
    }
  return {
    policy: { enforce: enforce.value, audit: audit.value, warn: warned },
    errors: [...enforce.errors, ...audit.errors, ...warn.errors],
  }
}

// Upstream: k8s.io/pod-security-admission api/helpers.go, api/constants.go
import { type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { getOwn } from '../../../apimachinery/json.ts'

/** A Pod Security Standard. */
export type Level = 'privileged' | 'baseline' | 'restricted'
const levels: readonly Level[] = ['privileged', 'baseline', 'restricted']

/** `version`: the minor release of the standard; undefined is latest. */
export interface LevelVersion {
  readonly level: Level
  readonly version: number | undefined
}

/** The level and version of the Pod Security Standards that a namespace sets for each mode. */
export interface Policy {
  readonly enforce: LevelVersion
  readonly audit: LevelVersion
  readonly warn: LevelVersion
}

/** The plugin's configuration: the levels where a namespace has no labels, and the exemptions. */
export interface PodSecurityConfiguration {
  readonly defaults: Policy
  readonly exemptions: Readonly<Record<'usernames' | 'namespaces' | 'runtimeClasses', readonly string[]>>
}

const anything: LevelVersion = { level: 'privileged', version: undefined }
const everything: Policy = { enforce: anything, audit: anything, warn: anything }
/** The configuration that lets every pod pass. */
export const noPodSecurity: PodSecurityConfiguration = {
  defaults: everything,
  exemptions: { usernames: [], namespaces: [], runtimeClasses: [] },
}

/** The level and version as messages show them: `baseline:latest`, `restricted:v1.34`. */
export const levelVersionText = ({ level, version }: LevelVersion): string =>
  `${level}:${version === undefined ? 'latest' : `v1.${version}`}`

/** Whether two levels and versions are equal. */
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

/** The texts of a level and a version; undefined where they are none. */
export const parseLevel = (text: string): Level | undefined => levels.find((level) => level === text)
/** The version in `latest` (undefined) or `v1.34` (34); undefined altogether for any other text. */
export function parseVersion(text: string): { version: number | undefined } | undefined {
  const match = versionForm.exec(text)
  if (match === null) return text === 'latest' ? { version: undefined } : undefined
  return { version: Number(match[1]) }
}
/** The text of the error about an unknown level. */
export const wrongLevel = `must be one of ${levels.join(', ')}`
/** The text of the error about an unknown version. */
export const wrongVersion = 'must be "latest" or "v1.x"'

/** @param fallback the level where the label's value is none: enforcing fails closed, the other modes open */
function modeOf(labels: Labels, mode: keyof Policy, fallback: Level, defaults: Policy): Mode {
  const errors: FieldError[] = []
  const [levelKey, versionKey] = [`${prefix}${mode}`, `${prefix}${mode}-version`]
  const [levelText, versionText] = [getOwn(labels ?? {}, levelKey), getOwn(labels ?? {}, versionKey)]
  const parsed = parseLevel(levelText ?? '')
  const level = levelText === undefined ? defaults[mode].level : (parsed ?? fallback)
  if (levelText !== undefined && parsed === undefined)
    errors.push(field.invalid(labelsPath.key(levelKey), levelText, wrongLevel))
  const version = parseVersion(versionText ?? '')
  if (versionText !== undefined && version === undefined)
    errors.push(field.invalid(labelsPath.key(versionKey), versionText, wrongVersion))
  return {
    value: { level, version: versionText === undefined ? defaults[mode].version : version?.version },
    errors,
    hasLevel: levelText !== undefined,
    hasVersion: versionText !== undefined,
    levelIsValid: parsed !== undefined,
  }
}

/** The policy that a namespace's labels ask for, and what is wrong with them. */
export function policyOf(
  labels: Labels,
  defaults: Policy = everything,
): { policy: Policy; errors: FieldError[] } {
  const enforce = modeOf(labels, 'enforce', 'restricted', defaults)
  const audit = modeOf(labels, 'audit', 'privileged', defaults)
  const warn = modeOf(labels, 'warn', 'privileged', defaults)
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

/** The warning about labels of an exempt namespace that ask for a level; undefined where they do not. */
export function exemptionWarning(name: string, labels: Labels, defaults: Policy): string | undefined {
  const { policy } = policyOf(labels, defaults)
  const modes = ['enforce', 'audit', 'warn'] as const
  const isDefault = modes.every((mode) => sameLevelVersion(policy[mode], defaults[mode]))
  if (isDefault || modes.every((mode) => policy[mode].level === 'privileged')) return undefined
  const told = modes.filter(
    (mode) =>
      policy[mode].level !== 'privileged' &&
      [`${prefix}${mode}`, `${prefix}${mode}-version`].some((key) => getOwn(labels ?? {}, key) !== undefined),
  )
  const text = told.map((mode) => `${mode}=${levelVersionText(policy[mode])}`).join(', ')
  return `namespace ${JSON.stringify(name)} is exempt from Pod Security, and the policy (${text}) will be ignored`
}

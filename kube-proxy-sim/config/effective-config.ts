// Configuration files as tools see them: of any version, with their defaults, in the shape of the newest.

import { parseYaml } from '../../apimachinery/scheme/parse-yaml.ts'
import type { Logger } from '../../component-base/klog.ts'
import type { Release } from '../../component-base/release.ts'
import { fromV1alpha1, toV1alpha1 } from './conversion-v1alpha1.ts'
import { fromV1alpha2, toV1alpha2 } from './conversion-v1alpha2.ts'
import { setDefaultsV1alpha1 } from './defaults-v1alpha1.ts'
import { setDefaultsV1alpha2, type V1alpha2Configuration } from './defaults-v1alpha2.ts'
import { type DroppedField, droppedByV1alpha1, droppedByV1alpha2 } from './dropped-fields.ts'
import { v1alpha1Name } from './field-names.ts'
import { addLaterFields } from './later-fields.ts'
import { setLinuxDefaults } from './platform-defaults.ts'
import { readConfig } from './read-config.ts'
import type { InternalConfiguration, V1alpha1Configuration } from './types.ts'

/** The versions of configuration files that are read and written, the oldest first. */
export const configVersions = ['v1alpha1', 'v1alpha2'] as const
/** A version of kubeproxy.config.k8s.io. */
export type ConfigVersion = (typeof configVersions)[number]

/** A configuration file with its defaults, in the internal form. */
export interface EffectiveConfig {
  /** The version of the file. */
  version: ConfigVersion
  internal: InternalConfiguration
  /** The fields that the file names, by their paths in its version. */
  written: ReadonlySet<string>
  /** The fields that the other version cannot hold. */
  dropped: DroppedField[]
}

/** The configuration in a file's text, with its defaults. Throws an Error with kube-proxy's words. */
export function effectiveConfig(
  text: string,
  { release, logger }: { release: Release; logger: Logger },
): EffectiveConfig {
  const { version, value } = readConfig(text, { release, logger, versions: configVersions })
  const written = new Set(fieldsOf(parseYaml(text).value as object).keys())
  if (version === 'v1alpha2') {
    const config = setDefaultsV1alpha2(value, release.minor)
    return {
      version,
      written,
      internal: onLinux(fromV1alpha2(config), release.minor),
      dropped: droppedByV1alpha1(config),
    }
  }
  addLaterFields(value)
  const config = setDefaultsV1alpha1(value as unknown as V1alpha1Configuration, release.minor)
  const internal = onLinux(fromV1alpha1(config), release.minor)
  return { version: 'v1alpha1', written, internal, dropped: droppedByV1alpha2(config) }
}

/** The configuration with what kube-proxy chooses on Linux, in place. */
function onLinux(config: InternalConfiguration, minor: number): InternalConfiguration {
  setLinuxDefaults(config, minor)
  return config
}

/** The configuration in the form of a file of the version. */
export const inVersion = (
  internal: InternalConfiguration,
  version: ConfigVersion,
): V1alpha1Configuration | V1alpha2Configuration =>
  version === 'v1alpha2' ? toV1alpha2(internal) : toV1alpha1(internal)

/** The fields of a configuration by path (`linux.conntrack.min`); lists, and maps without members, are values. */
export function fieldsOf(value: object, prefix = ''): Map<string, unknown> {
  const fields = new Map<string, unknown>()
  for (const [key, item] of Object.entries(value)) {
    const path = prefix === '' ? key : `${prefix}.${key}`
    const isSection =
      typeof item === 'object' && item !== null && !Array.isArray(item) && Object.keys(item).length > 0
    if (!isSection) fields.set(path, item)
    else for (const [inner, leaf] of fieldsOf(item as object, path)) fields.set(inner, leaf)
  }
  return fields
}

/** A field in which two configurations differ. */
export interface FieldDifference {
  /** The field's path in v1alpha2. */
  field: string
  /** Undefined where only the other has the field. */
  old: unknown
  new: unknown
}

/** The fields in which two configurations differ, under the names of v1alpha2, sorted. An empty list equals none. */
export function differences(old: InternalConfiguration, now: InternalConfiguration): FieldDifference[] {
  const [left, right] = [fieldsOf(toV1alpha2(old)), fieldsOf(toV1alpha2(now))]
  return [...new Set([...left.keys(), ...right.keys()])]
    .sort()
    .map((field) => ({ field, old: left.get(field), new: right.get(field) }))
    .filter((d) => meaning(d.old) !== meaning(d.new))
}

/** A list without items is as good as none. */
const meaning = (value: unknown): string =>
  Array.isArray(value) && value.length === 0 ? 'null' : JSON.stringify(value ?? null)

/** The path of a field of v1alpha2 in the file's own version. */
export const nameIn = ({ version, internal }: EffectiveConfig, field: string): string =>
  version === 'v1alpha1' ? v1alpha1Name(field, internal) : field

/** A field's paths in two versions of the file, and its value. */
export interface MovedField {
  old: string
  new: string
  value: unknown
}

/** Fields that the old file names and the new one has with the same value under another name. */
export function movedFields(old: EffectiveConfig, now: EffectiveConfig): MovedField[] {
  const changed = new Set(differences(old.internal, now.internal).map(({ field }) => field))
  return [...fieldsOf(toV1alpha2(now.internal))]
    .filter(([field]) => !changed.has(field))
    .map(([field, value]) => ({ old: nameIn(old, field), new: nameIn(now, field), value }))
    .filter((moved) => moved.old !== moved.new && old.written.has(moved.old))
    .sort((a, b) => (a.new < b.new ? -1 : 1))
}

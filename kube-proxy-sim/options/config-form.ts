// What a release of kube-proxy keeps in memory of its configuration, and writes.

import type { FieldError } from '../../apimachinery/field-error.ts'
import { deepCopy } from '../../apimachinery/json.ts'
import { ComponentConfigScheme } from '../../apimachinery/scheme/component-config.ts'
import type { ParsedFlags } from '../../component-base/flags/parse-flags.ts'
import type { Release } from '../../component-base/release.ts'
import type { FeatureGateReader } from '../../featuregates/reader.ts'
import { fromV1alpha1, toV1alpha1 } from '../config/conversion-v1alpha1.ts'
import { fromV1alpha2, toV1alpha2 } from '../config/conversion-v1alpha2.ts'
import { setDefaultsV1alpha1 } from '../config/defaults-v1alpha1.ts'
import { setDefaultsV1alpha2 } from '../config/defaults-v1alpha2.ts'
import { proxyConfigDialect } from '../config/dialect.ts'
import { type DroppedField, droppedByV1alpha2 } from '../config/dropped-fields.ts'
import { internalVersion } from '../config/internal-version.ts'
import { addLaterFields, type Remove } from '../config/later-fields.ts'
import { configGroup, type ReadConfig } from '../config/read-config.ts'
import type { CommonConfiguration, InternalConfiguration, V1alpha1Configuration } from '../config/types.ts'
import { validateConfiguration } from '../config/validate.ts'
import { validateV1alpha1 } from '../config/validate-v1alpha1.ts'
import { configText } from '../config/write-config.ts'
import { applyFlags, applyFlagsV1alpha1 } from './apply-flags.ts'

/** A configuration in the form that the release keeps in memory. */
export interface ConfigForm {
  /** The part that flags, defaults of the platform and logging change in place. */
  readonly common: CommonConfiguration & { bindAddress: string }
  applyFlags(parsed: ParsedFlags): void
  /** @param endedModes modes that a plan has ended */
  validate(gates: FeatureGateReader, endedModes: readonly string[]): FieldError[]
  /** The configuration that the proxy works with. */
  effective(): InternalConfiguration
  /** The text that --write-config-to writes, and what /configz shows without its head. */
  text(): string
  /** The fields that are lost where the configuration is written in the version that the release writes. */
  dropped(): DroppedField[]
}

/** By the facts of a release: of a thousand nodes each changes a copy. */
const empty = new Map<string, Record<string, unknown>>()

/** The configuration of a kube-proxy without a file. */
export const emptyConfig = ({ facts }: Release): ReadConfig => {
  let value = empty.get(facts)
  if (value === undefined) {
    const scheme = new ComponentConfigScheme(facts)
    value = scheme.decode(`${configGroup}/v1alpha1`, 'KubeProxyConfiguration', {}).value
    empty.set(facts, value)
  }
  return { version: 'v1alpha1', value: deepCopy(value) }
}

/** The form in which a release keeps a configuration. @param writes the newest version that the release writes */
export function configForm(read: ReadConfig, release: Release, writes: string): ConfigForm {
  const { internalSections } = proxyConfigDialect(release.minor)
  if (read.version === 'v1alpha2') {
    const config = fromV1alpha2(setDefaultsV1alpha2(read.value, release.minor))
    return internalForm(config, release, writes, [])
  }
  if (read.version === internalVersion)
    return internalSections
      ? internalForm(read.value as unknown as InternalConfiguration, release, writes, [])
      : v1alpha1Form(read.value as unknown as V1alpha1Configuration, release, addLaterFields(read.value))
  const removeLater = addLaterFields(read.value)
  const config = setDefaultsV1alpha1(read.value as unknown as V1alpha1Configuration, release.minor)
  if (!internalSections) return v1alpha1Form(config, release, removeLater)
  return internalForm(
    fromV1alpha1(config),
    release,
    writes,
    writes === 'v1alpha2' ? droppedByV1alpha2(config) : [],
  )
}

/** v1alpha1 is kept as it is: nothing is lost when it is written. @param removeLater the fields that the release lacks */
function v1alpha1Form(config: V1alpha1Configuration, { minor }: Release, removeLater: Remove): ConfigForm {
  const written = (): V1alpha1Configuration => {
    const copy = deepCopy(config)
    removeLater(copy)
    return copy
  }
  return {
    common: config,
    applyFlags: (parsed) => applyFlagsV1alpha1(config, parsed, minor),
    validate: (gates, endedModes) => validateV1alpha1(config, gates, { minor, endedModes }),
    effective: () => fromV1alpha1(config),
    text: () => configText(`${configGroup}/v1alpha1`, written()),
    dropped: () => [],
  }
}

function internalForm(
  config: InternalConfiguration,
  { minor }: Release,
  writes: string,
  dropped: DroppedField[],
): ConfigForm {
  return {
    common: config,
    applyFlags: (parsed) => applyFlags(config, parsed, minor),
    validate: (gates, endedModes) => validateConfiguration(config, gates, { minor, endedModes }),
    effective: () => config,
    text: () =>
      configText(`${configGroup}/${writes}`, writes === 'v1alpha2' ? toV1alpha2(config) : toV1alpha1(config)),
    dropped: () => dropped,
  }
}

// Upstream: k8s.io/component-base/compatibility/version.go (0.33 on); apiserver/pkg/util/version (0.31), component-base/version (0.32)
import { gateDialect } from './dialect.ts'
import { majorMinor, type Version } from './version.ts'

/** The versions that a component is built with, from which its EffectiveVersion starts. */
export interface EffectiveVersionOptions {
  /** The version of the program itself. */
  binary: Version
  /** The minor release of the library; before 0.33 the allowed ranges follow from the binary alone. */
  library: number
  /** The oldest version to emulate. */
  emulationFloor?: Version
  minCompatibilityFloor?: Version
}

/** The fields of /version that follow from the effective version; the last four exist from 1.33 on. */
export interface EffectiveVersionInfo {
  major: string
  minor: string
  emulationMajor?: string
  emulationMinor?: string
  minCompatibilityMajor?: string
  minCompatibilityMinor?: string
}

const later = (a: Version, b: Version): Version => (a.lessThan(b) ? b : a)
/** Upstream prints 0 as nothing, and leaves empty fields out. */
const text = (n: number): string => (n === 0 ? '' : String(n))

/** The binary, emulation and min compatibility version of a component. */
export class EffectiveVersion {
  readonly binary: Version
  private readonly bothVersions: boolean
  private readonly emulationFloor: Version
  private readonly minCompatibilityFloor: Version
  private emulated: Version
  private compatible: Version

  constructor(options: EffectiveVersionOptions) {
    this.binary = options.binary
    this.bothVersions = gateDialect(options.library).bothVersions
    this.emulationFloor = options.emulationFloor ?? majorMinor(0, 0)
    this.minCompatibilityFloor = options.minCompatibilityFloor ?? majorMinor(0, 0)
    this.emulated = options.binary.majorMinor()
    this.compatible = options.binary.offsetMinor(-1)
  }

  get emulation(): Version {
    return this.emulated
  }
  get minCompatibility(): Version {
    return this.compatible
  }

  /** With both versions this also sets the min compatibility version: the minor before, but not below its floor. */
  setEmulation(version: Version): void {
    this.emulated = version.majorMinor()
    if (this.bothVersions) this.compatible = later(version.offsetMinor(-1), this.minCompatibilityFloor)
  }

  setMinCompatibility(version: Version): void {
    this.compatible = version.majorMinor()
  }

  /** True where the component emulates nothing. */
  get isBinary(): boolean {
    return this.binary.withPatch(0).equals(this.emulated)
  }

  validate(): string[] {
    const binary = this.binary.withPatch(0)
    const old = !this.bothVersions
    const lowest = old ? binary.offsetMinor(-1) : this.emulationFloor
    const lowestMin = old ? lowest : this.minCompatibilityFloor
    const highestMin = old ? lowest : this.emulated
    const errors: string[] = []
    if (this.emulated.greaterThan(binary) || this.emulated.lessThan(lowest)) {
      errors.push(`emulation version ${this.emulated} is not between [${lowest}, ${binary}]`)
    }
    if (this.compatible.greaterThan(highestMin) || this.compatible.lessThan(lowestMin)) {
      errors.push(
        `minCompatibilityVersion version ${this.compatible} is not between [${lowestMin}, ${highestMin}]`,
      )
    }
    return errors
  }

  /** The range of emulation in --help: `1.33..1.36(default:1.36)`. */
  emulationRange(): string {
    const top = this.binary.majorMinor()
    if (!this.bothVersions) return `${top}..${this.binary} (default=${this.emulated})`
    return `${this.emulationFloor}..${top}(default:${this.emulated})`
  }
  minCompatibilityRange(): string {
    return `${this.minCompatibilityFloor}..${this.binary.majorMinor()}(default:${this.compatible})`
  }

  info(): EffectiveVersionInfo {
    const own = { major: text(this.binary.major), minor: text(this.binary.minor) }
    if (!this.bothVersions) return own
    const more = {
      emulationMajor: text(this.emulated.major),
      emulationMinor: text(this.emulated.minor),
      minCompatibilityMajor: text(this.compatible.major),
      minCompatibilityMinor: text(this.compatible.minor),
    }
    return { ...own, ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== '')) }
  }
}

/** The oldest release that any binary emulates. */
export const oldestEmulated = majorMinor(1, gateDialect.entries.versioned.changes[0]!.minor)

/** The effective version of a Kubernetes control plane component: three minors back, not before the oldest that is emulated. */
export function kubeEffectiveVersion(binary: Version, library: number = binary.minor): EffectiveVersion {
  const floor = later(binary.offsetMinor(-3), oldestEmulated)
  return new EffectiveVersion({ binary, library, emulationFloor: floor, minCompatibilityFloor: floor })
}

/**
 * The error of kube-apiserver 1.31, which knew --emulated-version but could not emulate; undefined elsewhere.
 * Upstream: ValidateKubeEffectiveVersion
 */
export function alphaEmulationError(effective: EffectiveVersion): string | undefined {
  const binary = effective.binary.majorMinor()
  const { versioned, emulates } = gateDialect(binary.minor)
  if (!versioned || emulates || effective.emulation.equals(binary)) return undefined
  return `emulation version needs to be equal to binary version(${binary}) in compatibility-version alpha, got ${effective.emulation}`
}

import { minorRelease } from '../../component-base/minor.ts'
import { type Checkout, noRelease, releaseOf } from './git.ts'
import type { Incidents } from './incidents.ts'

const ofBranch = /^(?:release-|v)(\d+\.\d+(?:\.\d+)?)$/
const isMaster = (ref: string): boolean => /^(?:master|main)$/.test(ref)

/** The kubernetes checkout of the author, and the releases that its branches and tags stand for. */
export class Sources {
  readonly checkout: Checkout
  private readonly incidents: Incidents

  constructor(checkout: Checkout, incidents: Incidents) {
    this.checkout = checkout
    this.incidents = incidents
  }

  /** Whether what is checked out names its release, or who replays the document does. */
  get releaseGiven(): boolean {
    const { branch, named } = this.checkout
    return named.has(branch) || /^(?:release-|v)\d/.test(branch)
  }

  /** The release of the checked out branch. */
  checkedOutRelease(): string {
    const resolved = releaseOf(this.checkout, this.checkout.branch)
    return resolved.ok ? resolved.release : this.checkout.newest
  }

  /**
   * The release that a tag of images stands for; undefined where it cannot be simulated, which is noted as a failure.
   * @param tag as `1.30.0`
   */
  releaseOfTag(tag: string): string | undefined {
    const resolved = releaseOf(this.checkout, `v${tag}`)
    if (resolved.ok) return this.fullRelease(resolved.release)
    const stderr = noRelease(this.checkout, tag)
    this.incidents.noteFailure({ component: 'kind', release: tag, stderr })
    return undefined
  }

  /**
   * The document's release, where another one stands in for it.
   * @param tag as `1.29.0`; default: what is checked out
   */
  meantBy(tag?: string): string | undefined {
    const { branch, named, meant } = this.checkout
    const ref = tag === undefined ? branch : `v${tag}`
    if (tag === undefined && isMaster(ref) && !named.has(ref)) return meant
    const [, own] = ofBranch.exec(ref) ?? []
    const other = named.get(ref)
    if (own === undefined || other === undefined) return undefined
    return minorRelease(own) === minorRelease(other) ? undefined : own
  }

  /** A build from a checkout without a tag has no version stamp. */
  buildVersion(): string | undefined {
    const { branch, tagged } = this.checkout
    if (tagged === true && isMaster(branch)) return undefined
    return /^v\d/.test(branch) ? undefined : 'v0.0.0-master+$Format:%H$'
  }

  /** `1.34` with the patch number that it stands for. */
  fullRelease(release: string): string {
    return this.checkout.full(release)
  }
}

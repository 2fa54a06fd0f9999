import { type Random, realRandom, seededRandom } from '../component-base/random.ts'

/**
 * The randomness of a cluster. With a seed it begins anew for every store that the cluster is given, so that what a test draws
 * does not depend on the tests before it, nor repeats what was drawn for the objects of a snapshot.
 */
export class ClusterRandom implements Random {
  private readonly seed: number | undefined
  private source: Random = realRandom

  /** @param revision that the store begins at; 0: an empty one */
  constructor(seed: number | undefined, revision: number) {
    this.seed = seed
    this.beginAt(revision)
  }

  beginAt(revision: number): void {
    if (this.seed !== undefined) this.source = seededRandom(this.seed ^ Math.imul(revision, 0x9e3779b1))
  }

  uuid(of?: string): string {
    return this.source.uuid(of)
  }

  int(bound: number): number {
    return this.source.int(bound)
  }
}

import type { Installed, Transaction } from './package-history.ts'

/** The packages of the author's own computer, and how they came there. */
export class InstalledPackages {
  private readonly releases = new Map<string, string>()
  private readonly tags = new Map<string, string>()
  private readonly log: Transaction[] = []

  get(name: string): Installed | undefined {
    const release = this.releases.get(name)
    return release === undefined ? undefined : { release, tag: this.tags.get(name) ?? release }
  }

  /** By name, the release. */
  get all(): ReadonlyMap<string, string> {
    return this.releases
  }

  /** The version that was asked for; undefined for what is not there, or was there from the start. */
  tagOf(name: string): string | undefined {
    return this.tags.get(name)
  }

  put(name: string, { release, tag }: Installed): void {
    this.releases.set(name, release)
    this.tags.set(name, tag)
  }

  /** There before the document begins, unless another one is. */
  had(name: string, release: string): void {
    if (!this.releases.has(name)) this.releases.set(name, release)
  }

  remove(name: string): void {
    this.releases.delete(name)
    this.tags.delete(name)
  }

  /** The oldest first. */
  get history(): readonly Transaction[] {
    return this.log
  }

  note(transaction: Omit<Transaction, 'id'>): void {
    this.log.push({ id: this.log.length + 1, ...transaction })
  }
}

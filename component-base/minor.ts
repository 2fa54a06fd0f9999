/** The minor number of a release or version: 34 of `1.34`, `1.34.2` and `v1.34.2`. */
export const minorOf = (release: string): number => Number(release.split('.')[1])

/** `1.34` of `1.34`, `1.34.2` and `v1.34.2`. */
export const minorRelease = (release: string): string =>
  release.replace(/^v/, '').split('.').slice(0, 2).join('.')

/** The oldest and the newest minor number of releases, which are many and mostly the same few. Of none: Infinity and -Infinity. */
export function spanOf(releases: readonly string[]): readonly [oldest: number, newest: number] {
  const minors = Array.from(new Set(releases), minorOf)
  return [Math.min(...minors), Math.max(...minors)]
}

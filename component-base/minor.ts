/** The minor number of a release or version: 34 of `1.34`, `1.34.2` and `v1.34.2`. */
export const minorOf = (release: string): number => Number(release.split('.')[1])

/** `1.34` of `1.34`, `1.34.2` and `v1.34.2`. */
export const minorRelease = (release: string): string =>
  release.replace(/^v/, '').split('.').slice(0, 2).join('.')

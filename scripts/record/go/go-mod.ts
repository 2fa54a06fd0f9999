// The go.mod of a folder in which programs are compiled against the modules of a release.

/** A module of a release that is developed in its repository, and where it is published: `k8s.io/api`, `v0.29.15`. */
export interface StagingModule {
  path: string
  version: string
  /** Its go.mod. */
  goMod: string
}

const matches = (pattern: RegExp, text: string): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, one]) => one!)),
]

/** The modules that the go.mod of k8s.io/kubernetes replaces by folders of its repository, sorted. */
export function stagingPaths(kubernetes: string): string[] {
  const replaced = matches(/^\s*(k8s\.io\/\S+) => \.\/staging/gm, kubernetes)
  const required = matches(/^\s*(k8s\.io\/\S+) v0\.0\.0/gm, kubernetes)
  return (replaced.length > 0 ? replaced : required).sort()
}

/** `path version` of what a go.mod requires of `paths`. */
function requirements(goMod: string, paths: ReadonlySet<string>): string[] {
  const found = [...goMod.matchAll(/^(?:require)?\s*(k8s\.io\/\S+) (v0\.\d+\.\d+)(?:\s|$)/gm)]
  return found
    .filter(([, path, version]) => paths.has(path!) && version !== 'v0.0.0')
    .map(([, path, version]) => `${path} ${version}`)
}

const block = (word: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `\n${word} (\n${lines.map((line) => `\t${line}\n`).join('')})\n`

/** The module that programs are compiled in. */
export const recordModule = 'kepsim/record'

/** What programs import beside k8s.io/kubernetes. */
const imported = ['k8s.io/apiserver', 'k8s.io/component-base']

/**
 * The go.mod of programs for a release (`v1.29.15`).
 *
 * Its modules require each other by versions of their own, k8s.io/kubernetes by v0.0.0. Without the former, all are of v0.0.0 as
 * in a build of the components, and Go takes the packages that were compiled for these.
 * @param kubernetes the go.mod of k8s.io/kubernetes
 */
export function goModOf(version: string, kubernetes: string, modules: readonly StagingModule[]): string {
  const go = /^go (\S+)/m.exec(kubernetes)?.[1] ?? '1.16'
  const debug = /^godebug \(\n(.*?)\n\)/ms.exec(kubernetes)?.[1]
  const pflag = /^\s*(github\.com\/spf13\/pflag \S+)/m.exec(kubernetes)?.[1]
  const paths = new Set(modules.map(({ path }) => path))
  const excluded = [...new Set(modules.flatMap(({ goMod }) => requirements(goMod, paths)))].sort()
  return [
    `module ${recordModule}\n\ngo ${go}\n`,
    block('godebug', debug === undefined ? [] : debug.split('\n').map((line) => line.trim())),
    block('require', [
      ...(pflag === undefined ? [] : [pflag]),
      ...imported.map((path) => `${path} v0.0.0`),
      `k8s.io/kubernetes ${version}`,
    ]),
    block(
      'replace',
      modules.map(({ path, version: published }) => `${path} => ${path} ${published}`),
    ),
    block('exclude', excluded),
  ].join('')
}

/** Go's build tags for sources that differ by release: `kubernetes1.24`, …, up to the release's own. */
export function releaseTags(minor: number): string[] {
  const oldest = 24
  return Array.from({ length: Math.max(0, minor - oldest + 1) }, (_, i) => `kubernetes1.${oldest + i}`)
}

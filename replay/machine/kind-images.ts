// Images of nodes: those that `kind build node-image` makes of a checkout or of a release.
import type { CommandResult } from './command-result.ts'
import type { KindLine } from './kind-flags.ts'
import type { Machine } from './machine.ts'

const built = (lines: readonly string[]): CommandResult => ({
  stdout: '',
  stderr: lines.map((line) => `${line}\n`).join(''),
  exitCode: 0,
})

/** `kind build node-image [--image NAME] [SOURCE]`: the image stands for what is checked out now, or for the release that is named. */
export function buildNodeImage(machine: Machine, { values, positional }: KindLine): CommandResult {
  const image = values.string('image')
  const source = positional[0] ?? (values.string('kube-root') || machine.absolute('.'))
  const release = /^v?(\d+\.\d+\.\d+)$/.exec(source)?.[1]
  if (release === undefined && values.string('type') === 'release')
    return {
      stdout: '',
      stderr: `Building using release "${source}" artifacts\nERROR: error building node image: failed to build nodeimage: ${source} is not a valid kubernetes version\n`,
      exitCode: 1,
    }
  const stands =
    release === undefined
      ? machine.sources.fullRelease(machine.sources.checkedOutRelease())
      : machine.sources.releaseOfTag(release)
  if (stands === undefined)
    return { stdout: '', stderr: `ERROR: error building node image: no release ${source}\n`, exitCode: 1 }
  machine.clusters.buildNodeImage(image, {
    release: stands,
    given: release !== undefined || machine.releaseGiven,
    meant: machine.sources.meantBy(release),
  })
  return built([
    ...(release === undefined
      ? [`Building using source: "${source}"`]
      : ['Detected build type: "release"', `Building using release "${source}" artifacts`]),
    'Starting to build Kubernetes',
    'Finished building Kubernetes',
    'Building node image ...',
    `Image "${image}" build completed.`,
  ])
}

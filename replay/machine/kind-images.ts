// Images of nodes: those that `kind build node-image` makes of a checkout or of a release.
import type { CommandResult } from './command-result.ts'
import type { Machine } from './machine.ts'
import { flagOf } from './node-programs.ts'

const built = (lines: readonly string[]): CommandResult => ({
  stdout: '',
  stderr: lines.map((line) => `${line}\n`).join(''),
  exitCode: 0,
})

/** `kind build node-image [--image NAME] [SOURCE]`: the image stands for what is checked out now, or for the release that is named. */
export function buildNodeImage(machine: Machine, args: readonly string[]): CommandResult {
  const image = flagOf(args, 'image') ?? 'kindest/node:latest'
  const source = sourceOf(args) ?? machine.absolute('.')
  const release = /^v?(\d+\.\d+\.\d+)$/.exec(source)?.[1]
  if (release === undefined && flagOf(args, 'type') === 'release')
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

const withValue = /^--(?:image|base-image|arch|type|kube-root)$/

/** The argument that is no flag and no flag's value. */
function sourceOf(args: readonly string[]): string | undefined {
  return args.find((arg, at) => !arg.startsWith('-') && !withValue.test(args[at - 1] ?? ''))
}

/** Flags of kind's commands, beside --name, --quiet, --verbosity and -v. */
const flags: Readonly<Record<string, readonly string[]>> = {
  'create cluster': ['name', 'config', 'image', 'retain', 'wait', 'kubeconfig'],
  'delete cluster': ['name', 'kubeconfig'],
  'delete clusters': ['all', 'kubeconfig'],
  'build node-image': ['type', 'image', 'base-image', 'arch', 'kube-root'],
  'load docker-image': ['name', 'nodes'],
  'load image-archive': ['name', 'nodes'],
  'export logs': ['name'],
  'export kubeconfig': ['name', 'kubeconfig', 'internal'],
  'get nodes': ['name', 'all-clusters'],
  'get clusters': [],
  'get kubeconfig': ['name', 'internal'],
}
const everywhere = ['quiet', 'verbosity', 'loglevel', 'help']

/** The first flag that a command of kind does not have. @param command as `create cluster` */
export function unknownKindFlag(command: string, args: readonly string[]): string | undefined {
  const own = flags[command]
  if (own === undefined) return undefined
  const unknown = args.find(
    (arg) => /^--\w/.test(arg) && ![...own, ...everywhere].includes(arg.slice(2).split('=')[0]!),
  )
  return unknown?.split('=')[0]
}

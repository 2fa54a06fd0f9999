// The cluster that a section takes for granted: of the kind that its commands work on, and of the release that it names or shows.
import { startsOne } from './run/action-kinds.ts'
import type { ScriptCommand } from './script-command.ts'
import { commandsOf, type Step } from './step.ts'
import { titleClaims } from './title.ts'

/** A cluster that a section takes for granted, by the tool that starts it. */
export type StartingCluster =
  | { tool: 'local-up-cluster'; release: string | undefined; gates: Readonly<Record<string, boolean>> }
  | { tool: 'kind'; name: string; release: string | undefined }
  | { tool: 'kubeadm'; release: string | undefined }

/** Who edits what kubeadm wrote for a node, on the computer that is typed on, sits at that node. */
const ofKubeadm =
  /^(?!(?:docker|podman|nerdctl|ssh|kind|minikube|kubectl)\s)[^#]*\s(?:\/var\/lib\/kubelet\/config\.yaml|\/etc\/kubernetes\/manifests\/kube-[\w-]+\.yaml)\b/
const editsOwnNode = ({ text, host }: ScriptCommand): boolean => host === undefined && ofKubeadm.test(text)

const kindNode = /(?:docker exec(?:\s+-\S+)*\s+|\bkube-\w+(?:-\w+)?-)([\w.-]+?)-(?:control-plane|worker)\d*\b/
const kindContext = /--context[ =]kind-([\w.-]+)/

/** @param step the first that needs a cluster */
export function startingCluster(step: Step, steps: readonly Step[]): StartingCluster {
  const commands = steps.flatMap(commandsOf)
  const text = commands.map((command) => command.text).join('\n')
  const claims = titleClaims(step.title)
  const claimed = claims.version?.orLater === false ? claims.version.release : undefined
  if (/\bkubeadm\s+(?:upgrade|version|token|join)\b/.test(text) || commands.some(editsOwnNode))
    return { tool: 'kubeadm', release: shownRelease(step) ?? claimed ?? releaseBefore(text) }
  const kind = takenOfKind(steps, kindNode) ?? takenOfKind(steps, kindContext)
  const isTitled = /\bkind\b/.test(step.title) && !commandsOf(step).some((one) => kindCreates.test(one.text))
  if (kind !== undefined || isTitled)
    return { tool: 'kind', name: kind ?? 'kind', release: shownRelease(step) ?? claimed }
  return { tool: 'local-up-cluster', release: shownRelease(step) ?? claimed, gates: claims.gates }
}

/** The first cluster of kind that a command names before the section makes one of that name. @param shape by which it is named */
function takenOfKind(steps: readonly Step[], shape: RegExp): string | undefined {
  const made = new Set<string>()
  for (const action of steps.flatMap(({ actions }) => actions)) {
    // What the prose makes is called as the rest of the section calls it.
    if (startsOne(action)) return undefined
    if (action.kind !== 'command') continue
    const { text } = action.command
    const creates = kindCreates.exec(text)?.[0]
    // Its file may name it.
    if (creates?.includes('--config') === true && !named.test(creates)) return undefined
    if (creates !== undefined) made.add(named.exec(creates)?.[1] ?? 'kind')
    const name = shape.exec(text)?.[1]
    if (name !== undefined && !made.has(name)) return name
  }
  return undefined
}
const kindCreates = /\bkind\s+create\s+cluster\b[^;&|\n]*/
const named = /\s(?:--name|-n)[= ]?\s*['"]?([\w.-]+)/

/** `1.31.0`, where the step's output shows the server's version. */
function shownRelease(step: Step): string | undefined {
  for (const action of step.actions) {
    if (action.kind !== 'command') continue
    const line = action.command.output?.lines.find((one) => /^Server Version: v[\d.]+$/.test(one.trim()))
    if (line !== undefined) return line.trim().slice('Server Version: v'.length)
  }
  return undefined
}

/** Who upgrades to a release comes from the minor before it. */
function releaseBefore(text: string): string | undefined {
  const minor = /\bkube(?:adm|let)[=-]['"]?v?1\.(\d+)\.|\bupgrade\s+apply\s[^\n]*?v?1\.(\d+)\./.exec(text)
  return minor === null ? undefined : `1.${Number(minor[1] ?? minor[2]) - 1}`
}

/**
 * The commands that start it.
 * @param branch that is checked out
 * @param known whether a release can be simulated: for any other one the release stands in that master is taken for
 */
export function startingCommands(
  cluster: StartingCluster,
  branch: string,
  known: (release: string) => boolean,
): string[] {
  const { release } = cluster
  if (release === undefined || !known(release)) return [startingCommand({ ...cluster, release: undefined })]
  if (cluster.tool !== 'local-up-cluster' || branch.endsWith(release)) return [startingCommand(cluster)]
  const patch = release.split('.').length > 2
  return [`git checkout ${patch ? 'v' : 'release-'}${release}`, startingCommand(cluster)]
}

/** The command line that starts the cluster on a machine. */
export function startingCommand(cluster: StartingCluster): string {
  const version = cluster.release === undefined ? '' : full(cluster.release)
  if (cluster.tool === 'kind')
    return `kind create cluster --name ${cluster.name}${version === '' ? '' : ` --image kindest/node:v${version}`}`
  if (cluster.tool === 'kubeadm')
    return `kubeadm init${version === '' ? '' : ` --kubernetes-version v${version}`}`
  const gates = Object.entries(cluster.gates).map(([gate, on]) => `${gate}=${on}`)
  return `${gates.length === 0 ? '' : `FEATURE_GATES=${gates.join(',')} `}hack/local-up-cluster.sh`
}

const full = (release: string): string => (release.split('.').length === 2 ? `${release}.0` : release)

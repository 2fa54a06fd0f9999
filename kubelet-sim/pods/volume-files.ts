import type { Container, Pod } from './pod.ts'
import type { ScriptFiles } from './shell-script.ts'

/** Older ones are forgotten: pods of strangers make as many as they like. */
const remembered = 10_000

/**
 * The files that containers of a node have made on volumes: a container that looks for the mark of a run before finds it. Those of
 * an emptyDir end with their pod, those of a hostPath with the machine.
 */
export class VolumeFiles {
  private readonly files = new Set<string>()

  /** The files as one container sees them. @param env its environment; undefined: not known */
  seenBy(
    container: Pick<Container, 'volumeMounts'>,
    pod: Pod,
    env: Readonly<Record<string, string>> | undefined,
  ): ScriptFiles {
    const place = (path: string): string | undefined => {
      const whole = expanded(path, env)
      return whole === undefined ? undefined : placeOf(whole, container, pod)
    }
    return {
      has: (path) => {
        const at = place(path)
        return at === undefined ? undefined : this.files.has(at)
      },
      add: (path) => {
        const at = place(path)
        if (at !== undefined) this.keep(at)
      },
    }
  }

  /** Forgets the files of a pod that is gone, with its emptyDirs. */
  forget(uid: string): void {
    for (const file of this.files) if (file.startsWith(podPlace(uid))) this.files.delete(file)
  }

  private keep(file: string): void {
    this.files.add(file)
    if (this.files.size > remembered) this.files.delete(this.files.values().next().value!)
  }
}

const podPlace = (uid: string): string => `pod ${uid} `

/** The path with its variables expanded; undefined where one of them is not known. */
function expanded(path: string, env: Readonly<Record<string, string>> | undefined): string | undefined {
  let known = true
  const whole = path.replace(/\$(?:(\w+)|\{(\w+)\})/g, (_, bare?: string, braced?: string) => {
    const name = bare ?? braced!
    if (env === undefined || !Object.hasOwn(env, name)) known = false
    return known ? env![name]! : ''
  })
  return known ? whole : undefined
}

/** The node's name of a container's file; undefined where no volume that keeps files has it. */
function placeOf(
  path: string,
  { volumeMounts = [] }: Pick<Container, 'volumeMounts'>,
  { metadata, spec }: Pod,
): string | undefined {
  const [mount] = volumeMounts
    .map((one) => ({ ...one, mountPath: (one.mountPath ?? '').replace(/\/$/, '') }))
    .filter(({ mountPath }) => path.startsWith(`${mountPath}/`))
    .sort((a, b) => b.mountPath.length - a.mountPath.length)
  const volume = spec.volumes?.find(({ name }) => name === mount?.name)
  if (mount === undefined || volume === undefined || mount.subPathExpr !== undefined) return undefined
  const root =
    volume.hostPath !== undefined
      ? `host ${volume.hostPath.path}`
      : volume.emptyDir !== undefined
        ? `${podPlace(metadata.uid!)}${volume.name}`
        : undefined
  if (root === undefined) return undefined
  const inside = path.slice(mount.mountPath.length)
  return mount.subPath === undefined ? `${root}${inside}` : `${root}/${mount.subPath}${inside}`
}

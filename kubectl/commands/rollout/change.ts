// rollout pause, resume and restart.
// Upstream: kubectl/pkg/cmd/rollout, kubectl/pkg/polymorphichelpers/object{pauser,resumer,restarter}.go
import { deepCopy, type KubeObject, semanticEqual } from '../../../apimachinery/json.ts'
import { ErrorList, KubectlError } from '../../errors.ts'
import { operationPrinter } from '../../printers/printer.ts'
import { buildTargets, type Info, visit } from '../../resources/builder.ts'
import { inGroup } from '../../resources/discovery.ts'
import type { Session } from '../../session.ts'
import { send } from '../set/update.ts'

interface Change {
  done: string
  /** What is said, or thrown, where nothing changes. */
  same: (name: string) => string | Error
  /** Changes the object in place. Throws KubectlErrors. */
  apply: (object: KubeObject) => void
}

interface Spec {
  paused?: boolean
  template?: { metadata?: { annotations?: Record<string, string> } }
}

const specOf = (object: KubeObject): Spec => object['spec'] as Spec

/** `kubectl rollout pause`: sets spec.paused of Deployments. */
export const pause = (session: Session, words: string[]): Promise<number> =>
  rolloutChange(session, words, {
    done: 'paused',
    same: () => 'already paused',
    apply: (object) => {
      if (object.kind !== 'Deployment') throw new KubectlError('pausing is not supported')
      if (specOf(object).paused === true) throw new KubectlError('is already paused')
      specOf(object).paused = true
    },
  })

/** `kubectl rollout resume`: removes spec.paused of Deployments. */
export const resume = (session: Session, words: string[]): Promise<number> =>
  rolloutChange(session, words, {
    done: 'resumed',
    same: () => 'already resumed',
    apply: (object) => {
      if (object.kind !== 'Deployment') throw new KubectlError('resuming is not supported')
      if (specOf(object).paused !== true) throw new KubectlError('is not paused')
      delete specOf(object).paused
    },
  })

/** `kubectl rollout restart`: sets the annotation restartedAt, in whole seconds, in the pod template. */
export const restart = (session: Session, words: string[]): Promise<number> =>
  rolloutChange(session, words, {
    done: 'restarted',
    same: (name) =>
      new KubectlError(
        `failed to create patch for ${name}: if restart has already been triggered within the past second, please wait before attempting to trigger another`,
      ),
    apply: (object) => {
      if (!['Deployment', 'DaemonSet', 'StatefulSet'].includes(object.kind))
        throw new KubectlError('restarting is not supported')
      if (specOf(object).paused === true)
        throw new KubectlError("can't restart paused deployment (run rollout resume first)")
      const template = specOf(object).template ?? {}
      const at = `${new Date(session.host.now()).toISOString().slice(0, 19)}Z`
      const annotations = { ...template.metadata?.annotations, 'kubectl.kubernetes.io/restartedAt': at }
      specOf(object).template = { ...template, metadata: { ...template.metadata, annotations } }
    },
  })

/** Throws where neither words nor --filename name an object. */
export function requireResource(session: Session, words: readonly string[]): void {
  if (words.length === 0 && session.flags.strings('filename').length === 0)
    throw new KubectlError('required resource not specified')
}

async function rolloutChange(session: Session, words: string[], change: Change): Promise<number> {
  requireResource(session, words)
  const print = await operationPrinter(session, 'none')
  const options = { selector: session.flags.string('selector'), allowEmptySelector: true, typed: true }
  const targets = await buildTargets(session, words, options)
  const errors: Error[] = []
  const count = await visit(session, targets, options, async (info) => {
    await one(session, info, change, print).catch((error: unknown) => errors.push(error as Error))
  }).catch((error: unknown) => errors.push(error as Error))
  if (count === 0 && errors.length === 0)
    session.host.stderr(`No resources found in ${await session.namespace()} namespace.\n`)
  // Upstream: an aggregate, also of a single error, which is told as it is.
  if (errors.length > 0) throw new ErrorList([new ErrorList(new ErrorList(errors).leaves)])
  return 0
}

async function one(
  session: Session,
  info: Info,
  change: Change,
  print: (object: KubeObject, operation: string) => void,
): Promise<void> {
  const changed = deepCopy(info.object)
  try {
    change.apply(changed)
  } catch (error) {
    const named = inGroup(info.resource.name, info.resource)
    throw new KubectlError(`error: ${named} "${info.name}" ${(error as Error).message}`)
  }
  if (semanticEqual(changed, info.object)) {
    const same = change.same(info.name)
    if (typeof same !== 'string') throw same
    print(info.object, same)
    return
  }
  const made = await send(session, info, changed).catch((error: unknown) => {
    throw new KubectlError(`failed to patch: ${(error as Error).message}`)
  })
  print(made, change.done)
}

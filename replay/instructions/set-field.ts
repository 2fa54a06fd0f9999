// Fields of objects set with kubectl patch, where their kinds have them.
import { pathOf } from './compose-object.ts'
import type { FieldSetting } from './instruction.ts'
import { kindsIn, namesIn } from './objects-in.ts'
import type { CarriedOut, InstructionWorld } from './world.ts'

/** An object of the document. */
export interface Patched {
  /** kubectl's name of its kind. */
  kind: string
  name: string
  namespace: string | undefined
  manifest: { kind?: unknown; spec?: { type?: unknown } }
}

/** The patches that set a field of objects as prose tells. */
export function carryFieldSetting(
  setting: FieldSetting,
  made: readonly Patched[],
  world: InstructionWorld,
): CarriedOut {
  const meant = objectsOf(setting.of, made)
  if ('notUnderstood' in meant) return meant
  const deeds: { text: string }[] = []
  for (const object of meant.objects) {
    const path = pathOf(String(object.manifest.kind), setting.field, world.fieldPaths)
    const patch = path === undefined ? undefined : patchAt(path, setting.value, object.manifest)
    if (patch === undefined)
      return { notUnderstood: `where a ${object.kind} has ${setting.field} is not known` }
    const target = targetOf(object)
    const space = object.namespace === undefined ? '' : ` -n ${object.namespace}`
    const status = path![0] === 'status' ? ' --subresource=status' : ''
    deeds.push({ text: `kubectl patch ${target}${space}${status} ${patch}` })
  }
  return { deeds }
}

/** The volume of a claim is named by the cluster. */
const targetOf = ({ kind, name, claim }: Meant): string =>
  claim === undefined ? `${kind} ${name}` : `pv/$(kubectl get pvc ${claim} -o jsonpath='{.spec.volumeName}')`

interface Meant extends Patched {
  /** Of a volume that was made for it. */
  claim?: string
}

/** Volumes that were made for the document's claims. */
const volumesOf = (made: readonly Patched[]): Meant[] =>
  made
    .filter(({ kind }) => kind === 'persistentvolumeclaim')
    .map(({ name }) => ({
      kind: 'persistentvolume',
      name,
      namespace: undefined,
      manifest: { kind: 'PersistentVolume' },
      claim: name,
    }))

/** Of a list, the first element, where it is not known to have more. */
function patchAt(path: readonly string[], value: unknown, manifest: object): string | undefined {
  if (!path.includes('*')) {
    const body = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
    return `--type=merge -p '${JSON.stringify(body)}'`
  }
  let at: unknown = manifest
  for (const key of path) {
    if (key === '*' && Array.isArray(at) && at.length !== 1) return undefined
    at = key === '*' ? (at as unknown[] | undefined)?.[0] : (at as Record<string, unknown> | undefined)?.[key]
  }
  const pointer = path.map((key) => (key === '*' ? '0' : key)).join('/')
  const change = value === null ? { op: 'remove' } : { op: 'add', value }
  return `--type=json -p '${JSON.stringify([{ ...change, path: `/${pointer}` }])}'`
}

const ordinals: Readonly<Record<string, number>> = { first: 0, second: 1, third: 2, last: -1 }

function objectsOf(
  of: string | undefined,
  made: readonly Patched[],
): { objects: readonly Meant[] } | { notUnderstood: string } {
  const text = of ?? ''
  const balancer = /\b(?:load ?balancers?|lbs?)\b/i.test(text)
  const names = namesIn(text)
  const [kind] = balancer ? ['service'] : kindsIn(text)
  if (kind === undefined && names.length === 0) return { notUnderstood: 'it does not say of which object' }
  const own = made.some((one) => one.kind === 'persistentvolume') || kind !== 'persistentvolume'
  const fit = (own ? made : volumesOf(made)).filter(
    (one) =>
      (kind === undefined || one.kind === kind) &&
      (names.length === 0 || names.includes(one.name)) &&
      (!balancer || one.manifest.spec?.type === 'LoadBalancer'),
  )
  const nth = /\b(first|second|third|last)\b/i.exec(text)?.[1]?.toLowerCase()
  if (nth !== undefined) {
    const one = fit.at(ordinals[nth]!)
    return one === undefined ? { notUnderstood: `there is no ${nth} one` } : { objects: [one] }
  }
  if (fit.length === 0) return { notUnderstood: `the document does not show the ${kind ?? names.join(', ')}` }
  if (/\bone of\b/i.test(text)) return { objects: fit.slice(0, 1) }
  if (fit.length > 1 && !/\b(?:both|all|each|every)\b/i.test(text) && names.length < 2)
    return { notUnderstood: `it does not say which is meant: ${fit.map(({ name }) => name).join(', ')}` }
  return { objects: fit }
}

// Claims about containers, held against what the status of their pods tells of them.
import { isObject, type JsonObject, type KubeObject } from '../../apimachinery/json.ts'
import type { Claim, ContainerTest } from './claim.ts'
import { compares, isValue } from './field-test.ts'
import { resolveSubject } from './subjects.ts'
import { unsimulatedProgram } from './unsimulated-program.ts'
import { wordedValues } from './worded-fields.ts'
import { type ClaimResult, type ClaimWorld, holds, noSuch, unknown } from './world.ts'

type ContainerClaim = Extract<Claim, { kind: 'container' }>

/** Checks the state, reason, exit code, image or restarts of containers by their pods' status. */
export async function checkContainer(claim: ContainerClaim, world: ClaimWorld): Promise<ClaimResult> {
  const resolved = await resolveSubject(claim.subject, world)
  if ('why' in resolved) return unknown(resolved.why)
  const pods = resolved.objects
  if (pods.length === 0) return noSuch('Pod')
  const { test } = claim
  const found = pods.flatMap((pod) =>
    containersOf(pod, claim).map((one) => {
      const status: JsonObject = { ...one, spec: specOf(pod, one) }
      return { pod, status }
    }),
  )
  if (found.length === 0) return unknown('the pods tell nothing of such a container')
  const results = new Set(found.map(({ status }) => fits(status, test)))
  const saw = found
    .slice(0, 4)
    .map(({ pod, status }) => `${pod.metadata.name}/${String(status['name'])}: ${sawOf(status, claim.test)}`)
    .join('; ')
  if (results.has(undefined)) return unknown(`cannot be told: ${saw}`)
  if (!claim.all && results.size > 1) return unknown(`which container is meant? ${saw}`)
  return (results.has(false) ? endsUnseen(claim.test, pods) : undefined) ?? holds(!results.has(false), saw)
}

/** What no program changes. */
const ofSpec: ReadonlySet<ContainerTest['is']> = new Set(['image', 'variable', 'field', 'resource'])

/** How a program ends that is not run cannot be told. */
function endsUnseen(test: ContainerTest, pods: readonly KubeObject[]): ClaimResult | undefined {
  if (ofSpec.has(test.is) || (test.is === 'state' && test.state !== 'terminated')) return undefined
  const [program] = pods.map(unsimulatedProgram).filter((one) => one !== undefined)
  return program === undefined
    ? undefined
    : unknown(`programs in containers are not run, so that nobody knows how ${program} ends`)
}

function containersOf(pod: KubeObject, { names, init }: ContainerClaim): JsonObject[] {
  const status = isObject(pod['status']) ? pod['status'] : {}
  const listOf = (name: string): JsonObject[] =>
    Array.isArray(status[name]) ? (status[name] as unknown[]).filter(isObject) : []
  if (names !== undefined)
    return ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses']
      .flatMap(listOf)
      .filter((one) => names.includes(String(one['name'])))
  return listOf(init === true ? 'initContainerStatuses' : 'containerStatuses')
}

/** As the pod asks for it. */
function specOf(pod: KubeObject, { name }: JsonObject): JsonObject {
  const spec = isObject(pod['spec']) ? pod['spec'] : {}
  return (
    ['containers', 'initContainers', 'ephemeralContainers']
      .flatMap((list) => (Array.isArray(spec[list]) ? (spec[list] as unknown[]) : []))
      .filter(isObject)
      .find((one) => one['name'] === name) ?? {}
  )
}
/** Undefined: its value is from elsewhere. */
function hasVariable(spec: JsonObject, name: string, value: string | undefined): boolean | undefined {
  const env = Array.isArray(spec['env']) ? (spec['env'] as unknown[]).filter(isObject) : []
  const found = env.findLast((one) => one['name'] === name)
  if (found === undefined) return Array.isArray(spec['envFrom']) ? undefined : false
  if (value === undefined) return true
  return found['valueFrom'] === undefined ? String(found['value'] ?? '') === value : undefined
}
function hasAmount(spec: JsonObject, { of, resource, amount }: ResourceTest): boolean {
  const held = stateOf(stateOf(spec, 'resources'), of)[resource]
  return amount === undefined ? held !== undefined : held !== undefined && isValue(held, amount)
}
/** Undefined: it has no such field, or several. */
function hasField(
  spec: JsonObject,
  { field, value }: Extract<ContainerTest, { is: 'field' }>,
): boolean | undefined {
  const values = wordedValues({ metadata: {}, ...spec } as KubeObject, field) ?? []
  return values.length === 1 ? isValue(values[0], value) : undefined
}
type ResourceTest = Extract<ContainerTest, { is: 'resource' }>
const unless = (found: boolean | undefined, no: boolean): boolean | undefined =>
  found === undefined ? undefined : found !== no

const stateOf = (status: JsonObject, name: string): JsonObject => {
  const states = status[name]
  return isObject(states) ? states : {}
}
const partOf = (status: JsonObject, name: string, part: string): JsonObject => {
  const found = stateOf(status, name)[part]
  return isObject(found) ? found : {}
}
/** Of the last run too, where there is a next. */
const exitCodesOf = (status: JsonObject): unknown[] =>
  ['state', 'lastState']
    .map((name) => partOf(status, name, 'terminated')['exitCode'])
    .filter((code) => code !== undefined)
const reasonsOf = (status: JsonObject): unknown[] =>
  ['waiting', 'terminated']
    .map((part) => partOf(status, 'state', part)['reason'])
    .filter((reason) => reason !== undefined)

/** Undefined: it cannot be told. */
function fits(status: JsonObject, test: ContainerTest): boolean | undefined {
  switch (test.is) {
    case 'state':
      return isIn(status, test.state) !== test.negated
    case 'reason':
      return reasonsOf(status).includes(test.reason) !== test.negated
    case 'restarts':
      return compares(Number(status['restartCount'] ?? 0), test.comparison, test.number)
    case 'exit': {
      const codes = exitCodesOf(status)
      const same = codes.map((code) => code === test.exitCode)
      if (codes.length === 0 && test.negated) return undefined
      if (same.includes(true) && same.includes(false)) return undefined
      return same.includes(true) !== test.negated
    }
    case 'variable':
      return unless(hasVariable(stateOf(status, 'spec'), test.name, test.value), test.negated)
    case 'field':
      return unless(hasField(stateOf(status, 'spec'), test), test.negated)
    case 'resource':
      return hasAmount(stateOf(status, 'spec'), test) !== test.negated
    case 'image': {
      const image = String(status['image'] ?? '')
      const isSame = shortImage(image) === shortImage(test.image)
      return isSame !== test.negated
    }
  }
}

const isIn = (status: JsonObject, state: string): boolean =>
  state === 'ready' || state === 'started'
    ? status[state] === true
    : stateOf(status, 'state')[state] !== undefined

/** `docker.io/library/nginx:latest` is `nginx`. */
const shortImage = (image: string): string =>
  image
    .replace(/^docker\.io\//, '')
    .replace(/^library\//, '')
    .replace(/:latest$/, '')

function sawOf(status: JsonObject, { is }: ContainerTest): string {
  const states = Object.keys(stateOf(status, 'state')).join(', ') || 'no state'
  switch (is) {
    case 'restarts':
      return `${String(status['restartCount'] ?? 0)} restarts`
    case 'image':
      return String(status['image'])
    case 'variable':
      return JSON.stringify(stateOf(status, 'spec')['env'] ?? [])
    case 'field':
      return JSON.stringify(stateOf(status, 'spec')).slice(0, 200)
    case 'resource':
      return JSON.stringify(stateOf(status, 'spec')['resources'] ?? {})
    case 'exit':
      return `${states}, exit code ${exitCodesOf(status).join(', ') || 'none'}`
    default:
      return `${states} ${reasonsOf(status).join(', ')}`.trim()
  }
}

// Upstream: kubectl/pkg/cmd/wait

import { goSprint } from '../../apimachinery/go-print/json-values.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import { JsonPath } from '../../apimachinery/jsonpath/jsonpath.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import { isNotFound, KubectlError } from '../errors.ts'
import { relaxedJsonPath } from '../printers/jsonpath.ts'
import { operationPrinter } from '../printers/printer.ts'
import {
  type BuildOptions,
  buildTargets,
  flagOptions,
  getObject,
  type Info,
  visit,
} from '../resources/builder.ts'
import type { Session } from '../session.ts'
import { commandDialect } from './dialect.ts'
import { waitDeleted } from './wait-deleted.ts'

const week = 168 * 3600_000
const interval = 50

/** What is waited for. */
type Condition = 'delete' | 'create' | ((object: KubeObject) => boolean)

interface StatusCondition {
  type: string
  status: string
  observedGeneration?: number
}

/** `kubectl wait`: waits up to --timeout (30 s; negative: a week) until each object meets every condition of --for. */
export async function waitFor(session: Session, words: string[]): Promise<number> {
  const conditions = conditionsOf(session)
  const print = await operationPrinter(session, 'none')
  const given = session.flags.duration('timeout', 30_000)
  const deadline = new Deadline(session, given < 0 ? week : given)
  const options = { ...flagOptions(session), allowEmptySelector: session.flags.bool('all') }
  if (conditions.includes('create')) await created(session, words, options, deadline)
  const deletes = conditions.includes('delete')
  const work = async (info: Info): Promise<void> => {
    for (const condition of conditions) print(await met(session, info, condition, deadline), 'condition met')
  }
  const count = await found(session, words, options, work, deletes)
  if (count === 0 && !deletes) throw new KubectlError('no matching resources found')
  return 0
}

/** Where only one condition can be waited for, the last one counts. */
function conditionsOf(session: Session): Condition[] {
  const given = session.flags.strings('for')
  const { waitsForSeveral } = commandDialect(session.minor)
  if (waitsForSeveral && given.length === 0) throw new KubectlError('unrecognized condition: []')
  return (waitsForSeveral ? given : [given.at(-1) ?? '']).map((text) => parseCondition(text, session.minor))
}

async function found(
  session: Session,
  words: readonly string[],
  options: BuildOptions,
  work: (info: Info) => Promise<void>,
  deletes: boolean,
): Promise<number> {
  const targets = await buildTargets(session, words, options)
  let count = 0
  for (const target of targets) {
    try {
      count += await visit(session, [target], options, work)
    } catch (error) {
      if (!deletes || !isNotFound(error)) throw error
    }
  }
  return count
}

/** How long is left; time is counted in steps of polls. */
class Deadline {
  private readonly session: Session
  private left: number
  readonly once: boolean
  constructor(session: Session, timeout: number) {
    this.session = session
    this.left = timeout
    this.once = timeout === 0
  }
  get remaining(): number {
    return this.left
  }
  /** Sleeps a while; false when the time is over. */
  async pause(): Promise<boolean> {
    if (this.left <= 0 || this.session.host.signal?.aborted === true) return false
    this.left -= interval
    await this.session.host.sleep(interval)
    return true
  }
}

async function created(
  session: Session,
  words: readonly string[],
  options: BuildOptions,
  deadline: Deadline,
): Promise<void> {
  for (;;) {
    const targets = await buildTargets(session, words, options)
    try {
      if ((await visit(session, targets, options, async () => {})) > 0) return
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
    if (!(await deadline.pause())) throw new KubectlError('timed out waiting for the condition')
  }
}

async function met(
  session: Session,
  info: Info,
  condition: Condition,
  deadline: Deadline,
): Promise<KubeObject> {
  if (condition === 'create') return info.object
  const where = `${info.resource.name}/${info.name}`
  if (condition === 'delete') {
    if (deadline.once) throw new KubectlError(`condition not met for ${where}`)
    await waitDeleted(session, info, info.object.metadata.uid, deadline.remaining)
    return info.object
  }
  for (;;) {
    const object = await getObject(session, info)
    if (condition(object)) return object
    if (deadline.once) throw new KubectlError(`condition not met for ${where}`)
    if (!(await deadline.pause())) throw new KubectlError(`timed out waiting for the condition on ${where}`)
  }
}

function parseCondition(text: string, minor: number): Condition {
  const lower = text.toLowerCase()
  if (lower === 'delete' || (lower === 'create' && commandDialect(minor).waitsForCreation)) return lower
  if (text.startsWith('condition=')) return statusCondition(text.slice('condition='.length))
  if (text.startsWith('jsonpath=')) return jsonPathCondition(text.slice('jsonpath='.length))
  throw new KubectlError(`unrecognized condition: ${goQuote(text)}`)
}

function statusCondition(text: string): Condition {
  const at = text.indexOf('=')
  const name = (at < 0 ? text : text.slice(0, at)).toLowerCase()
  const wanted = (at < 0 ? 'true' : text.slice(at + 1)).toLowerCase()
  return (object) => {
    const status = (object['status'] ?? {}) as {
      conditions?: StatusCondition[] | null
      observedGeneration?: number
    }
    if (status.conditions === null)
      throw new KubectlError(
        '.status.conditions accessor error: <nil> is of the type <nil>, expected []interface{}',
      )
    const condition = status.conditions?.find((c) => c.type.toLowerCase() === name)
    if (condition === undefined) return false
    const observed = condition.observedGeneration ?? status.observedGeneration
    if (observed !== undefined && observed < (object.metadata.generation ?? 0)) return false
    return condition.status.toLowerCase() === wanted
  }
}

/** At a single `=`; `==` belongs to the expression. */
const splitInput = (text: string): string[] => text.split(/(?<!=)=(?!=)/)

function jsonPathCondition(text: string): Condition {
  const parts = splitInput(text)
  if (parts.length > 2)
    throw new KubectlError(
      "jsonpath wait format must be --for=jsonpath='{.status.readyReplicas}'=3 or --for=jsonpath='{.status.readyReplicas}'",
    )
  const expression = relaxedJsonPath(parts[0]!)
  if (expression === '') throw new KubectlError('jsonpath expression cannot be empty')
  const wanted = parts[1]?.replace(/^['"]+|['"]+$/g, '')
  if (wanted === '')
    throw new KubectlError(
      "jsonpath wait has to have a value after equal sign, like --for=jsonpath='{.status.readyReplicas}'=3",
    )
  const path = new JsonPath(expression)
  return (object) => holds(path.results(object), wanted)
}

function holds(results: unknown[][], wanted: string | undefined): boolean {
  const [values = []] = results
  if (values.length === 0) return false
  if (results.length > 1) throw new KubectlError('given jsonpath expression matches more than one list')
  if (values.length > 1) throw new KubectlError('given jsonpath expression matches more than one value')
  if (wanted === undefined) return true
  const [value] = values
  if (typeof value === 'object' && value !== null)
    throw new KubectlError('jsonpath leads to a nested object or list which is not supported')
  return goSprint(value).trim() === wanted.trim()
}

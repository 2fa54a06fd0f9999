// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/{admission,controller}.go

import type { QuotaRules } from '../../../apimachinery/quota/evaluator.ts'
import { evaluatorFor } from '../../../apimachinery/quota/evaluators.ts'
import type { QuotaObject } from '../../../apimachinery/quota/scopes.ts'
import { parseUsage, sameUsage } from '../../../apimachinery/quota/usage.ts'
import { StatusError } from '../../../apimachinery/status-error.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import type { AdmissionPlugin } from '../chain.ts'
import { type Charge, checkRequest, type QuotaCheck } from './check-request.ts'
import { canChangeUsage } from './handles.ts'
import type { LimitedResource } from './limited-resources.ts'
import { writeStatus } from './write-status.ts'

/** The number of attempts to charge a request to quotas that others changed meanwhile. */
const retries = 3

/** Refuses what would exceed a quota, and charges the quotas for what does not. */
export function resourceQuotaPlugin(
  apiserver: GenericAPIServer,
  limited: readonly LimitedResource[] = [],
): AdmissionPlugin {
  const { gates, clock } = apiserver.context
  const { minor } = apiserver.context.release
  const rules: QuotaRules = { gates, minor, now: () => clock.now() }
  const turns = new Turns()
  const chargeInTurn = async (check: QuotaCheck, namespace: string): Promise<void> => {
    // Where there is no quota nobody waits for others.
    if (limited.length === 0 && !(await hasQuotas(apiserver, namespace))) return
    await turns.take(namespace, () => charge(apiserver, check))
  }
  return {
    name: 'ResourceQuota',
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    validate(attributes) {
      const { namespace, group, resource } = attributes.request
      if (namespace === '' || (group === '' && resource === 'namespaces') || attributes.object === undefined)
        return undefined
      if (!canChangeUsage(attributes)) return undefined
      const evaluator = evaluatorFor(group, resource, rules)
      return evaluator && chargeInTurn({ attributes, evaluator, rules, limited }, namespace)
    },
  }
}

/** @param cached as this server knows them, which is enough until a write shows that they are newer */
async function quotasOf(
  { context }: GenericAPIServer,
  namespace: string,
  cached: boolean,
): Promise<QuotaObject[]> {
  const { records } = await context.storage.list(quotasIn(namespace), { cached })
  return records.map(({ object }) => object as QuotaObject)
}

async function hasQuotas({ context }: GenericAPIServer, namespace: string): Promise<boolean> {
  const { records } = await context.storage.list(quotasIn(namespace), { cached: true, limit: 1 })
  return records.length > 0
}

const quotasIn = (namespace: string): string => `/registry/resourcequotas/${namespace}/`

const changes = ({ quota, used }: Charge): boolean => !sameUsage(parseUsage(quota.status?.used), used)

async function charge(apiserver: GenericAPIServer, check: QuotaCheck): Promise<void> {
  const { namespace, dryRun } = check.attributes.request
  let quotas = await quotasOf(apiserver, namespace, true)
  if (quotas.length === 0 && check.limited.length === 0) return
  for (let left = retries; ; left--) {
    const charges = checkRequest(check, quotas)
    if (dryRun) return
    const lost: string[] = []
    let failure: unknown
    for (const one of charges.filter(changes))
      try {
        await writeStatus(apiserver, one)
      } catch (error) {
        if (!(error instanceof StatusError)) throw error
        lost.push(one.quota.metadata.name!)
        failure = error
      }
    if (lost.length === 0) return
    if (left === 0) throw failure
    quotas = (await quotasOf(apiserver, namespace, false)).filter(({ metadata }) =>
      lost.includes(metadata.name!),
    )
  }
}

/** One after the other for each key: what one request uses the next must see. */
class Turns {
  private readonly last = new Map<string, Promise<unknown>>()
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    const done = mine.catch(() => {})
    this.last.set(key, done)
    try {
      return await mine
    } finally {
      if (this.last.get(key) === done) this.last.delete(key)
    }
  }
}

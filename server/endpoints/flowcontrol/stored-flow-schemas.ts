// Upstream: staging/src/k8s.io/apiserver/pkg/util/flowcontrol/apf_controller.go (what a request is classified as)
import type { FlowSchemaSpec } from '../../../api/flowcontrol-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import {
  type Followed,
  type FollowParts,
  followObjects,
  type ObjectChange,
} from '../../storage/follow-objects.ts'
import type { UserInfo } from '../authentication/user-info.ts'
import type { RequestInfo } from '../request-info.ts'
import { matchesRule } from './flow-rules.ts'

/** The FlowSchema and priority level of a request, with the uids that headers name. The same object until a schema or level changes. */
export interface Classification {
  readonly flowSchema: string
  readonly priorityLevel: string
  /** Requests of the level never wait. */
  readonly exempt: boolean
  readonly flowSchemaUid: string
  readonly priorityLevelUid: string
}

interface OrderedSchema {
  readonly rules: FlowSchemaSpec['rules']
  readonly classification: Classification
}

const prefixes = ['/registry/flowschemas/', '/registry/prioritylevelconfigurations/'] as const

/**
 * Says which flow schema and priority level a request belongs to, by what is stored.
 * Deviates: nothing is queued or refused; the simulated server has no load to protect itself from.
 */
export class StoredFlowSchemas {
  private readonly objects = new Map<string, KubeObject>()
  private followed: readonly Followed[] = []
  private ordered: readonly OrderedSchema[] | undefined

  static async open(parts: FollowParts): Promise<StoredFlowSchemas> {
    const out = new StoredFlowSchemas()
    out.followed = await Promise.all(
      prefixes.map((prefix) => followObjects(parts, prefix, (change) => out.follow(change))),
    )
    return out
  }

  synced(): boolean {
    return this.followed.every((one) => one.synced())
  }

  close(): void {
    for (const one of this.followed) one.stop()
  }

  /** undefined: no schema is about the request (before those of the start are written). */
  classify(user: UserInfo, info: RequestInfo): Classification | undefined {
    this.ordered ??= this.schemas().map((schema) => this.orderedOf(schema))
    for (const { rules, classification } of this.ordered)
      if (rules?.some((rule) => matchesRule(rule, user, info)) === true) return classification
    return undefined
  }

  /** The priority levels that are stored. */
  levels(): KubeObject[] {
    return [...this.objects.values()].filter(({ kind }) => kind === 'PriorityLevelConfiguration')
  }

  private orderedOf(schema: KubeObject): OrderedSchema {
    const { rules, priorityLevelConfiguration } = schema['spec'] as unknown as FlowSchemaSpec
    const priorityLevel = priorityLevelConfiguration?.name ?? ''
    const level = this.objects.get(prefixes[1] + priorityLevel)
    const classification = {
      flowSchema: schema.metadata.name ?? '',
      priorityLevel,
      exempt: (level?.['spec'] as { type?: string } | undefined)?.type === 'Exempt',
      flowSchemaUid: schema.metadata.uid ?? '',
      priorityLevelUid: level?.metadata.uid ?? '',
    }
    return { rules, classification }
  }

  private follow({ type, key, object }: ObjectChange): void {
    this.ordered = undefined
    if (type === 'put') this.objects.set(key, object)
    else this.objects.delete(key)
  }

  /** The smallest precedence first; among equals, by name. */
  private schemas(): KubeObject[] {
    const precedence = (object: KubeObject): number =>
      (object['spec'] as FlowSchemaSpec | undefined)?.matchingPrecedence ?? 0
    const name = (object: KubeObject): string => object.metadata.name ?? ''
    return [...this.objects.values()]
      .filter((object) => object.kind === 'FlowSchema' && object['spec'] !== undefined)
      .sort((a, b) => precedence(a) - precedence(b) || (name(a) < name(b) ? -1 : 1))
  }
}
